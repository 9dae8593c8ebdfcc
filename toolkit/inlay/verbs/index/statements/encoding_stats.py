"""How many pages of a chunk are in each encoding: by it readers know that a dictionary has all values."""

from __future__ import annotations

from collections import Counter
from typing import Final

from inlay.pages.engine.walk import find_data_header
from inlay.verbs.index.measured_chunk import MeasuredChunk
from inlay.verbs.index.statement import Statement, in_levels
from parquet_format.parquet import ColumnChunk, ColumnMetaData, PageEncodingStats


def _add(chunk: MeasuredChunk) -> str:
    """In the order in which they are seen."""
    counts = Counter(
        (page.header.type, header.encoding)
        for page in chunk.pages
        if (header := find_data_header(page.header) or page.header.dictionary_page_header)
    )
    chunk.meta.encoding_stats = [
        PageEncodingStats(page_type=kind, encoding=encoding, count=count)
        for (kind, encoding), count in counts.items()
    ]
    return ""


def _strip(_chunk: ColumnChunk, meta: ColumnMetaData) -> None:
    meta.encoding_stats = None


STATEMENT: Final = Statement(
    name="encoding-stats",
    rank=6,
    is_there=lambda _chunk, meta: bool(meta.encoding_stats),
    may_say=lambda chunk: chunk.num_pages > 0,
    helps=lambda chunk: chunk.num_pages > chunk.num_data_pages,
    reads_values=in_levels,
    add=_add,
    strip=_strip,
    findings=("value-encoding-stats",),
)
