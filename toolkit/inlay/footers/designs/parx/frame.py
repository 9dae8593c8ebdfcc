"""Thrift in the frame of PARX: the same footer, under a CRC, with flags for what a reader has to know.

    PARX | data | footer | length u32 | flags u32 | version u8 | CRC u32 | PARX

The CRC is of the footer and of what stands between both. The version came late: earlier states of the text have none, and neither
has the prototype, which writes CRC-32C where the text says CRC-32. All three are read.
"""

from __future__ import annotations

from enum import Enum, IntFlag, unique
from struct import Struct
from typing import Final, NamedTuple
from zlib import crc32

from inlay.footers.designs.parx.crc32c import compute_crc32c
from inlay.footers.footer.magic import PARX
from inlay.footers.footer.trailer import LONGEST

LENGTH_AND_FLAGS: Final = Struct("<II")
"""Length and flags."""
CRC_SIZE: Final = 4

FORMAT_VERSION: Final = 2
"""The major version of the format that we write: parquet.thrift is of release 2."""


class ParxFlags(IntFlag):
    """What a reader has to know; a file with any other flag is refused."""

    ENCRYPTED_FOOTER = 1
    """The footer is a FileCryptoMetaData and an encrypted FileMetaData."""

    PATH_IN_SCHEMA_OMITTED = 2
    """Chunks leave their paths to the schema."""

    PREVIEW_FEATURES = 4
    """Something in the file is not yet of the version of the format: a reader that fails can say so."""


KNOWN_FLAGS: Final = sum(ParxFlags)


@unique
class Checksum(Enum):
    """Both are in files."""

    CRC32 = "crc32"
    CRC32C = "crc32c"

    def of(self, data: bytes) -> int:
        return crc32(data) if self is Checksum.CRC32 else compute_crc32c(data)


class ParxFrame(NamedTuple):
    """What the tail of a file says besides the length. `version` is the major one of the format; None where the tail has none."""

    flags: ParxFlags = ParxFlags(0)
    checksum: Checksum = Checksum.CRC32
    version: int | None = FORMAT_VERSION

    @property
    def is_encrypted(self) -> bool:
        return ParxFlags.ENCRYPTED_FOOTER in self.flags

    @property
    def omits_paths(self) -> bool:
        return ParxFlags.PATH_IN_SCHEMA_OMITTED in self.flags

    @property
    def excuse(self) -> str:
        """Why a footer whose CRC agrees may not be read here; empty where nothing says so."""
        if self.version is not None and self.version > FORMAT_VERSION:
            return f"; it is of version {self.version} of the format, and this version of inlay knows {FORMAT_VERSION}"
        is_preview = ParxFlags.PREVIEW_FEATURES in self.flags
        return "; it was written with preview features of the format" if is_preview else ""

    @property
    def size(self) -> int:
        """Bytes behind the footer."""
        return self.covered + CRC_SIZE + len(PARX)

    @property
    def covered(self) -> int:
        """Bytes between the footer and its CRC, which covers them, too."""
        return LENGTH_AND_FLAGS.size + (self.version is not None)


class FrameReading(NamedTuple):
    """A frame, where it begins, and what is in it."""

    frame: ParxFrame
    start: int
    length: int
    flags: int


FRAMES: Final = (
    ParxFrame(),
    ParxFrame(version=None),
    ParxFrame(checksum=Checksum.CRC32C, version=None),
)
"""Of the text, of the text before it had a version, and of its prototype."""

LONGEST_TAIL: Final = max(frame.size for frame in FRAMES)


def frame_of(checksum: Checksum, flags: ParxFlags) -> ParxFrame:
    """The frame that is written with this CRC: that of the text, or that of its prototype."""
    known = next(frame for frame in FRAMES if frame.checksum is checksum)
    return known._replace(flags=flags)


def pack_parx(footer: bytes, frame: ParxFrame) -> bytes:
    """The end of a file, from the first byte of the footer."""
    version = b"" if frame.version is None else bytes([frame.version])
    covered = footer + LENGTH_AND_FLAGS.pack(len(footer), frame.flags) + version
    return covered + frame.checksum.of(covered).to_bytes(CRC_SIZE, "little") + PARX


def list_readings(size: int, tail: bytes) -> list[FrameReading]:
    """What the end of a file says if it is of each of the frames, as far as there is room for it.

    The shortest come first: where the version is taken for a part of the length, that is 256 times as long.
    """
    readings: list[FrameReading] = []
    for frame in FRAMES:
        start = size - frame.size
        room = start - len(PARX)
        if room < 0:
            continue
        length, flags = LENGTH_AND_FLAGS.unpack_from(tail, len(tail) - frame.size)
        if 0 < length <= min(room, LONGEST):
            readings.append(FrameReading(frame, start, length, flags))
    return sorted(readings, key=lambda reading: reading.length)
