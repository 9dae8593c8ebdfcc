"""A large page, taken apart without its compressed bytes beside it."""

from __future__ import annotations

from typing import Any, NamedTuple

import pyarrow as pa

from inlay.pages.engine.chunk_pages import levels_in, measure_levels, require_runs
from inlay.pages.engine.codecs import LARGEST, Bytes
from inlay.pages.engine.leaf import Leaf
from inlay.pages.engine.page_bytes import PageBody, UnsplitPageError, decompress_parts, fill_room
from inlay.pages.engine.required_file import DenseDictionary
from inlay.pages.engine.walk import PlacedPage, ReadAt
from inlay_runtime.core import load_native
from parquet_format.parquet import (
    CompressionCodec,
    DataPageHeader,
    DataPageHeaderV2,
    Encoding,
    Type,
)

_native: Any = load_native("inlay.pages.engine.native_pieces")


class LargePage(NamedTuple):
    """Levels as runs without a length before them."""

    repetition: Bytes
    definition: Bytes
    values: Bytes


def open_large_page(
    read: ReadAt,
    page: PlacedPage,
    header: DataPageHeader | DataPageHeaderV2,
    codec: CompressionCodec,
    leaf: Leaf,
) -> LargePage:
    """Raises UnsplitPageError, UndecodedError for levels that are not read, and ChunkError."""
    size = page.header.uncompressed_page_size
    if not 0 <= size <= LARGEST:
        raise UnsplitPageError
    parts = PageBody(read, page)
    if isinstance(header, DataPageHeaderV2):
        opened = _open_version_2(parts, header, size, codec)
    else:
        require_runs(header, leaf)
        body = memoryview(decompress_parts(codec, parts, size))
        repetition, definition = levels_in(body, header, leaf, page.offset)
        opened = LargePage(repetition, definition, body[measure_levels(body, leaf) :])
    parts.require_crc()
    return opened


def open_large_dictionary(
    read: ReadAt, page: PlacedPage, codec: CompressionCodec, type_: Type
) -> DenseDictionary:
    """Raises UnsplitPageError."""
    header = page.header.dictionary_page_header
    count = 0 if header is None else header.num_values
    room = open_large_body(read, page, codec)
    dictionary = DenseDictionary(b"", count, Encoding.PLAIN, room.size, is_large=True)
    if _native is None or count <= 0:
        raise UnsplitPageError
    if type_ == Type.BYTE_ARRAY:
        dictionary.entries = _gather_texts(room, count)
    else:
        dictionary.plain = memoryview(room).cast("B").toreadonly()
    return dictionary


def open_large_body(read: ReadAt, page: PlacedPage, codec: CompressionCodec) -> pa.Buffer:
    """All of it, as it lies behind its header. Raises UnsplitPageError."""
    size = page.header.uncompressed_page_size
    if not 0 <= size <= LARGEST:
        raise UnsplitPageError
    parts = PageBody(read, page)
    room = fill_room(codec, parts, size)
    parts.require_crc()
    return room


def _gather_texts(room: pa.Buffer, count: int) -> pa.Array[Any]:
    if count > room.size // 4:
        raise UnsplitPageError
    offsets: Any = pa.allocate_buffer(4 * (count + 1))
    size: int = _native.gather_texts(room, offsets, count)
    if size < 0:
        raise UnsplitPageError
    return pa.Array.from_buffers(pa.binary(), count, [None, offsets, room.slice(0, size)], 0)


def _open_version_2(
    parts: PageBody, header: DataPageHeaderV2, size: int, codec: CompressionCodec
) -> LargePage:
    first, second = header.repetition_levels_byte_length, header.definition_levels_byte_length
    before = first + second
    if first < 0 or second < 0 or before > min(size, parts.left):
        raise UnsplitPageError
    repetition, definition = parts.read(first), parts.read(second)
    used = codec if header.is_compressed is not False else CompressionCodec.UNCOMPRESSED
    values = decompress_parts(used, parts, size - before) if parts.left else b""
    return LargePage(repetition, definition, values)
