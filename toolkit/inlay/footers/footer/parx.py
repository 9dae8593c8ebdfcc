"""Thrift in the frame of PARX: the same footer, under a CRC, with flags for what a reader has to know.

    PARX | data | footer | length u32 | flags u32 | version u8 | CRC u32 | PARX

The CRC is of the footer and of what stands between both. The version came late: earlier states of the text have none, and neither
has the prototype, which writes CRC-32C where the text says CRC-32. All three are read.
"""

from __future__ import annotations

from enum import Enum, IntFlag, unique
from struct import Struct
from typing import TYPE_CHECKING, Final, NamedTuple
from zlib import crc32

from inlay.footers.footer.checksums import compute_crc32c
from inlay.footers.footer.errors import COPY_AGAIN, FooterError, UnsupportedFooterError
from inlay.footers.footer.magic import PARX
from inlay.footers.footer.trailer import LONGEST
from inlay.ground.files.source import Seekable, Source, read_at

if TYPE_CHECKING:
    from inlay.footers.footer.footer import Footer

_TOLD: Final = Struct("<II")
"""Length and flags."""
_CRC_SIZE: Final = 4

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


_KNOWN: Final = sum(ParxFlags)


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
        return self.covered + _CRC_SIZE + len(PARX)

    @property
    def covered(self) -> int:
        """Bytes between the footer and its CRC, which covers them, too."""
        return _TOLD.size + (self.version is not None)


class _Reading(NamedTuple):
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
    covered = footer + _TOLD.pack(len(footer), frame.flags) + version
    return covered + frame.checksum.of(covered).to_bytes(_CRC_SIZE, "little") + PARX


def read_parx(
    source: Source, name: str, file: Seekable, size: int, tail: bytes, head: bytes
) -> Footer:
    """The footer of a file of `size` bytes, of which `tail` are the last ones. The CRC comes first: it says which frame this is.

    Raises UnsupportedFooterError for flags that are not known, FooterError for a length or a CRC that is wrong.
    """
    from inlay.footers.footer.footer import Footer  # which asks this module what a frame says

    is_cut = True
    for frame, start, length, flags in _list_readings(size, tail):
        # Read as an older frame, this one has the version among the flags.
        is_cut = is_cut and frame is not FRAMES[0] and bool(flags & ~_KNOWN)
        needed = length + frame.size
        end = tail[-needed:] if needed <= len(tail) else read_at(file, size - needed, needed)
        covered, crc = end[: length + frame.covered], end[-_CRC_SIZE - len(PARX) : -len(PARX)]
        if frame.checksum.of(covered).to_bytes(_CRC_SIZE, "little") != crc:
            continue
        if unknown := flags & ~_KNOWN:
            what = (
                f"the PARX footer has flags that this version of inlay does not know: 0x{unknown:x}"
            )
            hint = "read it with the program that wrote it"
            raise UnsupportedFooterError(name, start + 4, what, hint, "flags")
        version = None if frame.version is None else covered[-1]
        said = frame._replace(flags=ParxFlags(flags), version=version)
        return Footer(name, size, start - length, end[:length], PARX, head, source, said)
    start = size - FRAMES[0].size
    if start < len(PARX):
        what = f"{size} bytes are too few for a PARX file"
        raise FooterError(name, size, what, COPY_AGAIN, "short")
    if is_cut:
        length, _ = _TOLD.unpack_from(tail, len(tail) - FRAMES[0].size)
        what = f"the length of the PARX footer is {length:,}, and {start - len(PARX):,} bytes precede it"
        raise FooterError(name, start, what, COPY_AGAIN, "length")
    what = "neither the CRC-32 nor the CRC-32C of the PARX footer agrees"
    raise FooterError(name, start, what, COPY_AGAIN, "data-crc")


def _list_readings(size: int, tail: bytes) -> list[_Reading]:
    """What the end of a file says if it is of each of the frames, as far as there is room for it.

    The shortest come first: where the version is taken for a part of the length, that is 256 times as long.
    """
    readings: list[_Reading] = []
    for frame in FRAMES:
        start = size - frame.size
        room = start - len(PARX)
        if room < 0:
            continue
        length, flags = _TOLD.unpack_from(tail, len(tail) - frame.size)
        if 0 < length <= min(room, LONGEST):
            readings.append(_Reading(frame, start, length, flags))
    return sorted(readings, key=lambda reading: reading.length)
