"""Why an index does not fit the pages of its chunk, or contradicts itself. A reader that goes by such an index loses rows, and
loses nothing but time without it.

Each rule takes what can be listed without a look into a page: what headers of pages say, if somebody has walked over them.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise
from operator import lt
from typing import Final, NamedTuple

from inlay.ground.statements.counts import are_only_nulls, fits_sum, is_null_page
from inlay.ground.wording import amounts
from inlay.pages.engine.bound_order import find_wrong_order
from inlay.pages.engine.leaf import Leaf
from inlay.pages.engine.page_list import PageArrays, PageList
from parquet_format.parquet import ColumnIndex, OffsetIndex, PageLocation, Type

_WIDTHS: Final = {
    Type.BOOLEAN: 1,
    Type.INT32: 4,
    Type.FLOAT: 4,
    Type.INT64: 8,
    Type.DOUBLE: 8,
    Type.INT96: 12,
}
"""Bytes of a bound. Those of FIXED_LEN_BYTE_ARRAY may be cut."""


class IndexedChunk(NamedTuple):
    """What its indexes are held against. `rows` are those of its row group; `pages`, which lie in `extent`, is None where nobody has
    walked over them."""

    leaf: Leaf
    kind: Type
    values: int
    rows: int
    extent: tuple[int, int]
    pages: PageList | None
    nulls: int | None = None
    """By the statistics of the chunk."""

    first_rows: Sequence[int] = ()
    """Of each page, by an offset index that fits."""

    def count_values(self, arrays: PageArrays | None) -> Sequence[int] | None:
        """Of each page: what headers say, as `arrays` have it, or, outside of lists, the rows of an offset index. None where neither is
        known."""
        if arrays is not None:
            return arrays.values
        if self.leaf.max_repetition or not self.first_rows:
            return None
        return [after - before for before, after in pairwise([*self.first_rows, self.rows])]

    @property
    def has_a_row_for_each_value(self) -> bool:
        """Each row has a value at least, be it for an empty list."""
        return self.values == self.rows


def find_offset_misfit(index: OffsetIndex, chunk: IndexedChunk) -> str | None:
    """Why an offset index does not fit, as a clause about it; None if it does."""
    locations = index.page_locations
    return _find_wrong_places(locations, chunk) or _find_wrong_rows(
        [location.first_row_index for location in locations], chunk
    )


def _find_wrong_places(locations: Sequence[PageLocation], chunk: IndexedChunk) -> str | None:
    listed = [(location.offset, location.compressed_page_size) for location in locations]
    if chunk.pages is not None:
        count = chunk.pages.data_count
        if len(listed) != count:
            return f"it tells of {amounts.count(len(listed), 'page')}, but there are {count:,}"
        arrays = chunk.pages.data_arrays()
        is_same = listed == list(zip(arrays.offsets, arrays.sizes, strict=True))
        return None if is_same else "it lists other pages than there are"
    # Pages fill their chunk, after the one of a dictionary.
    start, end = chunk.extent
    ends = [offset + size for offset, size in listed]
    if not listed:
        return "it tells of no pages" if chunk.values else None
    follow = all(ends[at] == listed[at + 1][0] for at in range(len(listed) - 1))
    if (
        not follow
        or listed[0][0] < start
        or ends[-1] != end
        or any(size <= 0 for _, size in listed)
    ):
        return "the pages that it lists do not fill the chunk"
    return None


def _find_wrong_rows(first_rows: Sequence[int], chunk: IndexedChunk) -> str | None:
    if not first_rows:
        return None
    if first_rows[0]:
        return f"its first page begins with row {first_rows[0]:,}"
    for number, (before, after) in enumerate(pairwise(first_rows), 1):
        if after < before:
            return f"page {number} begins with row {after:,}, and the page before with {before:,}"
    if first_rows[-1] > max(chunk.rows - 1, 0):
        return f"its last page begins with row {first_rows[-1]:,} of {chunk.rows:,}"
    if chunk.pages is None:
        return None
    counts = [after - before for before, after in pairwise(first_rows)]
    arrays = chunk.pages.data_arrays()
    values = list(arrays.values)
    rows = values if chunk.has_a_row_for_each_value else list(arrays.rows)
    for number, (listed, real) in enumerate(zip(counts, rows, strict=False)):
        if real >= 0 and listed != real:
            return (
                f"it gives page {number} {amounts.count(listed, 'row')}, and the page has {real:,}"
            )
        if listed > values[number]:
            return f"it gives page {number} {amounts.count(listed, 'row')}, and the page has {amounts.count(values[number], 'value')}"
    if counts and not chunk.has_a_row_for_each_value and rows[0] < 0 and counts == values[:-1]:
        return "it counts the values of lists, and not rows"
    return None


class ColumnMisfit(NamedTuple):
    """`is_sum` where it is only that its nulls are not those of its chunk."""

    what: str
    is_sum: bool = False


def find_column_misfit(index: ColumnIndex, chunk: IndexedChunk) -> ColumnMisfit | None:
    """Why a column index does not fit, as a clause about it; None if it does."""
    arrays = None if chunk.pages is None else chunk.pages.data_arrays()
    counted = chunk.count_values(arrays)
    what = _find_misfit(index, chunk, arrays, counted) or find_wrong_order(index, chunk.leaf.order)
    if what is not None:
        return ColumnMisfit(what)
    what = _find_wrong_sum(index, chunk, counted)
    return None if what is None else ColumnMisfit(what, is_sum=True)


def _find_misfit(
    index: ColumnIndex,
    chunk: IndexedChunk,
    arrays: PageArrays | None,
    counted: Sequence[int] | None,
) -> str | None:
    pages = len(index.null_pages)
    if chunk.pages is not None and pages != chunk.pages.data_count:
        return (
            f"it tells of {amounts.count(pages, 'page')}, but there are {chunk.pages.data_count:,}"
        )
    levels = pages * (chunk.leaf.max_definition + 1)
    repeated = pages * (chunk.leaf.max_repetition + 1)
    for name, values, wanted in (
        ("min_values", index.min_values, pages),
        ("max_values", index.max_values, pages),
        ("null_counts", index.null_counts, pages),
        ("nan_counts", index.nan_counts, pages),
        ("definition_level_histograms", index.definition_level_histograms, levels),
        ("repetition_level_histograms", index.repetition_level_histograms, repeated),
    ):
        if values is not None and len(values) != wanted:
            return f"{name} has {amounts.count(len(values), 'entry', 'entries')}, and should have {wanted:,}"
    if arrays is None and counted is not None and len(counted) != pages:
        return (
            f"it tells of {amounts.count(pages, 'page')}, and its offset index of {len(counted):,}"
        )
    if not _is_plain(index, chunk, arrays, counted):
        for number, page in enumerate(_list_pages(index, chunk, arrays, counted)):
            what = _find_contradiction(page, chunk)
            if what is not None:
                return f"of page {number}, {what}"
    return None


def _find_wrong_sum(
    index: ColumnIndex, chunk: IndexedChunk, counted: Sequence[int] | None
) -> str | None:
    """Outside of lists, in which writers count empty ones or do not. Of a page whose nulls are not counted (-1), there may be any."""
    total, nulls = chunk.nulls, index.null_counts
    if total is None or not nulls or chunk.leaf.max_repetition or not chunk.leaf.max_definition:
        return None
    least = most = sum(nulls)
    if -1 in nulls:
        least += nulls.count(-1)
        unknown = [page for page, number in enumerate(nulls) if number == -1]
        most = chunk.values if counted is None else least + sum(counted[page] for page in unknown)
    if fits_sum(total, least, most):
        return None
    return f"null_counts add up to {least:,}, and null_count of the chunk is {total:,}"


def _is_plain(
    index: ColumnIndex,
    chunk: IndexedChunk,
    arrays: PageArrays | None,
    counted: Sequence[int] | None,
) -> bool:
    """Whether each page has values and bounds of the right width, and nothing that is said of nulls is odd: as most indexes are. Then
    pages need not be looked at one by one."""
    nulls, most = index.null_counts, chunk.leaf.max_definition
    width = _WIDTHS.get(chunk.kind)
    if width is None:
        is_wide = chunk.kind == Type.BYTE_ARRAY and b"" not in index.max_values
    else:
        is_wide = set(map(len, index.min_values)) | set(map(len, index.max_values)) <= {width}
    if not is_wide or True in index.null_pages:
        return False
    histograms = index.definition_level_histograms
    if histograms and min(histograms[most :: most + 1]) <= 0:
        return False
    if arrays is not None and max(arrays.nulls, default=-1) >= 0:
        return False
    if counted is not None and 0 in counted:
        return False
    if not nulls:
        return True
    if min(nulls) < 0 or (max(nulls) > 0 and most == 0):
        return False
    return counted is None or all(map(lt, nulls, counted))


class _IndexedPage(NamedTuple):
    """What the index says of a page, and what its header does: None, and -1 for numbers, where nothing is said."""

    is_null: bool
    low: bytes
    high: bytes
    nulls: int | None
    present: int
    """Values that are not null, by the histogram of levels."""

    values: int
    nulls_in_header: int


def _list_pages(
    index: ColumnIndex,
    chunk: IndexedChunk,
    arrays: PageArrays | None,
    counted: Sequence[int] | None,
) -> Iterator[_IndexedPage]:
    unknown = [-1] * len(index.null_pages)
    most = chunk.leaf.max_definition
    histograms = index.definition_level_histograms
    present = histograms[most :: most + 1] if histograms else unknown
    values = unknown if counted is None else counted
    nulls = unknown if arrays is None else arrays.nulls
    no_counts: list[int | None] = [None] * len(unknown)
    counts = index.null_counts or no_counts
    for each in zip(
        index.null_pages,
        index.min_values,
        index.max_values,
        counts,
        present,
        values,
        nulls,
        strict=True,
    ):
        yield _IndexedPage._make(each)


def _find_contradiction(page: _IndexedPage, chunk: IndexedChunk) -> str | None:
    """parquet-mr wrote -1 for a number of nulls that it did not know."""
    if not page.values:
        return None
    if page.nulls is not None and (page.nulls < -1 or page.nulls > page.values >= 0):
        return f"null_counts has {page.nulls:,}"
    if (
        page.nulls is not None
        and page.nulls_in_header >= 0
        and page.nulls not in (-1, page.nulls_in_header)
    ):
        return f"null_counts has {page.nulls:,}, and the page {amounts.count(page.nulls_in_header, 'null')}"
    if chunk.leaf.max_definition == 0 and (page.is_null or (page.nulls or 0) > 0):
        return "it tells of nulls in a required column"
    return _find_wrong_null_page(page) if page.is_null else _find_wrong_bounds(page, chunk)


def _find_wrong_null_page(page: _IndexedPage) -> str | None:
    if page.low or page.high:
        return "it says that all is null, and has bounds"
    nulls = None if page.nulls == -1 else page.nulls
    # Without the number of its values, a page that counts none is all that is known to be wrong.
    rows = page.values if page.values >= 0 else (nulls or -1)
    if not is_null_page(
        nulls, rows, can_be_null=True, is_counted=page.nulls is not None, has_bounds=False
    ):
        return "it says that all is null, and null_counts does not"
    return "it says that all is null, and its histogram does not" if page.present > 0 else None


def _find_wrong_bounds(page: _IndexedPage, chunk: IndexedChunk) -> str | None:
    is_empty = page.nulls is not None and are_only_nulls(page.nulls, page.values)
    if is_empty or page.present == 0:
        return "it says that not all is null, and counts nothing but nulls"
    width = _WIDTHS.get(chunk.kind)
    if width is not None:
        wrong = len(page.low) != width or len(page.high) != width
        return (
            f"a bound does not have the {amounts.count(width, 'byte')} of a value"
            if wrong
            else None
        )
    lengths = len(page.low), len(page.high)
    if chunk.kind == Type.FIXED_LEN_BYTE_ARRAY:
        most = chunk.leaf.type_length or 0
        wrong = not all(0 < length <= most for length in lengths)
        return "a bound has as many bytes as no value" if wrong else None
    # Nothing but itself is less than or equal to a value without bytes.
    return (
        "the maximum has no bytes, and the minimum some" if lengths[0] and not lengths[1] else None
    )
