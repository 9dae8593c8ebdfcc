"""Row groups of a page-first footer that does not name them, from where its pages lie: docs/next_footer.md.

A chunk is what a reader of Thrift fetches in one piece: pages that follow each other, of one codec, behind the one dictionary that
they use. So where that ends, a row group ends, too, and it has to end at the same row in every column.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from itertools import pairwise
from struct import unpack

from inlay.footers.designs.layout import NotCarriedError
from inlay.footers.designs.page_first_columns import ColumnPages
from inlay.footers.designs.page_first_places import read_pages
from inlay.footers.designs.page_first_regions import Regions
from inlay.footers.designs.page_first_root import PageFirstRoot
from inlay.footers.designs.page_first_supplement import NOT_CARRIED, ChunkLists, PageFirstSupplement
from inlay.footers.designs.ranges import Placed
from inlay.footers.designs.supplement import Said
from inlay_runtime.errors import MissingFieldError
from inlay_runtime.packed import count_deltas, decode_deltas, read_small_fields


def group_pages(root: PageFirstRoot, regions: Regions) -> PageFirstSupplement:
    """What our region would say, so far as it follows from the pages. Raises DecodeError for what breaks a rule, and
    NotCarriedError for pages that are no row groups."""
    columns = root.footer.num_columns
    pages = read_pages(root, regions.pages_of(range(columns)))
    most = max((len(of_column.regions) for of_column in pages.values()), default=0)
    ranges = _starts_of_ranges(root, regions, most)
    breaks = {column: _breaks(of_column) for column, of_column in pages.items()}
    needed = {pages[column].first_rows[at] for column in pages for at in breaks[column]}
    starts, lists = sorted(needed), None
    if ranges and needed <= set(ranges):
        # Ranges of statistics may be others than row groups, and then say nothing of them.
        with suppress(NotCarriedError):
            lists = _lists_of(root, pages, breaks, ranges)
            starts = ranges
    if lists is None:
        lists = _lists_of(root, pages, breaks, starts)
    row_groups = [end - start for start, end in pairwise([*starts, root.footer.num_rows])]
    is_left_out = ranges not in ([], starts)
    return PageFirstSupplement(row_groups, lists, [int(is_left_out)] * columns, [], b"", Said(0))


def _breaks(pages: ColumnPages) -> list[int]:
    """The pages at which a chunk has to begin."""
    breaks = list[int]()
    dictionary = 0
    for at, region in enumerate(pages.regions):
        used = pages.dictionary_regions[at]
        follows = at and region == pages.regions[at - 1] + 1
        is_alike = follows and pages.codecs[at] == pages.codecs[at - 1]
        if not is_alike or used not in (0, dictionary):
            breaks.append(at)
            dictionary = used
    return breaks


def _lists_of(
    root: PageFirstRoot,
    pages: Mapping[int, ColumnPages],
    breaks: Mapping[int, list[int]],
    starts: Sequence[int],
) -> ChunkLists:
    first_pages, dictionaries, uncompressed = list[int](), list[int](), list[int]()
    for column in range(root.footer.num_columns):
        begins = list(_begins(column, pages[column], breaks[column], starts))
        ends = [*begins, len(pages[column].regions)]
        first_pages += ends
        for begin, end in pairwise(ends):
            used = max(pages[column].dictionary_regions[begin:end], default=0)
            if used and used != pages[column].regions[begin]:
                what = f"the dictionary of page {begin} of column {column} does not lie before it"
                raise NotCarriedError(what)
            dictionaries.append(2 * used + 1 if used else 0)
            # Its size without compression is nowhere.
            boundaries = root.boundaries
            uncompressed.append(boundaries[used] - boundaries[used - 1] if used else 0)
    none = [0] * len(dictionaries)
    return ChunkLists(
        first_pages,
        dictionaries,
        none,
        none,
        uncompressed,
        none,
        none,
        [NOT_CARRIED] * len(dictionaries),
    )


def _begins(
    column: int, pages: ColumnPages, breaks: Sequence[int], starts: Sequence[int]
) -> Iterator[int]:
    """The page with which each row group begins."""
    at_row = {pages.first_rows[at]: at for at in breaks}
    for start in starts:
        at = at_row.get(start)
        if at is None:
            at = bisect_left(pages.first_rows, start)
            begins = at < len(pages.first_rows) and pages.first_rows[at] == start
            if not begins or pages.dictionary_regions[at]:
                what = f"at row {start} pages of other columns are apart, and those of column {column} are not"
                raise NotCarriedError(what)
        yield at


def _starts_of_ranges(root: PageFirstRoot, regions: Regions, most: int) -> list[int] | None:
    """The first row of each range of rows that has statistics. None where columns differ, and for more ranges than pages: those
    are no row groups. Empty without statistics."""
    said = set[bytes]()
    for place, data in regions.statistics_of(range(root.footer.num_columns)):
        if not len(data):
            continue
        with Placed(place, "statistics"):
            starts = read_small_fields(data, 0, len(data)).get(1)
            if not isinstance(starts, tuple):
                raise MissingFieldError("the ranges of rows are missing", 0)
            count = count_deltas(data, *starts)
            if count > most:
                return None
            said.add(decode_deltas(data, *starts, count))
    if len(said) > 1:
        return None
    values = b"".join(said)
    return list(unpack(f"<{len(values) // 8}q", values))
