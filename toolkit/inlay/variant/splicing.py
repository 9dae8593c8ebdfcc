"""A file of the columns of one file and the columns of another: pages are moved, and none is decoded.

    PAR1 | chunks, row group by row group | Bloom filters | column indexes | offset indexes | footer

What stays, what moves and what is refused is in `docs/shred.md`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from inlay.encoding.sink import Sink
from inlay.encoding.thrift_file import ThriftFile
from inlay.footer.form import Form
from inlay.variant.described_schemas import redescribed
from inlay.variant.moved_chunk import MovedChunk, metadata_of
from inlay.variant.top_columns import TopColumn, top_columns, with_replaced
from parquet_format.parquet import ColumnChunk, FileMetaData, RowGroup, SortingColumn

MAGIC: Final = b"PAR1"


def splice(base: ThriftFile, new: ThriftFile, sink: Sink) -> None:
    """Writes the file `base` with the columns of `new` in the place of those of the same name, or last.

    Both are `movable`, and have the same row groups. Raises LayoutRefusedError, ChunkError where the footer of `base` does
    not lead to what it says.
    """
    metadata, made = base.metadata(), new.metadata()
    old, added = top_columns(base, metadata), top_columns(new, made)
    columns = with_replaced(old, added)
    sink.write(MAGIC)
    _move(metadata, columns, sink)
    for row_group in metadata.row_groups:
        row_group.sorting_columns = _renumbered(row_group.sorting_columns, metadata, columns)
    _tell_schema(metadata, columns)
    metadata.key_value_metadata = redescribed(
        metadata.key_value_metadata,
        [column.name for column in old],
        [column.name for column in added],
        made.key_value_metadata,
    )
    plain = replace(base, form=Form.THRIFT)
    sink.write(plain.tail(metadata, sink.size))


def _move(metadata: FileMetaData, columns: Sequence[TopColumn], sink: Sink) -> None:
    moved: list[MovedChunk] = []
    for group, row_group in enumerate(metadata.row_groups):
        chunks: list[ColumnChunk] = []
        start = sink.size
        for column in columns:
            for chunk in column.chunks(group):
                moved.append(MovedChunk(column.file, chunk, group, sink))
                moved[-1].pages()
                chunks.append(chunk)
        _tell_group(row_group, chunks, start)
    for one in moved:
        one.bloom_filter()
    for one in moved:
        one.column_index()
    for one in moved:
        one.offset_index()


def _tell_group(row_group: RowGroup, chunks: list[ColumnChunk], start: int) -> None:
    row_group.columns = chunks
    described = [metadata_of(chunk) for chunk in chunks]
    row_group.total_byte_size = sum(meta.total_uncompressed_size for meta in described)
    if row_group.total_compressed_size is not None:
        size = sum(meta.total_compressed_size for meta in described)
        row_group.total_compressed_size = size
    if row_group.file_offset:
        row_group.file_offset = start


def _renumbered(
    sorting: list[SortingColumn] | None, base: FileMetaData, columns: Sequence[TopColumn]
) -> list[SortingColumn] | None:
    """Rows are still sorted by the columns before the first that was replaced."""
    if sorting is None:
        return None
    numbers: dict[int, int] = {}
    at = 0
    for column in columns:
        for leaf in column.leaves:
            if column.metadata is base:
                numbers[leaf] = at
            at += 1
    found: list[SortingColumn] = []
    for one in sorting:
        if one.column_idx not in numbers:
            break
        found.append(one.replace(column_idx=numbers[one.column_idx]))
    return found or None


def _tell_schema(metadata: FileMetaData, columns: Sequence[TopColumn]) -> None:
    root = metadata.schema[0].replace(num_children=len(columns))
    metadata.schema = [root, *(one for column in columns for one in column.elements)]
    if metadata.column_orders is not None:
        metadata.column_orders = [one for column in columns for one in column.orders]
