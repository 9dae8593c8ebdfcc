"""The end of a final file, where the FlatBuffer has replaced the Thrift.

K bytes   FlatBuffer (v1)
4 bytes   crc32(FlatBuffer), little-endian as all that follow
4 bytes   K
4 bytes   crc32(K)
4 bytes   PAR3
"""

from __future__ import annotations

import zlib
from struct import Struct
from typing import Final

from inlay.containers import Content, Finding
from inlay.files.source import Seekable, read_at
from inlay_runtime.errors import DecodeError
from parquet_format import footer as v1

FINAL: Final = b"PAR3"
_TRAILER: Final = Struct("<III4s")
LEADING_MAGIC: Final = 4
"""A final file still begins with `PAR1`: the document says nothing else."""


def final_tail(data: bytes) -> bytes:
    """The tail of a final file, from the bytes of its FlatBuffer."""
    size = len(data).to_bytes(4, "little")
    return data + _TRAILER.pack(zlib.crc32(data), len(data), zlib.crc32(size), FINAL)


def read_final(file: Seekable, file_size: int) -> tuple[Content, v1.FileMetaData] | Finding:
    """The FlatBuffer of a final file: size CRC, bounds, data CRC and verifier, in that order."""
    trailer = file_size - _TRAILER.size
    if trailer < LEADING_MAGIC:
        return Finding("short", 0, f"{file_size} bytes are too few for a PAR3 file")
    data_crc, size, size_crc, _ = _TRAILER.unpack(read_at(file, trailer, _TRAILER.size))
    if zlib.crc32(size.to_bytes(4, "little")) != size_crc:
        return Finding("size-crc", trailer + 4, "the footer's size does not match its CRC")
    start = trailer - size
    if start < LEADING_MAGIC:
        return Finding("bounds", trailer + 4, f"a footer of {size} bytes does not fit the file")
    data = read_at(file, start, size)
    if zlib.crc32(data) != data_crc:
        return Finding("data-crc", start, "the footer does not match its CRC")
    try:
        flat = v1.FileMetaData.decode(data, lazy=True)
    except DecodeError as error:
        return Finding("verifier", start + error.offset, str(error))
    content = Content(data, v1.FileMetaData.UUID, "final", checked=True, start=start, end=trailer)
    return content, flat
