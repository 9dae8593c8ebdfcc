"""Bytes of a body that are replaced by fewer or more of them: what lies behind moves along, and so does everything that says where it lies."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Iterator, Sequence
from itertools import accumulate, pairwise
from typing import Final, NamedTuple

from inlay.ground.files.source import Seekable, read_at
from inlay.ground.files.spill import Spill
from inlay.ground.files.spliced import SplicedFile
from inlay.pages.engine.chunk_metadata import locate_pages, metadata_of
from inlay.pages.engine.errors import PlacementRefusedError
from inlay_runtime.errors import InlayError
from parquet_format.parquet import ColumnChunk, ColumnMetaData, FileMetaData, OffsetIndex, RowGroup

_NEAR: Final = 4 << 10
"""Bytes between two edits that are written with them."""

_AT_ONCE: Final = 1 << 20
"""Bytes of a body that are read for that."""


class BodyEdit(NamedTuple):
    """What takes the place of the bytes from `start` to `end`."""

    start: int
    end: int
    data: bytes


class _Places:
    """Where what was at an offset is now."""

    def __init__(self, edits: Sequence[BodyEdit]) -> None:
        self._ends = [edit.end for edit in edits]
        growth = (len(edit.data) - (edit.end - edit.start) for edit in edits)
        self._growth = [0, *accumulate(growth)]

    def of(self, old: int) -> int:
        return old + self._growth[bisect_right(self._ends, old)]

    def of_known(self, old: int | None) -> int | None:
        return None if old is None else self.of(old)


def edit_body(
    body: Seekable, size: int, metadata: FileMetaData, edits: Iterable[BodyEdit]
) -> tuple[int, SplicedFile]:
    """How many bytes stay in front, and what comes behind them, of a body of `size` bytes and one edit at least, none over another.
    Changes the offsets and sizes in the metadata; offset indexes become edits themselves.

    Raises PlacementRefusedError for chunks with extensions, which may hold offsets too, and for an offset index that is damaged,
    reaches into another, or lies before pages that move.
    """
    _refuse_extensions(metadata)
    ordered = sorted(edits)
    indexes = _edit_indexes(body, metadata, ordered)
    _move_chunks(metadata, _Places([*ordered, *indexes]))
    ordered += indexes
    new, spill, at = SplicedFile(), Spill(), ordered[0].start
    for near in _list_near(ordered):
        new.copy(body, at, near[0].start - at)
        new.copy(*spill.append(_join(body, near)))
        at = near[-1].end
    new.copy(body, at, size - at)
    return ordered[0].start, new


def _list_near(edits: Sequence[BodyEdit]) -> Iterator[Sequence[BodyEdit]]:
    """Runs of those with few bytes between them: of small pages there are so many that a part for each takes longer than its bytes."""
    first = 0
    for at, (before, edit) in enumerate(pairwise(edits), 1):
        is_near = 0 <= edit.start - before.end <= _NEAR
        if not is_near or edit.end - edits[first].start > _AT_ONCE:
            yield edits[first:at]
            first = at
    yield edits[first:]


def _join(body: Seekable, edits: Sequence[BodyEdit]) -> bytes:
    """Their bytes, with those between them."""
    if len(edits) == 1:
        return edits[0].data
    start = edits[0].end
    between = read_at(body, start, edits[-1].start - start)
    parts = [edits[0].data]
    for before, edit in pairwise(edits):
        parts += between[before.end - start : edit.start - start], edit.data
    return b"".join(parts)


def _list_chunks(metadata: FileMetaData) -> Iterator[tuple[RowGroup, ColumnChunk, ColumnMetaData]]:
    for group in metadata.row_groups:
        for chunk in group.columns:
            yield group, chunk, metadata_of(chunk)


def _refuse_extensions(metadata: FileMetaData) -> None:
    for _, chunk, meta in _list_chunks(metadata):
        if chunk.extension is not None or meta.extension is not None:
            path = ".".join(meta.path_in_schema)
            what = f"column {path} has an extension, which may say where bytes lie"
            raise PlacementRefusedError(what)


def _edit_indexes(
    body: Seekable, metadata: FileMetaData, edits: Sequence[BodyEdit]
) -> list[BodyEdit]:
    """Offset indexes with the places that pages have then. Chunks may share one."""
    places, last = _Places(edits), edits[-1].end
    indexes: dict[int, BodyEdit] = {}
    for _, chunk, _ in _list_chunks(metadata):
        start, length = chunk.offset_index_offset, chunk.offset_index_length
        if start is None or not length:
            continue
        if start < last:
            what = f"the offset index at {start:,} stands before pages that move"
            raise PlacementRefusedError(what)
        try:
            index = OffsetIndex.decode(read_at(body, start, length))
        except InlayError as error:
            what = f"the offset index at {start:,} is damaged: {error}"
            raise PlacementRefusedError(what) from error
        for page in index.page_locations:
            old, page.offset = page.offset, places.of(page.offset)
            page.compressed_page_size = places.of(old + page.compressed_page_size) - page.offset
        indexes[start] = BodyEdit(start, start + length, index.encode())
        chunk.offset_index_length = len(indexes[start].data)
    ordered = sorted(indexes.values())
    for before, edit in pairwise(ordered):
        if edit.start < before.end:
            what = f"the offset index at {before.start:,} reaches into the one at {edit.start:,}"
            raise PlacementRefusedError(what)
    return ordered


def _move_chunks(metadata: FileMetaData, places: _Places) -> None:
    for group, chunk, meta in _list_chunks(metadata):
        start, end = locate_pages(meta)
        growth = places.of(end) - places.of(start) - (end - start)
        meta.total_compressed_size += growth
        meta.total_uncompressed_size += growth
        group.total_byte_size += growth
        if group.total_compressed_size is not None:
            group.total_compressed_size += growth
        chunk.file_offset = places.of(chunk.file_offset)
        chunk.offset_index_offset = places.of_known(chunk.offset_index_offset)
        chunk.column_index_offset = places.of_known(chunk.column_index_offset)
        meta.data_page_offset = places.of(meta.data_page_offset)
        meta.dictionary_page_offset = places.of_known(meta.dictionary_page_offset)
        meta.index_page_offset = places.of_known(meta.index_page_offset)
        meta.bloom_filter_offset = places.of_known(meta.bloom_filter_offset)
    for group in metadata.row_groups:
        group.file_offset = places.of_known(group.file_offset)
