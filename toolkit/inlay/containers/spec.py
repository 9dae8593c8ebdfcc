"""The trailer that the extension document draws.

content | crc32(content) | size(content) | crc32(size) | UUID
"""

from __future__ import annotations

from struct import Struct
from typing import ClassVar, Final
from uuid import UUID
from zlib import crc32

from inlay.containers.container import Content
from inlay.containers.finding import Finding

_TRAILER: Final = Struct("<III16s")
_SIZE: Final = Struct("<I")
LARGEST: Final = (1 << 32) - 1


class SpecTrailer:
    kind: ClassVar[str] = "spec"
    overhead: ClassVar[int] = _TRAILER.size

    def uuid_of(self, payload: bytes) -> UUID | None:
        return UUID(bytes=payload[-16:]) if len(payload) >= self.overhead else None

    def wrap(self, data: bytes, uuid: UUID) -> bytes:
        """ValueError for content whose size does not fit the trailer."""
        if len(data) > LARGEST:
            raise ValueError(f"{len(data)} bytes do not fit a trailer that counts to {LARGEST}")
        size = _SIZE.pack(len(data))
        return data + _TRAILER.pack(crc32(data), len(data), crc32(size), uuid.bytes)

    def unwrap_at(self, buffer: bytes, end: int, start: int = 0) -> Content | Finding:
        trailer = end - self.overhead
        if trailer < start:
            return Finding("short", start, f"{end - start} bytes are no spec trailer")
        data_crc, size, size_crc, uuid = _TRAILER.unpack_from(buffer, trailer)
        if crc32(_SIZE.pack(size)) != size_crc:
            return Finding("size-crc", trailer + 4, "the size does not match its CRC")
        begin = trailer - size
        if begin < start:
            left = trailer - start
            what = f"the trailer counts {size} bytes of content, and {left} are there"
            return Finding("bounds", trailer + 4, what)
        data = buffer[begin:trailer]
        if crc32(data) != data_crc:
            return Finding("data-crc", begin, "the content does not match its CRC")
        return Content(data, UUID(bytes=uuid), self.kind, checked=True, start=begin, end=end)
