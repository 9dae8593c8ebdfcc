"""The one way to read the pages, or why there is none: two that fit are told apart by decoding, else by the size of row groups that somebody says."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import islice
from typing import Final

from inlay.footers.footer.errors import FooterError
from inlay.ground.wording.amounts import count
from inlay.verbs.recover.rebuild.grouping import Grouping
from inlay.verbs.recover.rebuild.lost_column import LostColumn
from inlay.verbs.recover.rebuild.lost_pages import LostPages
from inlay.verbs.recover.rebuild.page_reading import CutGroup, LostGroup, PageReading

_SOME: Final = 8
"""Readings that are looked at: more say no more."""

OTHER_COLUMNS: Final = "other-columns"
"""The code of the error that pages are not those of the columns."""

_UNCLEAR_END: Final = "its last pages are a whole row group or the beginning of one, and nothing tells which: they are left out"
_OTHER_WAYS: Final = "its pages also fit in row groups of other sizes"


def choose_reading(
    name: str,
    pages: LostPages,
    columns: Sequence[LostColumn],
    *,
    is_cut: bool,
    rows: int | None,
) -> tuple[PageReading, str]:
    """With a note where `rows`, which somebody says of each row group but the last, decided.

    Raises FooterError where no reading fits, and where two do: then it has both.
    """
    grouping, fitting = _read(pages, columns, is_cut, rows)
    if not fitting and not grouping.gave_up:
        raise _explain_none(name, pages, columns, grouping, rows)
    if rows is None:
        if len(fitting) > 1 or grouping.gave_up:
            raise _explain_many(name, pages, fitting[:2])
        return fitting[0], ""
    if not fitting:
        raise _explain_many(name, pages, [])
    if len(fitting) > 1:
        return _take_agreed(fitting), _UNCLEAR_END
    grouping, others = _read(pages, columns, is_cut, None)
    return fitting[0], _OTHER_WAYS if len(others) > 1 or grouping.gave_up else ""


def _read(
    pages: LostPages, columns: Sequence[LostColumn], is_cut: bool, rows: int | None
) -> tuple[Grouping, list[PageReading]]:
    """By headers, and where these leave several ways, by values. Where damage leaves none of them, there are several still."""
    grouping = Grouping(pages, columns, is_cut=is_cut, rows=rows)
    fitting = list(islice(grouping.readings(), _SOME))
    if len(fitting) < 2 or grouping.gave_up:
        return grouping, fitting
    decoding = Grouping(pages, columns, is_cut=is_cut, rows=rows, decodes=True)
    return decoding, list(islice(decoding.readings(), _SOME)) or fitting


def read_agreed(
    pages: LostPages, columns: Sequence[LostColumn], *, rows: int | None
) -> PageReading | None:
    """What all readings, by values, of pages that end in damage have in common; None where there is no reading, or too many."""
    if not len(pages):
        return None
    grouping = Grouping(pages, columns, is_cut=True, rows=rows, decodes=True)
    fitting = list(islice(grouping.readings(), _SOME))
    return None if grouping.gave_up or not fitting else _take_agreed(fitting)


def _take_agreed(readings: Sequence[PageReading]) -> PageReading:
    """Row groups whose rows are known end at the same pages in all of them, up to the last: what is not in all is left as cut."""
    if len(readings) == 1:
        return readings[0]
    agreed: list[LostGroup] = []
    for groups in zip(*(reading.groups for reading in readings), strict=False):
        if len(set(groups)) > 1:
            break
        agreed.append(groups[0])
    return PageReading(tuple(agreed), CutGroup(agreed[-1].end if agreed else 0))


def _explain_none(
    name: str,
    pages: LostPages,
    columns: Sequence[LostColumn],
    grouping: Grouping,
    rows: int | None,
) -> FooterError:
    if rows is not None:
        what = f"its pages fit in no row groups of {count(rows, 'row')}"
        hint = "leave `--row-group-size` out: it counts the rows of each row group but the last"
        return FooterError(name, pages.pages.offsets[0], what, hint, OTHER_COLUMNS)
    at = min(grouping.furthest, len(pages) - 1)
    what = (
        f"its pages are not those of {count(len(columns), 'such column')}: they fit up to page {at + 1:,} of {len(pages):,}, "
        "which neither goes on with a row group nor ends one"
    )
    if pages.is_damaged(at, columns[0]):
        what += f"; page {at + 1:,} is damaged"
    hint = "give a file, or a schema, with exactly the columns that this file had"
    return FooterError(name, pages.pages.offsets[at], what, hint, OTHER_COLUMNS)


def _explain_many(name: str, pages: LostPages, readings: Sequence[PageReading]) -> FooterError:
    """Two of them, or one where it would take too long to look for another."""
    described = " or ".join(_describe(reading) for reading in readings) or "too many to try them"
    what = f"its pages fit the columns in more than one way: {described}"
    hint = "say how many rows each row group but the last has: `--row-group-size N`"
    return FooterError(name, pages.pages.offsets[0], what, hint, "ambiguous-pages")


def _describe(reading: PageReading) -> str:
    sizes = [group.rows for group in reading.groups]
    if not sizes:
        return "the beginning of one row group"
    shown = ", ".join(f"{size:,}" for size in sizes[:3])
    more = f" and so on ({count(len(sizes), 'row group')})" if len(sizes) > 3 else ""
    cut = ", and the beginning of another" if reading.cut is not None else ""
    return f"row groups whose rows are {shown}{more}{cut}"
