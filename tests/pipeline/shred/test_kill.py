"""Runs that are cut off, at every step of publishing and by a real kill: nothing torn is listed, and the next run ends it."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from contextlib import suppress
from pathlib import Path
from typing import Any

import pyarrow.parquet as pq
import pytest

from inlay_spark.shred import shred
from inlay_spark.shredding import lake as lakes_module
from inlay_spark.shredding.directory import ShredDirectory
from inlay_spark.shredding.log import Log, Shredded
from tests.pipeline.shred.here import here
from tests.pipeline.shred.lakes import expected, make_lake, values
from tests.pipeline.shred.reading import outputs

ROOT = Path(__file__).parents[3]


class CutOffError(BaseException):
    """What no code of a run catches."""


def check(lake: Path, out: Path, good: dict[str, int]) -> None:
    """What a reader sees at any moment: whole files."""
    for name in outputs(out):
        assert pq.read_metadata(out / name).num_rows == 40
    shred(here(), str(lake), str(out), ["v"])
    assert outputs(out) == set(good)
    for name, first in good.items():
        assert values(out / name) == expected(first)
    assert {path.name for path in out.iterdir() if path.name[0] in "_."} == {
        ".lock",
        "_problems.jsonl",
        "_shred",
        "_shred.json",
    }
    again = shred(here(), str(lake), str(out))
    assert (again.files, again.unchanged) == (0, len(good))


@pytest.fixture
def small_tasks(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lakes_module, "FILES_A_TASK", 2)
    monkeypatch.setattr(lakes_module, "WAVE", 2)


@pytest.mark.parametrize("wave", [1, 2])
@pytest.mark.parametrize("step", ["fixed", "working", "logging", "moving", "sweeping", "ending"])
def test_cut_off_at(
    step: str, wave: int, small_tasks: None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    lake, out = tmp_path / "lake", tmp_path / "out"
    good = make_lake(lake)
    calls = [0]

    def cut(*_: Any, **__: Any) -> Any:
        raise CutOffError

    def cut_at(turn: int, old: Any) -> Any:
        def wrapped(*arguments: Any) -> Any:
            calls[0] += 1
            return cut() if calls[0] == turn else old(*arguments)

        return wrapped

    def half(self: ShredDirectory, rows: Any) -> None:
        moves = list(rows)
        calls[0] += bool(moves)
        if calls[0] == wave and moves:
            move(self, moves[:1])
            raise CutOffError
        move(self, moves)

    move = ShredDirectory._move
    with monkeypatch.context() as patched:
        match step:
            case "fixed":
                patched.setattr(lakes_module._Run, "go", cut)
            case "working":
                from inlay_spark.shredding import work

                patched.setattr(work, "shred_file", cut_at(3 * wave, work.shred_file))
            case "logging":
                # The part is there under its name, and nothing was moved.
                patched.setattr(ShredDirectory, "_move", cut_at(wave, move))
            case "moving":
                patched.setattr(ShredDirectory, "_move", half)
            case "sweeping":
                patched.setattr(ShredDirectory, "sweep", cut_at(wave, ShredDirectory.sweep))
            case _:
                patched.setattr(Log, "tidy", cut)
        with pytest.raises(CutOffError):
            shred(here(), str(lake), str(out), ["v"])
    check(lake, out, good)


def test_finished_tasks_are_not_done_again(
    small_tasks: None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from inlay_spark.shredding import work

    lake, out = tmp_path / "lake", tmp_path / "out"
    good = make_lake(lake)
    old, done = work.shred_file, list[str]()

    def third(*arguments: Any) -> Shredded:
        done.append(arguments[2].entry.path)
        if len(done) == 4:
            raise CutOffError
        return old(*arguments)

    monkeypatch.setattr(work, "shred_file", third)
    with pytest.raises(CutOffError):
        shred(here(), str(lake), str(out), ["v"])
    assert outputs(out) == set()
    # One of the finished files changes meanwhile: what was made of it is of no use.
    changed = Path(done[0])
    os.utime(changed, (1, 1))
    again = shred(here(), str(lake), str(out))
    assert again.files == len(good)
    assert done.count(done[1]) == 1
    assert done.count(str(changed)) == 2
    check(lake, out, good)


def test_many_parts_of_the_log_become_one(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from inlay_spark.shredding import log

    monkeypatch.setattr(log, "MOST_PARTS", 1)
    lake, out = tmp_path / "lake", tmp_path / "out"
    make_lake(lake)
    shred(here(), str(lake), str(out), ["v"])
    (lake / "day=1/json.parquet").unlink()
    shred(here(), str(lake), str(out), remove_gone=True)
    assert len(list((out / "_shred").iterdir())) == 1
    assert len(ShredDirectory(str(out)).log.read()) == 6


def count_below(folder: Path) -> int:
    """Files and folders, as far as they are still there when they are looked at."""
    return sum(len(folders) + len(files) for _, folders, files in os.walk(folder))


def test_a_real_kill(tmp_path: Path) -> None:
    lake, out = tmp_path / "lake", tmp_path / "out"
    good = make_lake(lake)
    for staged in (1, 3):
        child = subprocess.Popen(
            [sys.executable, "-m", "tests.pipeline.shred.child", str(lake), str(out)], cwd=ROOT
        )
        while child.poll() is None and count_below(out / "_staging") < staged:
            with suppress(subprocess.TimeoutExpired):
                child.wait(0.005)  # and leave the processor to it
        child.send_signal(signal.SIGKILL)
        child.wait()
        for name in outputs(out):
            assert pq.read_metadata(out / name).num_rows == 40
    check(lake, out, good)
