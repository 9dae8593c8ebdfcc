"""Pages that take the place of those of a chunk: one for one, so that page indexes keep their rows."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final

from inlay.ground.files.source import Seekable
from inlay.pages.encodings.errors import BothDamagedError
from inlay.pages.encodings.payload import measure_plain
from inlay.pages.encodings.plain import build_page_header, copy_aligned, decode_pages
from inlay.pages.encodings.plain_sizes import measure_values, problem_with_size
from inlay.pages.encodings.plugin_calls import decode_values
from inlay.pages.encodings.plugins import ValueEncoding
from inlay.pages.encodings.region import bodies_in, split_plain
from inlay.pages.encodings.transcode import levels_before, present_in, read_dictionary
from inlay.pages.engine.chunk_pages import DataPage, data_of, pages_of
from inlay.pages.engine.codecs import Bytes, compress
from inlay.pages.engine.errors import ChunkError, PlacedError, place_errors
from inlay.pages.engine.leaf import Leaf
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
    """The same as bodies."""
    for levels, values, num_values in decode_ratified(chunk, meta, leaf, ratified, at):
        yield levels + bytes(values), num_values


def decode_ratified(
    chunk: bytes,
    meta: ColumnMetaData,
    leaf: Leaf,
    ratified: tuple[Encoding, ValueEncoding],
    at: int,
) -> Iterator[tuple[bytes, Bytes, int]]:
    """The pages of a chunk whose encoding is in the enum: levels, values in PLAIN, and how many there are with nulls. Raises
    ChunkError, and PluginFailedError.

    Writers begin with a dictionary, and change to another encoding when it gets too large.
    """
    number, plugin = ratified
    pages = list(pages_of(chunk, meta, at))
    data = [(page, data_of(page, meta.codec, leaf, at)) for page in pages if page.is_data]
    for page, body in data:
        if body.encoding not in meta.encodings:
            what = f"a page in the encoding {body.encoding.name}, which its chunk does not list"
            raise ChunkError(what, at + page.offset)
    counts = [present_in(body, leaf, at + page.offset) for page, body in data]
    counted = [(body, count) for (_, body), count in zip(data, counts, strict=True)]
    # In one call: the dictionary is decoded for each.
    others = [(body, count) for body, count in counted if body.encoding != number]
    dictionary = read_dictionary(pages, meta, at)
    plain = iter(decode_pages(meta.type, leaf.type_length, dictionary, others, at))
    for (page, body), present in zip(data, counts, strict=True):
        levels = levels_before(body, leaf)
        if body.encoding != number:
            yield levels, next(plain), body.num_values
        else:
            decoded = decode_page(body, present, meta.type, leaf, plugin, at + page.offset)
            yield levels, decoded, body.num_values


def decode_page(
    page: DataPage, present: int, type_: Type, leaf: Leaf, plugin: ValueEncoding, at: int
) -> bytes:
    """The PLAIN values of a page in the encoding of the plug-in, which has so many and lies at offset `at` of its file.
    Raises ChunkError, PluginFailedError."""
    if not present:
        return b""
    size = measure_values(type_, present, leaf.type_length)
    if problem := problem_with_size(size or 0):
        raise ChunkError(f"the page {problem}", at)
    with place_errors(f"the page at offset {at:,}"):
        return decode_values(plugin, copy_aligned(page.values), present, type_, size)


def tell_plain_size(meta: ColumnMetaData, encoding: ColumnEncoding) -> None:
    """For BYTE_ARRAY: without a page table this is what tells a reader how large the values become."""
    if encoding.plain_lengths is None or meta.type != Type.BYTE_ARRAY:
        return
    size = sum(encoding.plain_lengths) - 4 * encoding.num_present
    if meta.size_statistics is None:
        meta.size_statistics = SizeStatistics()
    if meta.size_statistics.unencoded_byte_array_data_bytes is None:
        meta.size_statistics.unencoded_byte_array_data_bytes = size
