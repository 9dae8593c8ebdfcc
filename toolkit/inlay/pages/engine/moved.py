"""Where the pieces of a source have gone."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Hashable
from dataclasses import dataclass, field
from operator import attrgetter
from typing import NamedTuple

from inlay.pages.engine.body import Body
from inlay.pages.engine.errors import PlacementRefusedError
from inlay.pages.engine.piece import BLOOM_FILTER, CHUNK, COLUMN_INDEX, Piece, Place
from inlay.pages.engine.thrift_file import ThriftFile


class Extent(NamedTuple):
    offset: int
    length: int


class MovedPages(NamedTuple):
    """The pages of a chunk were at `start` to `end`, and are from `new_start` on.

    `replaced` are those that took their place, if any did.
    """

    start: int
    end: int
    new_start: int
    replaced: list[Extent] | None = None


class MovedSource:
    """Offsets lead to parts of chunks; in a source that was cut up whole, an offset may lead anywhere in its `body`."""

    def __init__(self, body: Body | None) -> None:
        self.is_whole = body is not None
        self.pages: dict[Place, MovedPages] = {}
        self.offset_indexes: dict[Place, Extent] = {}
        self.column_indexes: dict[Place, int] = {}
        self.bloom_filters: dict[Place, int] = {}
        pieces = body.pieces if body is not None else ()
        self._pieces = sorted((piece for piece in pieces if piece.size), key=attrgetter("start"))
        self._starts = [piece.start for piece in self._pieces]
        self._new_starts: dict[int, int] = {}

    def note(self, piece: Piece, new_start: int) -> None:
        """Says where it begins now; of an offset index its length is not known yet."""
        if self.is_whole:
            self._new_starts[piece.start] = new_start
        place = piece.place
        if place is None:
            return
        if piece.kind is CHUNK:
            self.pages[place] = MovedPages(piece.start, piece.pages_end, new_start)
        elif piece.kind is COLUMN_INDEX:
            self.column_indexes[place] = new_start
        elif piece.kind is BLOOM_FILTER:
            self.bloom_filters[place] = new_start

    def page_offset(self, pages: MovedPages | None, old: int) -> int:
        """Where a page is now that should be one of these; writers say 0 for a kind of page that there is not."""
        if pages is not None and old:
            if pages.start <= old < pages.end:
                return old + pages.new_start - pages.start
            if pages.start == pages.end:
                return pages.new_start
        return self.stray(old)

    def stray(self, old: int) -> int:
        """Where what was at `old` is now, whatever it is: outside of the body nothing moves, and without one it is gone.

        Raises PlacementRefusedError for a piece that has not moved, or not yet.
        """
        if not self.is_whole:
            return 0
        at = bisect_right(self._starts, old) - 1
        if at < 0 or old >= self._pieces[at].end:
            return old
        start = self._starts[at]
        if start not in self._new_starts:
            raise PlacementRefusedError(
                f"an offset index stands before the pages at {start:,}, which it tells of"
            )
        return self._new_starts[start] + old - start


@dataclass(slots=True)
class Landed:
    """Where everything has come to lie: the pieces by their sources, and what was inserted by its name."""

    sources: dict[ThriftFile, MovedSource]
    inserted: dict[Hashable, int] = field(default_factory=dict[Hashable, int])

    def replaced_size(self, source: ThriftFile, place: Place) -> int:
        """Bytes of the pages that took the place of a chunk's."""
        replaced = self.sources[source].pages[place].replaced
        assert replaced is not None
        return sum(page.length for page in replaced)
