"""Changes to files that cannot lose one: `docs/rewriting.md`."""

from __future__ import annotations

from inlay.rewrite.change import Change, Outcome, Target
from inlay.rewrite.errors import ChangedError, RefusedError, RewriteError
from inlay.rewrite.publish import edit_tail
from inlay.rewrite.recover import Recovery, recover

__all__ = [
    "Change",
    "ChangedError",
    "Outcome",
    "Recovery",
    "RefusedError",
    "RewriteError",
    "Target",
    "edit_tail",
    "recover",
]
