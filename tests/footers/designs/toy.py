"""A design that nobody proposed: the Thrift footer, compressed, with a magic of its own.

data | "TOYs" | zlib(Thrift) | CRC of all that u32 | where it begins i64 | magic
"""

from __future__ import annotations

import zlib
from collections.abc import Iterator, Sequence
from struct import Struct
from typing import ClassVar, Final

from inlay.footers.designs.design import FooterContents
from inlay.footers.designs.fetch import CountedFetch, DecodedFetch, Range
from inlay.footers.designs.footer_modules import FooterModule, ModuleNumber
from inlay.footers.designs.thrift.walked import ThriftDesign
from inlay.footers.footer.end_pieces import EndPiece, Role
from inlay_runtime.errors import InvalidValueError, TruncatedError

MARK: Final = b"TOYs"
FRAME: Final = Struct("<q4s")
CRC: Final = Struct("<I")


class ToyDesign(ThriftDesign):
    name: ClassVar[str] = "toy"
    magic: ClassVar[bytes] = b"TO\xd6Y"

    @classmethod
    def build(cls, contents: FooterContents, offset: int) -> bytes:
        content = MARK + zlib.compress(contents.thrift)
        return content + CRC.pack(zlib.crc32(content)) + FRAME.pack(offset, cls.magic)

    @classmethod
    def find_start(cls, tail: bytes, size: int) -> int:
        if len(tail) < FRAME.size:
            raise TruncatedError(f"{len(tail)} bytes are too few for a toy", size)
        start, _ = FRAME.unpack_from(tail, len(tail) - FRAME.size)
        return int(start)

    def __init__(self, fetch: CountedFetch, footer: Range) -> None:
        (data,) = fetch([footer])
        content, rest = data[: -CRC.size - FRAME.size], data[-CRC.size - FRAME.size :]
        if CRC.unpack_from(rest)[0] != zlib.crc32(content) or bytes(content[:4]) != MARK:
            raise InvalidValueError("the CRC of the toy differs", footer.offset)
        self._thrift = zlib.decompress(content[4:])
        decoded = DecodedFetch(fetch, self._thrift)
        super().__init__(decoded, decoded.place)

    @property
    def is_protected(self) -> bool:
        return True

    def thrift(self) -> bytes:
        return self._thrift

    @classmethod
    def frame_pieces(cls) -> Sequence[EndPiece]:
        return (EndPiece(8, "where the toy begins", Role.NUMBER, "start"),)

    @classmethod
    def modules(cls, data: bytes, offset: int) -> list[FooterModule]:
        end = offset + len(data) - FRAME.size - CRC.size
        number = ModuleNumber(4, "CRC of the toy", Role.CHECKSUM, ("parcel",))
        return [
            FooterModule(offset, end, "parcel"),
            FooterModule(end, end + CRC.size, "seal", numbers=(number,)),
        ]

    @classmethod
    def search(cls, data: bytes, base: int) -> Iterator[tuple[int, bytes]]:
        at = len(data)
        while (at := data.rfind(MARK, 0, at)) >= 0:
            unpacked = zlib.decompressobj()
            try:
                unpacked.decompress(data[at + len(MARK) :])
            except zlib.error:
                continue
            end = len(data) - len(unpacked.unused_data)
            crc = CRC.pack(zlib.crc32(data[at:end]))
            yield end, crc + FRAME.pack(base + at, cls.magic)
