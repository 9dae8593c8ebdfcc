"""Looks for the FlatBuffer of a final file whose end does not lead to it: a size that agrees with its CRC,
data before it that does, and what the verifier takes."""

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
    for trailer in islice(_trailers(data), MOST_TRIES):
        data_crc, size, _ = _TRAILER.unpack_from(data, trailer)
        start = trailer - size
        if size == 0 or start < 0 or base + start < FIRST:
            continue
        found = data[start:trailer]
        if zlib.crc32(found) != data_crc:
            continue
        try:
            flat = footer.FileMetaData.decode(found)
            yield start, found, FileMetaData.decode(v1.to_thrift(flat))
        except (DecodeError, EncodeError, ConversionError):
            continue


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
