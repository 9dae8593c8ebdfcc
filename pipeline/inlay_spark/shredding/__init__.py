"""Variants of a lake, shredded by one schema (`docs/shred.md`).

plan    a sample of all files, counted in tasks, merged, and what to shred by
shred   every file that is new or has changed, into a directory of its own
"""

from inlay_spark.shredding.errors import ShredError
from inlay_spark.shredding.lake import ShredOutcome, shred
from inlay_spark.shredding.planning import ShredPlan, plan

__all__ = ["ShredError", "ShredOutcome", "ShredPlan", "plan", "shred"]
