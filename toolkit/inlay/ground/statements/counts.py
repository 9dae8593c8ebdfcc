"""Counts of the values of a chunk or page that a file gives beside each other: each rule says whether two of them can be true.

`values` are all of them, nulls included; `filled` those that are not null. A page of lists has empty lists among its values,
which writers count as nulls or not, so nobody calls these rules with `filled` from the levels of a column in a list.
"""

from __future__ import annotations

from collections.abc import Sequence


def is_null_count(nulls: int, values: int, *, can_be_null: bool) -> bool:
    """Whether a chunk of so many values may have so many nulls. What a required column has none of needs no count."""
    return 0 <= nulls <= values and (can_be_null or not nulls)


def are_only_nulls(nulls: int, values: int) -> bool:
    """A bound beside this cannot be true: it is one of a value that is not null."""
    return nulls == values > 0


def fits_levels(nulls: int, values: int, filled: int) -> bool:
    """`filled` is how many values have the highest definition level."""
    return nulls == values - filled


def fits_distinct(distinct: int, filled: int) -> bool:
    """Each value that is not null is one of the distinct ones, and none of them is counted twice."""
    return 0 < distinct <= filled or distinct == filled == 0


def fits_nans(nans: int, filled: int) -> bool:
    return 0 <= nans <= filled


def fits_bytes(size: int, filled: int) -> bool:
    """`size` is that of all byte arrays together: what is not there has no bytes."""
    return size == 0 or filled > 0


def is_null_page(
    nulls: int | None, rows: int, *, can_be_null: bool, is_counted: bool, has_bounds: bool
) -> bool:
    """Whether a page that its column index calls a null page is one.

    Not in a column that cannot be null, not beside a bound, and not where nulls are counted and are others than all rows.
    A writer that counts nulls and leaves out this page's (-1, here None) had no statistics of it: parquet-mr calls such a page a
    null page, whatever is in it. Where `null_counts` is absent, nothing is said against it.
    """
    if not can_be_null or has_bounds:
        return False
    return nulls == rows if is_counted else True


def count_filled(histogram: Sequence[int] | None, highest: int, values: int) -> int | None:
    """The values that have the highest definition level; None without a histogram, and where it is one of other values."""
    if not histogram or not highest or not is_histogram(histogram, highest, values):
        return None
    return histogram[highest]


def is_histogram(histogram: Sequence[int], highest: int, values: int) -> bool:
    """Whether so many values may have levels up to `highest` so many times each."""
    return len(histogram) == highest + 1 and sum(histogram) == values and min(histogram) >= 0


def fits_sum(total: int, least: int, most: int) -> bool:
    """Whether a chunk may have so many, of which its pages have at least and at most so many."""
    return least <= total <= most


def count_nulls_at_most(rows: int, *, is_null_page: bool) -> int:
    """In a page whose nulls are not counted: one that is not a null page has a value that is not null."""
    return rows if is_null_page else max(rows - 1, 0)
