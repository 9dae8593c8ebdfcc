"""`inlay spark recover`: which files of a lake are damaged, and what comes back of them, file by file."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from inlay.ground.mistakes import RequestError
from inlay.ground.refusals import RefusedError
from inlay_spark.catalog.directory import CatalogError
from inlay_spark.recovery.lake import list_damaged, recover_lake
from inlay_spark.recovery.printing import list_recovery_lines
from inlay_spark.recovery.tables import RecoveryDirectory
from inlay_spark.recovery.work import FOOTER, PAGES
from tests.pipeline.shred.here import here
from tests.support.inlay_command import Inlay

if TYPE_CHECKING:
    from pyspark.sql import SparkSession

GROUP = 50


def build_table(number: int) -> pa.Table:
    rows = range(number * 200, number * 200 + 200)
    return pa.table({"id": [*rows], "name": [f"n{it % 7}" for it in rows]})


def make_lake(lake: Path) -> None:
    """Three days of three files: of the first day, one is cut; of the second, one has a byte behind its footer; of the third, all are cut
    but one that is empty. And a note."""
    for day in range(3):
        folder = lake / f"day={day}"
        folder.mkdir(parents=True)
        for part in range(3):
            pq.write_table(
                build_table(day * 3 + part),
                folder / f"part-{part}.parquet",
                row_group_size=GROUP,
                use_dictionary=False,
            )
    damage(lake / "day=0" / "part-1.parquet", cut_within)
    damage(lake / "day=1" / "part-2.parquet", lambda data: data + b"x")
    damage(lake / "day=2" / "part-0.parquet", cut_within)
    damage(lake / "day=2" / "part-1.parquet", lambda _: b"")
    damage(lake / "day=2" / "part-2.parquet", cut_within)
    (lake / "README.md").write_text("not a table", encoding="utf-8")


def damage(path: Path, change: Callable[[bytes], bytes]) -> None:
    path.write_bytes(change(path.read_bytes()))


def cut_within(data: bytes) -> bytes:
    """In the third row group of four."""
    metadata = pq.ParquetFile(pa.BufferReader(data)).metadata
    return data[: metadata.row_group(2).column(1).data_page_offset + 3]


def read_damaged(out: Path) -> dict[str, dict[str, Any]]:
    """By the end of the path."""
    rows = list_damaged(RecoveryDirectory(str(out)))
    return {"/".join(Path(row["path"]).parts[-2:]): row for row in rows}


def state_of(lake: Path) -> dict[str, bytes]:
    return {str(path): path.read_bytes() for path in lake.rglob("*") if path.is_file()}


def test_what_comes_back_lies_at_its_place(tmp_path: Path) -> None:
    lake, out, to = tmp_path / "lake", tmp_path / "out", tmp_path / "to"
    make_lake(lake)
    before = state_of(lake)
    outcome = recover_lake(here(), str(lake), str(out), rebuild=True, recovered_to=str(to))
    assert state_of(lake) == before
    found = read_damaged(out)
    assert set(found) == {f"day={it}" for it in ("0/part-1.parquet", "1/part-2.parquet")} | {
        f"day=2/part-{part}.parquet" for part in range(3)
    }
    by_pages, by_footer = found["day=0/part-1.parquet"], found["day=1/part-2.parquet"]
    assert (by_pages["by"], by_pages["rows"], by_pages["row_groups"]) == (PAGES, 2 * GROUP, 2)
    assert by_pages["like"] == str(lake / "day=0" / "part-0.parquet")
    assert "not whole" in by_pages["lost"]
    assert pq.read_table(by_pages["output"]).equals(build_table(1).slice(0, 2 * GROUP))
    assert by_pages["output"] == str(to / "day=0" / "part-1.parquet")
    assert by_footer["like"] is None
    assert pq.read_table(by_footer["output"], partitioning=None).equals(build_table(5))
    for part in range(3):
        lost = found[f"day=2/part-{part}.parquet"]
        assert lost["output"] is None
        assert lost["reason"] == "like: no file of its folder is intact: name one with --like"
    assert sorted(path.name for path in to.rglob("*.parquet")) == [
        "part-1.parquet",
        "part-2.parquet",
    ]
    assert (outcome.files, outcome.damaged, outcome.back, outcome.written) == (9, 5, 2, 2)
    assert (outcome.problems, outcome.others, outcome.rows) == (0, 1, 2 * GROUP + 200)
    lines = list(list_recovery_lines(outcome, found.values(), "out"))
    assert lines[0].startswith(
        "out: 9 files, 5 damaged, 2 of them with 300 rows that come back; 1 "
    )
    assert len(lines) == 2 + len(found)


def test_a_file_that_is_named_serves_every_folder(tmp_path: Path) -> None:
    lake, out = tmp_path / "lake", tmp_path / "out"
    make_lake(lake)
    like = str(lake / "day=0" / "part-0.parquet")
    outcome = recover_lake(here(), str(lake), str(out), rebuild=True, like=like)
    found = read_damaged(out)
    assert {row["like"] for row in found.values() if row["by"] == PAGES} == {like}
    assert found["day=2/part-1.parquet"]["reason"] is not None  # it is empty
    assert (outcome.damaged, outcome.back, outcome.written) == (5, 4, 0)


def test_without_pages_only_footers_are_looked_for(tmp_path: Path) -> None:
    lake, out = tmp_path / "lake", tmp_path / "out"
    make_lake(lake)
    outcome = recover_lake(here(), str(lake), str(out))
    found = read_damaged(out)
    assert [name for name, row in found.items() if row["by"] == FOOTER] == ["day=1/part-2.parquet"]
    assert (
        found["day=0/part-1.parquet"]["reason"] == "no footer was found: --rebuild reads its pages"
    )
    assert outcome.back == 1


def test_files_of_two_kinds_in_a_folder_are_no_siblings(tmp_path: Path) -> None:
    lake, out = tmp_path / "lake", tmp_path / "out"
    make_lake(lake)
    other = lake / "day=0" / "part-2.parquet"
    pq.write_table(build_table(2).select(["name", "id"]), other)
    recover_lake(here(), str(lake), str(out), rebuild=True)
    reason = read_damaged(out)["day=0/part-1.parquet"]["reason"]
    assert reason is not None
    assert "part-0.parquet and " in reason
    assert "do not have the same columns: name one with --like" in reason


def test_a_later_run_looks_at_what_has_changed(tmp_path: Path) -> None:
    lake, out, to = tmp_path / "lake", tmp_path / "out", tmp_path / "to"
    make_lake(lake)
    recover_lake(here(), str(lake), str(out), rebuild=True, recovered_to=str(to))
    again = recover_lake(here(), str(lake), str(out), rebuild=True, recovered_to=str(to))
    assert (again.read.files, again.read.unchanged, again.damaged) == (0, 10, 5)
    whole = lake / "day=0" / "part-1.parquet"
    pq.write_table(build_table(1), whole)
    fixed = recover_lake(here(), str(lake), str(out), rebuild=True, recovered_to=str(to))
    assert (fixed.read.files, fixed.damaged) == (1, 4)


def test_a_task_that_runs_twice_writes_the_same(tmp_path: Path) -> None:
    lake, out, to = tmp_path / "lake", tmp_path / "out", tmp_path / "to"
    make_lake(lake)
    outcome = recover_lake(
        here(attempts=2), str(lake), str(out), rebuild=True, recovered_to=str(to)
    )
    assert (outcome.damaged, outcome.written) == (5, 2)


def test_what_is_refused(tmp_path: Path) -> None:
    lake, out, full = tmp_path / "lake", tmp_path / "out", tmp_path / "full"
    make_lake(lake)
    full.mkdir()
    (full / "a.parquet").write_bytes(b"somebody else's")

    def run(*, to: str = "", like: str = "", rebuild: bool = True, paths: Any = str(lake)) -> None:
        recover_lake(here(), paths, str(out), rebuild=rebuild, recovered_to=to, like=like)

    with pytest.raises(RefusedError, match="it is not empty: name a new folder"):
        run(to=str(full))
    with pytest.raises(RefusedError, match="inside the lake"):
        run(to=str(lake / "back"))
    with pytest.raises(RequestError, match="needs rebuild"):
        run(like=str(lake / "day=0" / "part-0.parquet"), rebuild=False)
    with pytest.raises(RequestError, match="name one"):
        run(to=str(tmp_path / "to"), paths=[str(lake / "day=0"), str(lake / "day=1")])
    with pytest.raises(RequestError, match="the folder of the tables"):
        run(to=str(out))
    assert not out.exists()
    run(to=str(tmp_path / "to"))
    with pytest.raises(CatalogError, match="name another directory"):
        run()


def test_a_lake_on_spark(spark: SparkSession, tmp_path: Path) -> None:
    lake, out, to = tmp_path / "lake", tmp_path / "out", tmp_path / "to"
    make_lake(lake)
    outcome = recover_lake(spark, str(lake), str(out), rebuild=True, recovered_to=str(to))
    assert (outcome.files, outcome.damaged, outcome.written) == (9, 5, 2)
    assert pq.read_table(to / "day=0" / "part-1.parquet", partitioning=None).equals(
        build_table(1).slice(0, 2 * GROUP)
    )


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (["--like", "x.parquet"], "--like is for --rebuild"),
        (["--rebuild", "--recovered-to", "somewhere", "elsewhere"], "PATHS are several"),
    ],
)
def test_mistakes_end_before_spark_starts(
    options: list[str], said: str, inlay: Inlay, tmp_path: Path
) -> None:
    run = inlay("spark", "recover", tmp_path, "-o", tmp_path / "out", *options)
    assert run.code == 2
    assert said in " ".join(run.err.split())


@pytest.mark.parametrize("to", [False, True])
def test_the_command(to: bool, inlay: Inlay, spark: SparkSession, tmp_path: Path) -> None:
    lake = tmp_path / "lake"
    make_lake(lake)
    for part in range(3):
        (lake / "day=2" / f"part-{part}.parquet").unlink()
    options = ["--recovered-to", tmp_path / "to"] if to else []
    run = inlay(
        "spark", "recover", lake, "-o", tmp_path / "out", "--rebuild", *options, "--format", "json"
    )
    document = json.loads(run.out)
    assert (document["damaged"], document["back"]) == (2, 2)
    assert run.code == (0 if to else 1)
