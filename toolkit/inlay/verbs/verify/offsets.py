"""Whether the offsets in a footer fit the file: pages, indexes and bloom filters lie between the first
magic and the footer, and no two column chunks share bytes."""

from __future__ import annotations

from collections.abc import Iterator

from inlay_runtime.finding import Finding
from parquet_format.parquet import ColumnChunk, ColumnMetaData, FileMetaData

FIRST: int = 4
"""Where data begins: behind the magic."""

Extent = tuple[int, int, str]
"""Start, end, and whose."""


def check_offsets(metadata: FileMetaData, footer: int) -> list[Finding]:
    """What does not fit before a footer at this offset."""
    findings: list[Finding] = []
    pages: list[Extent] = []
    for place, chunk in _chunks(metadata):
        for start, end, what in list_extents(place, chunk):
            if start < FIRST or end > footer:
                said = f"{what} at {start:,} to {end:,} is not between {FIRST} and the footer"
                findings.append(Finding("offset", footer, said, place))
        if chunk.meta_data is not None and chunk.file_path is None:
            pages.append(_pages(place, chunk.meta_data))
    findings += _overlaps(pages, footer)
    return findings


def find_data_end(metadata: FileMetaData) -> int:
    """Where the last thing ends that the footer tells of."""
    ends = [end for place, chunk in _chunks(metadata) for _, end, _ in list_extents(place, chunk)]
    return max(ends, default=FIRST)


def list_extents(place: str, chunk: ColumnChunk) -> Iterator[Extent]:
    """What the chunk says lies in this file. Of a bloom filter only the start is sure to be known."""
    # A chunk without pages lies nowhere, whatever offset it has.
    if (
        chunk.file_path is None
        and chunk.meta_data is not None
        and chunk.meta_data.total_compressed_size
    ):
        start, end, _ = _pages(place, chunk.meta_data)
        yield start, end, "data"
    if chunk.column_index_offset is not None:
        start = chunk.column_index_offset
        yield start, start + (chunk.column_index_length or 0), "column index"
    if chunk.offset_index_offset is not None:
        start = chunk.offset_index_offset
        yield start, start + (chunk.offset_index_length or 0), "offset index"
    meta = chunk.meta_data
    if meta is not None and meta.bloom_filter_offset is not None:
        start = meta.bloom_filter_offset
        yield start, start + (meta.bloom_filter_length or 0), "bloom filter"


def _chunks(metadata: FileMetaData) -> Iterator[tuple[str, ColumnChunk]]:
    for row_group_at, row_group in enumerate(metadata.row_groups):
        for column_at, chunk in enumerate(row_group.columns):
            yield f"row_groups[{row_group_at}].columns[{column_at}]", chunk


def _pages(place: str, meta: ColumnMetaData) -> Extent:
    # Writers say 0 for a kind of page that there is not.
    start = min(filter(None, (meta.data_page_offset, meta.dictionary_page_offset)), default=0)
    return start, start + meta.total_compressed_size, place


def _overlaps(pages: list[Extent], footer: int) -> Iterator[Finding]:
    before: Extent | None = None
    for extent in sorted(extent for extent in pages if extent[1] > extent[0]):
        if before is not None and extent[0] < before[1]:
            said = f"data at {extent[0]:,} begins before that of {before[2]} ends at {before[1]:,}"
            yield Finding("overlap", footer, said, extent[2])
        if before is None or extent[1] > before[1]:
            before = extent
