"""Counts against values: nulls, NaNs, distinct values, rows."""

from __future__ import annotations

from typing import Final

from inlay.ground.statements.ends import is_float
from inlay.ground.wording import amounts
from inlay.verbs.verify.check import Check
from inlay.verbs.verify.values.audited import AuditedChunk, AuditedPage


def check_nulls(chunk: AuditedChunk) -> str | None:
    said = chunk.statistics.null_count if chunk.statistics is not None else None
    if said is None or not chunk.is_whole:
        return None
    return find_wrong_nulls(said, chunk.definitions, chunk.list_level)


def check_index_nulls(page: AuditedPage) -> str | None:
    said = page.read_index("null_counts")
    if said is None or said == -1 or page.levels.damage:  # which parquet-mr wrote for unknown
        return None
    return find_wrong_nulls(said, page.levels.definitions, page.chunk.list_level)


def check_header_nulls(page: AuditedPage) -> str | None:
    header = page.levels.header
    said = header.statistics.null_count if header.statistics is not None else None
    if page.levels.damage:
        return None
    for count in (said, getattr(header, "num_nulls", None)):
        if count is not None:
            wrong = find_wrong_nulls(count, page.levels.definitions, page.chunk.list_level)
            if wrong is not None:
                return wrong
    return None


def find_wrong_nulls(said: int, definitions: list[int], list_level: int) -> str | None:
    """Writers count what is null or empty around a value in a list, or do not: both are taken."""
    if not definitions:
        return None
    most = sum(definitions[:-1])
    least = sum(definitions[list_level:-1])
    if least <= said <= most:
        return None
    right = f"{most:,}" if least == most else f"{least:,} to {most:,}"
    return f"{said:,}, and {right} are null"


def check_null_page(page: AuditedPage) -> str | None:
    is_null = page.read_index("null_pages")
    if is_null is None or page.levels.damage or not page.levels.entries:
        return None
    count = page.levels.count
    if is_null and count:
        return f"the column index has no value in page {page.number:,}, which has {count:,}"
    if not is_null and not count:
        return f"the column index has bounds of page {page.number:,}, which has no value"
    return None


def check_nans(chunk: AuditedChunk) -> str | None:
    said = chunk.statistics.nan_count if chunk.statistics is not None else None
    if said is None or not chunk.is_whole or not is_float(chunk.element):
        return None
    return _wrong_nans(said, sum(_count_nans(page) for page in chunk.pages))


def check_index_nans(page: AuditedPage) -> str | None:
    said = page.read_index("nan_counts")
    if said is None or page.levels.damage or not is_float(page.chunk.element):
        return None
    return _wrong_nans(said, _count_nans(page))


def _count_nans(page: AuditedPage) -> int:
    return page.find_extremes(page.chunk.float_key).nans


def _wrong_nans(said: int, nans: int) -> str | None:
    return f"{said:,}, and {nans:,} are NaN" if said != nans else None


def check_distinct(chunk: AuditedChunk) -> str | None:
    """Both zeros are one value or two, and NaNs one or as many as their bits."""
    said = chunk.statistics.distinct_count if chunk.statistics is not None else None
    if said is None or not chunk.is_whole:
        return None
    counted = chunk.count_distinct()
    return f"{said:,}, and {counted[-1]:,} are distinct" if said not in counted else None


def check_rows(chunk: AuditedChunk) -> str | None:
    rows = chunk.repetitions[0] if chunk.repetitions else 0
    if not chunk.is_whole or rows == chunk.placed.group.num_rows:
        return None
    return f"{amounts.count(rows, 'row')}, and the row group has {chunk.placed.group.num_rows:,}"


def check_header_rows(page: AuditedPage) -> str | None:
    said = getattr(page.levels.header, "num_rows", None)
    if said is None or page.levels.damage or said == page.levels.rows:
        return None
    return f"num_rows is {said:,}, and {amounts.count(page.levels.rows, 'row begins', 'rows begin')} in the page"


def check_first_row(page: AuditedPage) -> str | None:
    index = page.chunk.offset_index
    if index is None or page.number >= len(index.page_locations):
        return None
    before = page.chunk.values.pages[: page.number]
    if page.levels.damage or any(other.damage for other in before):
        return None
    said = index.page_locations[page.number].first_row_index
    first = page.chunk.first_rows[page.number]
    if said != first:
        return (
            f"first_row_index of page {page.number:,} is {said:,}, and its first row is {first:,}"
        )
    if not page.levels.begins_row:
        return f"page {page.number:,} begins in the middle of a row, and has a first row"
    return None


CHUNKS: Final[tuple[Check[AuditedChunk], ...]] = (
    Check(
        "value-nulls",
        "meta_data.statistics.null_count",
        "there are as many nulls as the statistics say",
        check_nulls,
    ),
    Check(
        "value-nans",
        "meta_data.statistics.nan_count",
        "there are as many NaNs as the statistics say",
        check_nans,
    ),
    Check(
        "value-distinct",
        "meta_data.statistics.distinct_count",
        "there are as many distinct values as the statistics say",
        check_distinct,
    ),
    Check("value-rows", "", "as many rows begin in a chunk as its row group has", check_rows),
)

PAGES: Final[tuple[Check[AuditedPage], ...]] = (
    Check(
        "value-index-nulls",
        "",
        "a page has as many nulls as the column index says",
        check_index_nulls,
    ),
    Check("value-null-page", "", "null pages are the pages without a value", check_null_page),
    Check(
        "value-index-nans",
        "",
        "a page has as many NaNs as the column index says",
        check_index_nans,
    ),
    Check(
        "value-header-nulls",
        "",
        "a page has as many nulls as its header says",
        check_header_nulls,
    ),
    Check(
        "value-header-rows",
        "",
        "as many rows begin in a page as its header says",
        check_header_rows,
    ),
    Check(
        "value-first-row",
        "",
        "a page with an offset index begins with a row, and with the one that this says",
        check_first_row,
    ),
)
