"""Counts, histograms, encodings, sizes, order of rows, Bloom filters: what the footer says of chunks and row groups."""

from __future__ import annotations

import io
from collections.abc import Callable
from typing import Any, Final

from parquet_format.parquet import (
    DictionaryPageHeader,
    Encoding,
    PageHeader,
    PageType,
    SizeStatistics,
    SortingColumn,
)
from tests.lies.indexes import LISTS, NULLS, TEXTS, UNSORTED
from tests.lies.kind import Edit, Kind, Query, edited
from tests.lies.parts import Chunk, Page, Parts
from tests.lies.true_files import ROWS, pa, pq, stated, true_file

NAN: Final = float("nan")
NANS: Final = [1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, NAN]
FALLEN_BACK: Final[dict[str, Any]] = {
    "use_dictionary": ["c"],
    "dictionary_pagesize_limit": 1,
    "write_batch_size": 2,
    "version": "1.0",
}
"""Pages of a dictionary, and PLAIN ones behind them."""
ODD: Final = [f"text {at}" for at in ROWS]


def _nan_counts(parts: Parts) -> None:
    for group in range(2):
        parts.chunk("c", group).statistics.nan_count = group


def _of_chunk(name: str, value: object, column: str = "c") -> Edit:
    def edit(parts: Parts) -> None:
        setattr(parts.chunk(column).meta, name, value)

    return edit


def _sizes(name: str, value: object, column: str = "c") -> Edit:
    def edit(parts: Parts) -> None:
        sizes = parts.chunk(column).meta.size_statistics
        assert isinstance(sizes, SizeStatistics)
        setattr(sizes, name, value)

    return edit


def _all_by_dictionary(parts: Parts) -> None:
    """What is said of PLAIN data pages, is said of dictionary pages."""
    chunk = parts.chunk("c")
    stats = chunk.meta.encoding_stats
    assert stats is not None
    (plain,) = [
        each
        for each in stats
        if each.page_type != PageType.DICTIONARY_PAGE and each.encoding == Encoding.PLAIN
    ]
    plain.encoding = Encoding.PLAIN_DICTIONARY


def _one_page_more(parts: Parts) -> None:
    stats = parts.chunk("c").meta.encoding_stats
    assert stats is not None
    stats[-1].count += 1


def _without_encoding_stats(parts: Parts) -> None:
    for group in range(2):
        parts.chunk("c", group).meta.encoding_stats = None


def _without_plain(parts: Parts) -> None:
    parts.chunk("c").meta.encodings.remove(Encoding.PLAIN)


def _unused_dictionary(parts: Parts) -> None:
    body = (77).to_bytes(8, "little")
    header = PageHeader(
        type=PageType.DICTIONARY_PAGE,
        uncompressed_page_size=len(body),
        compressed_page_size=len(body),
        dictionary_page_header=DictionaryPageHeader(num_values=1, encoding=Encoding.PLAIN),
    )
    parts.chunk("c").pages.insert(0, Page(header, body))


def _sorted_by(*columns: SortingColumn, group: int = -1) -> Edit:
    def edit(parts: Parts) -> None:
        parts.footer.row_groups[group].sorting_columns = list(columns)

    return edit


def _true_order(parts: Parts) -> None:
    for group in parts.footer.row_groups:
        group.sorting_columns = [SortingColumn(column_idx=1, descending=False, nulls_first=False)]


def _descending(parts: Parts) -> None:
    sorting = parts.footer.row_groups[-1].sorting_columns
    assert sorting is not None
    sorting[0].descending = True


def _nulls_first(parts: Parts) -> None:
    sorting = parts.footer.row_groups[-1].sorting_columns
    assert sorting is not None
    sorting[0].nulls_first = True


def _without_null_count(parts: Parts) -> None:
    parts.chunk("c").statistics.null_count = None


def _plain_size(parts: Parts) -> None:
    parts.chunk("c").meta.total_uncompressed_size += 1


def _group_size(parts: Parts) -> None:
    parts.footer.row_groups[-1].total_byte_size += 1


def _rows_of_file(parts: Parts) -> None:
    parts.footer.num_rows = 7


def _filtered(kind: Any, values: list[Any]) -> Callable[[], bytes]:
    ndv: dict[str, Any] = {"bloom_filter_options": {"c": {"ndv": 8, "fpp": 0.01}}}
    return true_file(values, kind, **ndv)


def _missing(kind: Any, other: list[Any]) -> Edit:
    """The filter of the last row group is that of other values."""

    def edit(parts: Parts) -> None:
        out = io.BytesIO()
        options = {"c": {"ndv": 8, "fpp": 0.01}}
        pq.write_table(pa.table({"c": pa.array(other, kind)}), out, bloom_filter_options=options)
        other_chunk: Chunk = Parts.of(out.getvalue()).chunk("c")
        parts.chunk("c").bloom = other_chunk.bloom

    return edit


def _count(
    family: str,
    says: str,
    holds: str,
    finding: str | None,
    query: Query | None,
    true: Callable[[], bytes],
    edit: Edit,
) -> Kind:
    return Kind(family, says, holds, true, edited(edit), finding=finding, query=query)


INTS: Final = true_file(ROWS, pa.int64())
COUNTS: Final = {
    "nulls-none": _count(
        "null counts",
        "null_count 0",
        "one null",
        "value-nulls",
        Query("is null"),
        true_file(NULLS, pa.int64()),
        stated("null_count", 0),
    ),
    "nulls-more": _count(
        "null counts",
        "null_count 2",
        "one null",
        "value-nulls",
        Query("count"),
        true_file(NULLS, pa.int64()),
        stated("null_count", 2),
    ),
    "nulls-in-lists": _count(
        "null counts",
        "null_count 2 of elements",
        "one null",
        "value-nulls",
        None,
        true_file([[1], [2], [3], [4], [5], [6], [7], [8, None]], pa.list_(pa.int64())),
        stated("null_count", 2, "c.list.element"),
    ),
    "nans-none": _count(
        "nan counts",
        "nan_count 0",
        "one NaN",
        "value-nans",
        Query("is nan"),
        true_file(NANS, pa.float64(), _nan_counts),
        stated("nan_count", 0),
    ),
    "nans-more": _count(
        "nan counts",
        "nan_count 3",
        "one NaN",
        "value-nans",
        Query("=", "7.0", "float"),
        true_file(NANS, pa.float64(), _nan_counts),
        stated("nan_count", 3),
    ),
    "distinct-one": _count(
        "distinct counts",
        "distinct_count 2",
        "4 values",
        "value-distinct",
        Query("=", "6"),
        INTS,
        stated("distinct_count", 2),
    ),
    "rows-of-file": _count(
        "rows and values",
        "num_rows 7 of the file",
        "8 rows",
        "metadata",
        Query("count", column="*"),
        INTS,
        _rows_of_file,
    ),
    "values-of-list": _count(
        "rows and values",
        "num_values 6",
        "5 entries in 4 lists",
        "page-values",
        None,
        true_file(LISTS, pa.list_(pa.int64())),
        _of_chunk("num_values", 6, "c.list.element"),
    ),
    "definition-levels": _count(
        "level histograms",
        "definition levels: 0 nulls, 4 values",
        "1 null, 3 values",
        "value-levels",
        Query("is null"),
        true_file(NULLS, pa.int64(), _without_null_count, sizes=True),
        _sizes("definition_level_histogram", [0, 4]),
    ),
    "repetition-levels": _count(
        "level histograms",
        "repetition levels: 5 rows",
        "4 rows, 1 more value",
        "value-levels",
        None,
        true_file(LISTS, pa.list_(pa.int64()), sizes=True),
        _sizes("repetition_level_histogram", [5, 0], "c.list.element"),
    ),
    "plain-bytes": _count(
        "sizes",
        "13 bytes of text",
        "12",
        "value-bytes",
        None,
        true_file(TEXTS, pa.string(), sizes=True),
        _sizes("unencoded_byte_array_data_bytes", 13),
    ),
    "plain-size": _count(
        "sizes",
        "total_uncompressed_size is one too large",
        "the sum of the pages",
        "chunk-size",
        None,
        INTS,
        _plain_size,
    ),
    "group-size": _count(
        "sizes",
        "total_byte_size is one too large",
        "the sum of the chunks",
        "group-size",
        None,
        INTS,
        _group_size,
    ),
    "all-by-dictionary": _count(
        "encodings",
        "encoding_stats: all pages are of the dictionary",
        "one is PLAIN",
        "value-encoding-stats",
        Query("=", "text 8", "text"),
        true_file(ODD, pa.string(), **FALLEN_BACK),
        _all_by_dictionary,
    ),
    "one-page-more": _count(
        "encodings",
        "encoding_stats: one page more",
        "one page less",
        "value-encoding-stats",
        Query("=", "8"),
        INTS,
        _one_page_more,
    ),
    "without-plain": _count(
        "encodings",
        "encodings without PLAIN",
        "a page is PLAIN",
        "value-encodings",
        Query("=", "text 8", "text"),
        true_file(ODD, pa.string(), _without_encoding_stats, **FALLEN_BACK),
        _without_plain,
    ),
    "unused-dictionary": _count(
        "encodings",
        "a dictionary page",
        "no page uses it",
        None,
        Query("=", "8"),
        true_file(ROWS, pa.int64(), _without_encoding_stats),
        _unused_dictionary,
    ),
    "bloom-int64": _count(
        "Bloom filters",
        "a filter without 8",
        "8",
        "value-bloom",
        Query("=", "8"),
        _filtered(pa.int64(), list(ROWS)),
        _missing(pa.int64(), [5, 6, 7]),
    ),
    "bloom-text": _count(
        "Bloom filters",
        "a filter without h",
        "h",
        "value-bloom",
        Query("=", "h", "text"),
        _filtered(pa.string(), list("abcdefgh")),
        _missing(pa.string(), list("efg")),
    ),
    "sorted-descending": _count(
        "sorting columns",
        "c, descending",
        "5 to 8",
        "value-sorting",
        Query("first"),
        true_file(ROWS, pa.int64(), _true_order),
        _descending,
    ),
    "sorted-nulls-first": _count(
        "sorting columns",
        "nulls first",
        "a null at the end",
        "value-sorting",
        Query("first"),
        true_file(NULLS, pa.int64(), _true_order),
        _nulls_first,
    ),
    "sorted-not": _count(
        "sorting columns",
        "c, ascending",
        "7, 8, 5, 6",
        "value-sorting",
        Query("first"),
        true_file(UNSORTED, pa.int64()),
        _sorted_by(SortingColumn(column_idx=1, descending=False, nulls_first=False)),
    ),
    "sorted-not-first": _count(
        "sorting columns",
        "c, ascending, of the first row group",
        "7, 8, 5, 6",
        "value-sorting",
        Query("first"),
        true_file([7, 8, 5, 6, 9, 10, 11, 12], pa.int64()),
        _sorted_by(SortingColumn(column_idx=1, descending=False, nulls_first=False), group=0),
    ),
    "sorted-nan-first": _count(
        "sorting columns",
        "c, descending",
        "a NaN between numbers",
        "value-sorting",
        Query("first"),
        true_file([8.0, 7.0, 6.0, 5.0, 4.0, NAN, 2.0, 1.0], pa.float64()),
        _sorted_by(SortingColumn(column_idx=1, descending=True, nulls_first=False)),
    ),
    "sorted-second-column": _count(
        "sorting columns",
        "c, then row, descending",
        "rows ascend where c is equal",
        "value-sorting",
        Query("first"),
        true_file([1, 1, 2, 2, 3, 3, 4, 4], pa.int64()),
        _sorted_by(
            SortingColumn(column_idx=1, descending=False, nulls_first=False),
            SortingColumn(column_idx=0, descending=True, nulls_first=False),
        ),
    ),
}
