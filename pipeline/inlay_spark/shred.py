"""The address of shredding for whoever imports it: `plan` and `shred` (`docs/shred.md`)."""

from __future__ import annotations

from inlay_spark.shredding import Outcome, Plan, ShredError, plan, shred

__all__ = ["Outcome", "Plan", "ShredError", "plan", "shred"]
