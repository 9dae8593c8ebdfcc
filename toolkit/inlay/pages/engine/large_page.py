"""A large data page, taken apart without its compressed bytes beside it."""

from __future__ import annotations

from typing import NamedTuple

from inlay.pages.engine.chunk_pages import levels_in, measure_levels, require_runs
from inlay.pages.engine.codecs import LARGEST, Bytes
from inlay.pages.engine.leaf import Leaf
from inlay.pages.engine.page_bytes import PageBytes, UnsplitPageError, decompress_parts
from inlay.pages.engine.walk import PlacedPage, ReadAt
from parquet_format.parquet import CompressionCodec, DataPageHeader, DataPageHeaderV2


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
    parts = PageBytes(read, page)
    if isinstance(header, DataPageHeaderV2):
        opened = _open_version_2(parts, header, size, codec)
    else:
        require_runs(header, leaf)
        body = memoryview(decompress_parts(codec, parts, size))
        repetition, definition = levels_in(body, header, leaf, page.offset)
        opened = LargePage(repetition, definition, body[measure_levels(body, leaf) :])
    parts.require_crc()
    return opened


def _open_version_2(
    parts: PageBytes, header: DataPageHeaderV2, size: int, codec: CompressionCodec
) -> LargePage:
    first, second = header.repetition_levels_byte_length, header.definition_levels_byte_length
    before = first + second
    if first < 0 or second < 0 or before > min(size, parts.left):
        raise UnsplitPageError
    repetition, definition = parts.read(first), parts.read(second)
    used = codec if header.is_compressed is not False else CompressionCodec.UNCOMPRESSED
    values = decompress_parts(used, parts, size - before) if parts.left else b""
    return LargePage(repetition, definition, values)
