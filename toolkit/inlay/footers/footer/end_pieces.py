"""What stands around the footer at the end of a file, described once: for pictures, text, JSON and repairs alike."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from enum import Enum, unique


@unique
class Role(Enum):
    """What a piece is for."""

    THRIFT = "thrift"
    """The struct that the footer begins with, or what there is of it."""

    FLATBUFFER = "flatbuffer"
    """A FlatBuffer that says what the Thrift says."""

    DESIGN = "design"
    """A footer in a design of its own."""

    ENCRYPTED = "encrypted"
    """What only a key opens."""

    LENGTH = "length"
    """How many bytes the footer has, or the content that a CRC vouches for."""

    CHECKSUM = "checksum"
    """A CRC of the bytes that it `covers`."""

    NUMBER = "number"
    """Anything else that is said in a number."""

    MAGIC = "magic"
    """The last four bytes."""

    OTHER = "other"


@dataclass(frozen=True, slots=True)
class EndPiece:
    """`length` bytes at `offset` of the file. `meaning` says to people what they are, and `name` does in a word or two.

    A number, little-endian, has its `value`. A checksum `covers` bytes of the file, from an offset to another one, by
    the algorithm of that `name`.
    """

    length: int
    meaning: str
    role: Role = Role.OTHER
    name: str = ""
    value: int = 0
    algorithm: str = "crc32"
    covers: tuple[int, int] = (0, 0)
    offset: int = 0

    @property
    def end(self) -> int:
        return self.offset + self.length


def place_pieces(pieces: Iterable[EndPiece], offset: int) -> list[EndPiece]:
    """One behind the other, the first at `offset` of the file; those without a byte are left out."""
    placed: list[EndPiece] = []
    for piece in pieces:
        if piece.length:
            placed.append(replace(piece, offset=offset))
        offset += piece.length
    return placed
