"""Looks for the FlatBuffer of a final file whose end does not lead to it: a size that agrees with its CRC,
data before it that does, and what the verifier takes. Right before the end of the file, one bit of the
size and the CRCs may be damaged."""

from __future__ import annotations

import zlib
from collections.abc import Iterator
from itertools import islice
from struct import Struct
from typing import Final

from inlay.conversion import ConversionError, v1
from inlay.forms.final import FINAL
from inlay.rewrite.offsets import FIRST
from inlay_runtime.errors import DecodeError, EncodeError
from parquet_format import footer
from parquet_format.parquet import FileMetaData

NEAR: Final = 64 << 10
"""How far from the end a trailer is looked for at every offset; farther back, only before a magic."""

MOST_MAGICS: Final = 1_000
MOST_TRIES: Final = 64

_TRAILER: Final = Struct("<III")


def final_footers(data: bytes, base: int) -> Iterator[tuple[int, bytes, FileMetaData]]:
    """Offset in `data`, the FlatBuffer, and what it stands for; the last in the data first. `base` is
    where in the file the data begins."""
    for start, trailer in _spans(data):
        if start < 0 or base + start < FIRST:
            continue
        found = data[start:trailer]
        try:
            flat = footer.FileMetaData.decode(found)
            yield start, found, FileMetaData.decode(v1.to_thrift(flat))
        except (DecodeError, EncodeError, ConversionError):
            continue


def _spans(data: bytes) -> Iterator[tuple[int, int]]:
    """Start and end of data that agrees with a size and a CRC behind it."""
    for trailer in islice(_trailers(data), MOST_TRIES):
        data_crc, size, _ = _TRAILER.unpack_from(data, trailer)
        if 0 < size <= trailer and zlib.crc32(data[trailer - size : trailer]) == data_crc:
            yield trailer - size, trailer
    yield from _but_for_a_bit(data)


def _but_for_a_bit(data: bytes) -> Iterator[tuple[int, int]]:
    """The same where the file should end: of size, data CRC and size CRC, one has one wrong bit.

    That of a FlatBuffer with a wrong bit differs from the one it should have in more bits than one.
    """
    trailer = len(data) - len(FINAL) - _TRAILER.size
    if trailer < 0:
        return
    data_crc, written, size_crc = _TRAILER.unpack_from(data, trailer)
    for size in (written, *(written ^ 1 << bit for bit in range(32))):
        wrong = (zlib.crc32(size.to_bytes(4, "little")) ^ size_crc).bit_count()
        if not 0 < size <= trailer or wrong > (size == written):
            continue
        wrong += (zlib.crc32(data[trailer - size : trailer]) ^ data_crc).bit_count()
        if wrong + (size != written) == 1:
            yield trailer - size, trailer


def _trailers(data: bytes) -> Iterator[int]:
    """Where a size stands that agrees with its CRC."""
    seen: set[int] = set()
    for at in (*_near(data), *islice(_before_magics(data), MOST_MAGICS)):
        size = data[at + 4 : at + 8]
        if at not in seen and zlib.crc32(size).to_bytes(4, "little") == data[at + 8 : at + 12]:
            seen.add(at)
            yield at


def _near(data: bytes) -> range:
    last = len(data) - _TRAILER.size
    return range(last, max(last - NEAR, -1), -1)


def _before_magics(data: bytes) -> Iterator[int]:
    at = len(data)
    while (at := data.rfind(FINAL, 0, at)) >= 0:
        if at >= _TRAILER.size:
            yield at - _TRAILER.size
        at += len(FINAL) - 1
