"""A way to read the pages: which chunk and which row group each of them belongs to."""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple, overload


class PageSpan(NamedTuple):
    """Pages of one chunk, by number."""

    first: int
    end: int


class PageSpans(Sequence[PageSpan]):
    """The chunks of a row group, one behind the other from a page on: of each, the page at which it ends."""

    __slots__ = ("_ends", "first")

    def __init__(self, first: int, ends: array[int]) -> None:
        self.first = first
        self._ends = ends

    def __len__(self) -> int:
        return len(self._ends)

    @overload
    def __getitem__(self, at: int, /) -> PageSpan: ...
    @overload
    def __getitem__(self, at: slice, /) -> Sequence[PageSpan]: ...
    def __getitem__(self, at: int | slice, /) -> PageSpan | Sequence[PageSpan]:
        if isinstance(at, slice):
            return [self[number] for number in range(*at.indices(len(self)))]
        end = self._ends[at]
        number = at % len(self)
        return PageSpan(self._ends[number - 1] if number else self.first, end)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, PageSpans):
            return NotImplemented
        return self.first == other.first and self._ends == other._ends

    def __hash__(self) -> int:
        return hash((self.first, self._ends.tobytes()))

    @property
    def end(self) -> int:
        return self._ends[-1] if self._ends else self.first

    def cut(self, count: int) -> PageSpans:
        """The first of them."""
        return PageSpans(self.first, self._ends[:count])

    def move(self, by: int) -> PageSpans:
        return PageSpans(self.first + by, array("i", [end + by for end in self._ends]))


_NO_SPANS: Final = PageSpans(0, array("i"))


class LostGroup(NamedTuple):
    """A whole row group: a chunk for each column, in the order of the columns."""

    rows: int
    chunks: PageSpans

    @property
    def first(self) -> int:
        return self.chunks.first

    @property
    def end(self) -> int:
        return self.chunks.end


class CutGroup(NamedTuple):
    """The pages behind the last whole row group. `chunks` are the columns that are whole, `rows` theirs; `partial` are the pages of the
    next column, and `partial_rows` what begins in them. Of a group that was cut in its first column, nobody knows how many rows it had.
    """

    first: int
    rows: int | None = None
    chunks: PageSpans = _NO_SPANS
    partial: PageSpan | None = None
    partial_rows: int = 0

    @property
    def is_unclear(self) -> bool:
        """Whether the pages fit in more than one way, and are of no column for sure."""
        return not self.chunks and self.partial is None


@dataclass(frozen=True, slots=True)
class PageReading:
    """One way to read the pages. `cut` is None where a whole row group is the last."""

    groups: tuple[LostGroup, ...]
    cut: CutGroup | None = None
