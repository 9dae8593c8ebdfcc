"""Pages out of their compression, never larger than they say they are: natively, or through pyarrow's codecs."""

from __future__ import annotations

import zlib
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Final, Literal, TypeAlias

from inlay.footers.containers import lz4
from inlay.ground.wording.amounts import count
from inlay.pages.engine.hadoop_lz4 import compress_framed, decompress_framed
from inlay_runtime.core import load_native
from inlay_runtime.errors import InlayError
from parquet_format.parquet import CompressionCodec

if TYPE_CHECKING:
    from pyarrow import Buffer

_Name: TypeAlias = Literal["snappy", "gzip", "brotli", "zstd", "lz4_raw"]

Bytes: TypeAlias = bytes | memoryview

LARGEST: Final = 256 * 1024 * 1024
"""Bytes of a page; writers keep to 1 MiB, and the format to 2 GiB."""

_FIRST_WINDOW: Final = 64
"""Bytes of a gzip member behind another that are decompressed in its first call; each call takes twice as many as the last."""

_NAMES: Final[dict[CompressionCodec, _Name]] = {
    CompressionCodec.SNAPPY: "snappy",
    CompressionCodec.GZIP: "gzip",
    CompressionCodec.BROTLI: "brotli",
    CompressionCodec.ZSTD: "zstd",
    CompressionCodec.LZ4_RAW: "lz4_raw",
}

_native: Any = load_native("inlay.pages.engine.native_pages")

NATIVE: Final[dict[CompressionCodec, Callable[[Bytes, Buffer | bytearray, int], int]]] = (
    {}
    if _native is None
    else {
        CompressionCodec.SNAPPY: _native.decompress_snappy,
        CompressionCodec.LZ4_RAW: _native.decompress_lz4,
    }
)
"""What fills a buffer with a block, or with the beginning of one of so many bytes, and says how many of its own that took; 0 where it does
not: then pyarrow's codec says why."""


class CodecError(InlayError):
    """A page that does not decompress to what its header says."""


def is_known(codec: CompressionCodec) -> bool:
    """LZO has no library."""
    return codec in (CompressionCodec.UNCOMPRESSED, CompressionCodec.LZ4) or codec in _NAMES


def decompress(codec: CompressionCodec, data: Bytes, size: int) -> Bytes:
    """Exactly `size` bytes; those of `data` themselves where they are not compressed. Raises CodecError."""
    if size < 0 or size > LARGEST:
        raise CodecError(f"a page of {count(size, 'byte')}; up to {LARGEST:,} are read")
    if codec == CompressionCodec.UNCOMPRESSED:
        plain = data
    elif size == 0:
        plain = b""
    else:
        plain = _decompress_block(codec, data, size)
    if len(plain) != size:
        raise CodecError(f"a page holds {count(len(plain), 'byte')}, and its header says {size:,}")
    return plain


def compress(codec: CompressionCodec, data: bytes) -> bytes:
    if codec == CompressionCodec.UNCOMPRESSED:
        return data
    if codec == CompressionCodec.LZ4:
        return compress_framed(data)
    from pyarrow import Codec

    return Codec(_NAMES[codec]).compress(data, asbytes=True)


def _decompress_block(codec: CompressionCodec, data: Bytes, size: int) -> Bytes:
    native = NATIVE.get(codec)
    if native is not None:
        import pyarrow as pa

        # Memory of pyarrow's pool has been used before: new pages of the system cost as much as decompressing into them.
        room = pa.allocate_buffer(size)
        if native(data, room, size):
            return memoryview(room).toreadonly()
    try:
        if codec == CompressionCodec.LZ4_RAW:
            return lz4.decompress(bytes(data), size)
        if codec == CompressionCodec.LZ4:
            return decompress_framed(bytes(data), size)
        if codec == CompressionCodec.GZIP:
            # A page may be several gzip members, of which pyarrow's codec reads the first.
            return _gunzip(data, size)
        if codec == CompressionCodec.BROTLI:
            return _read_brotli(data, size)
        if codec == CompressionCodec.SNAPPY and _measure_snappy(data) != size:
            raise CodecError(
                f"a page that says {count(size, 'byte')}, and its compression another number"
            )
        from pyarrow import Codec

        plain = Codec(_NAMES[codec]).decompress(data, decompressed_size=size)
        return memoryview(plain).cast("B").toreadonly()
    except (OSError, ValueError, zlib.error, lz4.Lz4Error) as error:
        raise CodecError(f"a page does not decompress: {error}") from error


def _measure_snappy(data: Bytes) -> int:
    """The size that a block begins with, as a varint. The codec fills no more than that, and what lies behind is whatever lay in memory."""
    size = 0
    for index, byte in enumerate(data[:5]):
        size |= (byte & 0x7F) << (7 * index)
        if byte < 0x80:
            return size
    return -1


def _read_brotli(data: Bytes, size: int) -> bytes:
    """As many bytes as there are, and at most one more than there should be: the codec does not tell how many it gives."""
    import pyarrow as pa

    with pa.CompressedInputStream(pa.BufferReader(data), "brotli") as stream:
        return stream.read(size + 1)


def _gunzip(data: Bytes, size: int) -> bytes:
    """All members, and at most a byte more than there should be.

    zlib copies what lies behind the end of a member in its last window. So windows begin small and grow with the member: the
    work is that of the length of the page, however many members it has.
    """
    whole = memoryview(data)
    parts: list[bytes] = []
    at, left = 0, size + 1
    length = len(whole)  # nearly all pages are one member, and a single call is faster by a tenth
    while at < len(whole) and left > 0:
        member = zlib.decompressobj(zlib.MAX_WBITS | 32)  # gzip or zlib: old writers used either
        while at < len(whole) and left > 0 and not member.eof:
            window = whole[at : at + length]
            part = member.decompress(window, left)
            if part:
                parts.append(part)
                left -= len(part)
            at += len(window) - len(member.unused_data)
            length *= 2
        length = _FIRST_WINDOW
    return b"".join(parts)
