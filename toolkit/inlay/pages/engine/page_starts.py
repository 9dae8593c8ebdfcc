"""The first bytes of a page out of its compression, without those behind them: levels of version 1 stand there.

A block of Snappy or LZ4 and a stream of gzip give them at once. A library decompresses blocks of ZSTD, 128 KiB, as a whole, so
`native_zstd.pyx` stops inside of one. Nothing stops inside of what pyarrow decompresses of Brotli, 64 KiB at a time.
"""

from __future__ import annotations

import zlib
from collections.abc import Callable
from functools import partial
from typing import Any, Final, NamedTuple

from inlay.pages.engine.chunk_pages import Page, has_damaged_crc
from inlay.pages.engine.codecs import NATIVE, Bytes, CodecError, decompress
from inlay.pages.engine.errors import ChunkError
from inlay.pages.engine.walk import PlacedPage, ReadAt
from inlay_runtime.core import load_native
from parquet_format.parquet import CompressionCodec

_zstd: Any = load_native("inlay.pages.engine.native_zstd")

_HEAD: Final = 18 + 3
"""Bytes that a frame of ZSTD and its first block begin with (RFC 8878, 3.1.1)."""

_MORE: Final = 384
"""Compressed bytes that are read beyond 9/8 of those that are wanted: gzip begins with up to 300 that say how it is packed. Where that is
too few, for they have grown, all are read."""


class StartCodec(NamedTuple):
    """What gives the first bytes of a page."""

    measure: Callable[[Bytes, int, int], int]
    """How many compressed bytes are read for so many out of so many, by those that the page begins with, as far as they are there."""

    begin: Callable[[Bytes, int, int], Bytes | None]
    """The first so many bytes of a page that has so many; None where it takes more compressed ones, or these are damaged."""


def find_start_codec(codec: CompressionCodec) -> StartCodec | None:
    """None for a codec whose pages are decompressed as a whole."""
    if codec == CompressionCodec.ZSTD:
        return StartCodec(_zstd.measure_zstd, _zstd.begin_zstd) if _zstd is not None else None
    if codec == CompressionCodec.GZIP:
        return StartCodec(_measure_stream, _gunzip)
    fill = NATIVE.get(codec)
    return StartCodec(_measure_stream, partial(_fill, fill)) if fill is not None else None


def _measure_stream(_head: Bytes, wanted: int, _size: int) -> int:
    return wanted * 9 // 8 + _MORE


def _fill(
    fill: Callable[[Bytes, bytearray, int], bool], packed: Bytes, wanted: int, size: int
) -> Bytes | None:
    room = bytearray(wanted)
    return memoryview(room).toreadonly() if fill(packed, room, size) else None


def _gunzip(packed: Bytes, wanted: int, _size: int) -> Bytes | None:
    try:
        # Gzip or zlib: old writers used either.
        start = zlib.decompressobj(zlib.MAX_WBITS | 32).decompress(packed, wanted)
    except zlib.error:
        return None
    return start if len(start) == wanted else None


class PageStart:
    """A page whose first bytes are asked for, once or more often. Raises ChunkError for what is damaged."""

    def __init__(self, read: ReadAt, page: PlacedPage, codec: CompressionCodec) -> None:
        self._read = read
        self._page = page
        self._codec = codec
        self._packed = page.end - page.start
        self._body: Bytes | None = None
        if page.header.crc is not None:  # it is of all bytes
            self._require_crc(self._whole())

    @property
    def size(self) -> int:
        """Decompressed bytes of the whole page."""
        return self._page.header.uncompressed_page_size

    def take(self, wanted: int) -> Bytes:
        """The first `wanted` bytes or more, or all of a page that has fewer."""
        wanted = min(wanted, self.size)
        if self._codec == CompressionCodec.UNCOMPRESSED and self._packed == self.size:
            plain = self._first(wanted)
            if len(plain) < wanted:
                raise ChunkError("the file ends in it", self._page.start + len(plain))
            return plain
        start = self._decompress_start(wanted)
        if start is not None:
            return start
        try:
            return decompress(self._codec, self._whole(), self.size)
        except CodecError as error:
            raise ChunkError(str(error), self._page.offset) from error

    def _decompress_start(self, wanted: int) -> Bytes | None:
        """None where it takes the whole page: to have it, or to say what is wrong with it."""
        if not 0 < wanted < self.size:
            return None
        if self._codec == CompressionCodec.BROTLI:
            return self._read_brotli(wanted)
        codec = find_start_codec(self._codec)
        if codec is None:
            return None
        most = codec.measure(self._first(_HEAD), wanted, self.size)
        return codec.begin(self._first(most), wanted, self.size)

    def _read_brotli(self, wanted: int) -> Bytes | None:
        import pyarrow as pa

        try:
            with pa.CompressedInputStream(pa.BufferReader(self._whole()), "brotli") as stream:
                start = stream.read(wanted)
        except OSError:
            return None
        return start if len(start) == wanted else None

    def _first(self, size: int) -> Bytes:
        """Of the bytes as they lie in the file."""
        if self._body is not None:
            return self._body[:size]
        return self._read(self._page.start, min(size, self._packed))

    def _whole(self) -> Bytes:
        if self._body is None:
            self._body = memoryview(self._read(self._page.start, self._packed))
        return self._body

    def _require_crc(self, body: Bytes) -> None:
        page = Page(self._page.header, self._page.offset, self._page.size, memoryview(body))
        if has_damaged_crc(page):
            raise ChunkError("a page does not match its CRC", self._page.offset)
