"""Looks for FlatBuffers footers, and for designs beside Thrift, in a file whose end does not lead to one: a size that agrees
with its CRC, data before it that agrees with its own, and behind it the UUID of a private, migration or dual file, or else the
end of a final one.

Right before the end of a final file, one bit of the size and the CRCs may be damaged.
"""

from __future__ import annotations

import zlib
from collections.abc import Iterator
from itertools import islice
from struct import Struct
from typing import Final, NamedTuple
from uuid import UUID

from inlay.footers.containers.marks import NEAR
from inlay.footers.containers.registry import DESIGN, MIGRATION, PRIVATE
from inlay.footers.footer.magic import FINAL

CLOSE: Final = 64 << 10
"""How far from the end a trailer is looked for at every offset; farther back, only before a magic or a UUID."""

MOST_MARKS: Final = 1_000
MOST_TRIES: Final = 64

TRAILER: Final = Struct("<III")


class Span(NamedTuple):
    """Bytes from `start` to `end` of the data that agree with the size and the CRC behind them.

    `uuid` is that of the footer inside a Thrift footer, None for one of a final file. `is_fixed` says that a bit of size or
    CRCs is wrong.
    """

    start: int
    end: int
    uuid: UUID | None = None
    is_fixed: bool = False


def find_flat_spans(data: bytes) -> Iterator[Span]:
    """The last in the data first."""
    for trailer in islice(_trailers(data), MOST_TRIES):
        data_crc, size, _ = TRAILER.unpack_from(data, trailer)
        if 0 < size <= trailer and zlib.crc32(data[trailer - size : trailer]) == data_crc:
            yield Span(trailer - size, trailer, _uuid_at(data, trailer + TRAILER.size))
    yield from _but_for_a_bit(data)


def _uuid_at(data: bytes, at: int) -> UUID | None:
    """The UUID that stands there, except for a bit or two."""
    number = int.from_bytes(data[at : at + 16])
    for uuid in (PRIVATE, MIGRATION, DESIGN):
        if (uuid.int ^ number).bit_count() <= NEAR:
            return uuid
    return None


def _but_for_a_bit(data: bytes) -> Iterator[Span]:
    """The same where the file should end: of size, data CRC and size CRC, one has one wrong bit.

    That of a FlatBuffer with a wrong bit differs from the one it should have in more bits than one.
    """
    trailer = len(data) - len(FINAL) - TRAILER.size
    if trailer < 0:
        return
    data_crc, written, size_crc = TRAILER.unpack_from(data, trailer)
    for size in (written, *(written ^ 1 << bit for bit in range(32))):
        wrong = (zlib.crc32(size.to_bytes(4, "little")) ^ size_crc).bit_count()
        if not 0 < size <= trailer or wrong > (size == written):
            continue
        wrong += (zlib.crc32(data[trailer - size : trailer]) ^ data_crc).bit_count()
        if wrong + (size != written) == 1:
            yield Span(trailer - size, trailer, is_fixed=True)


def _trailers(data: bytes) -> Iterator[int]:
    """Where a size stands that agrees with its CRC."""
    seen: set[int] = set()
    marks = (FINAL, PRIVATE.bytes, MIGRATION.bytes, DESIGN.bytes)
    far = (at for mark in marks for at in islice(_before(data, mark), MOST_MARKS))
    for at in (*_near(data), *far):
        size = data[at + 4 : at + 8]
        if at not in seen and zlib.crc32(size).to_bytes(4, "little") == data[at + 8 : at + 12]:
            seen.add(at)
            yield at


def _near(data: bytes) -> range:
    last = len(data) - TRAILER.size
    return range(last, max(last - CLOSE, -1), -1)


def _before(data: bytes, mark: bytes) -> Iterator[int]:
    at = len(data)
    while (at := data.rfind(mark, 0, at)) >= 0:
        if at >= TRAILER.size:
            yield at - TRAILER.size
        at += len(mark) - 1
