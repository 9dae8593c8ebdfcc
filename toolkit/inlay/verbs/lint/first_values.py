"""The first values of a column as Arrow arrays, decoded by Inlay alone: a damaged file must not end a run over a lake."""

from __future__ import annotations

import math
from typing import Any, Final

import pyarrow as pa
import pyarrow.compute as pc

from inlay.pages.encodings.plain import build_page_header
from inlay.pages.engine.chunk_metadata import locate_pages
from inlay.pages.engine.chunk_pages import Page, dictionary_of, pages_of
from inlay.pages.engine.errors import ChunkError
from inlay.pages.engine.leaf import Leaf
from inlay.pages.engine.leaf_values import ValueLayout, decode_pages, layout_of, may_decode
from inlay.pages.engine.range_reader import FileRange, RangeReader
from inlay.verbs.lint.column_facts import ChunkFacts, ColumnFacts
from parquet_format.parquet import (
    ColumnMetaData,
    CompressionCodec,
    Encoding,
    PageType,
    SchemaElement,
    Type,
)

_compute: Any = pc  # its stubs leave types open

_MOST_CHUNKS: Final = 1024
_MOST_VALUES: Final = 1 << 24
"""Values of a chunk; a few bytes may stand for as many."""
_MOST_BYTES: Final = 64 << 20
"""Bytes of the values of a chunk."""
_PREFIX: Final = 4
"""Bytes of the length before a value of bytes."""
_ENTRY: Final = Leaf("an entry of a dictionary", 0, 0)
_ARROW: Final[dict[Type, pa.DataType]] = {
    Type.BOOLEAN: pa.bool_(),
    Type.INT32: pa.int32(),
    Type.INT64: pa.int64(),
    Type.FLOAT: pa.float32(),
    Type.DOUBLE: pa.float64(),
    Type.BYTE_ARRAY: pa.binary(),
}


def read_first(reader: RangeReader, column: ColumnFacts, budget: int) -> list[pa.Array[Any]]:
    """The values of the first chunks, a list's one after another: of one at least, and of more while they have up to `budget` bytes.

    None of them where one is damaged, large, or in an encoding that is not decoded here.
    """
    arrow = _arrow_of(column.element)
    layout = layout_of(column.element, arrow) if arrow is not None else None
    arrays: list[pa.Array[Any]] = []
    if layout is None:
        return []
    for chunk in column.filled[:_MOST_CHUNKS]:
        size = max(chunk.meta.total_uncompressed_size, chunk.meta.total_compressed_size)
        if arrays and size > budget:
            break
        try:
            array = _read(reader, column, chunk, layout, size)
        except ChunkError:
            array = None
        if array is None:
            return []
        budget -= max(size, array.nbytes)
        arrays.append(array)
    return arrays


def find_range(reader: RangeReader, column: ColumnFacts) -> tuple[int, int] | None:
    """The least and the greatest value of the first chunk of a column of integers; None where `read_first` has none."""
    arrays = read_first(reader, column, 0)
    if not arrays:
        return None
    ends = _compute.min_max(arrays[0]).as_py()
    return None if ends["min"] is None else (ends["min"], ends["max"])


def _arrow_of(element: SchemaElement) -> pa.DataType | None:
    """A type whose values pyarrow stores in as many bytes; None for those that are not decoded here."""
    if element.type == Type.FIXED_LEN_BYTE_ARRAY:
        length = element.type_length or 0
        if not 0 < length <= 16:
            return None
        digits = int(math.log10(2 ** (8 * length - 1) - 1))
        return pa.binary(16) if length == 16 else pa.decimal128(digits)
    return _ARROW.get(element.type) if element.type is not None else None


def _read(
    reader: RangeReader, column: ColumnFacts, chunk: ChunkFacts, layout: ValueLayout, size: int
) -> pa.Array[Any] | None:
    """Raises ChunkError."""
    meta = chunk.meta
    if not may_decode(meta) or meta.num_values > _MOST_VALUES or size > _MOST_BYTES:
        return None
    start, end = locate_pages(meta)
    place = FileRange(start, end - start, "pages")
    reader.require_inside(place)
    pages = list(pages_of(reader.read(place), meta, start))
    if sum(max(page.header.uncompressed_page_size, 0) for page in pages) > _MOST_BYTES:
        return None
    if meta.type == Type.BYTE_ARRAY and not _are_short(pages, meta, layout, start):
        return None
    leaf = Leaf.of(column.leaf)
    return decode_pages(pages, meta, leaf, layout, meta.num_values, start)


def _are_short(pages: list[Page], meta: ColumnMetaData, layout: ValueLayout, at: int) -> bool:
    """Whether all values fit in memory, if each is the longest of the dictionary: a bit may stand for a megabyte. Raises ChunkError."""
    for page in pages:
        header = page.header.dictionary_page_header
        if page.header.type != PageType.DICTIONARY_PAGE or header is None:
            continue
        body = dictionary_of(page, meta.codec, at)
        if not 0 <= header.num_values <= len(body) // _PREFIX:
            raise ChunkError("a dictionary of fewer entries than it says", at + page.offset)
        plain = Page(
            build_page_header(len(body), header.num_values, Encoding.PLAIN),
            0,
            len(body),
            memoryview(body),
        )
        stored = meta.replace(codec=CompressionCodec.UNCOMPRESSED)
        entries = decode_pages([plain], stored, _ENTRY, layout, header.num_values, at)
        if entries is None:
            return False
        longest = _compute.max(_compute.binary_length(entries)).as_py() or 0
        if longest * meta.num_values > 4 * _MOST_BYTES:
            return False
    return True
