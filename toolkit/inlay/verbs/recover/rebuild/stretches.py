"""Pages that damage divides: what is before it, and where whole row groups begin again behind it.

No row group goes on behind damage, so what is in front of it is read like a file that is cut there. Behind it, a row group begins at
the first page from which all that follow fit. If row groups could begin in two places, and not end alike, nothing of them comes back.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice, pairwise
from typing import Final

from inlay.footers.footer.errors import FooterError
from inlay.verbs.recover.rebuild.grouping import Grouping
from inlay.verbs.recover.rebuild.lost_column import LostColumn
from inlay.verbs.recover.rebuild.lost_pages import LostPages
from inlay.verbs.recover.rebuild.page_reading import CutGroup, LostGroup, PageReading, PageSpan
from inlay.verbs.recover.rebuild.readings import OTHER_COLUMNS, choose_reading, read_agreed
from inlay.verbs.recover.rebuild.rebuilt_file import LostStretch
from inlay.verbs.recover.rebuild.survey import Survey

_NO_FIT: Final = "its pages do not fit: one of their headers, or of their levels, is wrong"


def read_stretches(
    name: str,
    pages: LostPages,
    columns: Sequence[LostColumn],
    breaks: Sequence[int],
    *,
    is_cut: bool,
    rows: int | None,
) -> tuple[PageReading, str]:
    """As `choose_reading`; `breaks` are the offsets where damage ends."""
    behind = set(map(pages.pages.find, breaks))
    starts = sorted({0, *behind})
    ends = [*starts[1:], len(pages)]
    groups: list[LostGroup] = []
    cut: CutGroup | None = None
    note, unfit = "", None
    for start, end in zip(starts, ends, strict=True):
        ends_in_damage = end < len(pages)
        stretch = _Stretch(name, pages.part(start, end), columns, is_cut or ends_in_damage, rows)
        reading: PageReading | None = None
        if start in behind:
            reading = stretch.read_behind(0)
        else:
            try:
                reading, note = stretch.read(ends_in_damage=ends_in_damage)
            except FooterError as error:
                if not ends_in_damage or error.code != OTHER_COLUMNS:
                    raise
                unfit = error
        cut = CutGroup(start) if reading is None else _move_cut(reading.cut, start)
        groups += [] if reading is None else [_move(group, start) for group in reading.groups]
    if unfit is not None and not _has_two_in_a_row(groups):
        raise unfit
    return PageReading(tuple(groups), cut), note


def _has_two_in_a_row(groups: Sequence[LostGroup]) -> bool:
    """One may fit other columns by accident."""
    return any(before.end == group.first for before, group in pairwise(groups))


class _Stretch:
    """Pages with no damage between them that a walk would see."""

    def __init__(
        self,
        name: str,
        pages: LostPages,
        columns: Sequence[LostColumn],
        is_cut: bool,
        rows: int | None,
    ) -> None:
        self._name = name
        self._pages = pages
        self._columns = columns
        self._is_cut = is_cut
        self._rows = rows
        self._grouping = self._group(decodes=False)
        self._decoding = self._group(decodes=True)

    def read(self, *, ends_in_damage: bool) -> tuple[PageReading, str]:
        """From the first page on, and behind one that does not fit. Raises FooterError where that is nothing."""
        try:
            return choose_reading(
                self._name, self._pages, self._columns, is_cut=self._is_cut, rows=self._rows
            )
        except FooterError as error:
            if error.code != OTHER_COLUMNS:
                raise
            # A header that leads astray may have hidden the rest of its row group.
            is_hidden = ends_in_damage or self._pages.is_damaged(
                len(self._pages) - 1, self._columns[0]
            )
            reading = self._go_on(0 if is_hidden else len(self._columns))
            if reading is None:
                raise
            return reading, ""

    def _go_on(self, fewest: int) -> PageReading | None:
        """Row groups before a page that does not fit, and those behind its own. None unless two that follow each other fit, and the rest is
        about one row group, of so many pages at least: else these are other columns."""
        groups = self._read_front()
        start = groups[-1].end if groups else 0
        behind = self.read_behind(start + max(fewest, 1))
        if behind is None:
            behind = PageReading((), CutGroup(start))
        both = (*groups, *behind.groups)
        first = behind.groups[0].first if behind.groups else len(self._pages)
        most = 2 * max((group.end - group.first for group in both), default=0)
        if not _has_two_in_a_row(both) or not fewest <= first - start <= most:
            return None
        return PageReading(both, behind.cut)

    def _read_front(self) -> tuple[LostGroup, ...]:
        """Row groups in front of the first page that does not fit, by values. It may be the last that an attempt could place, or before it."""
        list(islice(self._decoding.readings(), 1))
        end, step = self._decoding.furthest, 1
        while end > 0:
            reading = read_agreed(self._pages.part(0, end), self._columns, rows=self._rows)
            if reading is not None:
                return reading.groups
            end, step = end - step, 2 * step
        return ()

    def read_behind(self, start: int) -> PageReading | None:
        """Row groups that begin at this page or behind it, and lead to the end. None where there are none, or nothing tells which they are:
        where columns are alike, what looks like a row group may be the end of one and the beginning of the next.
        """
        earliest: PageReading | None = None
        may_begin_one = False  # so that the first that is whole need not be one
        for at in range(start, len(self._pages)):
            if earliest is not None and (
                len(self._columns) == 1
                or at >= earliest.groups[min(1, len(earliest.groups) - 1)].end
            ):
                break
            reading = self._read_from(at)
            if reading is None:
                continue
            if not reading.groups:
                # In front of it is the end of a row group, which is less than a whole one.
                is_near = earliest is None or at < earliest.groups[0].end
                may_begin_one = may_begin_one or (is_near and _places_columns(reading))
            elif earliest is None:
                earliest = reading
            elif not _is_end_of(reading, earliest):
                return None
        return None if may_begin_one and len(self._columns) > 1 else earliest

    def _read_from(self, at: int) -> PageReading | None:
        """The one reading, or none where there are several."""
        readings = list(islice(self._grouping.readings(at), 2))
        if len(readings) > 1:
            readings = list(islice(self._decoding.readings(at), 2))
        return readings[0] if len(readings) == 1 else None

    def _group(self, *, decodes: bool) -> Grouping:
        return Grouping(
            self._pages, self._columns, is_cut=self._is_cut, rows=self._rows, decodes=decodes
        )


def _places_columns(reading: PageReading) -> bool:
    """Whether the beginning of a row group fits, by more than the dictionary of its first column."""
    cut = reading.cut
    return cut is not None and bool(cut.is_unclear or cut.chunks or cut.partial_rows)


def _is_end_of(reading: PageReading, whole: PageReading) -> bool:
    return reading.cut == whole.cut and whole.groups[-len(reading.groups) :] == reading.groups


def _move(group: LostGroup, by: int) -> LostGroup:
    return group._replace(chunks=group.chunks.move(by)) if by else group


def _move_cut(cut: CutGroup | None, by: int) -> CutGroup | None:
    if cut is None:
        return None
    span = cut.partial
    partial = None if span is None else PageSpan(span.first + by, span.end + by)
    return cut._replace(first=cut.first + by, chunks=cut.chunks.move(by), partial=partial)


def list_gaps(
    survey: Survey, pages: LostPages, groups: Sequence[LostGroup]
) -> Iterator[LostStretch]:
    """What is in front of a row group, and belongs to none."""
    before, at = 0, survey.pages.offsets[0]
    for number, group in enumerate(groups):
        start = pages.pages.offsets[group.first]
        damages = [it for it in survey.damages if at <= it.end <= start]
        if damages or group.first > before:
            lost = min(at, damages[0].start) if damages else at
            yield LostStretch(lost, start, number, damages[0].reason if damages else _NO_FIT)
        before, at = group.end, pages.pages.end_of(group.end - 1)
