"""A lake from one form to another, and back: `docs/migration.md`."""

from __future__ import annotations

from inlay_spark.migration.compaction import Compaction
from inlay_spark.migration.lake import (
    changes,
    list_compacted,
    migrate,
    plan,
    plan_compaction,
    read_compaction,
    rollback,
    verify,
)
from inlay_spark.migration.operations import OPERATIONS, Operation
from inlay_spark.migration.outcomes import Cost, MigrationOutcome

__all__ = [
    "OPERATIONS",
    "Compaction",
    "Cost",
    "MigrationOutcome",
    "Operation",
    "changes",
    "list_compacted",
    "migrate",
    "plan",
    "plan_compaction",
    "read_compaction",
    "rollback",
    "verify",
]
