"""The body of a file in pieces: what a rewrite moves, and how the pieces follow each other.

A chunk's piece reaches to the next chunk of its row group, so that whatever lies between, padding or what old writers
put there, goes with it. What follows the last chunk of a row group stays behind the row group.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from enum import Enum, unique
from typing import Final

from inlay.encoding.errors import LayoutRefusedError
from parquet_format.encoding import ColumnEncoding
from parquet_format.parquet import ColumnChunk, ColumnMetaData, FileMetaData

Place = tuple[int, int]
"""Row group and column."""

Encodings = Mapping[Place, ColumnEncoding]

Extent = tuple[int, int] | None
"""Where something begins and ends, if that is known."""

NONE: Final[Mapping[Place, Extent]] = {}


@unique
class Kind(Enum):
    CHUNK = "chunk"
    """The pages of a chunk as every reader finds them, and what lies behind them."""

    NEW = "new"
    """The pages of a chunk in the new encoding."""

    OFFSET_INDEX = "offset index"
    REST = "rest"


@dataclass(frozen=True, slots=True)
class Piece:
    """Bytes from `start` to `end` of the file. The pages of a chunk end at `pages_end`."""

    kind: Kind
    start: int
    end: int
    place: Place | None = None
    pages_end: int = 0

    @property
    def size(self) -> int:
        return self.end - self.start


@dataclass(slots=True)
class GroupPieces:
    """`rest` is what follows the last chunk, up to the next row group or the footer."""

    group: int
    new: list[Piece] = field(default_factory=list[Piece])
    chunks: list[Piece] = field(default_factory=list[Piece])
    rest: list[Piece] = field(default_factory=list[Piece])


@dataclass(slots=True)
class Body:
    """`head` is what stands before the first row group, the magic at least; row groups are in the order of the file."""

    head: list[Piece] = field(default_factory=list[Piece])
    groups: list[GroupPieces] = field(default_factory=list[GroupPieces])

    @property
    def pieces(self) -> Iterator[Piece]:
        yield from self.head
        for group in self.groups:
            yield from (*group.new, *group.chunks, *group.rest)


def body_of(
    metadata: FileMetaData, footer: int, encodings: Encodings, lost: Mapping[Place, Extent] = NONE
) -> Body:
    """The pieces before a footer at this offset. Raises LayoutRefusedError for a file whose chunks could not be moved, or
    not be put back.

    `lost` are chunks of whose new encoding at most the place is known, if that; what may be the others stays as it is.
    """
    extents = chunk_extents(metadata, footer, encodings, lost)
    indexes = deque(sorted(_offset_indexes(metadata, footer), key=lambda piece: piece.start))
    seen: set[int] = set()
    with_lost = {group for group, _ in lost}
    body = Body()
    at = 0
    for number, extent in enumerate(extents):
        following = extents[number + 1] if number + 1 < len(extents) else None
        group = _group(extent)
        if not body.groups or body.groups[-1].group != group:
            if group in seen:
                raise LayoutRefusedError(f"the chunks of row group {group} do not lie together")
            gap = body.groups[-1].rest if body.groups else body.head
            gap += _rest(at, extent.start, indexes)
            body.groups.append(GroupPieces(group))
            seen.add(group)
            at = extent.start
        piece = _reaching(extent, following, encodings)
        (body.groups[-1].new if piece.kind is Kind.NEW else body.groups[-1].chunks).append(piece)
        if piece.start > at and group in with_lost:
            body.groups[-1].rest += _rest(at, piece.start, indexes)
        elif piece.start != at:
            raise LayoutRefusedError(
                f"{piece.start - at:,} bytes at {at:,} belong to nothing that is known"
            )
        at = piece.end
    if at > footer:
        raise LayoutRefusedError(f"the last chunk is said to reach to {at:,}, behind the body")
    gap = body.groups[-1].rest if body.groups else body.head
    gap += _rest(at, footer, indexes)
    if indexes:
        raise LayoutRefusedError(f"the offset index at {indexes[0].start:,} lies among pages")
    return body


def chunk_extents(
    metadata: FileMetaData, footer: int, encodings: Encodings, lost: Mapping[Place, Extent] = NONE
) -> list[Piece]:
    """The pages of every chunk, in the order of the file. Raises LayoutRefusedError where they cannot be moved: encrypted,
    in another file, over one another, or not before the footer."""
    new = {place: (one.offset, one.offset + one.length) for place, one in encodings.items()}
    new |= {place: extent for place, extent in lost.items() if extent is not None}
    extents = sorted(_extents(metadata, new), key=lambda piece: (piece.start, piece.end))
    _check(extents, footer)
    return extents


def pages_extent(meta: ColumnMetaData) -> tuple[int, int]:
    """Where the pages of a chunk begin and end. Writers say 0 for a kind of page that there is not."""
    offsets = [one for one in (meta.data_page_offset, meta.dictionary_page_offset) if one]
    start = min(offsets, default=0)
    return start, start + meta.total_compressed_size


def _extents(metadata: FileMetaData, new: Mapping[Place, tuple[int, int]]) -> Iterator[Piece]:
    for group, row_group in enumerate(metadata.row_groups):
        for column, chunk in enumerate(row_group.columns):
            meta = _metadata_of(chunk, f"row_groups[{group}].columns[{column}]")
            start, end = pages_extent(meta)
            if (group, column) in new:
                new_start, new_end = new[group, column]
                yield Piece(Kind.NEW, new_start, new_end, (group, column), new_end)
            if start != end:
                yield Piece(Kind.CHUNK, start, end, (group, column), end)


def _metadata_of(chunk: ColumnChunk, place: str) -> ColumnMetaData:
    if chunk.crypto_metadata is not None or chunk.encrypted_column_metadata is not None:
        raise LayoutRefusedError(f"{place} is encrypted: its offsets could not be moved")
    if chunk.file_path is not None:
        raise LayoutRefusedError(f"{place} lies in another file")
    if chunk.meta_data is None:
        raise LayoutRefusedError(f"{place} has no metadata")
    return chunk.meta_data


def _check(extents: list[Piece], footer: int) -> None:
    before = 4
    for extent in extents:
        if extent.end < extent.start or extent.start < before or extent.end > footer:
            place = f"{extent.start:,} to {extent.end:,}"
            raise LayoutRefusedError(f"the pages at {place} overlap others, or are not in the body")
        before = extent.end


def _group(piece: Piece) -> int:
    assert piece.place is not None
    return piece.place[0]


def _reaching(extent: Piece, following: Piece | None, encodings: Encodings) -> Piece:
    """The chunk with what lies between it and the next one of its row group."""
    if extent.kind is Kind.NEW:
        return extent
    end = extent.end
    encoding = encodings.get(extent.place) if extent.place is not None else None
    if encoding is not None:
        end = extent.start + encoding.original.span
        if end < extent.end:
            raise LayoutRefusedError(f"the chunk at {extent.start:,} is larger than it was")
    elif following is not None and _group(following) == _group(extent):
        end = following.start
    return Piece(extent.kind, extent.start, end, extent.place, extent.end)


def _offset_indexes(metadata: FileMetaData, footer: int) -> Iterator[Piece]:
    for group, row_group in enumerate(metadata.row_groups):
        for column, chunk in enumerate(row_group.columns):
            start, length = chunk.offset_index_offset, chunk.offset_index_length
            if start is None or length is None or length == 0:
                continue
            if start < 4 or length < 0 or start + length > footer:
                raise LayoutRefusedError(f"the offset index at {start:,} is not in the body")
            yield Piece(Kind.OFFSET_INDEX, start, start + length, (group, column))


def _rest(start: int, end: int, indexes: deque[Piece]) -> Iterator[Piece]:
    """The bytes between, in which the offset indexes are pieces of their own; these are taken from the queue."""
    while indexes and indexes[0].start < end:
        index = indexes.popleft()
        if index.start < start or index.end > end:
            raise LayoutRefusedError(f"the offset index at {index.start:,} overlaps something else")
        if index.start > start:
            yield Piece(Kind.REST, start, index.start)
        yield index
        start = index.end
    if end > start:
        yield Piece(Kind.REST, start, end)
