"""The chunks of a Thrift footer by column, as footers of packed arrays have them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import overload

from inlay.footers.conversion.leaves import Leaves
from inlay.footers.designs.design import NotCarriedError
from inlay.footers.index.offsets import find_offsets
from inlay.ground.wording.amounts import count
from parquet_format.parquet import ColumnChunk, ColumnMetaData, FileMetaData, SchemaElement


def chunks_of(metadata: FileMetaData) -> list[list[ColumnMetaData]]:
    """The chunks of each column, by row group. Raises NotCarriedError where a row group has other columns than the schema,
    a chunk is without its metadata, or the schema is not a tree."""
    by_column: list[list[ColumnMetaData]] = [[] for _ in range(_count_leaves(metadata.schema))]
    for at, group in enumerate(metadata.row_groups):
        _check_width(at, len(group.columns), len(by_column))
        for chunks, chunk in zip(by_column, group.columns, strict=True):
            chunks.append(_metadata_of(chunk, at))
    return by_column


class ChunksInThrift(Sequence[Sequence[ColumnMetaData]]):
    """The same out of the bytes of the footer: a column is decoded when it is asked for, and is not kept.

    So it takes 8 bytes for each chunk, and the objects of one column. Raises as `chunks_of`, for a chunk when it is decoded.
    """

    def __init__(self, thrift: bytes, schema: list[SchemaElement]) -> None:
        offsets = find_offsets(thrift)
        self._thrift = thrift
        self._columns = _count_leaves(schema)
        self._starts = offsets.chunks
        self._groups = len(offsets.group_sizes)
        for at, size in enumerate(offsets.group_sizes):
            _check_width(at, size, self._columns)

    def __len__(self) -> int:
        return self._columns

    @overload
    def __getitem__(self, index: int) -> Sequence[ColumnMetaData]: ...
    @overload
    def __getitem__(self, index: slice) -> Sequence[Sequence[ColumnMetaData]]: ...
    def __getitem__(
        self, index: int | slice
    ) -> Sequence[ColumnMetaData] | Sequence[Sequence[ColumnMetaData]]:
        if isinstance(index, slice):
            return [self[at] for at in range(*index.indices(self._columns))]
        if not 0 <= index < self._columns:
            raise IndexError(index)
        chunks = list[ColumnMetaData]()
        for group in range(self._groups):
            at = group * (self._columns + 1) + index
            chunk = ColumnChunk.decode(self._thrift[self._starts[at] : self._starts[at + 1]])
            chunks.append(_metadata_of(chunk, group))
        return chunks


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
