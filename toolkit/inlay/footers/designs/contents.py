"""What a design is built from, out of a file whose footer is Thrift."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from inlay.footers.designs.design import FooterContents
from inlay.footers.designs.fetch import Fetch, Range
from inlay.footers.designs.index_places import says_index_places
from inlay.ground.files.read_budget import ReadBudget
from inlay_runtime.errors import InvalidValueError
from parquet_format.parquet import ColumnIndex, FileMetaData, OffsetIndex

Chunk = tuple[int, int]
"""Column and row group."""


class _Index(NamedTuple):
    chunk: Chunk
    place: Range
    is_column_index: bool


def contents_of(thrift: bytes, fetch: Fetch, size: int) -> FooterContents:
    """With the page indexes of the file, which has `size` bytes, fetched in one step; those of encrypted columns are left out.

    Raises DecodeError for bytes that are not a FileMetaData, or no page index, and for page indexes that overlap.
    """
    metadata = FileMetaData.decode(thrift)
    indexes = list(_indexes(metadata)) if says_index_places(thrift) else []
    _refuse_overlaps(indexes, size)
    pieces: Sequence[bytes | memoryview] = (
        fetch([index.place for index in indexes]) if indexes else []
    )
    offset_indexes: dict[Chunk, OffsetIndex] = {}
    column_indexes: dict[Chunk, ColumnIndex] = {}
    for index, piece in zip(indexes, pieces, strict=True):
        if index.is_column_index:
            column_indexes[index.chunk] = ColumnIndex.decode(piece)
        else:
            offset_indexes[index.chunk] = OffsetIndex.decode(piece)
    return FooterContents(thrift, offset_indexes, column_indexes)


def _refuse_overlaps(indexes: Sequence[_Index], size: int) -> None:
    budget = ReadBudget(size)
    for index in indexes:
        excess = budget.charge(*index.place)
        if excess:
            column, group = index.chunk
            kind = "column_index" if index.is_column_index else "offset_index"
            path = f"row_groups[{group}].columns[{column}].{kind}_offset"
            raise InvalidValueError(excess, index.place.offset, path)


def _indexes(metadata: FileMetaData) -> Iterator[_Index]:
    for group, row_group in enumerate(metadata.row_groups):
        for column, chunk in enumerate(row_group.columns):
            at = chunk.offset_index_offset
            if at is None or chunk.crypto_metadata is not None:  # of most, one field is asked for
                continue
            size = chunk.offset_index_length
            if size is None:
                continue
            yield _Index((column, group), Range(at, size), is_column_index=False)
            at, size = chunk.column_index_offset, chunk.column_index_length
            if at is not None and size is not None:
                yield _Index((column, group), Range(at, size), is_column_index=True)
