"""The bytes of a large page as they lie in the file, read some at a time, and out of their compression meanwhile: memory never holds both
whole."""

from __future__ import annotations

import zlib
from io import RawIOBase
from typing import Any, Final, Literal, TypeAlias

import pyarrow as pa

from inlay.pages.engine.codecs import Bytes
from inlay.pages.engine.walk import PlacedPage, ReadAt
from inlay_runtime.core import load_native
from inlay_runtime.crc import crc32
from parquet_format.parquet import CompressionCodec

_native: Any = load_native("inlay.pages.engine.native_pages")

_Name: TypeAlias = Literal["zstd", "brotli"]

_STREAMED: Final[dict[CompressionCodec, _Name]] = {
    CompressionCodec.ZSTD: "zstd",
    CompressionCodec.BROTLI: "brotli",
}

PART: Final = 1 << 20
"""Bytes that are read at once, and come out of their compression at once."""

_LONGEST_SIZE: Final = 5
"""Bytes of the size that a block of Snappy begins with."""


class UnsplitPageError(Exception):
    """A page that is not read in parts or pieces. Whoever reads it at once says what is wrong with it, if something is."""


class PageBody(RawIOBase):
    """Of the body of a page. Raises UnsplitPageError where the file ends in it."""

    def __init__(self, read: ReadAt, page: PlacedPage) -> None:
        super().__init__()
        self._read = read
        self._page = page
        self._at = page.start
        self._crc = 0

    def readable(self) -> bool:
        return True

    @property
    def left(self) -> int:
        return self._page.end - self._at

    def read(self, size: int | None = None, /) -> bytes:
        """The next `size` bytes, or some, or all that are left."""
        size = min(PART if size is None else size, self.left)
        data = bytes(self._read(self._at, size))
        if len(data) < size:
            raise UnsplitPageError
        self._at += size
        if self._page.header.crc is not None:
            self._crc = crc32(data, self._crc)
        return data

    def require_crc(self) -> None:
        """Of all bytes, which have been read. Raises UnsplitPageError."""
        crc = self._page.header.crc
        if self.left or (crc is not None and self._crc != crc & 0xFFFFFFFF):
            raise UnsplitPageError


def decompress_parts(codec: CompressionCodec, parts: PageBody, size: int) -> Bytes:
    """Exactly `size` bytes, of all that are left. Raises UnsplitPageError."""
    return memoryview(fill_room(codec, parts, size)).cast("B").toreadonly()


def fill_room(codec: CompressionCodec, parts: PageBody, size: int) -> pa.Buffer:
    """The same in memory that may be written."""
    room: Any = pa.allocate_buffer(size)
    if codec == CompressionCodec.UNCOMPRESSED:
        _copy(room, parts)
    elif codec == CompressionCodec.SNAPPY:
        over = _skip_size(parts.read(_LONGEST_SIZE), size)
        _fill_by_block(room, parts, len(over) + parts.left, over, is_snappy=True)
    elif codec == CompressionCodec.LZ4_RAW:
        _fill_by_block(room, parts, parts.left, b"", is_snappy=False)
    elif codec == CompressionCodec.LZ4:
        _fill_by_frames(room, parts)
    elif codec in _STREAMED:
        _fill_by_stream(room, parts, _STREAMED[codec])
    elif codec == CompressionCodec.GZIP:
        _fill_by_members(room, parts)
    else:
        raise UnsplitPageError
    filled: pa.Buffer = room
    return filled


def _copy(room: Any, parts: PageBody) -> None:
    view = memoryview(room).cast("B")
    if parts.left != len(view):
        raise UnsplitPageError
    for start in range(0, len(view), PART):
        view[start : start + PART] = parts.read()


def _fill_by_block(room: Any, parts: PageBody, size: int, over: bytes, *, is_snappy: bool) -> None:
    """Of `size` bytes, of which those that are `over` have been read."""
    if _native is None:
        raise UnsplitPageError
    block = _native.BlockParts(room, is_snappy)
    left = size - len(over)
    while left or over:
        read = parts.read(min(PART, left))
        left -= len(read)
        part = over + read
        used = block.add(part, left)
        if used < 0 or (not left and used < len(part)):
            raise UnsplitPageError
        over = part[used:]
    if not block.is_whole:
        raise UnsplitPageError


def _fill_by_frames(room: Any, parts: PageBody) -> None:
    """Each with one block, as Hadoop's and Arrow's are (`hadoop_lz4`)."""
    view, done = memoryview(room), 0
    while parts.left:
        frame, size = (int.from_bytes(parts.read(4), "big") for _ in range(2))
        if frame > len(view) - done or size > parts.left:
            raise UnsplitPageError
        _fill_by_block(view[done : done + frame], parts, size, b"", is_snappy=False)
        done += frame
    if done < len(view):
        raise UnsplitPageError


def _skip_size(start: bytes, size: int) -> bytes:
    """What lies behind it."""
    said = 0
    for index, byte in enumerate(start):
        said |= (byte & 0x7F) << (7 * index)
        if byte < 0x80:
            if said != size:
                raise UnsplitPageError
            return start[index + 1 :]
    raise UnsplitPageError


def _fill_by_stream(room: Any, parts: PageBody, name: _Name) -> None:
    view, done = memoryview(room).cast("B"), 0
    try:
        with pa.CompressedInputStream(pa.PythonFile(parts, "r"), name) as stream:
            while done < len(view):
                taken = stream.readinto(view[done : done + PART])
                if not taken:
                    raise UnsplitPageError
                done += taken
            if stream.read(1):
                raise UnsplitPageError
    except (OSError, pa.ArrowException) as error:
        raise UnsplitPageError from error


def _fill_by_members(room: Any, parts: PageBody) -> None:
    view, done = memoryview(room).cast("B"), 0
    over = b""
    try:
        while parts.left or over:
            member = zlib.decompressobj(zlib.MAX_WBITS | 32)  # gzip or zlib, as `codecs` reads them
            while not member.eof:
                part = over or parts.read()
                if not part:
                    raise UnsplitPageError
                plain = member.decompress(part, PART)
                if len(plain) > len(view) - done:
                    raise UnsplitPageError
                view[done : done + len(plain)] = plain
                done += len(plain)
                over = member.unused_data if member.eof else member.unconsumed_tail
    except zlib.error as error:
        raise UnsplitPageError from error
    if done < len(view):
        raise UnsplitPageError
