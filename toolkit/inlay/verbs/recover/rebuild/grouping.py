"""Which pages are whose: the columns come in a known order, and every column of a row group has as many rows.

A row group ends where that holds for all columns. What follows has to be row groups as well, up to the last page: so one that ends
too early is found out by those behind it.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterator, Sequence
from typing import Any, Final

from inlay.verbs.recover.rebuild.lost_column import LostColumn
from inlay.verbs.recover.rebuild.lost_pages import NO_FIT, LostPages
from inlay.verbs.recover.rebuild.page_reading import (
    CutGroup,
    LostGroup,
    PageReading,
    PageSpan,
    PageSpans,
)
from inlay_runtime.core import load_native
from inlay_runtime.errors import InlayError

_native: Any = load_native("inlay.verbs.recover.rebuild.native_placing")

_STEPS_OF_A_PAGE: Final = 40
_FEWEST_STEPS: Final = 100_000
"""How often pages are looked at, over all attempts, before the search is given up. Most files take about one step for each page."""


class _TooManyStepsError(InlayError):
    """The search would go on for too long."""


class Grouping:
    """All ways to read pages, as far as they are asked for. `rows` is the size of each row group but the last, if it is known. With
    `decodes`, pages are decoded, and not only looked at: where their headers leave several ways."""

    def __init__(
        self,
        pages: LostPages,
        columns: Sequence[LostColumn],
        *,
        is_cut: bool,
        rows: int | None = None,
        decodes: bool = False,
    ) -> None:
        self._pages = pages
        self._columns = columns
        self._is_cut = is_cut
        self._rows = rows
        self._decodes = decodes
        self._kinds = array("i", [column.kind for column in columns])
        self._left = max(_FEWEST_STEPS, _STEPS_OF_A_PAGE * len(pages))
        self._dead: set[int] = set()
        self.furthest = 0
        """The page behind the last that some attempt could place."""
        self.gave_up = False
        """Whether there may be more readings than were found."""

    def readings(self, start: int = 0) -> Iterator[PageReading]:
        """Of the pages from one on. Each differs from the others in which page is whose."""
        try:
            yield from self._search(start)
        except _TooManyStepsError:
            self.gave_up = True

    def _search(self, start: int) -> Iterator[PageReading]:
        if len(self._columns) == 1:
            yield from self._of_one_column(start)
            return
        # A way that goes on in several row groups is a stack of attempts, not of calls: there may be many thousands.
        taken: list[LostGroup] = []
        attempts = [self._attempts(start)]
        leads_on = [False]
        while attempts:
            at = taken[-1].end if taken else start
            step = next(attempts[-1], None)
            if step is None:
                attempts.pop()
                if not leads_on.pop():
                    self._dead.add(at)
                elif leads_on:
                    leads_on[-1] = True
                if taken:
                    taken.pop()
            elif isinstance(step, CutGroup):
                leads_on[-1] = True
                yield PageReading(tuple(taken), step)
            elif step.end == len(self._pages):
                leads_on[-1] = True
                yield PageReading((*taken, step))
            elif step.end not in self._dead and self._may_go_on(step):
                taken.append(step)
                attempts.append(self._attempts(step.end))
                leads_on.append(False)

    def _may_go_on(self, group: LostGroup) -> bool:
        if self._rows is None or group.rows == self._rows:
            return True
        return group.rows < self._rows and self._pages.begins_file(group.end)

    def _attempts(self, start: int) -> Iterator[LostGroup | CutGroup]:
        """Every row group that may begin here; then, where the file is cut, the rest as the beginning of one. Of cut ones that differ in
        their rows, nobody knows whose the pages are: then it is a rest without columns."""
        cuts: list[CutGroup] = []
        for span, rows in self._first_chunks(start):
            ended = self._rest_of_group(span, rows)
            if isinstance(ended, LostGroup):
                yield ended
            elif ended is not None and len(cuts) < 2:  # more say no more
                cuts.append(ended)
        may_go_on = self._is_cut and not self._pages.ends_chunk
        most = None if self._rows is None else self._rows + 1
        open_end = self._open_chunk(start, self._columns[0], most) if may_go_on else None
        if open_end is not None and (self._rows is None or open_end <= self._rows):
            cuts.append(
                CutGroup(start, partial=PageSpan(start, len(self._pages)), partial_rows=open_end)
            )
        if self._is_cut and cuts:
            yield cuts[0] if len(cuts) == 1 else CutGroup(start)

    def _first_chunks(self, start: int) -> Iterator[tuple[PageSpan, int]]:
        """The chunks that the first column may have here, with their rows."""
        for end, rows in self._prefixes(start, self._columns[0]):
            if self._rows is not None and rows > self._rows:
                return
            if rows:
                yield PageSpan(start, end), rows

    def _rest_of_group(self, first: PageSpan, rows: int) -> LostGroup | CutGroup | None:
        """The row group with this first chunk, its beginning where the pages end before, or None where its columns do not have as many rows."""
        ends = array("i", bytes(4 * len(self._columns)))
        ends[0] = at = first.end
        number = 1
        while True:
            number, at = self._place_plainly(number, at, rows, ends)
            if number == len(self._columns) or at == len(self._pages):
                break
            if self._pages.begins_file(at):
                return None
            column = self._columns[number]
            end = self._chunk(at, column, rows)
            if end is None:
                begun = None if self._pages.ends_chunk else self._open_chunk(at, column)
                if begun is None or begun >= rows:
                    return None
                partial = PageSpan(at, len(self._pages))
                spans = PageSpans(first.first, ends[:number])
                return CutGroup(first.first, rows, spans, partial, begun)
            ends[number] = at = end
            number += 1
        spans = PageSpans(first.first, ends[:number])
        if at == len(self._pages) and self._may_end_in_row(self._columns[number - 1]):
            last = spans[-1]
            return CutGroup(first.first, rows, spans.cut(number - 1), last, rows - 1)
        if number < len(self._columns):
            return CutGroup(first.first, rows, spans)
        return LostGroup(rows, spans)

    def _place_plainly(self, number: int, at: int, rows: int, ends: array[int]) -> tuple[int, int]:
        """From a column and a page on, as many columns as are placed natively: `ends` gets where theirs do. What follows is the next column,
        and its first page."""
        if _native is None or self._decodes:
            return number, at
        pages = self._pages
        number, at, self._left = _native.place_columns(
            pages.pages.facts,
            pages.going_on,
            pages.roles,
            pages.fits,
            self._kinds,
            number,
            at,
            pages.find_file(at),
            rows,
            self._left,
            ends,
        )
        self.furthest = max(self.furthest, at)
        return number, at

    def _may_end_in_row(self, column: LostColumn) -> bool:
        """Whether a lost page may go on with the last row of the last page."""
        return self._is_cut and self._pages.may_end_in_list and column.leaf.max_repetition > 0

    def _chunk(self, start: int, column: LostColumn, rows: int) -> int | None:
        """Where the chunk with so many rows ends that begins here."""
        for end, begun in self._prefixes(start, column):
            if begun == rows:
                return end
            if begun > rows:
                break
        return None

    def _open_chunk(self, start: int, column: LostColumn, most: int | None = None) -> int | None:
        """The rows of all pages that are left, where they may be one chunk of a column. With `most`, nobody asks for so many or more."""
        end, rows = self._longest(start, column, most) or (start, 0)
        only_dictionary = end == start and start == len(self._pages) - 1
        if end == len(self._pages):
            return rows
        return 0 if only_dictionary and self._pages.is_dictionary(start) else None

    def _longest(
        self, start: int, column: LostColumn, most: int | None = None
    ) -> tuple[int, int] | None:
        """Of the chunks that may begin here, the longest, or the first with as many rows."""
        longest = None
        for prefix in self._prefixes(start, column):
            longest = prefix
            if most is not None and prefix[1] >= most:
                break
        return longest

    def _prefixes(self, start: int, column: LostColumn) -> Iterator[tuple[int, int]]:
        """Where a chunk that begins here may end, with its rows: behind a data page that none without rows follows."""
        pages, at, rows = self._pages, start, 0
        has_dictionary = pages.is_dictionary(start)
        count = len(pages)
        while at < count and (at == start or pages.may_go_on(at)):
            self._step()
            fit = pages.fit(at, column, has_dictionary=has_dictionary)
            if fit == NO_FIT:
                return
            is_data = at > start or not has_dictionary
            if self._decodes and is_data:
                dictionary = start if has_dictionary else None
                if not pages.decodes_as(at, column, dictionary):
                    return
            if rows == 0 and not fit & 1 and pages.facts_of(at).is_data:
                return
            rows += fit >> 1
            at += 1
            self.furthest = max(self.furthest, at)
            if rows and not self._has_more_of_row(at, column, has_dictionary):
                yield at, rows

    def _has_more_of_row(self, at: int, column: LostColumn, has_dictionary: bool) -> bool:
        """Whether the next page goes on with this chunk for sure: no row begins with it."""
        pages = self._pages
        if at == len(pages) or not pages.may_go_on(at):
            return False
        fit = pages.fit(at, column, has_dictionary=has_dictionary)
        return fit != NO_FIT and not fit & 1

    def _of_one_column(self, start: int) -> Iterator[PageReading]:
        """Wherever row groups end, the values are the same: with a dictionary, where the next dictionary is; else there is one."""
        column, at = self._columns[0], start
        groups: list[LostGroup] = []
        while at < len(self._pages):
            longest = self._longest(at, column, self._rows)
            if longest is None:
                break
            end, rows = longest
            if end == len(self._pages) and self._may_end_in_row(column):
                # It ends before the last row that begins with a page.
                before = [it for it in self._prefixes(at, column) if it[0] < end][-1:]
                groups += [LostGroup(whole, _span(at, stop)) for stop, whole in before]
                stop, whole = before[0] if before else (at, 0)
                cut = CutGroup(stop, partial=PageSpan(stop, end), partial_rows=rows - whole - 1)
                yield PageReading(tuple(groups), cut)
                return
            groups.append(LostGroup(rows, _span(at, end)))
            at = end
        if at == len(self._pages):
            yield PageReading(tuple(groups))
        elif self._is_cut and (begun := self._open_chunk(at, column)) is not None:
            partial = PageSpan(at, len(self._pages))
            yield PageReading(tuple(groups), CutGroup(at, partial=partial, partial_rows=begun))

    def _step(self) -> None:
        self._left -= 1
        if self._left < 0:
            raise _TooManyStepsError


def _span(first: int, end: int) -> PageSpans:
    """A single one."""
    return PageSpans(first, array("i", [end]))
