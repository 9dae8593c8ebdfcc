"""Into how many files, and which row groups go into each."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from inlay.pages.engine.chunk_metadata import metadata_of
from parquet_format.parquet import RowGroup

Weigh = Callable[[RowGroup], int]


def count_rows(row_group: RowGroup) -> int:
    return row_group.num_rows


def count_bytes(row_group: RowGroup) -> int:
    """Of its pages, as they lie in the file."""
    return sum(metadata_of(chunk).total_compressed_size for chunk in row_group.columns)


def count_one(_: RowGroup) -> int:
    return 1


def pack(row_groups: Sequence[RowGroup], weigh: Weigh, most: int) -> list[range]:
    """Runs of row groups that weigh at most `most` together; one that weighs more is alone."""
    runs: list[range] = []
    start = weight = 0
    for number, row_group in enumerate(row_groups):
        added = weigh(row_group)
        if number > start and weight + added > most:
            runs.append(range(start, number))
            start, weight = number, 0
        weight += added
    if start < len(row_groups):
        runs.append(range(start, len(row_groups)))
    return runs or [range(0)]
