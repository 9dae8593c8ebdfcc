"""How many distinct values a column has, as far as a file says it, or a sample does."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

from inlay.verbs.lint.believed_counts import count_values, find_distinct
from inlay.verbs.lint.column_facts import ColumnFacts

if TYPE_CHECKING:
    from inlay.verbs.lint.file_facts import FileFacts


_DICTIONARY: Final = ("RLE_DICTIONARY", "PLAIN_DICTIONARY")


class DistinctEstimate(NamedTuple):
    """`share` is the number of distinct values by that of all that are not null, in the first row group that has rows.
    `distinct` are those of the file, if all row groups are like that one."""

    share: float
    distinct: int


def estimate_distinct(file: FileFacts, column: ColumnFacts) -> DistinctEstimate | None:
    """By the first of these that is there: the statistics, if nothing contradicts them; with pages, the header of the dictionary page, and else a sample of
    values. None if nothing tells.
    """
    chunk = next((it for it in column.chunks if it.num_rows > 0), None)
    if chunk is None or not (values := count_values(column, chunk)):
        return None
    counted = find_distinct(column, chunk)
    if counted is not None:
        return _scale(counted, values, column)
    if file.reader is None:
        return None
    pages = file.pages(column, chunk)
    if pages and pages[0]["page_type"] == "DICTIONARY_PAGE":
        # Values behind a dictionary that was full are not in it.
        within = sum(it["num_values"] or 0 for it in pages[1:] if it["encoding"] in _DICTIONARY)
        return _scale(pages[0]["num_values"], min(within, values) or values, column)
    sample = file.sample(column, chunk)
    return _scale(*sample, column) if sample is not None else None


def _scale(distinct: int, values: int, column: ColumnFacts) -> DistinctEstimate | None:
    if values <= 0 or distinct < 0:
        return None
    share = min(distinct, values) / values
    return DistinctEstimate(
        share, int(share * sum(count_values(column, it) for it in column.chunks))
    )
