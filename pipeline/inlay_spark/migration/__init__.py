"""A lake from one form to another, and back: `docs/migration.md`."""

from __future__ import annotations

from inlay_spark.migration.lake import changes, migrate, plan, rollback, verify
from inlay_spark.migration.operations import OPERATIONS, Operation
from inlay_spark.migration.outcomes import Cost, Outcome

__all__ = [
    "OPERATIONS",
    "Cost",
    "Operation",
    "Outcome",
    "changes",
    "migrate",
    "plan",
    "rollback",
    "verify",
]
