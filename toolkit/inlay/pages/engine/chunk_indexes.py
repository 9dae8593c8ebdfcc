"""The page index of a column chunk: read, and held against itself."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Final, NamedTuple, TypeVar

from inlay.ground.wording.amounts import count
from inlay.pages.engine.chosen_chunks import ChosenChunk
from inlay.pages.engine.errors import ChunkError
from inlay.pages.engine.range_reader import FileRange, RangeReader
from inlay_runtime.errors import DecodeError
from parquet_format.parquet import ColumnChunk, ColumnIndex, OffsetIndex

Index = TypeVar("Index", ColumnIndex, OffsetIndex)

_AHEAD: Final = 8 << 20
"""Bytes of indexes that are in memory at a time."""

_CHUNKS: Final = 10_000
"""Chunks that are: of a wide file, small indexes or none would make it all of them."""


class ChunkIndexes(NamedTuple):
    """Both have an entry for each data page."""

    offsets: OffsetIndex
    bounds: ColumnIndex | None


class IndexBytes(NamedTuple):
    """The offset index of a chunk, and its column index where there is one, before anything is decoded."""

    chunk: ColumnChunk
    offsets: bytes
    bounds: bytes | None


def list_index_parts(chunk: ColumnChunk) -> list[FileRange]:
    """Where the indexes of a chunk lie. A ColumnIndex says nothing without an OffsetIndex."""
    offset, length = chunk.offset_index_offset, chunk.offset_index_length
    if offset is None or not length:
        return []
    offsets = FileRange(offset, length, "offset index")
    offset, length = chunk.column_index_offset, chunk.column_index_length
    if offset is None or not length:
        return [offsets]
    return [offsets, FileRange(offset, length, "column index")]


def read_indexes(reader: RangeReader, chunk: ColumnChunk) -> ChunkIndexes | None:
    """None for a chunk without an OffsetIndex. Raises ChunkError for what cannot be read, contradicts itself, or overlaps."""
    read = read_index_bytes(reader, chunk)
    return None if read is None else decode_indexes(read)


def read_index_bytes(reader: RangeReader, chunk: ColumnChunk) -> IndexBytes | None:
    """The same, and nothing is decoded."""
    parts = list_index_parts(chunk)
    if not parts:
        return None
    reader.charge(parts)
    offsets = reader.read(parts[0])
    return IndexBytes(chunk, offsets, reader.read(parts[1]) if len(parts) > 1 else None)


def read_all_index_bytes(
    reader: RangeReader, chunks: Sequence[ColumnChunk]
) -> list[IndexBytes] | None:
    """Of chunks that lie in the order of their file. None where one of them has not both, or is damaged: `read_index_bytes` says
    which."""
    offsets = [(it.offset_index_offset or 0, it.offset_index_length or 0) for it in chunks]
    bounds = [(it.column_index_offset or 0, it.column_index_length or 0) for it in chunks]
    if not reader.may_read_all((*offsets, *bounds)):
        return None
    read_offsets = reader.read_all("offset index", offsets)
    read_bounds = reader.read_all("column index", bounds)
    return list(map(IndexBytes, chunks, read_offsets, read_bounds))


def decode_indexes(read: IndexBytes) -> ChunkIndexes:
    """Raises ChunkError as `read_indexes` does."""
    parts = list_index_parts(read.chunk)
    offsets = _decode(OffsetIndex, parts[0], read.offsets)
    if read.bounds is None:
        return ChunkIndexes(offsets, None)
    bounds = _decode(ColumnIndex, parts[1], read.bounds)
    pages = len(offsets.page_locations)
    lists = (
        bounds.null_pages,
        bounds.min_values,
        bounds.max_values,
        bounds.null_counts,
        bounds.nan_counts,
    )
    for values in lists:
        if values is not None and len(values) != pages:
            what = f"its column index tells of {count(len(values), 'page')}, and its offset index of {pages:,}"
            raise ChunkError(what, parts[1].offset)
    return ChunkIndexes(offsets, bounds)


def read_indexes_ahead(reader: RangeReader, chunks: Iterable[ChosenChunk]) -> Iterator[ChosenChunk]:
    """The chunks, each after its indexes were read: those of many chunks lie side by side, and are one request."""
    left = iter(chunks)
    while True:
        some, size = _take_some(left)
        if not some:
            return
        # Otherwise they overlap: `read_indexes` says which one is too many, and nothing is read for those behind it.
        if reader.may_charge(size):
            reader.read_ahead(part for chosen in some for part in list_index_parts(chosen.chunk))
        yield from some


def _take_some(chunks: Iterator[ChosenChunk]) -> tuple[list[ChosenChunk], int]:
    """With the size of their indexes."""
    some: list[ChosenChunk] = []
    size = 0
    for chosen in chunks:
        some.append(chosen)
        size += sum(max(part.length, 0) for part in list_index_parts(chosen.chunk))
        if size >= _AHEAD or len(some) == _CHUNKS:
            break
    return some, size


def _decode(cls: type[Index], part: FileRange, data: bytes) -> Index:
    try:
        return cls.decode(data)
    except DecodeError as error:
        at = f"{error.path}: " if error.path else ""
        what = f"its {part.kind} cannot be read: {at}{error.reason}"
        raise ChunkError(what, part.offset + error.offset) from error
