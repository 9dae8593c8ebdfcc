"""Bytes of a file that move as a whole."""

from __future__ import annotations

from enum import Enum, unique
from typing import Final, NamedTuple

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
    RUN = "run"
    """Chunks side by side, with what lies between them: a chunk for itself takes longer than its bytes."""

    __hash__ = object.__hash__  # that of Enum is Python, and pieces are many


# A name of the module is looked up ten times as fast as a member of an enum, and pieces are many.
CHUNK: Final = PieceKind.CHUNK
EXTRA: Final = PieceKind.EXTRA
BLOOM_FILTER: Final = PieceKind.BLOOM_FILTER
COLUMN_INDEX: Final = PieceKind.COLUMN_INDEX
OFFSET_INDEX: Final = PieceKind.OFFSET_INDEX
REST: Final = PieceKind.REST
RUN: Final = PieceKind.RUN


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
