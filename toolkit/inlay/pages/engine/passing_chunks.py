"""The chunks of a row group that somebody looks at and does not keep: of a wide file, all of them decoded take ten times its footer."""

from __future__ import annotations

from collections.abc import Iterator

from parquet_format.parquet import ColumnChunk, RowGroup


def pass_chunks(group: RowGroup) -> Iterator[ColumnChunk]:
    """Copies, in their order, each decoded when its turn comes and let go of with whoever has it."""
    left = RowGroup.decode(group.encode()).columns
    left.reverse()
    while left:
        yield left.pop()


def count_chunks(group: RowGroup) -> int:
    """Of a copy: a list of them stays with its row group."""
    return len(RowGroup.decode(group.encode()).columns)
