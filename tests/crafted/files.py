"""The good file, and those that deviate from it."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path
from typing import Final

import inlay
from tests.crafted.deviation import Edit
from tests.crafted.deviations import DEVIATIONS

BASE: Final = Path(__file__).with_name("base.txt")
_COMMENT: Final = re.compile(r" +# .*$", re.MULTILINE)


@cache
def base_text() -> str:
    """The text of the good file, without comments: two row groups, with nulls, a dictionary, a list, Snappy and page indexes."""
    return _COMMENT.sub("", BASE.read_text(encoding="utf-8"))


@cache
def good_file() -> bytes:
    return inlay.assemble(base_text())


@cache
def crafted_file(name: str) -> bytes:
    """The file that deviates as `DEVIATIONS` says."""
    text = base_text()
    for edit in DEVIATIONS[name].edits:
        text = _apply(text, edit, name)
    return inlay.assemble(text)


def _apply(text: str, edit: Edit, name: str) -> str:
    at = 0
    for anchor in (*edit.after, edit.old):
        place = text.find(anchor, at)
        if place < 0:
            raise LookupError(f"{name}: {anchor!r} is not there")
        at = place + len(anchor)
    return text[: at - len(edit.old)] + edit.new + text[at:]
