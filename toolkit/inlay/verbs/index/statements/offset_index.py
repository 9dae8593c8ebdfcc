"""Where each data page of a chunk lies, and with which row it begins: by it readers go to one page of many."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from inlay.pages.engine.chunk_metadata import locate_pages
from inlay.pages.engine.piece import OFFSET_INDEX
from inlay.pages.engine.single_page_indexes import encode_offset_indexes
from inlay.verbs.index.measured_chunk import MeasuredChunk
from inlay.verbs.index.statement import Statement, in_levels
from parquet_format.parquet import ColumnChunk, ColumnMetaData, OffsetIndex, PageLocation

_NO_ROWS: Final = "it has a page without rows"


def _is_there(chunk: ColumnChunk, _meta: ColumnMetaData) -> bool:
    return chunk.offset_index_offset is not None


def _add(chunk: MeasuredChunk) -> str:
    pages = chunk.page_places
    if chunk.leaf.max_repetition:
        for number, levels in enumerate(chunk.levels):
            if not levels.begins_row:
                return f"page {number:,} begins inside a row"
    first_rows = {page.first_row for page in pages}
    if len(first_rows) < len(pages) or pages[-1].first_row >= chunk.group.num_rows:
        return _NO_ROWS
    index = OffsetIndex(
        page_locations=[
            PageLocation(
                offset=page.offset, compressed_page_size=page.size, first_row_index=page.first_row
            )
            for page in pages
        ]
    )
    if chunk.is_byte_array and chunk.will_decode:
        index.unencoded_byte_array_data_bytes = chunk.page_bytes
    chunk.parts[OFFSET_INDEX] = index.encode()
    return ""


def _add_to_held(chunks: Sequence[MeasuredChunk]) -> list[str]:
    """A chunk has as many rows as its page."""
    reasons = ["" if it.group.num_rows else _NO_ROWS for it in chunks]
    fit = [it for it, reason in zip(chunks, reasons, strict=True) if not reason]
    encoded = encode_offset_indexes(
        [(start := it.meta.data_page_offset, locate_pages(it.meta)[1] - start) for it in fit]
    )
    for chunk, index in zip(fit, encoded, strict=True):
        chunk.parts[OFFSET_INDEX] = index
    return reasons


def _strip(chunk: ColumnChunk, _meta: ColumnMetaData) -> None:
    """A column index goes, too: nothing else says where its pages are."""
    chunk.offset_index_offset = chunk.offset_index_length = None
    chunk.column_index_offset = chunk.column_index_length = None


STATEMENT: Final = Statement(
    name="offset-index",
    rank=7,
    is_there=_is_there,
    may_say=lambda chunk: chunk.num_data_pages > 0,
    helps=lambda chunk: chunk.num_data_pages > 1,
    reads_values=in_levels,
    add=_add,
    strip=_strip,
    part=OFFSET_INDEX,
    add_to_held=_add_to_held,
    findings=(
        "page-location",
        "offset-index",
        "value-first-row",
        "value-page-bytes",
        "page-index offset_index",
        "index-length",
        "offset",
        "index-rows",
        "page-bounds",
    ),
)
