"""Field 32767 of a Thrift footer that has a FlatBuffer in it: where it begins, and what is left without it."""

from __future__ import annotations

from typing import Final, NamedTuple

from inlay.footers.containers import Content
from inlay_runtime.compact.varint import unsigned
from inlay_runtime.crc import crc32
from inlay_runtime.errors import DecodeError
from inlay_runtime.extension import Header
from inlay_runtime.wire_types import STOP
from parquet_format.parquet import FileMetaData

HEADER_SIZE: Final = 4
"""Bytes of the header of field 32767, however it is spelled."""

_HEADERS: Final = (Header.SPEC.data, Header.ZIGZAG.data)
_LONGEST_LENGTH: Final = 5
"""Bytes that the length of a binary may take; shorter ones may be padded."""


class FlatField(NamedTuple):
    """From `start` to `end` of the footer: header, length and payload. `is_behind` says that it follows the
    struct and its stop byte, as the prototypes of Arrow wrote it. `agrees` says whether what is left without it has
    the CRC that the FlatBuffer has of it; None if that has none."""

    start: int
    end: int
    is_behind: bool = False
    agrees: bool | None = None

    def without(self, thrift: bytes) -> bytes:
        """The footer as it is without this field; the stop byte that a field behind the struct brings goes
        with it."""
        return thrift[: self.start] + thrift[self.end + self.is_behind :]

    def crc_without(self, thrift: bytes) -> int:
        """The CRC of those bytes; none is copied."""
        view = memoryview(thrift)
        return crc32(view[self.end + self.is_behind :], crc32(view[: self.start]))


def find_field(thrift: bytes, content: Content, crc: int | None) -> FlatField | None:
    """The field whose header and length stand right before the content; None if there is no such.

    `crc` is that of the plain struct, where it is known: it tells at no cost on which side of the stop byte
    the field stands, which otherwise takes decoding the struct.
    """
    start = start_of(thrift, content)
    if start is None:
        return None
    may_be_behind = start > 0 and thrift[start - 1] & 0x0F == STOP
    if crc is None:
        return FlatField(start, content.end, may_be_behind and _stands_behind(thrift))
    for is_behind in (False, True)[: 1 + may_be_behind]:
        field = FlatField(start, content.end, is_behind, agrees=True)
        if field.crc_without(thrift) == crc:
            return field
    return FlatField(start, content.end, may_be_behind and _stands_behind(thrift), agrees=False)


def start_of(thrift: bytes, content: Content) -> int | None:
    """Where the header of the field begins, before a length of any width that stands for the payload's."""
    shortest = unsigned(content.end - content.start)
    for width in range(len(shortest), _LONGEST_LENGTH + 1):
        length = _pad(shortest, width)
        if any(thrift.endswith(header + length, 0, content.start) for header in _HEADERS):
            return content.start - width - HEADER_SIZE
    return None


def _pad(length: bytes, width: int) -> bytes:
    """The same number in more bytes than it needs, which the compact protocol takes."""
    if len(length) == width:
        return length
    more = bytes([0x80]) * (width - len(length) - 1)
    return length[:-1] + bytes([length[-1] | 0x80]) + more + b"\x00"


def _stands_behind(thrift: bytes) -> bool:
    """Decoded as a whole, since the native core passes over a footer a hundred times faster than Python walks."""
    try:
        extension = FileMetaData.decode(thrift).extension
    except DecodeError:
        return False
    return extension is not None and extension.header is Header.TRAILING
