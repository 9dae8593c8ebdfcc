"""Bytes of a file that move as a whole."""

from __future__ import annotations

from array import array
from collections.abc import Iterator, Sequence
from enum import Enum, unique
from typing import Final, NamedTuple, overload

Place = tuple[int, int]
"""Row group and column."""


@unique
class PieceKind(Enum):
    CHUNK = "chunk"
    """The pages of a chunk as every reader finds them, and what lies behind them."""

    EXTRA = "extra"
    """Other bytes of a chunk, which an extension of its metadata leads to."""

    BLOOM_FILTER = "Bloom filter"
    COLUMN_INDEX = "column index"
    OFFSET_INDEX = "offset index"
    REST = "rest"

    __hash__ = object.__hash__  # that of Enum is Python, and pieces are many


# A name of the module is looked up ten times as fast as a member of an enum, and pieces are many.
CHUNK: Final = PieceKind.CHUNK
EXTRA: Final = PieceKind.EXTRA
BLOOM_FILTER: Final = PieceKind.BLOOM_FILTER
COLUMN_INDEX: Final = PieceKind.COLUMN_INDEX
OFFSET_INDEX: Final = PieceKind.OFFSET_INDEX
REST: Final = PieceKind.REST


class Piece(NamedTuple):
    """Bytes from `start` to `end` of a file. The pages of a chunk end at `pages_end`."""

    kind: PieceKind
    start: int
    end: int
    place: Place | None = None
    pages_end: int = 0

    @property
    def size(self) -> int:
        return self.end - self.start


class ChunkPieces(Sequence[Piece]):
    """Pieces of the chunks of one row group, as columns: a wide file has so many that an object for each takes more than its footer."""

    def __init__(self, group: int) -> None:
        self._group = group
        self._columns = array("q")
        self._starts = array("q")
        self._ends = array("q")
        self._pages_ends = array("q")

    def append(self, piece: Piece) -> None:
        """Of a chunk of the row group."""
        assert piece.kind is CHUNK
        assert piece.place is not None
        self._columns.append(piece.place[1])
        self._starts.append(piece.start)
        self._ends.append(piece.end)
        self._pages_ends.append(piece.pages_end)

    def __len__(self) -> int:
        return len(self._columns)

    @overload
    def __getitem__(self, at: int) -> Piece: ...
    @overload
    def __getitem__(self, at: slice) -> list[Piece]: ...
    def __getitem__(self, at: int | slice) -> Piece | list[Piece]:
        if isinstance(at, slice):
            return [self[number] for number in range(*at.indices(len(self)))]
        place = self._group, self._columns[at]
        return Piece(CHUNK, self._starts[at], self._ends[at], place, self._pages_ends[at])

    @property
    def extents(self) -> Iterator[tuple[int, int]]:
        """Where each begins and ends."""
        return zip(self._starts, self._ends, strict=True)

    def __iter__(self) -> Iterator[Piece]:
        columns = self._columns, self._starts, self._ends, self._pages_ends
        for column, start, end, pages_end in zip(*columns, strict=True):
            yield Piece(CHUNK, start, end, (self._group, column), pages_end)
