"""The body of a file in pieces, and how they follow each other.

A chunk's piece reaches to the next chunk of its row group, so that whatever lies between, padding or what old writers
put there, goes with it. What follows the last chunk of a row group stays behind the row group.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from itertools import chain, pairwise
from operator import attrgetter
from typing import Final, NamedTuple

from inlay.footers.footer.magic import MAGIC_SIZE
from inlay.ground.refusals import BOUND, DECRYPT
from inlay.ground.wording.amounts import count
from inlay.pages.engine.chunk_metadata import locate_pages, path_of
from inlay.pages.engine.chunk_order import ChunkOrder
from inlay.pages.engine.chunk_pieces import ChunkPieces
from inlay.pages.engine.chunk_places import ChunkPlaces, see_places
from inlay.pages.engine.errors import PlacementRefusedError
from inlay.pages.engine.piece import CHUNK, EXTRA, OFFSET_INDEX, REST, Piece, Place
from inlay.pages.engine.thrift_file import ThriftFile
from parquet_format.parquet import ColumnChunk, ColumnMetaData, FileMetaData, RowGroup


class Extra(NamedTuple):
    """Other bytes of a chunk, from `start` to `end`, None if nothing tells any more where they are.

    `span` is how far the chunk itself reached before it had them, with what lay behind it; None if nothing tells.
    """

    extent: tuple[int, int] | None
    span: int | None


Extras = Mapping[Place, Extra]

NONE: Final[Extras] = {}

_EXTENT: Final = attrgetter("start", "end")


@dataclass(slots=True)
class GroupPieces:
    """`rest` is what follows the last chunk, up to the next row group or the footer."""

    group: int
    extras: list[Piece] = field(default_factory=list[Piece])
    chunks: ChunkPieces = field(init=False)
    rest: list[Piece] = field(default_factory=list[Piece])

    def __post_init__(self) -> None:
        self.chunks = ChunkPieces(self.group)

    @property
    def end(self) -> int:
        """Where the last of its chunks ends, or what follows it."""
        return max((self.chunks.end, *(piece.end for piece in self.rest)))


@dataclass(slots=True)
class Body:
    """`head` is what stands before the first row group, the magic at least; row groups are in the order of the file. It ends at `end`;
    `chunk_counts` says how many chunks a row group has, with those that have no pages."""

    end: int
    chunk_counts: Mapping[int, int]
    head: list[Piece] = field(default_factory=list[Piece])
    groups: list[GroupPieces] = field(default_factory=list[GroupPieces])

    @property
    def extents(self) -> Iterator[tuple[int, int]]:
        """Where each piece begins and ends."""
        yield from map(_EXTENT, self.head)
        for group in self.groups:
            yield from map(_EXTENT, group.extras)
            yield from group.chunks.extents
            yield from map(_EXTENT, group.rest)


def body_of(file: ThriftFile, extras: Extras = NONE) -> Body:
    """The pieces before its footer. Raises PlacementRefusedError for a file whose chunks could not be moved, or not be put back.

    Where nothing tells of an extra, what may be one stays as it is.
    """
    places, footer = see_places(file.thrift), file.footer
    order, extents = _list_extents(file, places, extras)
    there = _offset_indexes(file.row_groups(), footer) if places.has_offset_indexes else ()
    indexes = deque(sorted(there, key=attrgetter("start")))
    seen: set[int] = set()
    with_lost = {group for (group, _), extra in extras.items() if extra.span is None}
    body = Body(footer, places.counts)
    at = 0
    for extent, following in pairwise(chain(extents, (None,))):
        assert extent is not None
        group = extent.group
        if not body.groups or body.groups[-1].group != group:
            if group in seen:
                raise PlacementRefusedError(f"the chunks of row group {group} do not lie together")
            gap = body.groups[-1].rest if body.groups else body.head
            gap += _rest(at, extent.start, indexes)
            body.groups.append(GroupPieces(group))
            seen.add(group)
            at = extent.start
        end = _reach(extent, following, order, extras)
        if end > footer:
            what = f"a chunk is said to reach to {end:,}, behind the body"
            raise PlacementRefusedError(what)
        if extent.extra is not None:
            body.groups[-1].extras.append(extent.extra)
        else:
            body.groups[-1].chunks.extend(order, extent.chunks, end)
        if extent.start > at and group in with_lost:
            body.groups[-1].rest += _rest(at, extent.start, indexes)
        elif extent.start != at:
            raise PlacementRefusedError(
                f"{count(extent.start - at, 'byte')} at {at:,} belong to nothing that is known"
            )
        at = end
    gap = body.groups[-1].rest if body.groups else body.head
    gap += _rest(at, footer, indexes)
    if indexes:
        raise PlacementRefusedError(f"the offset index at {indexes[0].start:,} lies among pages")
    return body


def require_apart(file: ThriftFile) -> None:
    """Raises what `list_extents` does, and makes no objects of chunks of which the footer tells where all lie."""
    if see_places(file.thrift).order(file.footer) is None:
        list_extents_of(file.row_groups(), file.footer)


class _Extent(NamedTuple):
    """Chunks of a row group that follow each other, from the start of the first to the end of the last; or an extra of it."""

    start: int
    end: int
    group: int
    chunks: range = range(0)
    """Their numbers in the order of the chunks."""
    extra: Piece | None = None


def _list_extents(
    file: ThriftFile, places: ChunkPlaces, extras: Extras
) -> tuple[ChunkOrder, list[_Extent]]:
    """In the order of the file."""
    order = places.order(file.footer)
    if order is not None:
        extents = _cut(order, extras)
        if not extras or _are_apart(extents, file.footer):
            return order, extents
    order = ChunkOrder.of(list_extents_of(file.row_groups(), file.footer, extras))
    return order, _cut(order, extras)


def _are_apart(extents: Iterable[_Extent], footer: int) -> bool:
    before = MAGIC_SIZE
    for extent in extents:
        if not before <= extent.start <= extent.end:
            return False
        before = extent.end
    return before <= footer


def _cut(order: ChunkOrder, extras: Extras) -> list[_Extent]:
    """A chunk that has an extra is an extent of its own."""
    others = [
        _Extent(*extra.extent, place[0], extra=Piece(EXTRA, *extra.extent, place, extra.extent[1]))
        for place, extra in extras.items()
        if extra.extent is not None
    ]
    cuts = {len(order.starts), *(order.find(other.start) for other in others)}
    for group, numbers in order.stretches():
        cuts.add(numbers.start)
        if extras:
            alone = [at for at in numbers if (group, order.columns[at]) in extras]
            cuts.update(alone)
            cuts.update(at + 1 for at in alone)
    runs = [
        _Extent(order.starts[first], order.ends[end - 1], order.groups[first], range(first, end))
        for first, end in pairwise(sorted(cuts))
    ]
    return sorted([*runs, *others], key=_EXTENT)


def list_extents(metadata: FileMetaData, footer: int) -> list[Piece]:
    """The pages of every chunk, in the order of the file. Raises PlacementRefusedError where they cannot be moved: encrypted,
    in another file, over one another, or not before the footer."""
    return list_extents_of(metadata.row_groups, footer)


def list_extents_of(
    row_groups: Iterable[RowGroup], footer: int, extras: Extras = NONE
) -> list[Piece]:
    """The same of row groups that nobody has all at once."""
    extents = sorted(_extents(row_groups, extras), key=_EXTENT)
    _check(extents, footer)
    return extents


def _extents(row_groups: Iterable[RowGroup], extras: Extras) -> Iterator[Piece]:
    for group, row_group in enumerate(row_groups):
        for column, chunk in enumerate(row_group.columns):
            place = group, column
            start, end = locate_pages(_movable_metadata(chunk, place))
            extra = extras.get(place)
            if extra is not None and extra.extent is not None:
                yield Piece(EXTRA, *extra.extent, place, extra.extent[1])
            if start != end:
                yield Piece(CHUNK, start, end, place, end)


def _movable_metadata(chunk: ColumnChunk, place: Place) -> ColumnMetaData:
    if chunk.crypto_metadata is not None or chunk.encrypted_column_metadata is not None:
        reason = f"{path_of(place)} is encrypted, and {BOUND}: {DECRYPT}"
        raise PlacementRefusedError(reason)
    if chunk.file_path is not None:
        raise PlacementRefusedError(f"{path_of(place)} lies in another file")
    if chunk.meta_data is None:
        raise PlacementRefusedError(f"{path_of(place)} has no metadata")
    return chunk.meta_data


def _check(extents: Iterable[Piece], footer: int) -> None:
    before = MAGIC_SIZE
    for extent in extents:
        if extent.end < extent.start or extent.start < before or extent.end > footer:
            place = f"{extent.start:,} to {extent.end:,}"
            raise PlacementRefusedError(
                f"the pages at {place} overlap others, or are not in the body"
            )
        before = extent.end


def _reach(extent: _Extent, following: _Extent | None, order: ChunkOrder, extras: Extras) -> int:
    """The end of chunks with what lies between them and the next one of their row group."""
    if extent.extra is not None:
        return extent.end
    extra = extras.get((extent.group, order.columns[extent.chunks.start])) if extras else None
    if extra is not None and extra.span is not None:
        end = extent.start + extra.span
        if end < extent.end:
            raise PlacementRefusedError(f"the chunk at {extent.start:,} is larger than it was")
        return end
    if following is not None and following.group == extent.group:
        return following.start
    return extent.end


def _offset_indexes(row_groups: Iterable[RowGroup], footer: int) -> Iterator[Piece]:
    for group, row_group in enumerate(row_groups):
        for column, chunk in enumerate(row_group.columns):
            start, length = chunk.offset_index_offset, chunk.offset_index_length
            if start is None or length is None or length == 0:
                continue
            if start < 4 or length < 0 or start + length > footer:
                raise PlacementRefusedError(f"the offset index at {start:,} is not in the body")
            yield Piece(OFFSET_INDEX, start, start + length, (group, column))


def _rest(start: int, end: int, indexes: deque[Piece]) -> Iterator[Piece]:
    """The bytes between, in which the offset indexes are pieces of their own; these are taken from the queue."""
    while indexes and indexes[0].start < end:
        index = indexes.popleft()
        if index.start < start or index.end > end:
            raise PlacementRefusedError(
                f"the offset index at {index.start:,} overlaps something else"
            )
        if index.start > start:
            yield Piece(REST, start, index.start)
        yield index
        start = index.end
    if end > start:
        yield Piece(REST, start, end)
