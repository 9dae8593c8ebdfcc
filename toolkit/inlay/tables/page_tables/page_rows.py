"""One row per page, from its header: no body is read."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from inlay.ground.schema.tree import Node
from inlay.pages.engine.chosen_chunks import ChosenChunk
from inlay.pages.engine.chunk_metadata import locate_pages
from inlay.pages.engine.leaf import levels_of
from inlay.pages.engine.range_reader import FileRange, RangeReader
from inlay.pages.engine.walk import PlacedPage, find_data_header, values_in, walk
from inlay_runtime.core import load_native
from parquet_format.parquet import DataPageHeader, DataPageHeaderV2

_native: Any = load_native("inlay.pages.engine.native_plain_chunk")

_SMALL: Final = 512
"""Bytes of a chunk that are read as quickly as those of a header."""


def list_page_rows(reader: RangeReader, chosen: ChosenChunk) -> Iterator[dict[str, Any]]:
    """Raises ChunkError for pages that do not fill their chunk, or that overlap too many others."""
    start, end = locate_pages(chosen.meta)
    reader.charge([FileRange(start, end - start, "pages")])
    rows: int | None = 0
    for number, page in enumerate(walk(reader.read_header, start, end)):
        own_rows = _count_rows(chosen.leaf, page)
        yield {
            "page": number,
            **_describe_page(page),
            "num_rows": own_rows,
            "first_row_index": rows if page.is_data else None,
        }
        if page.is_data:
            rows = rows + own_rows if rows is not None and own_rows is not None else None


def count_pages(reader: RangeReader, chosen: ChosenChunk) -> int:
    """How many rows there would be. Raises what `list_page_rows` raises."""
    start, end = locate_pages(chosen.meta)
    reader.charge([FileRange(start, end - start, "pages")])
    if _native is not None and 0 <= end - start <= _SMALL:
        pages: int = _native.count_pages(reader.read_header(start, end - start))
        if pages >= 0:
            return pages
    return sum(
        _count_rows(chosen.leaf, page) != -1 for page in walk(reader.read_header, start, end)
    )


def _count_rows(leaf: Node, page: PlacedPage) -> int | None:
    """None for a page that is not a data page, and where only the levels say it."""
    header = find_data_header(page.header)
    if isinstance(header, DataPageHeaderV2):
        return header.num_rows
    if header is None or levels_of(leaf)[1]:
        return None
    return values_in(page.header, page.offset)


def _describe_page(page: PlacedPage) -> dict[str, Any]:
    header = page.header
    row: dict[str, Any] = {
        "page_type": header.type.name,
        "offset": page.offset,
        "header_length": page.start - page.offset,
        "compressed_page_size": header.compressed_page_size,
        "uncompressed_page_size": header.uncompressed_page_size,
        "crc": header.crc,
    }
    data = find_data_header(header)
    if data is not None:
        row |= _describe_data(data)
    elif header.dictionary_page_header is not None:
        dictionary = header.dictionary_page_header
        row["num_values"] = dictionary.num_values
        row["encoding"] = dictionary.encoding.name
        row["is_sorted"] = dictionary.is_sorted
    return row


def _describe_data(data: DataPageHeader | DataPageHeaderV2) -> dict[str, Any]:
    row: dict[str, Any] = {"num_values": data.num_values, "encoding": data.encoding.name}
    if data.statistics is not None:
        statistics = data.statistics
        row["null_count"] = statistics.null_count
        row["distinct_count"] = statistics.distinct_count
        row["min_value"] = statistics.min_value
        row["max_value"] = statistics.max_value
        row["is_min_value_exact"] = statistics.is_min_value_exact
        row["is_max_value_exact"] = statistics.is_max_value_exact
    if isinstance(data, DataPageHeaderV2):
        row["null_count"] = data.num_nulls
        row["is_compressed"] = data.is_compressed is not False
        row["definition_levels_byte_length"] = data.definition_levels_byte_length
        row["repetition_levels_byte_length"] = data.repetition_levels_byte_length
    else:
        row["definition_level_encoding"] = data.definition_level_encoding.name
        row["repetition_level_encoding"] = data.repetition_level_encoding.name
    return row
