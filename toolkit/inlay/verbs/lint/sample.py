"""A sample of a column: the values of its first pages, told apart by their bytes.

No reader of others is used: a damaged file must not end a run over a lake.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from inlay.pages.engine.chunk_metadata import locate_pages
from inlay.pages.engine.chunk_pages import DataPage, Page, data_of
from inlay.pages.engine.codecs import Bytes, is_known
from inlay.pages.engine.errors import ChunkError
from inlay.pages.engine.leaf import Leaf
from inlay.pages.engine.range_reader import FileRange, RangeReader
from inlay.pages.engine.walk import values_in, walk
from inlay.verbs.lint.column_facts import ChunkFacts, ColumnFacts
from parquet_format.parquet import Encoding, Type

MOST_VALUES: Final = 16_384
_LARGEST_PAGE: Final = 16 << 20
_WIDTHS: Final = {Type.INT32: 4, Type.FLOAT: 4, Type.INT64: 8, Type.DOUBLE: 8, Type.INT96: 12}


def count_in_sample(
    reader: RangeReader, column: ColumnFacts, chunk: ChunkFacts
) -> tuple[int, int] | None:
    """Distinct values, and all that are not null, of the first pages of a chunk.

    None for pages that are damaged, larger than 16 MiB, or neither PLAIN nor BYTE_STREAM_SPLIT.
    """
    distinct = set[bytes]()
    values = 0
    try:
        for page in _read_pages(reader, column, chunk):
            for value in _list_values(page, column):
                distinct.add(value)
                values += 1
                if values == MOST_VALUES:
                    return len(distinct), values
    except ChunkError:
        return None
    return (len(distinct), values) if values else None


def _read_pages(reader: RangeReader, column: ColumnFacts, chunk: ChunkFacts) -> Iterator[DataPage]:
    """Raises ChunkError for damage, and for pages that are too large."""
    if not is_known(chunk.meta.codec):
        raise ChunkError(f"the codec {chunk.meta.codec.name}", 0)
    start, end = locate_pages(chunk.meta)
    reader.require_inside(FileRange(start, end - start, "pages"))
    leaf = Leaf.of(column.leaf)
    for page in walk(reader.read_some, start, end):
        if not page.is_data:
            continue
        if max(page.size, page.header.uncompressed_page_size) > _LARGEST_PAGE:
            raise ChunkError("a page larger than a sample", page.offset)
        values_in(page.header, page.offset)  # the header of a data page has one of its version
        body = reader.read(FileRange(page.start, page.end - page.start, "page"))
        placed = Page(page.header, page.offset - start, page.size, memoryview(body))
        yield data_of(placed, chunk.meta.codec, leaf, start)


def _list_values(page: DataPage, column: ColumnFacts) -> Iterator[bytes]:
    """Each as the bytes that it has in a plain page. Raises ChunkError for another encoding."""
    type_ = column.element.type
    if page.encoding == Encoding.PLAIN and type_ == Type.BYTE_ARRAY:
        return _list_byte_arrays(page.values)
    width = _WIDTHS.get(type_, column.element.type_length or 0) if type_ is not None else 0
    if width <= 0 or page.encoding not in (Encoding.PLAIN, Encoding.BYTE_STREAM_SPLIT):
        raise ChunkError(f"values in the encoding {page.encoding.name}", 0)
    data = bytes(page.values)
    count = min(len(data) // width, MOST_VALUES)
    if page.encoding == Encoding.PLAIN:
        return (data[at : at + width] for at in range(0, count * width, width))
    stride = len(data) // width
    return (data[at : stride * width : stride] for at in range(count))


def _list_byte_arrays(data: Bytes) -> Iterator[bytes]:
    at = 0
    while at + 4 <= len(data):
        end = at + 4 + int.from_bytes(data[at : at + 4], "little")
        yield bytes(data[at + 4 : end])
        at = end
