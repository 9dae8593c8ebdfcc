"""The chunks of a Thrift footer by column, as footers of packed arrays have them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from inlay.footers.conversion.leaves import Leaves
from inlay.footers.designs.design import NotCarriedError
from inlay.ground.wording.amounts import count
from parquet_format.parquet import ColumnChunk, ColumnMetaData, FileMetaData, SchemaElement


class ColumnsInThrift(Iterable[list[ColumnMetaData]]):
    """The chunks of each column, by row group, out of the bytes of the footer, as often as it is gone over. A column is let go of when the
    next is asked for, and takes its objects with it.

    Raises NotCarriedError where the schema is not a tree; and, gone over, where a row group has other columns than the schema, or a chunk
    is without its metadata.
    """

    def __init__(self, thrift: bytes, schema: list[SchemaElement]) -> None:
        self._thrift = thrift
        self._columns = _count_leaves(schema)

    def __len__(self) -> int:
        return self._columns

    def __iter__(self) -> Iterator[list[ColumnMetaData]]:
        groups = [group.columns for group in FileMetaData.decode(self._thrift).row_groups]
        for at, chunks in enumerate(groups):
            _check_width(at, len(chunks), self._columns)
            chunks.reverse()
        for _ in range(self._columns):
            yield [_metadata_of(chunks.pop(), at) for at, chunks in enumerate(groups)]


def _count_leaves(schema: list[SchemaElement]) -> int:
    leaves = Leaves(schema)
    if not leaves.adds_up or any(
        leaf.depth == 0 or leaf.element.num_children for leaf in leaves.list
    ):
        raise NotCarriedError("the schema is not a tree whose leaves have a type and no children")
    return len(leaves.list)


def _check_width(group: int, columns: int, leaves: int) -> None:
    if columns != leaves:
        what = f"row group {group} has {count(columns, 'column')}, the schema {leaves}"
        raise NotCarriedError(what)


def _metadata_of(chunk: ColumnChunk, group: int) -> ColumnMetaData:
    if chunk.meta_data is None or chunk.file_path is not None:
        where = "elsewhere" if chunk.meta_data is not None else "encrypted"
        raise NotCarriedError(f"row group {group} has a chunk whose metadata or data is {where}")
    return chunk.meta_data
