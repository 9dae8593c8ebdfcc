"""Changes to files that cannot lose one: `docs/rewriting.md`."""

from __future__ import annotations

from inlay.ground.refusals import RefusedError
from inlay.rewrite.change import Change, Outcome, Target
from inlay.rewrite.errors import ChangedError, RewriteError
from inlay.rewrite.publish import edit_tail

__all__ = [
    "Change",
    "ChangedError",
    "Outcome",
    "RefusedError",
    "RewriteError",
    "Target",
    "edit_tail",
]
