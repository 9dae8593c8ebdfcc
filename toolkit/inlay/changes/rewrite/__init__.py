"""Changes to files that cannot lose one: `docs/rewriting.md`."""

from __future__ import annotations

from inlay.changes.rewrite.change import Change, Outcome, Target
from inlay.changes.rewrite.errors import ChangedError, RewriteError
from inlay.changes.rewrite.publish import edit_tail
from inlay.ground.refusals import RefusedError

__all__ = [
    "Change",
    "ChangedError",
    "Outcome",
    "RefusedError",
    "RewriteError",
    "Target",
    "edit_tail",
]
