"""The first bytes of a page out of its compression, without those behind them: levels of version 1 stand there.

A block of Snappy or LZ4 and a stream of gzip give them at once. A library decompresses blocks of ZSTD, 128 KiB, as a whole, so
`native_zstd.pyx` stops inside of one. Nothing stops inside of what pyarrow decompresses of Brotli, 64 KiB at a time.
"""

from __future__ import annotations

import zlib
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Final

from inlay.pages.engine.chunk_pages import Page, has_damaged_crc
from inlay.pages.engine.codecs import NATIVE, Bytes, CodecError, decompress
from inlay.pages.engine.errors import ChunkError
from inlay.pages.engine.walk import PlacedPage, ReadAt
from inlay_runtime.core import load_native
from parquet_format.parquet import CompressionCodec

if TYPE_CHECKING:
    from pyarrow import Buffer

_zstd: Any = load_native("inlay.pages.engine.native_zstd")

_NATIVE: Final[dict[CompressionCodec, Callable[[Bytes, Buffer, int], bool]]] = (
    NATIVE if _zstd is None else {**NATIVE, CompressionCodec.ZSTD: _zstd.begin_zstd}
)
"""What fills a buffer with the beginning of a page of so many bytes, or says that it does not."""

_ZSTD_BLOCK: Final = 128 * 1024
_ZSTD_HEADS: Final = 18 + 3
"""Bytes of the head of a frame, and of a block (RFC 8878, 3.1.1)."""

_MORE: Final = 384
"""Compressed bytes that are read beyond 9/8 of those that are wanted: gzip begins with up to 300 that say how it is packed. Where that is
too few, for they have grown, all are read."""


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
        if self._codec in _NATIVE:
            return self._decompress_natively(wanted)
        if self._codec == CompressionCodec.GZIP:
            return self._gunzip(wanted)
        return self._read_brotli(wanted) if self._codec == CompressionCodec.BROTLI else None

    def _decompress_natively(self, wanted: int) -> Bytes | None:
        import pyarrow as pa

        most = wanted * 9 // 8 + _MORE
        if self._codec == CompressionCodec.ZSTD:  # what a block begins with is told by all of it
            most = _ZSTD_HEADS + (wanted // _ZSTD_BLOCK + 1) * (_ZSTD_BLOCK + _ZSTD_HEADS)
        room = pa.allocate_buffer(wanted)
        is_filled = _NATIVE[self._codec](self._first(most), room, self.size)
        return memoryview(room).toreadonly() if is_filled else None

    def _gunzip(self, wanted: int) -> Bytes | None:
        try:
            member = zlib.decompressobj(
                zlib.MAX_WBITS | 32
            )  # gzip or zlib: old writers used either
            start = member.decompress(self._first(wanted * 9 // 8 + _MORE), wanted)
        except zlib.error:
            return None
        return start if len(start) == wanted else None

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
