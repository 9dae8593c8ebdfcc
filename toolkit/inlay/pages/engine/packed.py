"""The body of a new file, packed from chunks of one or several others.

    PAR1 | chunks, row group by row group | Bloom filters | column indexes | offset indexes

What chunks have beside their pages stands before those of its row group.
Pages are moved, and none is decoded; what is wrong with a chunk is found while it passes.
Filters and indexes that do not fit stay behind, and the body says which.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final, Protocol, TypeAlias

from inlay.pages.engine.beside import Beside, NothingBeside
from inlay.pages.engine.checked_chunk import CheckedChunk
from inlay.pages.engine.engine import move_piece
from inlay.pages.engine.joined_group import JoinedGroup
from inlay.pages.engine.leaf import Leaf
from inlay.pages.engine.moved import MovedSource
from inlay.pages.engine.moving_chunk import Misfit, MovingChunk
from inlay.pages.engine.packed_body import PackedBody, RowGroups, decode
from inlay.pages.engine.page_list import PageList
from inlay.pages.engine.piece import BLOOM_FILTER, COLUMN_INDEX, OFFSET_INDEX, PieceKind
from inlay.pages.engine.plan import Move
from inlay.pages.engine.sink import Sink
from inlay.pages.engine.whole_group import WholeGroup, WholePages, check_whole, copy_whole

MAGIC: Final = b"PAR1"

NOTHING_BESIDE: Final = NothingBeside()


class ChunkParts(Protocol):
    """What moves of a chunk, part by part. None for a part that it does not have."""

    def pages(self) -> Move: ...
    def bloom_filter(self) -> Move | Misfit | None: ...
    def column_index(self) -> Move | Misfit | None: ...
    def offset_index(self) -> Move | Misfit | None: ...


TakeApart: TypeAlias = Callable[[MovingChunk], ChunkParts]
"""A chunk is taken apart for each kind of its parts."""

TakeWhole: TypeAlias = Callable[[WholeGroup], WholePages | None]
"""The pages of a row group that moves whole; None for one that has to be taken apart."""

_PARTS: Final[dict[PieceKind, Callable[[ChunkParts], Move | Misfit | None]]] = {
    BLOOM_FILTER: lambda chunk: chunk.bloom_filter(),
    COLUMN_INDEX: lambda chunk: chunk.column_index(),
    OFFSET_INDEX: lambda chunk: chunk.offset_index(),
}


def write_packed(
    row_groups: RowGroups,
    leaves: Sequence[Leaf],
    sink: Sink,
    take_apart: TakeApart = CheckedChunk,
    beside: Beside = NOTHING_BESIDE,
    take_whole: TakeWhole = check_whole,
    magic: bytes = MAGIC,
) -> PackedBody:
    """Writes the body, whose columns are `leaves`, behind `magic`. No more of a row group stays in memory than where its parts are.

    The sources are such that `list_extents` accepts them. Raises PlacementRefusedError, ChunkError where a footer does
    not lead to what it says.
    """
    sink.append(magic)
    body = PackedBody(row_groups, beside)
    for group in row_groups():
        if isinstance(group, WholeGroup | JoinedGroup):
            whole = _take_parts(group, take_whole)
            if whole is not None:
                start = sink.size
                for part, part_pages in zip(group.parts, whole, strict=True):
                    copy_whole(part, part_pages, sink)
                body.add_whole(group, start, whole)
                continue
        row_group, origins = decode(group)
        for number, step in beside.list_moves(len(body), row_group, origins):
            beside.note(number, sink.size)
            move_piece(step, MovedSource(None), sink)
        landed: dict[int, tuple[int, int, PageList]] = {}
        for column in beside.arrange(row_group):
            pages, start = PageList(), sink.size
            chunk, rows = row_group.columns[column], row_group.num_rows
            moving = MovingChunk(origins[column], chunk, leaves[column], rows, pages)
            step = take_apart(moving).pages()
            move_piece(step, MovedSource(None), sink)
            landed[column] = start, step.piece.size, pages
        body.add_group(row_group, landed)
    # Row groups are decoded again for each kind, so a kind that there is not is not looked for.
    for kind in _PARTS:
        if kind in body.kinds:
            _move_parts(body, leaves, sink, take_apart, kind)
    return body


def _take_parts(group: WholeGroup | JoinedGroup, take_whole: TakeWhole) -> list[WholePages] | None:
    """The pages of each of its parts; None where one has to be taken apart."""
    taken: list[WholePages] = []
    for part in group.parts:
        pages = take_whole(part)
        if pages is None:
            return None
        taken.append(pages)
    return taken


def _move_parts(
    body: PackedBody,
    leaves: Sequence[Leaf],
    sink: Sink,
    take_apart: TakeApart,
    kind: PieceKind,
) -> None:
    for number, first, group in body.groups():
        whole = None
        if isinstance(group, WholeGroup | JoinedGroup) and kind is not BLOOM_FILTER:
            whole = body.move_indexes(kind, first, group)
        if whole is not None:
            for column, data in whole:
                body.add_part(kind, first + column, sink.size, len(data))
                sink.append(data)
            continue
        row_group, origins = decode(group)
        for column, (origin, chunk) in enumerate(zip(origins, row_group.columns, strict=True)):
            pages = body.page_lists[first + column]
            moving = MovingChunk(origin, chunk, leaves[column], row_group.num_rows, pages)
            step = _PARTS[kind](take_apart(moving))
            if isinstance(step, Misfit):
                body.leave_out(kind, number, moving, step)
                if step.voids_nulls:
                    body.void_nulls.add(first + column, column, moving)
            elif step is not None:
                _move_part(body, sink, first + column, moving, step)


def _move_part(body: PackedBody, sink: Sink, number: int, moving: MovingChunk, step: Move) -> None:
    start = sink.size
    moved = MovedSource(None)
    body.note_pages(number, moving.origin.place, moving.chunk, moved)
    move_piece(step, moved, sink)
    body.add_part(step.piece.kind, number, start, sink.size - start)
