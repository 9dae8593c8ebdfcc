"""Files read in steps, where they may be too long for memory."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final
from zlib import crc32

from inlay.ground.files.source import Seekable, read_at, size_of

STEP: Final = 1 << 20


def read_steps(file: Seekable, offset: int, length: int) -> Iterator[bytes]:
    """`length` bytes from `offset`, or as many as there are."""
    end = offset + length
    while offset < end and (step := read_at(file, offset, min(STEP, end - offset))):
        yield step
        offset += len(step)


def crc_of(file: Seekable, offset: int, length: int) -> int:
    """The CRC-32 of so many bytes."""
    crc = 0
    for step in read_steps(file, offset, length):
        crc = crc32(step, crc)
    return crc


def ends_with(file: Seekable, offset: int, end: Seekable) -> bool:
    """Whether the bytes from `offset` to the end of the file are those of `end`."""
    length = size_of(end)
    if size_of(file) - offset != length:
        return False
    steps = zip(read_steps(file, offset, length), read_steps(end, 0, length), strict=True)
    return all(ours == theirs for ours, theirs in steps)
