"""A local file that others wrote anew is told from one whose checksums Hadoop closed a moment before it."""

from __future__ import annotations

import os
import struct
import zlib
from pathlib import Path
from typing import Final

import pytest

from inlay.ground.files.entries import FileEntry
from inlay_spark.rows.hadoop_checksums import has_stale_checksum

DATA: Final = bytes(range(256)) * 8200
"""More than is read at once, and the last stretch is short."""

SECOND: Final = 1_000_000


def checksums_of(data: bytes, length: int = 512) -> bytes:
    sums = [zlib.crc32(data[at : at + length]) for at in range(0, len(data), length)]
    return struct.pack(f">4sI{len(sums)}I", b"crc\0", length, *sums)


@pytest.mark.parametrize(
    ("kept", "younger", "is_stale"),
    [
        pytest.param(checksums_of(DATA), 0, False, id="the same moment"),
        pytest.param(checksums_of(DATA), -SECOND, False, id="checksums come last"),
        pytest.param(checksums_of(DATA), 4000, False, id="a tick later"),
        pytest.param(checksums_of(DATA, 700), 4000, False, id="stretches of another length"),
        pytest.param(checksums_of(DATA), 2 * SECOND, True, id="two seconds later"),
        pytest.param(checksums_of(DATA[:-1] + b"x"), 4000, True, id="another last byte"),
        pytest.param(checksums_of(b"x" + DATA[1:]), 4000, True, id="another first byte"),
        pytest.param(checksums_of(DATA[:-512]), 4000, True, id="a longer file"),
        pytest.param(checksums_of(DATA + bytes(512)), 4000, True, id="a shorter file"),
        pytest.param(b"", 4000, True, id="nothing in it"),
        pytest.param(b"crc\0" + bytes(4), 4000, True, id="stretches of no bytes"),
        pytest.param(b"crc\0\xff\xff\xff\xff", 4000, True, id="stretches of 4 GiB"),
        pytest.param(b"of somebody", 4000, True, id="not of Hadoop"),
    ],
)
def test_a_stale_checksum_is_told(
    tmp_path: Path, kept: bytes, younger: int, is_stale: bool
) -> None:
    path, checksums = tmp_path / "a.parquet", tmp_path / ".a.parquet.crc"
    path.write_bytes(DATA)
    checksums.write_bytes(kept)
    os.utime(checksums, ns=(0, 10**18))
    entry = FileEntry(str(path), len(DATA), 10**15 + younger)
    assert has_stale_checksum(entry) is is_stale


def test_without_checksums_nothing_is_stale(tmp_path: Path) -> None:
    assert not has_stale_checksum(FileEntry(str(tmp_path / "a.parquet"), 1, 10**15))
