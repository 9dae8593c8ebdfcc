"""Reads back what was written."""

from __future__ import annotations

from inlay.changes.rewrite.change import Change, Check
from inlay.changes.rewrite.errors import RewriteError
from inlay.ground.files.source import Seekable, size_of
from inlay.ground.files.steps import ends_with
from inlay.ground.wording.amounts import count


def read_back(path: str, file: Seekable, change: Change, check: Check | None) -> None:
    """RewriteError if the file is not what it should be; what `check` raises otherwise."""
    size = size_of(file)
    if size != change.size:
        raise RewriteError(
            f"{path}: {count(size, 'byte was', 'bytes were')} written, not {change.size}"
        )
    if not ends_with(file, change.keep, change.end):
        raise RewriteError(f"{path}: what was written reads back differently")
    if check is not None:
        check(file)
