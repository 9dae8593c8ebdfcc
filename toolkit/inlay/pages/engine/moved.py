"""Where the pieces of a source have gone."""

from __future__ import annotations

from array import array
from collections.abc import Hashable
from dataclasses import dataclass, field
from itertools import repeat
from typing import Final, NamedTuple

from inlay.pages.engine.body import Body
from inlay.pages.engine.chunk_metadata import locate_pages, metadata_of
from inlay.pages.engine.errors import PlacementRefusedError
from inlay.pages.engine.moved_runs import MovedRuns
from inlay.pages.engine.piece import BLOOM_FILTER, CHUNK, COLUMN_INDEX, Piece, Place
from inlay.pages.engine.thrift_file import ThriftFile
from parquet_format.parquet import ColumnChunk

_NOWHERE: Final = -1


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


class _GroupPages:
    """Those of a row group, from its column `first` on: of one chunk there is one, wherever it stands."""

    __slots__ = ("ends", "first", "new_starts", "starts")

    def __init__(self, first: int) -> None:
        self.first = first
        self.starts, self.ends, self.new_starts = array("q"), array("q"), array("q")

    def put(self, column: int, start: int, end: int, new_start: int) -> None:
        columns = self.starts, self.ends, self.new_starts
        if column < self.first:
            for numbers in columns:
                numbers[:0] = array("q", repeat(_NOWHERE, self.first))
            self.first = 0
        at = column - self.first
        if at >= len(self.starts):  # most come in their order
            if at > len(self.starts):
                for numbers in columns:
                    numbers.extend(repeat(_NOWHERE, at - len(numbers)))
            self.starts.append(start)
            self.ends.append(end)
            self.new_starts.append(new_start)
        else:
            self.starts[at], self.ends[at], self.new_starts[at] = start, end, new_start

    def find(self, column: int) -> tuple[int, int, int] | None:
        at = column - self.first
        if not 0 <= at < len(self.starts) or self.new_starts[at] == _NOWHERE:
            return None
        return self.starts[at], self.ends[at], self.new_starts[at]


class PagesByPlace:
    """Those of many chunks, as columns of each row group: an object for each takes more than the footer of a wide file."""

    def __init__(self) -> None:
        self._groups: dict[int, _GroupPages] = {}

    def put(self, place: Place, start: int, end: int, new_start: int) -> None:
        """See MovedPages."""
        group, column = place
        pages = self._groups.get(group)
        if pages is None:
            pages = self._groups[group] = _GroupPages(column)
        pages.put(column, start, end, new_start)

    def get(self, place: Place) -> MovedPages | None:
        group, column = place
        pages = self._groups.get(group)
        extents = None if pages is None else pages.find(column)
        return None if extents is None else MovedPages(*extents)


class MovedSource:
    """Offsets lead to parts of chunks, whose `pages` are known by their places; in a source that was cut up whole, an offset may lead
    anywhere in its `body`, and its `runs` say where that is."""

    def __init__(self, body: Body | None) -> None:
        self._body = body
        self.is_whole = body is not None
        self.pages = PagesByPlace()
        self.runs = MovedRuns()
        self.replaced: dict[Place, list[Extent]] = {}
        """The pages that took the place of those of a chunk."""
        self.offset_indexes: dict[Place, Extent] = {}
        self.column_indexes: dict[Place, int] = {}
        self.bloom_filters: dict[Place, int] = {}

    @property
    def end(self) -> int:
        """Of the body; 0 without one."""
        return 0 if self._body is None else self._body.end

    def note(self, piece: Piece, new_start: int) -> None:
        """Says where it begins now; of an offset index its length is not known yet."""
        kind, start, end, place, pages_end = piece
        if self.is_whole and start != end:
            self.runs.add(start, end, new_start)
        if place is None:
            return
        if kind is CHUNK:
            if not self.is_whole:
                self.pages.put(place, start, pages_end, new_start)
        elif kind is COLUMN_INDEX:
            self.column_indexes[place] = new_start
        elif kind is BLOOM_FILTER:
            self.bloom_filters[place] = new_start

    def find_pages(self, place: Place, chunk: ColumnChunk) -> MovedPages | None:
        """Those of a chunk that still says where they were; None if it has none, or where none have moved."""
        if not self.is_whole:
            return self.pages.get(place)
        start, end = locate_pages(metadata_of(chunk))
        if start == end:
            return None
        return MovedPages(start, end, self.stray(start), self.replaced.get(place))

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
        if self._body is None:
            return 0
        if not 0 <= old < self._body.end:
            return old
        new = self.runs.find(old)
        if new is None:
            start = next(start for start, end in self._body.extents if start <= old < end)
            raise PlacementRefusedError(
                f"an offset index stands before the pages at {start:,}, which it tells of"
            )
        return new


@dataclass(slots=True)
class Landed:
    """Where everything has come to lie: the pieces by their sources, and what was inserted by its name."""

    sources: dict[ThriftFile, MovedSource]
    inserted: dict[Hashable, int] = field(default_factory=dict[Hashable, int])

    def replaced_size(self, source: ThriftFile, place: Place) -> int:
        """Bytes of the pages that took the place of a chunk's."""
        return sum(page.length for page in self.sources[source].replaced[place])
