"""Which row groups and pages a filter leaves out, and why: `docs/prune.md`."""

from __future__ import annotations

from inlay.rows.pruning.filter_text import parse_filter
from inlay.rows.pruning.filter_tokens import FilterError
from inlay.rows.pruning.judge import Judgement
from inlay.rows.pruning.prune_file import GroupVerdict, PageVerdict, Pruning, prune

__all__ = [
    "FilterError",
    "GroupVerdict",
    "Judgement",
    "PageVerdict",
    "Pruning",
    "parse_filter",
    "prune",
]
