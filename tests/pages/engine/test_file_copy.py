"""Who copies pages: the file system where it may know a shorter way, and otherwise this process."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from inlay.pages.engine.file_copy import WORTH_IT
from inlay.pages.engine.sink import StreamSink

DATA = bytes(range(256)) * (WORTH_IT // 128)


@pytest.mark.parametrize(("device", "by_kernel"), [(0, True), (8, False)])
@pytest.mark.parametrize("length", [WORTH_IT - 1, WORTH_IT, len(DATA) - 7])
def test_who_copies(
    device: int, by_kernel: bool, length: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    source, target = tmp_path / "source", tmp_path / "target"
    source.write_bytes(DATA)
    copied: list[int] = []

    def copy(read: int, write: int, count: int, offset: int, position: int) -> int:
        copied.append(count)
        return os.pwrite(write, os.pread(read, count, offset), position)

    monkeypatch.setattr(os, "major", lambda _: device)
    monkeypatch.setattr(os, "copy_file_range", copy, raising=False)
    with open(source, "rb") as read, open(target, "w+b") as write:
        sink = StreamSink(write)
        sink.append(b"PAR1")
        sink.copy(read, 7, length)
        assert sink.size == 4 + length
    assert target.read_bytes() == b"PAR1" + DATA[7 : 7 + length]
    assert bool(copied) == (by_kernel and length >= WORTH_IT)
