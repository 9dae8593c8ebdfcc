"""A way to read the pages: which chunk and which row group each of them belongs to."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple


class PageSpan(NamedTuple):
    """Pages of one chunk, by number."""

    first: int
    end: int


class LostGroup(NamedTuple):
    """A whole row group: a chunk for each column, in the order of the columns."""

    rows: int
    chunks: tuple[PageSpan, ...]

    @property
    def first(self) -> int:
        return self.chunks[0].first

    @property
    def end(self) -> int:
        return self.chunks[-1].end


class CutGroup(NamedTuple):
    """The pages behind the last whole row group. `chunks` are the columns that are whole, `rows` theirs; `partial` are the pages of the
    next column, and `partial_rows` what begins in them. Of a group that was cut in its first column, nobody knows how many rows it had.
    """

    first: int
    rows: int | None = None
    chunks: tuple[PageSpan, ...] = ()
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
