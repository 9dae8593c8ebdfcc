"""The address of shredding for whoever imports it: `plan` and `shred` (`docs/shred.md`)."""

from __future__ import annotations

from inlay_spark.shredding import ShredError, ShredOutcome, ShredPlan, plan, shred

__all__ = ["ShredError", "ShredOutcome", "ShredPlan", "plan", "shred"]
