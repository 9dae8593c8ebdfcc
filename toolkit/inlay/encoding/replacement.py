"""Pages that take the place of those of a chunk: one for one, so that page indexes keep their rows."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final

from inlay.encoding.errors import BothDamagedError
from inlay.encoding.payload import measure_plain
from inlay.encoding.plain import WIDTHS, build_page_header, copy_aligned, decode_pages
from inlay.encoding.plugin_calls import decode_values
from inlay.encoding.plugins import ValueEncoding
from inlay.encoding.region import bodies_in, split_plain
from inlay.encoding.transcode import levels_before, present_in, read_dictionary
from inlay.files.source import Seekable
from inlay.pages.chunk_pages import data_of, pages_of
from inlay.pages.codecs import LARGEST, compress
from inlay.pages.errors import ChunkError, PlacedError, place_errors
from inlay.pages.leaf import Leaf
from inlay_runtime.crc import crc32
from parquet_format.encoding import ColumnEncoding
from parquet_format.parquet import (
    ColumnMetaData,
    CompressionCodec,
    Encoding,
    PageEncodingStats,
    PageType,
    RowGroup,
    SizeStatistics,
    Type,
)

PLAIN_CODEC: Final = CompressionCodec.ZSTD
"""Of PLAIN pages that are written in the place of others: every reader has it."""

_NO_MATCH: Final = "a page of the new encoding does not match its CRC"

Bodies = Iterable[tuple[bytes, int]]
"""Bodies of v1 data pages that are not compressed, each with its number of values."""


class Replacement:
    """The pages are made as they are taken, once; then `describe` knows their sizes."""

    def __init__(self, encoding: Encoding, codec: CompressionCodec, bodies: Bodies) -> None:
        self._encoding = encoding
        self._codec = codec
        self._bodies = bodies
        self._uncompressed = 0
        self._count = 0

    def pages(self) -> Iterator[bytes]:
        for body, num_values in self._bodies:
            packed = compress(self._codec, body)
            header = build_page_header(len(body), num_values, self._encoding)
            header.compressed_page_size = len(packed)
            header.crc = _signed(crc32(packed))
            head = header.encode()
            self._uncompressed += len(head) + len(body)
            self._count += 1
            yield head + packed

    def describe(self, row_group: RowGroup, meta: ColumnMetaData, size: int) -> None:
        """Says in the metadata what the chunk, of `size` bytes, is now."""
        row_group.total_byte_size += self._uncompressed - meta.total_uncompressed_size
        if row_group.total_compressed_size is not None:
            row_group.total_compressed_size += size - meta.total_compressed_size
        meta.total_uncompressed_size = self._uncompressed
        meta.total_compressed_size = size
        meta.codec = self._codec
        meta.encodings = [self._encoding, Encoding.RLE]
        meta.encoding_stats = [
            PageEncodingStats(
                page_type=PageType.DATA_PAGE, encoding=self._encoding, count=self._count
            )
        ]


def _signed(crc: int) -> int:
    """As Thrift has it, whose integers of 32 bits have a sign."""
    return crc - (1 << 32) if crc >> 31 else crc


def read_ratified_bodies(source: Seekable, encoding: ColumnEncoding, column: str) -> Bodies:
    """The pages of the new encoding as they are. Raises ChunkError where one is damaged."""
    for number in range(len(encoding.pages)):
        for _, page, body in bodies_in(source, encoding, number, number + 1):
            if body is None:
                with place_errors(column):
                    raise ChunkError(_NO_MATCH, page.offset)
            yield bytes(body), page.num_values


def iterate_plain(
    source: Seekable, encoding: ColumnEncoding, plugin: ValueEncoding, type_: Type, column: str
) -> Bodies:
    """The pages of the new encoding with their values in PLAIN. Raises BothDamagedError: who asks has seen that the old
    encoding is damaged."""
    for number, page, body in bodies_in(source, encoding):
        try:
            if body is None:
                raise ChunkError(_NO_MATCH, page.offset)
            size = measure_plain(encoding, number, type_)
            yield b"".join(split_plain(body, page, plugin, type_, size)), page.num_values
        except PlacedError as error:
            raise BothDamagedError(f"{column} is damaged in both encodings: {error}") from error


def bodies_of_ratified(
    chunk: bytes,
    meta: ColumnMetaData,
    leaf: Leaf,
    ratified: tuple[Encoding, ValueEncoding],
    at: int,
) -> Bodies:
    """The pages of a chunk whose encoding is in the enum, with their values in PLAIN. Raises ChunkError, and
    PluginFailedError.

    Writers begin with a dictionary, and change to another encoding when it gets too large.
    """
    number, plugin = ratified
    pages = list(pages_of(chunk, meta, at))
    dictionary = read_dictionary(pages, meta, at)
    for page in pages:
        if not page.is_data:
            continue
        data = data_of(page, meta.codec, leaf, at)
        levels = levels_before(data, leaf)
        present = present_in(data, leaf, at + page.offset)
        if data.encoding not in meta.encodings:
            what = f"a page in the encoding {data.encoding.name}, which its chunk does not list"
            raise ChunkError(what, at + page.offset)
        if not present:
            yield levels, data.num_values
        elif data.encoding != number:
            (values,) = decode_pages(meta.type, dictionary, [(data, present)], at + page.offset)
            yield levels + values, data.num_values
        else:
            _check_size(present, meta.type, at + page.offset)
            decoded = decode_values(plugin, copy_aligned(data.values), present, meta.type)
            yield levels + decoded, data.num_values


def _check_size(count: int, type_: Type, at: int) -> None:
    """Raises ChunkError for values that are more than any page has: a few bytes can claim any number of them."""
    size = count * WIDTHS.get(type_, 0)
    if size > LARGEST:
        what = f"the page has {size:,} bytes in PLAIN encoding; up to {LARGEST:,} are read"
        raise ChunkError(what, at)


def tell_plain_size(meta: ColumnMetaData, encoding: ColumnEncoding) -> None:
    """For BYTE_ARRAY: without a page table this is what tells a reader how large the values become."""
    if encoding.plain_lengths is None:
        return
    size = sum(encoding.plain_lengths) - 4 * encoding.num_present
    if meta.size_statistics is None:
        meta.size_statistics = SizeStatistics()
    if meta.size_statistics.unencoded_byte_array_data_bytes is None:
        meta.size_statistics.unencoded_byte_array_data_bytes = size
