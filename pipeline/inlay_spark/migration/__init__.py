"""A lake from one form to another, and back: `docs/migration.md`."""

from __future__ import annotations

from inlay_spark.migration.lake import changes, migrate, plan, rollback, verify
from inlay_spark.migration.operations import OPERATIONS, Operation
from inlay_spark.migration.outcomes import Cost, MigrationOutcome

__all__ = [
    "OPERATIONS",
    "Cost",
    "MigrationOutcome",
    "Operation",
    "changes",
    "migrate",
    "plan",
    "rollback",
    "verify",
]
