"""`inlay spark compat`: the findings of a lake are those of its files."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

import inlay
from inlay.ground.mistakes import RequestError
from inlay_spark.catalog.directory import CatalogError
from inlay_spark.compat.lake import judge_lake
from inlay_spark.compat.printing import list_compat_lines
from tests.compat.evidence import evidence
from tests.pipeline.shred.here import here
from tests.support.inlay_command import make_command

if TYPE_CHECKING:
    from pyspark.sql import SparkSession

READERS = ["duckdb==1.0.0", "pyarrow==22.0.0"]
NAMES = (
    "made: codec BROTLI",
    "made: type FILE",
    "made: encoding ALP of DOUBLE",
    "judged: bounds with NaN",
    "judged: type INT32",
)


def make_lake(lake: Path) -> list[Path]:
    """With one file that is torn and one of another kind; the files that can be read."""
    paths: list[Path] = []
    for each in evidence():
        if f"{each.half}: {each.name}" in NAMES:
            folder = lake / f"half={each.half}"
            folder.mkdir(parents=True, exist_ok=True)
            paths.append(folder / f"{len(paths)}.parquet")
            each.write(paths[-1])
    (lake / "torn.parquet").write_bytes(b"PAR1 torn")
    (lake / "README.md").write_text("not a table", encoding="utf-8")
    return paths


def read(out: Path, table: str) -> list[dict[str, Any]]:
    parts = [pq.read_table(path) for path in sorted((out / table).glob("*.parquet"))]
    return pa.concat_tables(parts).to_pylist() if parts else []


def list_found(out: Path) -> list[tuple[Any, ...]]:
    return sorted(
        (row["path"], row["reader"], row["outcome"], row["column"], *row["features"], row["fix"])
        for row in read(out, "findings")
    )


def expect(paths: list[Path]) -> Iterator[tuple[Any, ...]]:
    for it in inlay.compat(paths, readers=READERS):
        yield (it.path, it.reader, it.outcome, it.column, *it.features, it.fix)


def test_a_lake_on_spark(spark: SparkSession, tmp_path: Path) -> None:
    lake, out = tmp_path / "lake", tmp_path / "out"
    paths = make_lake(lake)
    outcome = judge_lake(spark, str(lake), str(out), readers=READERS)
    expected = sorted(expect(paths))
    assert list_found(out) == expected
    assert {"refuses file", "refuses column", "loses rows"} <= {it[2] for it in expected}
    assert {row["path"] for row in read(out, "files")} == set(map(str, paths))
    assert (outcome.files, outcome.findings) == (len(paths), len(expected))
    assert (outcome.unreadable, outcome.unreached, outcome.others) == (1, 0, 1)
    assert outcome.troubled == sum(
        inlay.compat(path, readers=READERS).files[0].has_warnings for path in paths
    )
    lines = list(list_compat_lines(outcome, "out"))
    warnings = sum(not it.is_note for it in inlay.compat(paths, readers=READERS))
    notes = len(expected) - warnings
    told = f"in all {warnings} warnings in {outcome.troubled} files, {notes} "
    assert lines[-1].startswith(told)
    assert lines[0].startswith(f"out: {len(paths)} files, {len(paths) - outcome.troubled} without")
    assert any(line.startswith("  duckdb 1.0.0 refuses column: ") for line in lines)


def test_only_what_changes_is_judged_again(tmp_path: Path) -> None:
    lake, out = tmp_path / "lake", tmp_path / "out"
    paths = make_lake(lake)
    judge_lake(here(), str(lake), str(out), readers=READERS)
    again = judge_lake(here(), str(lake), str(out), readers=READERS[::-1])
    assert (again.read.files, again.read.gone) == (0, 0)
    paths.pop().unlink()
    (lake / "new.parquet").write_bytes(paths[0].read_bytes())
    outcome = judge_lake(here(), str(lake), str(out), readers=READERS)
    assert (outcome.read.files, outcome.read.gone) == (1, 1)
    assert list_found(out) == sorted(expect([*paths, lake / "new.parquet"]))


@pytest.mark.parametrize(
    ("readers", "error", "said"),
    [
        (["pyarow"], RequestError, "no such reader was measured"),
        (["pyarrow==26.0.1"], CatalogError, "was begun with readers duckdb==1.0.0"),
    ],
)
def test_other_readers_are_refused(
    readers: list[str], error: type[Exception], said: str, tmp_path: Path
) -> None:
    lake, out = tmp_path / "lake", tmp_path / "out"
    make_lake(lake)
    judge_lake(here(), str(lake), str(out), readers=READERS)
    with pytest.raises(error, match=said):
        judge_lake(here(), str(lake), str(out), readers=readers)


def test_what_was_not_measured_is_a_row(tmp_path: Path) -> None:
    lake, out = tmp_path / "lake", tmp_path / "out"
    lake.mkdir()
    columns = [pa.array([1]), pa.array([2])]
    pq.write_table(pa.table(columns, names=["a", "a"]), lake / "a.parquet")
    judge_lake(here(), str(lake), str(out), readers=["pyarrow"])
    said = inlay.compat(lake / "a.parquet", readers=["pyarrow"]).files[0].unmeasured
    rows = read(out, "unmeasured")
    assert rows
    assert [(f"{it['reader']} {it['version']}", it["feature"]) for it in rows] == [
        (name, feature) for name, features in said for feature in features
    ]


@pytest.mark.usefixtures("spark")
@pytest.mark.parametrize(("kept", "code"), [("torn", 3), ("trouble", 1), ("fine", 0)])
def test_the_command(
    kept: str,
    code: int,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    lake, out = tmp_path / "lake", tmp_path / "out"
    lake.mkdir()
    pq.write_table(pa.table({"a": [1]}), lake / "fine.parquet", compression="none")
    if kept == "torn":
        (lake / "torn.parquet").write_bytes(b"PAR1 torn")
    if kept == "trouble":
        pq.write_table(pa.table({"a": [1]}), lake / "a.parquet", compression="brotli")
    command = make_command(capsys, monkeypatch, "spark", "compat")
    done = command(lake, "-o", out, "--reader", "duckdb==1.0.0", "--format", "json")
    assert done.code == code
    said = json.loads(done.out)
    assert said["troubled"] == (kept == "trouble")
    assert said["unreadable"] == (kept == "torn")
