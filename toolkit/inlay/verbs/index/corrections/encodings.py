"""The encodings of the pages of a chunk. The format asks for the list, so it is never taken out."""

from __future__ import annotations

from typing import Final

from inlay.pages.engine.walk import find_data_header
from inlay.verbs.index.measured_chunk import MeasuredChunk
from inlay.verbs.index.statement import Statement, always, in_levels
from parquet_format.parquet import ColumnChunk, ColumnMetaData


def _add(chunk: MeasuredChunk) -> str:
    """Behind those that are listed, for levels have encodings, too."""
    headers = [
        find_data_header(it.header) or it.header.dictionary_page_header for it in chunk.pages
    ]
    encodings = [header.encoding for header in headers if header is not None]
    chunk.meta.encodings = list(dict.fromkeys([*chunk.meta.encodings, *encodings]))
    return ""


def _keep(_chunk: ColumnChunk, _meta: ColumnMetaData) -> None:
    """Those that are listed may all be of levels."""


CORRECTION: Final = Statement(
    name="encodings",
    rank=11,
    is_there=lambda _chunk, _meta: False,
    may_say=always,
    helps=always,
    reads_values=in_levels,
    add=_add,
    strip=_keep,
    findings=("value-encodings",),
)
