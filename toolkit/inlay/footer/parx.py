"""Thrift in the frame of PARX: the same footer, under a CRC, with flags for what a reader has to know.

    PARX | data | footer | length i32 | flags u32 | CRC u32 | PARX

The CRC is of the footer, its length and the flags. The text says CRC-32, and its prototype writes CRC-32C.
"""

from __future__ import annotations

from enum import Enum, IntFlag, unique
from struct import Struct
from typing import TYPE_CHECKING, Final, NamedTuple
from zlib import crc32

from inlay.files.source import Seekable, Source, read_at
from inlay.footer.checksums import compute_crc32c
from inlay.footer.errors import COPY_AGAIN, FooterError, UnsupportedFooterError
from inlay.footer.magic import PARX
from inlay.footer.trailer import LONGEST

if TYPE_CHECKING:
    from inlay.footer.footer import Footer

_TAIL: Final = Struct("<iII4s")
TAIL_SIZE: Final = _TAIL.size
_UNDER_CRC: Final = 8
"""Bytes of the tail that the CRC covers, too."""


class ParxFlags(IntFlag):
    """What a reader has to know; a file with any other flag is refused."""

    ENCRYPTED_FOOTER = 1
    """The footer is a FileCryptoMetaData and an encrypted FileMetaData."""

    OMIT_PATH_IN_SCHEMA = 2
    """Chunks leave their paths to the schema."""


_KNOWN: Final = int(ParxFlags.ENCRYPTED_FOOTER | ParxFlags.OMIT_PATH_IN_SCHEMA)


@unique
class Checksum(Enum):
    """Both are in files."""

    CRC32 = "crc32"
    CRC32C = "crc32c"

    def of(self, data: bytes) -> int:
        return crc32(data) if self is Checksum.CRC32 else compute_crc32c(data)


class ParxFrame(NamedTuple):
    """What the tail of a file says besides the length."""

    flags: ParxFlags = ParxFlags(0)
    checksum: Checksum = Checksum.CRC32

    @property
    def is_encrypted(self) -> bool:
        return ParxFlags.ENCRYPTED_FOOTER in self.flags

    @property
    def omits_paths(self) -> bool:
        return ParxFlags.OMIT_PATH_IN_SCHEMA in self.flags


def pack_parx(footer: bytes, frame: ParxFrame) -> bytes:
    """The end of a file, from the first byte of the footer."""
    covered = footer + _TAIL.pack(len(footer), frame.flags, 0, PARX)[:_UNDER_CRC]
    return covered + frame.checksum.of(covered).to_bytes(4, "little") + PARX


def read_parx(
    source: Source, name: str, file: Seekable, size: int, tail: bytes, head: bytes
) -> Footer:
    """The footer of a file of `size` bytes, of which `tail` are the last ones. The flags come first, for others may mean
    another tail.

    Raises UnsupportedFooterError for flags that are not known, FooterError for a length or a CRC that is wrong.
    """
    from inlay.footer.footer import Footer  # which asks this module what a frame says

    start = size - TAIL_SIZE
    if start < len(PARX):
        what = f"{size} bytes are too few for a PARX file"
        raise FooterError(name, size, what, COPY_AGAIN, "short")
    length, flags, crc, _ = _TAIL.unpack_from(tail, len(tail) - TAIL_SIZE)
    if unknown := flags & ~_KNOWN:
        what = f"the PARX footer has flags that this version of inlay does not know: 0x{unknown:x}"
        hint = "read it with the program that wrote it"
        raise UnsupportedFooterError(name, start + 4, what, hint, "flags")
    if not 0 < length <= min(start - len(PARX), LONGEST):
        what = f"the length of the PARX footer is {length:,}, and {start - len(PARX):,} bytes precede it"
        raise FooterError(name, start, what, COPY_AGAIN, "length")
    needed = length + TAIL_SIZE
    end = tail[-needed:] if needed <= len(tail) else read_at(file, size - needed, needed)
    covered = end[: length + _UNDER_CRC]
    checksum = next((kind for kind in Checksum if kind.of(covered) == crc), None)
    if checksum is None:
        what = "neither the CRC-32 nor the CRC-32C of the PARX footer agrees"
        raise FooterError(name, start - length, what, COPY_AGAIN, "data-crc")
    frame = ParxFrame(ParxFlags(flags), checksum)
    return Footer(name, size, start - length, end[:length], PARX, head, source, frame)
