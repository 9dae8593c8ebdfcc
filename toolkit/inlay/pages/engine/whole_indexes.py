"""The page indexes of row groups that move whole: those of one kind are read at once, and held against the pages as bytes."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from inlay.ground.files.source import read_at
from inlay.pages.engine.chunk_metadata import metadata_of
from inlay.pages.engine.index_fit import IndexedChunk, find_column_misfit
from inlay.pages.engine.page_list import PageList
from inlay.pages.engine.piece import COLUMN_INDEX, OFFSET_INDEX, PieceKind
from inlay.pages.engine.whole_group import MOST, MOST_OF_A_CHUNK, WholeChunk, WholeGroup
from inlay_runtime.attempt import decode_or_none
from inlay_runtime.core import load_native
from inlay_runtime.limits import DEFAULT_LIMITS
from parquet_format.parquet import ColumnChunk, ColumnIndex, OffsetIndex

_native: Any = load_native("inlay.pages.engine.native_whole_groups")


def move_indexes(
    group: WholeGroup, kind: PieceKind, pages: Sequence[PageList], starts: Sequence[int]
) -> list[tuple[int, bytes]] | None:
    """The indexes of one kind as they are behind pages that begin at `starts` now, each with its column; None unless all fit the
    `pages` of their chunks."""
    if kind is not COLUMN_INDEX:
        return _move_offset_indexes(group, group.chunks(), pages, starts)
    chunks, leaves = group.chunks(), group.leaves
    # Where one stays behind, its column index does, too.
    if _move_offset_indexes(group, chunks, pages, starts) is None:
        return None
    moved: list[tuple[int, bytes]] = []
    pieces = _read_pieces(group, chunks, kind)
    columns = group.decode()[0].columns if pieces else []
    for column, piece in pieces or ():
        index = decode_or_none(ColumnIndex, piece)
        if index is None or index[1] != len(piece):
            return None
        known = chunks[column]
        indexed = IndexedChunk(
            leaves.leaves[column],
            leaves.kinds[column],
            known.values,
            group.rows,
            (known.start, known.start + known.size),
            pages[column],
            _count_nulls(columns[column]),
        )
        if find_column_misfit(index[0], indexed) is not None:
            return None
        moved.append((column, piece))
    return None if pieces is None else moved


def _count_nulls(chunk: ColumnChunk) -> int | None:
    statistics = metadata_of(chunk).statistics
    return statistics.null_count if statistics is not None else None


def _move_offset_indexes(
    group: WholeGroup,
    chunks: Sequence[WholeChunk],
    pages: Sequence[PageList],
    starts: Sequence[int],
) -> list[tuple[int, bytes]] | None:
    moved: list[tuple[int, bytes]] = []
    pieces = _read_pieces(group, chunks, OFFSET_INDEX)
    for column, piece in pieces or ():
        by = starts[column] - chunks[column].start
        arrays = pages[column].arrays
        has_a_row_for_each = chunks[column].values == group.rows
        new: bytes | None = _native.move_locations(
            OffsetIndex, piece, arrays, group.rows, has_a_row_for_each, by, DEFAULT_LIMITS
        )
        if new is None:
            return None
        moved.append((column, new))
    return None if pieces is None else moved


def _read_pieces(
    group: WholeGroup, chunks: Sequence[WholeChunk], kind: PieceKind
) -> list[tuple[int, bytes]] | None:
    """Those of one kind, each with its column, read at once; None where they are not where they should be."""
    places = [
        (column, *(chunk[2:4] if kind is COLUMN_INDEX else chunk[4:6]))
        for column, chunk in enumerate(chunks)
    ]
    there = [place for place in places if place[2]]
    if not there:
        return []
    begin = min(place[1] for place in there)
    end = max(place[1] + place[2] for place in there)
    most = max(MOST, MOST_OF_A_CHUNK * len(chunks))
    if begin < 4 or end > group.source.footer or end - begin > most:
        return None
    data = read_at(group.source.source, begin, end - begin)
    return [
        (column, data[offset - begin : offset - begin + length]) for column, offset, length in there
    ]
