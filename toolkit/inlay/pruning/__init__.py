"""Which row groups and pages a filter leaves out, and why: `docs/prune.md`."""

from __future__ import annotations

from inlay.pruning.filter_text import parse_filter
from inlay.pruning.filter_tokens import FilterError
from inlay.pruning.judge import Judgement
from inlay.pruning.prune_file import GroupVerdict, PageVerdict, Pruning, prune

__all__ = [
    "FilterError",
    "GroupVerdict",
    "Judgement",
    "PageVerdict",
    "Pruning",
    "parse_filter",
    "prune",
]
