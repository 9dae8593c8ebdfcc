"""Where files come from and go to: partitions, lines of JSON, other file systems, odd names, tables."""

from __future__ import annotations

import os
from importlib import import_module
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from inlay_spark.jobs.directory import JobDirectory
from inlay_spark.shred import ShredError, plan, shred
from tests.pipeline.shred.here import here
from tests.pipeline.shred.lakes import (
    expected,
    make_lake,
    make_lines,
    table,
    values,
)
from tests.pipeline.shred.reading import outputs, problems


def test_lines_of_json(tmp_path: Path) -> None:
    make_lines(tmp_path / "lake")
    out = tmp_path / "out"
    done = shred(here(), str(tmp_path / "lake"), str(out), ["doc"])
    assert outputs(out) == {"a.jsonl.parquet", "b.ndjson.gz.parquet"}
    assert values(out / "a.jsonl.parquet", "doc") == expected(0)
    assert values(out / "b.ndjson.gz.parquet", "doc") == expected(0)
    (bad,) = problems(out)
    assert (bad["error_id"], bad["row"]) == ("row", 3)
    assert bad["message"].startswith("line 3: $")
    assert done.problems == 1
    with pytest.raises(ShredError, match="lines of JSON are one column"):
        plan(here(), str(tmp_path / "lake/a.jsonl"), ["a", "b"])


def test_partitions_stay_whatever_was_asked_for(lake: Path, tmp_path: Path) -> None:
    for number, paths in enumerate(
        ([str(lake / "day=1")], [f"{lake}/day=[1]"], [str(lake / "day=1/text.parquet")])
    ):
        out = tmp_path / f"out-{number}"
        shred(here(), paths, str(out), ["v"])
        assert "day=1/text.parquet" in outputs(out)
    # The rest of the lake comes to the same directory.
    done = shred(here(), str(lake), str(tmp_path / "out-0"))
    assert (done.unchanged, done.kept) == (2, 0)


def test_files_of_a_table_are_refused(lake: Path, tmp_path: Path) -> None:
    (lake / "_delta_log").mkdir()
    out = tmp_path / "out"
    done = shred(here(), str(lake), str(out), ["v"])
    assert done.files == 0
    assert {one["error_id"] for one in problems(out)} == {"table"}


def test_a_lake_in_another_file_system(tmp_path: Path) -> None:
    fsspec = import_module("fsspec")
    good = make_lake(tmp_path / "lake")
    memory = fsspec.filesystem("memory")
    memory.put(str(tmp_path / "lake"), "/shred-lake", recursive=True)
    make_lines(tmp_path / "lines")
    memory.put(str(tmp_path / "lines/b.ndjson.gz"), "/shred-lines/b.ndjson.gz")
    try:
        out = tmp_path / "out"
        done = shred(here(), "memory:///shred-lake", str(out), ["v"])
        assert (done.files, done.problems, outputs(out)) == (len(good), 0, set(good))
        assert all(values(out / name) == expected(first) for name, first in good.items())
        again = shred(here(), "memory:///shred-lake", str(out))
        assert (again.files, again.unchanged) == (0, len(good))
        shred(here(), "memory:///shred-lines", str(tmp_path / "lines-out"), ["v"])
        assert values(tmp_path / "lines-out/b.ndjson.gz.parquet") == expected(0)
    finally:
        memory.rm("/shred-lake", recursive=True)
        memory.rm("/shred-lines", recursive=True)


def test_a_directory_that_is_not_local(
    lake: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Files are written beside the worker, and copied; here to this machine all the same."""
    monkeypatch.setattr(JobDirectory, "is_local", property(lambda _: False))
    out = tmp_path / "out"
    (lake / "day=1/bad.parquet").write_bytes(b"")
    done = shred(here(), str(lake), str(out), ["v"])
    assert (done.files, done.problems) == (7, 1)
    assert values(out / "day=1/text.parquet") == expected(0)
    assert not [path for path in out.rglob("*") if "tmp" in path.name or "new" in path.name]
    again = shred(here(), str(lake), str(out))
    assert (again.files, again.unchanged) == (0, 8)


def test_names_that_nobody_can_write_down(lake: Path, tmp_path: Path) -> None:
    odd = os.fsencode(lake) + b"/day=1/caf\xe9.parquet"
    with open(odd, "wb") as file:
        file.write((lake / "day=1/text.parquet").read_bytes())
    pq.write_table(table(0, pa.string()), lake / "day=1/a 'b' ü.parquet")
    out = tmp_path / "out"
    for _ in range(2):
        done = shred(here(), str(lake), str(out), ["v"])
        assert done.problems == 1
        assert "its name is not UTF-8" in problems(out)[0]["message"]
    assert values(out / "day=1/a 'b' ü.parquet") == expected(0)


def test_a_file_that_changes_while_it_is_read(
    lake: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from inlay_spark.shredding import work

    old = vars(work)["write"]

    def write(store: Any, entry: Any, *rest: Any) -> Any:
        done = old(store, entry, *rest)
        if entry.path.endswith("text.parquet"):
            os.utime(entry.path, (1, 1))
        return done

    monkeypatch.setattr(work, "write", write)
    out = tmp_path / "out"
    done = shred(here(), str(lake), str(out), ["v"])
    assert (done.problems, problems(out)[0]["error_id"]) == (1, "changed")
    monkeypatch.setattr(work, "write", old)
    assert shred(here(), str(lake), str(out)).problems == 0
