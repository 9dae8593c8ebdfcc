"""Commands that change any number of files: what becomes of each is what becomes of it alone."""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tests.faults.files import small_file

if TYPE_CHECKING:
    from tests.support.small_files import Inlay

NAMES = ("a", "b", "c")
UUID = "0b5c1d1e-7c55-4c0e-9a53-3f3a6f6f8f10"

COMMANDS = {
    "seal": (["seal"], []),
    "set": (["set", "--key", "who=me"], []),
    "footer index add": (["footer", "index", "add"], []),
    "footer index strip": (["footer", "index", "strip"], []),
    "footer add": (["footer", "add"], []),
    "footer promote": (["footer", "promote"], []),
    "footer finalize": (["footer", "finalize"], []),
    "footer revert": (["footer", "revert"], []),
    "footer convert": (["footer", "convert", "--design", "modular"], []),
    "ext append": (["ext", "append", "--uuid", UUID], ["{payload}"]),
    "ext strip": (["ext", "strip"], []),
    "encoding add": (["encoding", "add", "--auto"], []),
    "encoding repair": (["encoding", "repair"], []),
    "encoding ratify": (["encoding", "ratify"], []),
    "encoding strip": (["encoding", "strip"], []),
}
"""A command, and what follows its PATHS."""

BEFORE = {
    "footer index strip": ["footer index add"],
    "footer promote": ["footer add"],
    "footer finalize": ["footer add", "footer promote"],
    "footer revert": ["footer add"],
    "ext strip": ["seal"],
}
"""What was done to the files before."""


@pytest.fixture
def lake(tmp_path: Path) -> Path:
    """Three whole files, one cut off, one that is not Parquet, and one that does not claim to be."""
    folder = tmp_path / "lake"
    folder.mkdir()
    for name in NAMES:
        (folder / f"{name}.parquet").write_bytes(small_file())
    (tmp_path / "payload").write_bytes(b"somebody's")
    return folder


def change(inlay: Inlay, name: str, *paths: object) -> tuple[int, str, str]:
    first, last = COMMANDS[name]
    payload = Path(str(paths[0])).parent / "payload"
    if not payload.exists():
        payload = payload.parents[1] / "payload"
    outcome = inlay(*first, *paths, *[word.format(payload=payload) for word in last])
    return outcome.code, outcome.out, outcome.err


def ready(inlay: Inlay, name: str, lake: Path) -> None:
    """The files as the command needs them, with two that it cannot change."""
    for earlier in BEFORE.get(name, []):
        assert change(inlay, earlier, lake)[0] == 0
    whole = (lake / "a.parquet").read_bytes()
    (lake / "bad.parquet").write_bytes(whole[:-3])
    (lake / "notes.md").write_text("not Parquet, and says so")


def contents(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in folder.iterdir()}


@pytest.mark.parametrize("name", COMMANDS)
def test_each_of_many_is_changed_as_one_alone(name: str, lake: Path, inlay: Inlay) -> None:
    ready(inlay, name, lake)
    alone = lake.parent / "alone"
    shutil.copytree(lake, alone)
    before = contents(lake)
    codes = {change(inlay, name, alone / f"{file}.parquet")[0] for file in NAMES}
    code, out, err = change(inlay, name, lake)
    assert contents(lake) == contents(alone)
    assert code == max(3, *codes)
    assert f"error: {lake}/bad.parquet: " in err
    assert "warning: 1 of 5 files passed over: not Parquet by name or content" in err
    if codes == {0}:
        places = [out.index(f"{lake}/{file}.parquet: ") for file in NAMES]
        assert places == sorted(places)
        *lines, total = out.splitlines()
        assert len(lines) == len(NAMES)
        changed = {file for file, data in before.items() if contents(lake)[file] != data}
        assert changed in (set(), {f"{file}.parquet" for file in NAMES})
        done = "3 changed" if changed else "0 changed, 3 unchanged"
        assert total == f"4 files: {done}, 1 failed"
    else:
        assert codes == {4}
        assert contents(lake) == before


@pytest.mark.parametrize("name", ["seal", "footer add", "footer revert", "ext append"])
def test_jobs_change_nothing_but_the_time(name: str, lake: Path, inlay: Inlay) -> None:
    ready(inlay, name, lake)
    before = lake.parent / "before"
    shutil.copytree(lake, before)
    first = change(inlay, name, lake)
    done = contents(lake)
    shutil.rmtree(lake)
    shutil.copytree(before, lake)
    assert change(inlay, name, lake, "--jobs", "2") == first
    assert contents(lake) == done


def test_results_go_into_a_folder(lake: Path, inlay: Inlay) -> None:
    out = lake.parent / "out"
    out.mkdir()
    before = contents(lake)
    assert change(inlay, "seal", lake, "-o", out)[0] == 0
    sealed = contents(out)
    assert contents(lake) == before
    assert change(inlay, "seal", lake)[0] == 0
    assert contents(lake) == sealed
    assert change(inlay, "footer add", lake, "-o", out)[0] == 4, "they are there"
    assert contents(out) == sealed


def test_of_one_file_a_slash_says_that_it_is_a_folder(lake: Path, inlay: Inlay) -> None:
    out = lake.parent / "out"
    out.mkdir()
    assert change(inlay, "seal", lake / "a.parquet", "-o", f"{out}/")[0] == 0
    assert set(contents(out)) == {"a.parquet"}
    assert change(inlay, "seal", lake / "a.parquet", "-o", out)[0] == 4


def test_several_results_need_a_folder_and_places(lake: Path, inlay: Inlay) -> None:
    for output in (lake.parent / "one.parquet", lake / "a.parquet"):
        code, out, err = change(inlay, "seal", lake, "-o", output)
        assert (code, out) == (2, "")
        assert f"-o {output} would be one file" in err
    twin = lake.parent / "twin"
    twin.mkdir()
    shutil.copy(lake / "b.parquet", twin)
    target = lake.parent / "out"
    target.mkdir()
    code, _, err = change(inlay, "seal", lake, twin, "-o", target, "--overwrite")
    assert code == 2
    assert "would both be b.parquet in the folder of -o" in " ".join(err.split())
    assert contents(target) == {}


def test_a_dry_run_of_many_says_what_would_be(lake: Path, inlay: Inlay) -> None:
    before = contents(lake)
    code, out, _ = change(inlay, "footer add", lake, "--dry-run")
    assert (code, contents(lake)) == (0, before)
    assert out.count("would add a FlatBuffers footer") == len(NAMES)


def test_a_step_that_does_not_apply_to_some_is_done_to_the_others(lake: Path, inlay: Inlay) -> None:
    assert change(inlay, "footer add", lake / "b.parquet")[0] == 0
    code, out, err = change(inlay, "footer add", lake)
    assert code == 4
    assert [file for file in NAMES if f"{lake}/{file}.parquet: added" in out] == ["a", "c"]
    assert f"{lake}/b.parquet" in err
