"""Bytes of a file that move as a whole."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum, unique

Place = tuple[int, int]
"""Row group and column."""


@unique
class Kind(Enum):
    CHUNK = "chunk"
    """The pages of a chunk as every reader finds them, and what lies behind them."""

    EXTRA = "extra"
    """Other bytes of a chunk, which an extension of its metadata leads to."""

    BLOOM_FILTER = "Bloom filter"
    COLUMN_INDEX = "column index"
    OFFSET_INDEX = "offset index"
    REST = "rest"


@dataclass(frozen=True, slots=True, eq=False)
class Piece:
    """Bytes from `start` to `end` of a file. The pages of a chunk end at `pages_end`."""

    kind: Kind
    start: int
    end: int
    place: Place | None = None
    pages_end: int = 0

    @property
    def size(self) -> int:
        return self.end - self.start
