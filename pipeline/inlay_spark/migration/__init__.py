"""A lake from one form to another, and back: `docs/migration.md`."""

from __future__ import annotations

from inlay_spark.migration.lake import Cost, Outcome, changes, migrate, plan, rollback, verify
from inlay_spark.migration.operations import OPERATIONS, Operation

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
