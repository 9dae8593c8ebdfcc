"""The pages of a column chunk of any writer: headers, levels, and values in whatever encoding they are."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple

from inlay.ground.wording.amounts import count
from inlay.pages.engine.codecs import Bytes, CodecError, decompress
from inlay.pages.engine.errors import ChunkError, UndecodedError
from inlay.pages.engine.leaf import Leaf
from inlay.pages.engine.walk import DATA, PlacedPage, ReadAt, read_held, values_in, walk
from inlay_runtime.crc import crc32
from parquet_format.parquet import (
    ColumnMetaData,
    CompressionCodec,
    DataPageHeader,
    DataPageHeaderV2,
    Encoding,
    PageHeader,
    PageType,
)


class Page(NamedTuple):
    """A page as it lies in its chunk: `body` may be compressed. Offsets count from the start of the chunk."""

    header: PageHeader
    offset: int
    size: int
    body: memoryview

    @property
    def is_data(self) -> bool:
        return self.header.type in DATA


@dataclass(frozen=True, slots=True)
class DataPage:
    """A data page, decompressed and taken apart; the levels are RLE runs without a length before them."""

    num_values: int
    encoding: Encoding
    repetition: bytes
    definition: bytes
    values: Bytes


def pages_of(chunk: bytes, meta: ColumnMetaData, at: int) -> Iterator[Page]:
    """The pages of a chunk that lies at offset `at` of its file. Raises ChunkError unless they fill it and hold as
    many values as it has."""
    view = memoryview(chunk)
    end = at + len(chunk)
    for page in place_pages(read_held(view, at), at, end, meta):
        header, offset, start, stop = page
        yield Page(header, offset - at, page.size, view[start - at : stop - at])


def place_pages(read: ReadAt, start: int, end: int, meta: ColumnMetaData) -> Iterator[PlacedPage]:
    """The same pages, as they lie in the file, whatever holds its bytes."""
    values = 0
    for page in walk(read, start, end):
        values += values_in(page.header, page.offset)
        yield page
    if values != meta.num_values:
        what = f"pages of {count(values, 'value')}, and the chunk has {meta.num_values:,}"
        raise ChunkError(what, start)


def dictionary_of(page: Page, codec: CompressionCodec, at: int) -> Bytes:
    """The values of a dictionary page, decompressed. Raises ChunkError."""
    _check_crc(page, at)
    return _decompressed(page, codec, page.body, page.header.uncompressed_page_size, at)


def data_of(page: Page, codec: CompressionCodec, leaf: Leaf, at: int) -> DataPage:
    """A data page of a chunk at offset `at`. Raises ChunkError for what is damaged or not read."""
    _check_crc(page, at)
    v1, v2 = page.header.data_page_header, page.header.data_page_header_v2
    if page.header.type == PageType.DATA_PAGE and v1 is not None:
        return _version_1(page, v1, codec, leaf, at)
    assert v2 is not None  # pages_of has seen to it
    return _version_2(page, v2, codec, at)


def has_damaged_crc(page: Page) -> bool:
    """Whether the page has a CRC, and other bytes than it was made of."""
    crc = page.header.crc
    return crc is not None and crc32(page.body) != crc & 0xFFFFFFFF


def _check_crc(page: Page, at: int) -> None:
    if has_damaged_crc(page):
        raise ChunkError("a page does not match its CRC", at + page.offset)


def _version_1(
    page: Page, header: DataPageHeader, codec: CompressionCodec, leaf: Leaf, at: int
) -> DataPage:
    size = page.header.uncompressed_page_size
    body = memoryview(_decompressed(page, codec, page.body, size, at))
    repetition, definition = levels_in(body, header, leaf, at + page.offset)
    values = body[measure_levels(body, leaf) :]
    return DataPage(
        header.num_values, header.encoding, bytes(repetition), bytes(definition), values
    )


def measure_levels(body: Bytes, leaf: Leaf) -> int:
    """Bytes of the levels that a page of version 1 begins with, as far as the beginning of it says: more than it has, if it says too little."""
    end = 0
    for most in (leaf.max_repetition, leaf.max_definition):
        if most and end + 4 > len(body):
            return end + 4
        if most:
            end += 4 + int.from_bytes(body[end : end + 4], "little")
    return end


def require_runs(header: DataPageHeader, leaf: Leaf) -> None:
    """Before 2014, levels could be packed without runs."""
    for most, encoding in (
        (leaf.max_repetition, header.repetition_level_encoding),
        (leaf.max_definition, header.definition_level_encoding),
    ):
        if most and encoding == Encoding.BIT_PACKED:
            raise UndecodedError("its levels are in the encoding BIT_PACKED")


def levels_in(body: Bytes, header: DataPageHeader, leaf: Leaf, at: int) -> tuple[Bytes, Bytes]:
    """Repetition and definition levels at the beginning of a page of version 1, which lies at offset `at`, where they lie. Raises ChunkError."""
    position = 0
    levels: list[Bytes] = []
    for most, encoding in (
        (leaf.max_repetition, header.repetition_level_encoding),
        (leaf.max_definition, header.definition_level_encoding),
    ):
        if most == 0:
            levels.append(b"")
            continue
        if encoding != Encoding.RLE:
            raise ChunkError(f"levels in the encoding {encoding.name}", at)
        length = int.from_bytes(body[position : position + 4], "little")
        position += 4 + length
        if position > len(body):
            raise ChunkError(f"{count(length, 'byte')} of levels, and the page ends", at)
        levels.append(body[position - length : position])
    repetition, definition = levels
    return repetition, definition


def _version_2(page: Page, header: DataPageHeaderV2, codec: CompressionCodec, at: int) -> DataPage:
    body = page.body
    first, second = header.repetition_levels_byte_length, header.definition_levels_byte_length
    before = first + second
    if first < 0 or second < 0 or before > len(body):
        raise ChunkError(f"{count(before, 'byte')} of levels, and the page ends", at + page.offset)
    used = codec if header.is_compressed else CompressionCodec.UNCOMPRESSED
    size = page.header.uncompressed_page_size - before
    # A page of nulls has no values, and some writers compress these too.
    packed = body[before:]
    values = _decompressed(page, used, packed, size, at) if packed else b""
    repetition, definition = bytes(body[:first]), bytes(body[first:before])
    return DataPage(header.num_values, header.encoding, repetition, definition, values)


def _decompressed(page: Page, codec: CompressionCodec, data: Bytes, size: int, at: int) -> Bytes:
    try:
        return decompress(codec, data, size)
    except CodecError as error:
        raise ChunkError(str(error), at + page.offset) from error
