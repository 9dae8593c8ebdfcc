"""Changes to files that cannot lose one: `docs/rewriting.md`."""

from __future__ import annotations

from inlay.recover.from_journal import Recovery, recover
from inlay.refusals import RefusedError
from inlay.rewrite.change import Change, Outcome, Target
from inlay.rewrite.errors import ChangedError, RewriteError
from inlay.rewrite.publish import edit_tail

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
