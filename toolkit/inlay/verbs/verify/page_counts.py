"""What a column index, an offset index and page headers say of the values of each page, as lists with a number for each."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from operator import sub
from typing import NamedTuple

from inlay.ground.statements.counts import count_nulls_at_most
from inlay.verbs.verify.page_subjects import WalkedChunk
from inlay.verbs.verify.subjects import is_flat
from parquet_format.parquet import Type


def list_filled_by_nulls(walked: WalkedChunk) -> list[int] | None:
    """The values that are not null; at most so many in lists. None where the nulls of one page are not known."""
    index, values = walked.column_index, walked.page_values
    counts = index.null_counts if index is not None else None
    if not counts or len(counts) != len(values) or min(counts) < 0:
        return None
    return list(map(sub, values, counts))


def list_sizes(walked: WalkedChunk) -> list[int] | None:
    """The bytes of all byte arrays of each page."""
    offsets = walked.offset_index
    sizes = offsets.unencoded_byte_array_data_bytes if offsets is not None else None
    if not sizes or walked.meta.type != Type.BYTE_ARRAY or len(sizes) != len(walked.page_values):
        return None
    return sizes


def list_rows(walked: WalkedChunk) -> list[int] | None:
    """By the offset index."""
    offsets = walked.offset_index
    if offsets is None or len(offsets.page_locations) != len(walked.page_values):
        return None
    starts = [location.first_row_index for location in offsets.page_locations]
    return [end - start for start, end in pairwise([*starts, walked.chunk.group.num_rows])]


class SummedPages(NamedTuple):
    """All pages have from `least` to `most` values that are not null."""

    least: int
    most: int


def sum_filled(walked: WalkedChunk) -> SummedPages | None:
    """Of a page whose nulls the writer left out (-1), nothing is said. In lists, null pages alone count: empty ones are nulls or not."""
    index, leaf, values = walked.column_index, walked.chunk.leaf, walked.page_values
    if index is None or leaf is None or not leaf.max_definition:
        return None
    counts = index.null_counts or None
    if len(index.null_pages) != len(values) or (counts and len(counts) != len(values)):
        return None
    if not is_flat(leaf):
        left = zip(index.null_pages, values, counts or values, strict=True)
        return SummedPages(0, sum(n for is_null, n, nulls in left if not is_null or nulls < 0))
    if counts and min(counts) >= 0:
        filled = sum(values) - sum(counts)
        return SummedPages(filled, filled)
    return _sum_uncounted(index.null_pages, values, counts)


def _sum_uncounted(
    null_pages: Sequence[bool], values: Sequence[int], counts: Sequence[int] | None
) -> SummedPages:
    least = most = 0
    for page, (is_null, count) in enumerate(zip(null_pages, values, strict=True)):
        nulls = counts[page] if counts else None
        if nulls is not None and nulls >= 0:
            least += count - nulls
            most += count - nulls
        elif not is_null or nulls is not None:
            least += 0 if is_null else count - count_nulls_at_most(count, is_null_page=False)
            most += count
    return SummedPages(least, most)
