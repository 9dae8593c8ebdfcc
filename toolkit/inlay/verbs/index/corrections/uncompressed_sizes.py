"""How many bytes the pages of a chunk have with their headers, before compression. The format asks for it, so it is never taken out."""

from __future__ import annotations

from typing import Final

from inlay.verbs.index.measured_chunk import MeasuredChunk
from inlay.verbs.index.statement import Statement, always, in_levels
from parquet_format.parquet import ColumnChunk, ColumnMetaData


def _add(chunk: MeasuredChunk) -> str:
    chunk.meta.total_uncompressed_size = sum(
        page.start - page.offset + page.header.uncompressed_page_size for page in chunk.pages
    )
    return ""


def _keep(_chunk: ColumnChunk, _meta: ColumnMetaData) -> None:
    """There is always a size."""


CORRECTION: Final = Statement(
    name="uncompressed-sizes",
    rank=12,
    is_there=lambda _chunk, _meta: False,
    may_say=always,
    helps=always,
    reads_values=in_levels,
    add=_add,
    strip=_keep,
    findings=("chunk-size",),
)
