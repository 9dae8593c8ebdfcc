"""The page indexes of row groups that move whole: those of one kind are read at once, and held against the pages as bytes."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from inlay.files.source import read_at
from inlay.pages.page_list import PageList
from inlay.pages.piece import COLUMN_INDEX, PieceKind
from inlay.pages.whole_group import MOST, WholeGroup
from inlay_runtime.core import load_native
from inlay_runtime.limits import DEFAULT_LIMITS
from parquet_format.parquet import ColumnIndex, OffsetIndex

_native: Any = load_native("inlay.pages.native_whole_groups")


def move_indexes(
    group: WholeGroup, kind: PieceKind, pages: Sequence[PageList], starts: Sequence[int]
) -> list[tuple[int, bytes]] | None:
    """The indexes of one kind as they are behind pages that begin at `starts` now, each with its column; None unless all fit the
    `pages` of their chunks."""
    places = [
        (column, chunk.start, *(chunk[2:4] if kind is COLUMN_INDEX else chunk[4:6]))
        for column, chunk in enumerate(group.chunks())
    ]
    there = [place for place in places if place[3]]
    if not there:
        return []
    begin = min(place[2] for place in there)
    end = max(place[2] + place[3] for place in there)
    if begin < 4 or end > group.source.footer or end - begin > MOST:
        return None
    data = read_at(group.source.source, begin, end - begin)
    moved: list[tuple[int, bytes]] = []
    for column, old_start, offset, length in there:
        piece: bytes | None = data[offset - begin : offset - begin + length]
        listed = pages[column]
        if kind is COLUMN_INDEX:
            if not _native.is_index_of(ColumnIndex, piece, listed.data_count, DEFAULT_LIMITS):
                return None
        else:
            by = starts[column] - old_start
            piece = _native.move_locations(OffsetIndex, piece, *listed.arrays, by, DEFAULT_LIMITS)
        if piece is None:
            return None
        moved.append((column, piece))
    return moved
