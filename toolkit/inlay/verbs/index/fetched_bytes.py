"""What a reader of all columns fetches for a filter: the pages that may match, as `inlay prune` says."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import NamedTuple

from inlay.ground.files.source import Seekable, read_at
from inlay.pages.engine.chunk_metadata import locate_pages, metadata_of
from inlay.rows.pruning.prune_file import prune_for_reading
from inlay_runtime.attempt import decode_or_none
from parquet_format.parquet import ColumnChunk, FileMetaData, OffsetIndex


class FetchedBytes(NamedTuple):
    """Bytes of dictionaries and data pages, without those of the footer, indexes and filters."""

    before: int
    after: int


def count_fetched(file: Seekable, metadata: FileMetaData, filter: str) -> int:
    """Whole chunks where no offset index says where pages are. Raises FilterError for a filter that does not fit the columns."""
    size = 0
    for verdict in prune_for_reading(file, filter, None).groups:
        if verdict.is_skipped:
            continue
        group = metadata.row_groups[verdict.row_group]
        for chunk in group.columns:
            size += _count_in_chunk(file, chunk, verdict.row_ranges, group.num_rows)
    return size


def _count_in_chunk(
    file: Seekable, chunk: ColumnChunk, ranges: Sequence[tuple[int, int]], num_rows: int
) -> int:
    start, end = locate_pages(metadata_of(chunk))
    offset, length = chunk.offset_index_offset, chunk.offset_index_length
    if not offset or not length or not ranges:
        return end - start
    decoded = decode_or_none(OffsetIndex, read_at(file, offset, length))
    if decoded is None or not decoded[0].page_locations:
        return end - start
    pages = decoded[0].page_locations
    firsts = [*(page.first_row_index for page in pages), num_rows]
    return (
        pages[0].offset
        - start
        + sum(
            page.compressed_page_size
            for page, (first, behind) in zip(pages, pairwise(firsts), strict=True)
            if any(low < behind and first < high for low, high in ranges)
        )
    )
