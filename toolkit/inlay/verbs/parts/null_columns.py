"""Columns of nothing but nulls, as a small file in memory: one more source of a plan."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final
from zlib import crc32

from inlay.ground.files.memory import MemoryFile
from inlay.ground.schema.tree import Node
from inlay.pages.engine.leaf import Leaf
from inlay.pages.engine.thrift_file import ThriftFile
from parquet_format.parquet import (
    BoundaryOrder,
    ColumnChunk,
    ColumnIndex,
    ColumnMetaData,
    CompressionCodec,
    DataPageHeader,
    Encoding,
    OffsetIndex,
    PageHeader,
    PageLocation,
    PageType,
    Statistics,
    Type,
)

_MOST: Final = 1 << 30
"""Rows of a page; `num_values` is an i32."""


def build_null_columns(leaves: Sequence[Node], rows: int) -> tuple[ThriftFile, list[ColumnChunk]]:
    """A file with a row group of so many rows, and its chunks: one for each leaf."""
    body = bytearray(b"PAR1")
    chunks = [_chunk(body, leaf, rows) for leaf in leaves]
    file = MemoryFile(memoryview(bytes(body)))
    return ThriftFile("nulls", file, b"", len(body)), chunks


def _chunk(body: bytearray, node: Node, rows: int) -> ColumnChunk:
    leaf = Leaf.of(node)
    start = len(body)
    locations: list[PageLocation] = []
    for first in range(0, rows, _MOST):
        page = _page(leaf, min(rows - first, _MOST))
        locations.append(
            PageLocation(offset=len(body), compressed_page_size=len(page), first_row_index=first)
        )
        body += page
    size = len(body) - start
    meta = ColumnMetaData(
        type=node.element.type if node.element.type is not None else Type.BOOLEAN,
        encodings=[Encoding.PLAIN, Encoding.RLE],
        path_in_schema=list(node.path),
        codec=CompressionCodec.UNCOMPRESSED,
        num_values=rows,
        total_uncompressed_size=size,
        total_compressed_size=size,
        data_page_offset=start,
        statistics=Statistics(null_count=rows),
    )
    chunk = ColumnChunk(file_offset=0, meta_data=meta)
    if locations:
        _add_indexes(body, chunk, locations, rows)
    return chunk


def _page(leaf: Leaf, rows: int) -> bytes:
    levels = b"".join(_zeros(most, rows) for most in (leaf.max_repetition, leaf.max_definition))
    header = PageHeader(
        type=PageType.DATA_PAGE,
        uncompressed_page_size=len(levels),
        compressed_page_size=len(levels),
        crc=_signed(crc32(levels)),
        data_page_header=DataPageHeader(
            num_values=rows,
            encoding=Encoding.PLAIN,
            definition_level_encoding=Encoding.RLE,
            repetition_level_encoding=Encoding.RLE,
        ),
    )
    return header.encode() + levels


def _zeros(most: int, count: int) -> bytes:
    """Levels that are all 0: their length, and one run of the RLE / bit-packing hybrid (parquet-format, Encodings.md)."""
    if most == 0:
        return b""
    width = (most.bit_length() + 7) // 8
    run = bytes(_varint(count << 1)) + bytes(width)
    return len(run).to_bytes(4, "little") + run


def _varint(value: int) -> Iterator[int]:
    while value > 0x7F:
        yield value & 0x7F | 0x80
        value >>= 7
    yield value


def _signed(crc: int) -> int:
    """As an i32, which is what the header has."""
    return crc - (1 << 32) if crc >> 31 else crc


def _add_indexes(
    body: bytearray, chunk: ColumnChunk, locations: list[PageLocation], rows: int
) -> None:
    pages = len(locations)
    nulls = [min(rows - page.first_row_index, _MOST) for page in locations]
    column_index = ColumnIndex(
        null_pages=[True] * pages,
        min_values=[b""] * pages,
        max_values=[b""] * pages,
        boundary_order=BoundaryOrder.ASCENDING,
        null_counts=nulls,
    ).encode()
    offset_index = OffsetIndex(page_locations=locations).encode()
    chunk.column_index_offset, chunk.column_index_length = len(body), len(column_index)
    body += column_index
    chunk.offset_index_offset, chunk.offset_index_length = len(body), len(offset_index)
    body += offset_index
