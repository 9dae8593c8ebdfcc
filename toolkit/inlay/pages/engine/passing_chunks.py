"""The chunks of a row group that somebody looks at and does not keep: of a wide file, all of them decoded take ten times its footer."""

from __future__ import annotations

from collections.abc import Iterator

from inlay_runtime.remainder import is_closed, is_lazy, peek
from parquet_format.parquet import ColumnChunk, RowGroup


def pass_chunks(group: RowGroup) -> Iterator[ColumnChunk]:
    """Copies, in their order, each decoded when its turn comes and let go of with whoever has it."""
    left = list_copies(group)
    left.reverse()
    while left:
        yield left.pop()


def count_chunks(group: RowGroup) -> int:
    """How many there are; the row group keeps none of them."""
    return len(list_copies(group))


def list_copies(group: RowGroup) -> list[ColumnChunk]:
    """All of them, over the bytes of the row group where nobody has touched its list: to encode it would build that."""
    if is_lazy(group) or is_closed(group, "columns"):
        return peek(group).columns
    return RowGroup.decode(group.encode()).columns
