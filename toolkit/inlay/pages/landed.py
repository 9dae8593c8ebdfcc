"""Where the steps of a plan have come to lie in the new file."""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass, field
from typing import NamedTuple

from inlay.pages.piece import Kind, Piece, Place
from inlay.pages.plan import Origin
from inlay.pages.thrift_file import ThriftFile


class Extent(NamedTuple):
    offset: int
    length: int


class LandedChunk(NamedTuple):
    """`pages` are those that took the place of the chunk's own, if any did."""

    piece: Piece
    start: int
    pages: list[Extent] | None = None

    def offset(self, old: int) -> int | None:
        """Where one of the chunk's own pages is now; None for what is none."""
        if self.piece.start == self.piece.pages_end:
            return self.start
        if self.piece.start <= old < self.piece.pages_end:
            return self.start + old - self.piece.start
        return None


@dataclass(slots=True)
class Landed:
    """`parts` are indexes and Bloom filters."""

    chunks: dict[Origin, LandedChunk] = field(default_factory=dict[Origin, LandedChunk])
    parts: dict[tuple[Origin, Kind], Extent] = field(
        default_factory=dict[tuple[Origin, Kind], Extent]
    )
    inserted: dict[Hashable, int] = field(default_factory=dict[Hashable, int])

    def replaced_size(self, source: ThriftFile, place: Place) -> int:
        """Bytes of the pages that took the place of a chunk's."""
        pages = self.chunks[Origin(source, place)].pages
        assert pages is not None
        return sum(page.length for page in pages)
