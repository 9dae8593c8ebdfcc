"""The first bytes of a page out of its compression, without those behind them: levels of version 1 stand there.

A block of Snappy or LZ4 and a stream of gzip give them at once; of a stream zlib takes longer than `native_inflate.pyx`. A library
decompresses blocks of ZSTD, 128 KiB, as a whole, so `native_zstd.pyx` stops inside of one, and reads no more than pieces of it. Nothing stops inside of what pyarrow decompresses of Brotli,
64 KiB at a time.
"""

from __future__ import annotations

import zlib
from collections.abc import Callable
from functools import partial
from typing import Any, Final, TypeAlias

from inlay.pages.engine.chunk_pages import Page, has_damaged_crc
from inlay.pages.engine.codecs import LARGEST, NATIVE, Bytes, CodecError, decompress
from inlay.pages.engine.errors import ChunkError
from inlay.pages.engine.walk import PlacedPage, ReadAt
from inlay_runtime.core import load_native
from parquet_format.parquet import CompressionCodec

_levels: Any = load_native("inlay.pages.engine.native_levels")
_inflate: Any = load_native("inlay.pages.engine.native_inflate")
_zstd: Any = load_native("inlay.pages.engine.native_zstd")

_HEADS: Final = 128
"""Compressed bytes that are read of a first page beyond 9/8 of those that are wanted: gzip begins with about so many that say how it is
packed."""

_SPARE: Final = 1024
"""Part of a page, before compression, that is read beyond what is expected: to look again takes longer."""

_LOOKS: Final = 5
"""At more and more of a page, before it is read to its end."""

_FAR: Final = 1 << 20
"""Bytes that come from a store before an answer to another request would."""

TakeAt: TypeAlias = Callable[[int, int], Bytes]
"""Compressed bytes of a page, by an offset in it and their number; fewer where it ends."""

BeginPage: TypeAlias = Callable[[TakeAt, int, int], Bytes | None]
"""The first so many bytes of a page that has so many; None where its compressed ones are damaged."""

_Start: TypeAlias = tuple[Bytes, int] | None
"""What a page begins with, and how many compressed bytes that took; None where it does not begin with so many."""


def find_start_codec(codec: CompressionCodec, *, is_remote: bool = False) -> BeginPage | None:
    """For pages of one chunk, which are alike. None for a codec whose pages are decompressed as a whole."""
    if codec == CompressionCodec.ZSTD:
        begin: BeginPage | None = None if _zstd is None else _zstd.PageStarts(_FAR * is_remote)
        return begin
    if codec == CompressionCodec.GZIP:
        return _StreamStarts(_gunzip)
    fill = NATIVE.get(codec)
    return None if fill is None else _StreamStarts(partial(_fill, fill))


class _StreamStarts:
    """Of what is read from its beginning on: as much as the page before took for as many bytes, and more where that is too little."""

    def __init__(self, begin: Callable[[Bytes, int, int], _Start]) -> None:
        self._begin = begin
        self._wanted = 0
        self._used = 0

    def __call__(self, take: TakeAt, wanted: int, size: int) -> Bytes | None:
        few = self._expect(wanted) + size // _SPARE
        for look in range(_LOOKS + 1):
            packed = take(0, few if look < _LOOKS else LARGEST)
            begun = self._begin(packed, wanted, size)
            if begun is not None:
                start, self._used = begun
                self._wanted = wanted
                return start
            if len(packed) < few:
                break
            few += (few << look) // 16 + 8
        return None

    def _expect(self, wanted: int) -> int:
        """Compressed bytes. Of what is packed as tightly as before, each byte takes one more at most, but for what says how."""
        if not self._wanted:
            return wanted * 9 // 8 + _HEADS
        more = max(wanted - self._wanted, 0)
        used = min(self._used * wanted // self._wanted, self._used + more)
        return used + 4


def _fill(
    fill: Callable[[Bytes, bytearray, int], int], packed: Bytes, wanted: int, size: int
) -> _Start:
    room = bytearray(wanted)
    used = fill(packed, room, size)
    return (memoryview(room).toreadonly(), used) if used else None


def _gunzip(packed: Bytes, wanted: int, size: int) -> _Start:
    """Gzip or zlib: old writers used either. Of a whole page, zlib looks at the sum of its bytes."""
    if _inflate is not None and wanted < size:
        begun: _Start = _inflate.begin_stream(packed, wanted)
        if begun is not None:
            return begun
    stream = zlib.decompressobj(zlib.MAX_WBITS | 32)
    try:
        start = stream.decompress(packed, wanted)
    except zlib.error:
        return None
    return (start, len(packed) - len(stream.unconsumed_tail)) if len(start) == wanted else None


class PageStart:
    """A page whose first bytes are asked for, once or more often. Raises ChunkError for what is damaged."""

    def __init__(
        self, read: ReadAt, page: PlacedPage, codec: CompressionCodec, begin: BeginPage | None
    ) -> None:
        """`begin` is what `find_start_codec` gives for the chunk."""
        self._read = read
        self._page = page
        self._codec = codec
        self._begin = begin
        self._packed = page.end - page.start
        self._body: Bytes | None = None
        self._take: TakeAt = (
            self._read_part
            if _levels is None
            else _levels.PackedPage(read, page.start, self._packed)
        )
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
            plain = self._take(0, wanted)
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
        return None if self._begin is None else self._begin(self._take, wanted, self.size)

    def _read_brotli(self, wanted: int) -> Bytes | None:
        import pyarrow as pa

        try:
            with pa.CompressedInputStream(pa.BufferReader(self._whole()), "brotli") as stream:
                start = stream.read(wanted)
        except OSError:
            return None
        return start if len(start) == wanted else None

    def _read_part(self, offset: int, size: int) -> Bytes:
        """Of the bytes as they lie in the file."""
        size = min(size, self._packed - offset)
        return self._read(self._page.start + offset, size) if size > 0 else b""

    def _whole(self) -> Bytes:
        if self._body is None:
            self._body = memoryview(self._take(0, self._packed))
        return self._body

    def _require_crc(self, body: Bytes) -> None:
        page = Page(self._page.header, self._page.offset, self._page.size, memoryview(body))
        if has_damaged_crc(page):
            raise ChunkError("a page does not match its CRC", self._page.offset)
