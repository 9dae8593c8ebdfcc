"""An interrupt may come between any two steps of a change, and leaves no file that is unfinished."""

from __future__ import annotations

import gc
import os
import sys
from collections.abc import Callable
from pathlib import Path
from types import FrameType
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

import inlay
from inlay.changes.rewrite.change import Target
from inlay.changes.rewrite.new_file import NewFile

PLACES = ("/inlay/changes/rewrite/", "/inlay/ground/files/", "/contextlib.py")


def interrupt_at(step: int, work: Callable[[], object]) -> bool:
    """Whether the work was interrupted: it has fewer steps else. One is a line of what opens, writes and names files, or a call
    of it; not of `__del__`, where the terminal has an interrupt come again."""
    steps = 0

    def note(frame: FrameType, event: str, _: Any) -> Any:
        nonlocal steps
        code = frame.f_code
        if code.co_name == "__del__" or not any(place in code.co_filename for place in PLACES):
            return None
        steps += event != "return"
        if event != "return" and steps == step:
            raise KeyboardInterrupt
        return note

    before = sys.gettrace()
    sys.settrace(note)
    try:
        work()
    except KeyboardInterrupt:
        return True
    finally:
        sys.settrace(before)
    return False


def write_new(path: Path, output: Path) -> None:
    with NewFile(output, sources=[str(path)]) as new:
        new.file.write(b"new")


def set_key(path: Path, output: Path) -> None:
    inlay.set_metadata(path, keys={"a": "b"}, target=Target(output))


@pytest.mark.parametrize("work", [write_new, set_key])
def test_nothing_unfinished_stays(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, work: Callable[[Path, Path], None]
) -> None:
    monkeypatch.setattr(os, "fsync", lambda _: None)
    path, output = tmp_path / "f.parquet", tmp_path / "out.parquet"
    pq.write_table(pa.table({"a": [1]}), path)
    before = path.read_bytes()
    work(path, output)
    whole = output.read_bytes()
    output.unlink()
    step = 0
    while interrupt_at(step := step + 1, lambda: work(path, output)):
        if any(
            tmp_path.glob(".*.tmp")
        ):  # held by a frame of the interrupt, in a cycle: so until the next collection
            gc.collect()
        left = {each.name: each.read_bytes() for each in tmp_path.iterdir()}
        assert left.pop("f.parquet") == before, step
        assert left in ({}, {"out.parquet": whole}), step
        output.unlink(missing_ok=True)
    assert step > 100
    assert output.read_bytes() == whole
