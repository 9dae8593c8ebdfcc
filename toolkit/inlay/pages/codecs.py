"""Pages out of their compression, through pyarrow's codecs, never larger than they say they are."""

from __future__ import annotations

import zlib
from typing import Final, Literal, TypeAlias

from inlay.containers import lz4
from inlay_runtime.errors import InlayError
from parquet_format.parquet import CompressionCodec

_Name: TypeAlias = Literal["snappy", "gzip", "brotli", "zstd", "lz4_raw"]

LARGEST: Final = 256 * 1024 * 1024
"""Bytes of a page; writers keep to 1 MiB, and the format to 2 GiB."""

_NAMES: Final[dict[CompressionCodec, _Name]] = {
    CompressionCodec.SNAPPY: "snappy",
    CompressionCodec.GZIP: "gzip",
    CompressionCodec.BROTLI: "brotli",
    CompressionCodec.ZSTD: "zstd",
    CompressionCodec.LZ4_RAW: "lz4_raw",
}


class CodecError(InlayError):
    """A page that does not decompress to what its header says."""


def is_known(codec: CompressionCodec) -> bool:
    """LZO has no library, and LZ4 (not LZ4_RAW) is framed differently by different writers."""
    return codec == CompressionCodec.UNCOMPRESSED or codec in _NAMES


def decompress(codec: CompressionCodec, data: bytes, size: int) -> bytes:
    """Exactly `size` bytes. Raises CodecError."""
    if size < 0 or size > LARGEST:
        raise CodecError(f"a page of {size:,} bytes; up to {LARGEST:,} are read")
    if codec == CompressionCodec.UNCOMPRESSED:
        plain = data
    elif size == 0:
        plain = b""
    else:
        plain = _decompress_block(codec, data, size)
    if len(plain) != size:
        raise CodecError(f"a page holds {len(plain):,} bytes, and its header says {size:,}")
    return plain


def compress(codec: CompressionCodec, data: bytes) -> bytes:
    if codec == CompressionCodec.UNCOMPRESSED:
        return data
    from pyarrow import Codec

    return Codec(_NAMES[codec]).compress(data, asbytes=True)


def _decompress_block(codec: CompressionCodec, data: bytes, size: int) -> bytes:
    try:
        if codec == CompressionCodec.LZ4_RAW:
            return lz4.decompress(data, size)
        if codec == CompressionCodec.GZIP:
            # A page may be several gzip members, of which pyarrow's codec reads the first.
            return _gunzip(data, size)
        from pyarrow import Codec

        return Codec(_NAMES[codec]).decompress(data, decompressed_size=size, asbytes=True)
    except (OSError, ValueError, zlib.error, lz4.Lz4Error) as error:
        raise CodecError(f"a page does not decompress: {error}") from error


def _gunzip(data: bytes, size: int) -> bytes:
    """All members, and at most a byte more than there should be."""
    parts: list[bytes] = []
    left = size + 1
    while data and left > 0:
        member = zlib.decompressobj(zlib.MAX_WBITS | 32)  # gzip or zlib: old writers used either
        part = member.decompress(data, left)
        if not part and not member.eof:
            break
        parts.append(part)
        left -= len(part)
        data = member.unused_data if member.eof else member.unconsumed_tail
        if not member.eof:
            break
    return b"".join(parts)
