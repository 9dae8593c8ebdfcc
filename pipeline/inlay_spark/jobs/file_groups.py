"""Which files go into one task: enough to be worth one, few enough to be repeated.

A task of Python costs Spark some 20 ms, a footer less than one; a file per task is a hundred times slower
than 250 (`docs/spark.md`).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final

from inlay.footers.footer.read import FIRST_READ
from inlay.ground.files.entries import FileEntry

FEWEST: Final = 100
MOST: Final = 1_000
WEIGHT: Final = 16 << 20
"""Bytes that a task should read, between these two."""

DATA_PER_FOOTER: Final = 4_096
"""A guess at how many times its footer a large file is."""


def group_files(files: Iterable[FileEntry], each: int | None = None) -> Iterator[list[FileEntry]]:
    """100 to 1,000 files, by what will be read of them; or `each`, where somebody knows better."""
    everything = list(files)
    if each is not None:
        yield from (everything[at : at + each] for at in range(0, len(everything), each))
        return
    total = sum(map(estimate_bytes, everything))
    wanted = total / max(-(-total // WEIGHT), 1)
    group: list[FileEntry] = []
    heavy = 0
    for file in everything:
        group.append(file)
        heavy += estimate_bytes(file)
        if (heavy >= wanted and len(group) >= FEWEST) or len(group) == MOST:
            yield group
            group, heavy = [], 0
    if group:
        yield group


def estimate_bytes(file: FileEntry) -> int:
    """About how many bytes of it will be read."""
    return min(file.size, FIRST_READ) + file.size // DATA_PER_FOOTER
