"""The checksums that Hadoop keeps beside local files: `.NAME.crc` has `crc` and a zero byte, the bytes per checksum as four bytes, and
the CRC-32 of each such stretch, big-endian (`org.apache.hadoop.fs.ChecksumFileSystem`)."""

from __future__ import annotations

import os
import struct
import zlib
from typing import Final

from inlay.ground.files.entries import FileEntry

_MAGIC: Final = b"crc\0"
_CLOSE: Final = 1_000_000
"""Microseconds. Hadoop closes the checksums before the file, and the clock of a file system may tick in between."""

_READ: Final = 1 << 20
"""Bytes at once, about."""


def has_stale_checksum(file: FileEntry) -> bool:
    """Whether Spark would refuse a local file, which others have written anew since its checksums were made.

    One whose checksums are a little older than itself is held against them; no other is read.
    """
    folder, name = os.path.split(file.path)
    checksums = os.path.join(folder, f".{name}.crc")
    try:
        age = file.mtime - os.stat(checksums).st_mtime_ns // 1000
        return age > 0 and (age > _CLOSE or not _agree(file.path, checksums))
    except OSError:
        return False


def _agree(path: str, checksums: str) -> bool:
    with open(path, "rb") as file, open(checksums, "rb") as kept:
        magic, length = kept.read(4), int.from_bytes(kept.read(4), "big")
        if magic != _MAGIC or not 0 < length <= _READ:
            return False
        while True:
            data = memoryview(file.read(length * (_READ // length)))
            sums = [zlib.crc32(data[at : at + length]) for at in range(0, len(data), length)]
            if kept.read(4 * len(sums) or 1) != struct.pack(f">{len(sums)}I", *sums):
                return False
            if not sums:
                return True
