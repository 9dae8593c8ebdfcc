"""The part of a file that stays: by shared blocks, else by the kernel, else by reading and writing."""

from __future__ import annotations

import errno
import os
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path

import pytest

from inlay.changes.rewrite import copy_body as module
from inlay.changes.rewrite.copy_body import copy_body
from inlay.changes.rewrite.open_file import OpenFile
from inlay.changes.rewrite.system import READ, Posix

BLOCK = 1 << 16
SIZE = 5 * BLOCK + 7


class Recorded(Posix):
    """Shares by reading and writing, or cannot; and says what it was asked for."""

    def __init__(self, sharing: int = 0, copying: int = 0) -> None:
        self.sharing = sharing
        self.copying = copying
        self.calls: list[tuple[str, int]] = []

    def share(self, source: int, target: int, size: int) -> None:
        self.calls.append(("share", size))
        if self.sharing:
            raise OSError(self.sharing, os.strerror(self.sharing))
        os.pwrite(target, os.pread(source, size, 0), 0)

    def reserve(self, file: int, size: int) -> None:
        self.calls.append(("reserve", size))
        super().reserve(file, size)

    def copy(self, source: int, target: int, size: int, offset: int) -> int:
        self.calls.append(("copy", size))
        if self.copying:
            raise OSError(self.copying, os.strerror(self.copying))
        return super().copy(source, target, size, offset)

    def write(self, file: int, data: bytes, offset: int) -> int:
        self.calls.append(("write", len(data)))
        return super().write(file, data, offset)


@pytest.fixture
def data(tmp_path: Path) -> bytes:
    data = os.urandom(SIZE + 100)
    (tmp_path / "source").write_bytes(data)
    return data


@contextmanager
def opened(folder: Path, system: Posix) -> Generator[tuple[OpenFile, OpenFile]]:
    source = os.open(folder / "source", READ)
    target = os.open(folder / "target", os.O_RDWR | os.O_CREAT | os.O_EXCL)
    try:
        yield OpenFile(system, source, "source"), OpenFile(system, target, "target")
    finally:
        os.close(source)
        os.close(target)


def copied(folder: Path, system: Recorded) -> bytes:
    with opened(folder, system) as (source, target):
        copy_body("source", source, target, SIZE, lambda *_: None)
    return (folder / "target").read_bytes()


def test_blocks_are_shared_and_no_room_is_asked_for(
    tmp_path: Path, data: bytes, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What the last block has of the part that stays is all that is copied."""
    monkeypatch.setattr(module, "_WORTH_ROOM", BLOCK)
    system = Recorded()
    assert copied(tmp_path, system) == data[:SIZE]
    assert system.calls[:2] == [("share", 5 * BLOCK), ("copy", 7)]
    assert "reserve" not in dict(system.calls)


@pytest.mark.parametrize("number", [errno.EOPNOTSUPP, errno.EXDEV, errno.EINVAL, errno.ENOTTY])
def test_room_is_set_aside_for_what_is_copied(
    number: int, tmp_path: Path, data: bytes, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "_WORTH_ROOM", BLOCK)
    system = Recorded(number)
    assert copied(tmp_path, system) == data[:SIZE]
    assert system.calls[:3] == [("share", 5 * BLOCK), ("reserve", SIZE), ("copy", SIZE)]


def test_reading_and_writing_does_where_the_kernel_cannot(tmp_path: Path, data: bytes) -> None:
    system = Recorded(errno.EXDEV, errno.EXDEV)
    assert copied(tmp_path, system) == data[:SIZE]
    assert sum(size for name, size in system.calls if name == "write") == SIZE


@pytest.mark.parametrize("number", [errno.ENOSPC, errno.EIO])
def test_what_a_disk_says_is_told(number: int, tmp_path: Path, data: bytes) -> None:
    with pytest.raises(OSError, match=os.strerror(number)):
        copied(tmp_path, Recorded(number))


def test_a_small_file_needs_no_room(tmp_path: Path, data: bytes) -> None:
    system = Recorded(errno.EOPNOTSUPP)
    copied(tmp_path, system)
    assert "reserve" not in dict(system.calls)


def test_the_system_itself(tmp_path: Path, data: bytes) -> None:
    """Whether this file system shares blocks or not."""
    with opened(tmp_path, Posix()) as (source, target):
        shared = module._share(source, target, SIZE)
        assert os.pread(target.file, SIZE, 0) == data[:shared]
    assert shared in (0, 5 * BLOCK)
