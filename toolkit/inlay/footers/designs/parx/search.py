"""Looks for the Thrift footer of a PARX file whose end does not lead to it, and for the frame that it had.

The footer says where it ends. Of the frame, the length and the flag follow from the footer; which frame it was, with which CRC
and which version, only the bytes that are left of it can say.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from inlay.footers.designs.parx.frame import (
    CRC_SIZE,
    FRAMES,
    LONGEST_TAIL,
    ParxFlags,
    ParxFrame,
    pack_parx,
)
from inlay.footers.footer.footer_end import FoundEnd
from inlay.footers.footer.magic import PARX
from inlay.footers.footer.search import find_openings
from inlay.footers.footer.search_budget import SearchBudget
from inlay.footers.footer.trailer import SIGNATURE
from inlay.ground.files.source import Seekable, read_at
from inlay_runtime.errors import DecodeError
from parquet_format.without_paths import FileMetaData

MOST_FOUND: Final = 8


def find_parx(file: Seekable, data: bytes, base: int) -> Iterator[FoundEnd]:
    """First those that a length leads to, then what looks like a beginning, the last in the data first.

    None where neither the beginning nor the end of the file has the magic.
    """
    if read_at(file, 0, len(PARX)) != PARX and PARX not in data[-LONGEST_TAIL - len(PARX) :]:
        return
    budget = SearchBudget(len(data))
    seen: set[int] = set()
    for start, claimed in _spans(data):
        if budget.is_spent or len(seen) >= MOST_FOUND:
            return
        if start in seen:
            continue
        try:
            metadata, end = FileMetaData.decode_from(data, start)
        except DecodeError as error:
            budget.charge_failure(error.offset - start)
            continue
        budget.charge(end - start)
        if not len(metadata.schema) or (claimed is not None and end > claimed):
            continue
        seen.add(start)
        signature = SIGNATURE if metadata.encryption_algorithm is not None else 0
        end = claimed or min(end + signature, len(data))
        yield _find_frame(data, base, start, end, omits_paths=_omits_paths(metadata))


def _spans(data: bytes) -> Iterator[tuple[int, int | None]]:
    """Where a footer begins, and where it is said to end."""
    for left in range(LONGEST_TAIL, 3, -1):
        end = len(data) - left
        length = int.from_bytes(data[max(end, 0) : max(end, 0) + 4], "little")
        if 0 < length <= end:
            yield end - length, end
    for start in find_openings(data):
        yield start, None


def _omits_paths(metadata: FileMetaData) -> bool:
    return any(
        chunk.meta_data is not None and chunk.meta_data.path_in_schema is None
        for group in metadata.row_groups
        for chunk in group.columns
    )


def _find_frame(data: bytes, base: int, start: int, end: int, *, omits_paths: bool) -> FoundEnd:
    """The frame that is nearest to what is left there; of equally near ones that of the text."""
    footer, left = data[start:end], data[end : end + LONGEST_TAIL]
    flags = [ParxFlags.PATH_IN_SCHEMA_OMITTED]
    if not omits_paths:  # which chunks that say theirs may have, too
        flags.insert(0, ParxFlags(0))
    known = [*_frames(left)] if left else [ParxFrame()]
    frames = [
        (frame, pack_parx(footer, frame._replace(flags=flag | preview))[len(footer) :])
        for frame in known
        for preview in _previews(frame)
        for flag in flags
    ]
    frame, packed = min(frames, key=lambda each: _differing_bits(each[1], left))
    crc = slice(frame.covered, frame.covered + CRC_SIZE)
    is_vouched = packed[crc] == left[crc]
    checksum = frame.checksum.name.replace("CRC32", "CRC-32")
    what = f"its {checksum} agrees" if is_vouched else f"{checksum} is written behind it"
    return FoundEnd(base + end, packed, f"PARX footer; {what}", is_vouched)


def _frames(left: bytes) -> Iterator[ParxFrame]:
    """With the version that is there, if its CRC is there to say that it is one."""
    yield from FRAMES
    covered = ParxFrame().covered
    if len(left) >= covered + 4:
        yield ParxFrame(version=left[covered - 1])


def _previews(frame: ParxFrame) -> tuple[ParxFlags, ...]:
    """That flag is as old as the version is."""
    none = ParxFlags(0)
    return (none,) if frame.version is None else (none, ParxFlags.PREVIEW_FEATURES)


def _differing_bits(expected: bytes, left: bytes) -> int:
    return sum((byte ^ other).bit_count() for byte, other in zip(expected, left, strict=False))
