"""A change of a store that is killed at any step leaves the old store or the new one, and the next change leaves nothing of it."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

import inlay
from inlay.verbs.store.manifest import read_manifest
from tests.verbs.store.lakes import write_file


def _kill_at_each_step(lake: Path, store: Path, copies: Path) -> list[Path]:
    """What is left each time; of the last one, all."""
    copies.mkdir()
    arguments = [str(lake), str(store), str(copies)]
    done = subprocess.run(
        [sys.executable, "-m", "tests.verbs.store.killed_update", *arguments],
        capture_output=True,
        text=True,
        check=True,
    )
    assert int(done.stdout) > 8
    return [copies / f"{step:03}" for step in range(int(done.stdout) + 1)]


def test_a_refresh_leaves_the_old_store_or_the_new_one(tmp_path: Path) -> None:
    lake, store = tmp_path / "lake", tmp_path / "store"
    for at in range(4):
        write_file(lake / f"{at}.parquet", {"x": [at]})
    inlay.build_store(lake, output=store)
    old = inlay.plan_store(store, "x >= 0")
    write_file(lake / "1.parquet", {"x": [100, 200]})
    write_file(lake / "new.parquet", {"y": [1]})
    copies = _kill_at_each_step(lake, store, tmp_path / "copies")
    new = inlay.plan_store(copies[-1], "x >= 0")
    assert (len(old.files), len(new.files), new.unfit) == (4, 5, 1)
    outcomes: list[str] = []
    for copy in copies:
        plan = inlay.plan_store(copy, "x >= 0")
        assert plan.files in (old.files, new.files)
        outcomes.append("old" if plan.files == old.files else "new")
        inlay.refresh_store(copy)
        before = read_manifest(str(copy))
        write_file(lake / "1.parquet", {"x": [100, 200]})
        inlay.refresh_store(copy)
        assert sorted(inlay.plan_store(copy, "x >= 0").paths) == sorted(new.paths)
        here = {name for name in os.listdir(copy) if name.endswith(("parquet", "tmp"))}
        assert here == before.names | read_manifest(str(copy)).names
    assert outcomes == sorted(outcomes, reverse=True)
    assert {*outcomes} == {"old", "new"}


def test_a_build_leaves_no_store_or_all_of_it(tmp_path: Path) -> None:
    lake = tmp_path / "lake"
    for at in range(3):
        write_file(lake / f"{at}.parquet", {"x": [at]})
    copies = _kill_at_each_step(lake, tmp_path / "none", tmp_path / "copies")
    for copy in copies:
        if not (copy / "store.json").exists():
            with pytest.raises(FileNotFoundError):
                inlay.plan_store(copy, "x >= 0")
            inlay.build_store(lake, output=copy, overwrite=True)
        assert len(inlay.plan_store(copy, "x >= 0").files) == 3
        here = {name for name in os.listdir(copy) if name.endswith(("parquet", "tmp"))}
        assert here == read_manifest(str(copy)).names
    assert (copies[-1] / "store.json").exists()
