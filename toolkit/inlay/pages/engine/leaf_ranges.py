"""Some rows of a column without lists: of its pages, only those are read that have one of them."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple, TypeAlias, cast

import pyarrow as pa

from inlay.pages.engine.chunk_indexes import read_indexes
from inlay.pages.engine.chunk_metadata import locate_pages
from inlay.pages.engine.chunk_pages import Page
from inlay.pages.engine.errors import ChunkError
from inlay.pages.engine.leaf import Leaf
from inlay.pages.engine.leaf_values import ValueLayout, decode_pages
from inlay.pages.engine.page_counts import PageCounts
from inlay.pages.engine.range_reader import FileRange, RangeReader
from inlay.pages.engine.walk import values_in, walk
from parquet_format.parquet import ColumnChunk, ColumnMetaData

RowRanges: TypeAlias = Sequence[tuple[int, int]]
"""Rows of a row group, in their order: from one to the one behind the last."""


class _PlacedRows(NamedTuple):
    """A data page that has a row that is asked for."""

    start: int
    end: int
    offset: int
    size: int


def read_by_ranges(
    reader: RangeReader,
    chunk: ColumnChunk,
    meta: ColumnMetaData,
    leaf: Leaf,
    layout: ValueLayout,
    num_rows: int,
    ranges: RowRanges,
    counts: PageCounts,
) -> pa.Array[Any] | None:
    """The values of these rows of a row group of `num_rows`. What is read is added to the counts.

    None where the whole chunk has to be read: without an offset index, with one that does not fit the pages, and for pages that are
    left to pyarrow. Raises ChunkError for damaged pages.
    """
    try:
        indexes = read_indexes(reader, chunk)
        starts = (
            [] if indexes is None else [at.first_row_index for at in indexes.offsets.page_locations]
        )
        ends = [*starts[1:], num_rows]
        if (
            indexes is None
            or starts[:1] != [0]
            or any(a >= b for a, b in zip(starts, ends, strict=True))
        ):
            return None
        wanted = [
            _PlacedRows(starts[at], ends[at], location.offset, location.compressed_page_size)
            for at, location in enumerate(indexes.offsets.page_locations)
            if _overlaps(ranges, starts[at], ends[at])
        ]
        first = indexes.offsets.page_locations[0].offset
        pages = list(_read_pages(reader, meta, first, wanted, counts))
    except ChunkError:
        return None  # whoever reads the chunk says what is wrong with it
    rows = sum(page.end - page.start for page in wanted)
    values = decode_pages(pages, meta, leaf, layout, rows, locate_pages(meta)[0])
    return None if values is None else _take(values, wanted, ranges)


def _overlaps(ranges: RowRanges, start: int, end: int) -> bool:
    at = bisect_right(ranges, start, key=lambda it: it[1])
    return at < len(ranges) and ranges[at][0] < end


def _read_pages(
    reader: RangeReader,
    meta: ColumnMetaData,
    first: int,
    wanted: Sequence[_PlacedRows],
    counts: PageCounts,
) -> Iterator[Page]:
    """The dictionary, if there is one, and these pages; those that lie side by side are one read. Raises ChunkError for another
    number of pages or of values than the index tells of."""
    begin, end = locate_pages(meta)
    if begin < first <= end:
        counts.add(0, first - begin)
        yield from _walk(reader, begin, first, begin)
    runs: list[list[_PlacedRows]] = []
    for page in wanted:
        if page.offset < begin or page.offset + page.size > end or page.size <= 0:
            raise ChunkError("an offset index that leads out of the chunk", begin)
        if runs and runs[-1][-1].offset + runs[-1][-1].size == page.offset:
            runs[-1].append(page)
        else:
            runs.append([page])
    for run in runs:
        stop = run[-1].offset + run[-1].size
        placed = {page.offset - begin: page.end - page.start for page in run}
        counts.add(len(run), stop - run[0].offset)
        for read in _walk(reader, run[0].offset, stop, begin):
            if not read.is_data or values_in(read.header, read.offset) != placed.pop(
                read.offset, -1
            ):
                raise ChunkError("another page than the offset index tells of", begin + read.offset)
            yield read
        if placed:
            raise ChunkError("fewer pages than the offset index tells of", run[0].offset)


def _walk(reader: RangeReader, start: int, end: int, begin: int) -> Iterator[Page]:
    view = memoryview(reader.read(FileRange(start, end - start, "pages")))
    for page in walk(lambda at, size: view[at - start : at - start + size], start, end):
        body = view[page.start - start : page.end - start]
        yield Page(page.header, page.offset - begin, page.size, body)


def _take(values: pa.Array[Any], wanted: Sequence[_PlacedRows], ranges: RowRanges) -> pa.Array[Any]:
    """Of the rows of these pages, those of the ranges."""
    before = 0
    parts: list[pa.Array[Any]] = []
    for page in wanted:
        at = bisect_right(ranges, page.start, key=lambda it: it[1])
        while at < len(ranges) and ranges[at][0] < page.end:
            start, end = max(ranges[at][0], page.start), min(ranges[at][1], page.end)
            parts.append(values.slice(before + start - page.start, end - start))
            at += 1
        before += page.end - page.start
    return _join(parts, values)


def take_ranges(values: pa.Array[Any], ranges: RowRanges) -> pa.Array[Any]:
    """These rows of a whole column."""
    return _join([values.slice(start, end - start) for start, end in ranges], values)


def _join(parts: Sequence[pa.Array[Any]], like: pa.Array[Any]) -> pa.Array[Any]:
    """Slices, one after the other; none of `like` where there are none."""
    if len(parts) < 2:
        return parts[0] if parts else like.slice(0, 0)
    return cast("pa.Array[Any]", cast(Any, pa.concat_arrays)(parts))


def is_covered(ranges: RowRanges, num_rows: int) -> bool:
    """Whether these are all rows."""
    return list(ranges) == [(0, num_rows)]
