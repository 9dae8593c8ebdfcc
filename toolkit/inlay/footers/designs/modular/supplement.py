"""What a modular footer does not carry, in a module of a kind that other readers skip: docs/next_footer.md.

    script | a CRC for each column of the placement | for each column's statistics | for each chunk's offset index |
    for each chunk's column index | seal

The seal is the last thing before the root, so that it comes with the bytes that are read first.
"""

from __future__ import annotations

from collections.abc import Sequence
from enum import IntFlag
from struct import Struct, pack
from typing import Final, NamedTuple
from zlib import crc32

from inlay_runtime.errors import InvalidValueError

KIND: Final = 32767
"""Of the module in the directory: the number by which Parquet knows extensions."""

MAGIC: Final = b"INLs"
_SEAL: Final = Struct("<QIIIIHI4s")
SEAL_SIZE: Final = _SEAL.size
_BEFORE_CRC: Final = SEAL_SIZE - 8


class Said(IntFlag):
    """What the arrays of the design leave open."""

    ABSENT_MEANS_EXACT = 1
    """Bounds without an array of exactness are exact; otherwise the footer does not say it."""

    ODD_STATISTICS = 2
    """Some statistics cannot be said: a bound without its partner, or exactness without a bound."""

    MISSING_PAGE_INDEXES = 4
    """Some chunks have page indexes in the file that this footer was made without."""


class Seal(NamedTuple):
    """The CRCs are of whole modules, 0 for one that is absent."""

    script: int
    """Bytes of the script that leads back to the Thrift footer, which is the first thing of the module."""
    placement: int
    schema: int
    file_metadata: int
    schema_index: int
    said: Said


class Checksums(NamedTuple):
    """CRC-32 of what a reader of one column reads: its placement as it is answered, its statistics, its page indexes."""

    placement: Sequence[int]
    statistics: Sequence[int]
    offset_index: Sequence[int]
    column_index: Sequence[int]


def pack_supplement(script: bytes, checksums: Checksums) -> bytes:
    """The module but its seal."""
    return script + b"".join(pack(f"<{len(part)}I", *part) for part in checksums)


def pack_seal(seal: Seal, root_and_frame: bytes) -> bytes:
    """The seal that stands before these bytes, and vouches for them."""
    fields = _SEAL.pack(*seal[:5], int(seal.said), 0, MAGIC)[:_BEFORE_CRC]
    return fields + crc32(root_and_frame, crc32(fields)).to_bytes(4, "little") + MAGIC


def read_seal(
    before: bytes | memoryview, root_and_frame: bytes | memoryview, root: int
) -> Seal | None:
    """The seal at the end of `before`, which ends where the root begins, at offset `root`; None where there is none.

    Raises InvalidValueError where it does not fit the root.
    """
    if len(before) < SEAL_SIZE or bytes(before[-4:]) != MAGIC:
        return None
    sealed = before[-SEAL_SIZE:]
    script, placement, schema, file_metadata, schema_index, said, crc, _ = _SEAL.unpack(sealed)
    if crc != crc32(root_and_frame, crc32(sealed[:_BEFORE_CRC])):
        raise InvalidValueError("the CRC of the root differs", root, "root")
    return Seal(script, placement, schema, file_metadata, schema_index, Said(said))


def check_crc(data: bytes | memoryview, expected: int, place: int, what: str) -> None:
    """Raises InvalidValueError where the CRC of these bytes is another one."""
    if crc32(data) != expected:
        raise InvalidValueError(f"the CRC of {what} differs", place, what)
