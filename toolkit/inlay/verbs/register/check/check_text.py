"""What the check of a table found, on a terminal and in Python."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from inlay.ground.wording.amounts import count
from inlay.verbs.register.check.differences import Weight
from inlay.verbs.register.registration_text import shorten

if TYPE_CHECKING:
    from inlay.verbs.register.check.check_table import TableCheck


def list_lines(check: TableCheck) -> Iterator[str]:
    """By who wrote the files."""
    numbers = ", ".join(f"{check.count(weight):,} {weight.value}" for weight in Weight)
    yield f"{count(check.all_files, 'file')}: {numbers}"
    yield from shorten([f"{it.entry.path}: {it.finding}" for it in check.unread])
    for writer, files in check.by_writer().items():
        yield f"{writer or 'an unknown writer'}: {count(len(files), 'file')}"
        lines = [
            f"  {file.path}: {it.weight.value}: {it.finding}"
            for file in files
            for it in file.differences
        ]
        yield from shorten(lines)
    if check.fixed:
        yield f"fixed: {check.fixed}"
    elif check.files:
        yield "--fix gives these files right entries"
