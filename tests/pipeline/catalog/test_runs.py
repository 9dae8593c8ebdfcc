"""A catalogue is whole, and the next run reads only what is new."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import TYPE_CHECKING

from inlay.verbs.report.queries import QUERIES
from inlay_spark.catalog.answers import answer
from inlay_spark.catalog.build import build_catalog
from inlay_spark.catalog.report_tables import open_report_tables
from inlay_spark.catalog.views import open_catalog
from inlay_spark.jobs.progress import JsonLines
from tests.pipeline import damaged_lake
from tests.pipeline.catalog.catalog_pages import paths
from tests.tables.scan.lake import DAMAGE, plain_file

if TYPE_CHECKING:
    from pyspark.sql import SparkSession


def test_good_and_bad_files_at_once(spark: SparkSession, tmp_path: Path) -> None:
    """A sample of what `tests/pipeline/ten_thousand.py` does with 10,000 files."""
    good, bad = damaged_lake.make(tmp_path / "lake", files=600, bad_in=50)
    out = tmp_path / "out"
    done = build_catalog(spark, str(tmp_path / "lake"), str(out))
    assert (done.files, done.unreadable, done.unchanged) == (600, len(bad), 0)
    assert paths(spark, out, "files") == sorted(good)
    problems = open_catalog(spark, str(out))["problems"]
    found = {row.path: row.error_id for row in problems.collect()}
    assert found == {path: damaged_lake.ERROR_IDS[damage] for path, damage in bad.items()}
    again = build_catalog(spark, str(tmp_path / "lake"), str(out))
    assert (again.files, again.unchanged) == (0, 600)


def test_a_second_run_reads_only_what_is_new(
    spark: SparkSession, lake: Path, tmp_path: Path
) -> None:
    out, total = tmp_path / "out", 12 + len(DAMAGE)
    first = build_catalog(spark, str(lake), str(out), files_per_task=5)
    assert first.files == total
    before = set(out.rglob("*.parquet"))
    part = lake / "day=2026-11-10"
    (part / "new.parquet").write_bytes(plain_file(tmp_path))
    (part / "part-00.parquet").unlink()
    os.utime(part / "part-03.parquet", (1, 1))
    (part / "bad-empty.parquet").write_bytes(plain_file(tmp_path))
    second = build_catalog(spark, str(lake), str(out))
    assert (second.files, second.unchanged, second.gone) == (3, total - 3, 1)
    files = [Path(path).name for path in paths(spark, out, "files")]
    expected = {f"part-{at:02}.parquet" for at in range(1, 12)} | {
        "new.parquet",
        "bad-empty.parquet",
    }
    assert sorted(files) == sorted(expected)
    assert len(paths(spark, out, "problems")) == len(DAMAGE) - 1
    for table in ("column_chunks", "row_groups", "schema"):
        assert {Path(path).name for path in paths(spark, out, table)} == expected
    # Whoever reads the directories as they are sees the same, and nothing was left behind.
    assert spark.read.parquet(str(out / "files")).count() == len(files)
    assert not (out / "_staging").exists()
    assert before - set(out.rglob("*.parquet"))
    third = build_catalog(spark, str(lake), str(out))
    assert (third.files, third.gone) == (0, 0)


def test_what_is_no_parquet_is_counted_and_remembered(
    spark: SparkSession, lake: Path, tmp_path: Path
) -> None:
    """It is listed in a table of its own, and no problem; earlier versions called it one."""
    out, total = tmp_path / "out", 12 + len(DAMAGE)
    for name in ("README.md", "empty"):
        (lake / name).write_bytes(b"" if name == "empty" else b"notes\n" * 99)
    first = build_catalog(spark, str(lake), str(out))
    assert (first.files, first.unreadable, first.others) == (total + 2, len(DAMAGE), 2)
    assert [Path(path).name for path in paths(spark, out, "others")] == ["README.md", "empty"]
    assert len(paths(spark, out, "problems")) == len(DAMAGE)
    again = build_catalog(spark, str(lake), str(out))
    assert (again.files, again.unchanged, again.others) == (0, total + 2, 0)
    (lake / "README.md").unlink()
    assert build_catalog(spark, str(lake), str(out)).gone == 1
    assert [Path(path).name for path in paths(spark, out, "others")] == ["empty"]


def test_other_paths_are_kept(spark: SparkSession, lake: Path, tmp_path: Path) -> None:
    out = tmp_path / "out"
    for day in ("10", "11"):
        build_catalog(spark, f"{lake}/day=2026-11-{day}", str(out))
    assert len(paths(spark, out, "files")) == 8
    for path in (lake / "day=2026-11-11").iterdir():
        path.unlink()
    done = build_catalog(spark, f"{lake}/day=*", str(out))
    assert (done.files, done.gone) == (4, 4)
    assert len(paths(spark, out, "files")) == 8


def test_other_names_are_kept(spark: SparkSession, lake: Path, tmp_path: Path) -> None:
    """What a listing by name would not have found is not gone."""
    out = tmp_path / "out"
    first = build_catalog(spark, str(lake), str(out), name="part-*")
    second = build_catalog(spark, str(lake), str(out), name="bad-*")
    assert (first.files, second.files, second.gone) == (12, len(DAMAGE), 0)
    assert len(paths(spark, out, "files")) == 12
    next(lake.rglob("part-00.parquet")).unlink()
    assert build_catalog(spark, str(lake), str(out), name="bad-*").gone == 0
    assert build_catalog(spark, str(lake), str(out), name="*0.parquet").gone == 1


def test_another_file_of_the_same_name_and_size(
    spark: SparkSession, lake: Path, tmp_path: Path
) -> None:
    """One microsecond of its time is enough."""
    out = tmp_path / "out"
    build_catalog(spark, str(lake), str(out))
    path = next(lake.rglob("part-00.parquet"))
    was = path.stat()
    data = path.read_bytes()
    path.unlink()
    path.write_bytes(data.replace(b"parquet-cpp-arrow", b"parquet-cpp-other"))
    os.utime(path, ns=(was.st_mtime_ns, was.st_mtime_ns + 1_000))
    done = build_catalog(spark, str(lake), str(out))
    assert (done.files, done.unchanged, done.gone) == (1, 11 + len(DAMAGE), 0)
    files = open_catalog(spark, str(out))["files"].where("created_by LIKE '%other%'").collect()
    assert [row.path for row in files] == [str(path)]


SETTINGS = {
    "spark.sql.execution.arrow.useLargeVarTypes": "true",
    "spark.sql.execution.arrow.maxRecordsPerBatch": "3",
    "spark.sql.files.ignoreCorruptFiles": "true",
    "spark.sql.parquet.binaryAsString": "true",
    "spark.sql.parquet.enableVectorizedReader": "false",
    "spark.sql.caseSensitive": "true",
}


def test_odd_names_under_odd_settings(spark: SparkSession, tmp_path: Path) -> None:
    """Of the lake and of the catalog; a name that is not UTF-8 is the same one in the next run."""
    lake, out = (tmp_path / f"{name}::\u00fc'[x]%41\n{{a,b}}\\*" for name in ("lake", "out"))
    lake.mkdir()
    for written in ("plain", "a b", "100%25*", os.fsdecode(b"\xff.parquet")):
        (lake / written).write_bytes(plain_file(tmp_path))
    before = {name: spark.conf.get(name) for name in SETTINGS}
    try:
        for name, value in SETTINGS.items():
            spark.conf.set(name, value)
        first = build_catalog(spark, str(lake), str(out), files_per_task=2)
        second = build_catalog(spark, str(lake), str(out))
        assert (first.files, second.files, second.unchanged, second.gone) == (4, 0, 4, 0)
        names = [Path(path).name for path in paths(spark, out, "files")]
        assert names == ["100%25*", "a b", "plain", "\ufffd.parquet"]
        frames = open_report_tables(spark, str(out), {"drift"})
        for query in QUERIES:
            answer(spark, frames, query)  # which finds its columns
        for frame in frames.values():
            frame.collect()
    finally:
        for name, was in before.items():
            spark.conf.set(name, str(was))


def test_progress_as_json_lines(spark: SparkSession, lake: Path, tmp_path: Path) -> None:
    with open(tmp_path / "log", "w", encoding="utf-8") as log:
        build_catalog(
            spark, str(lake), str(tmp_path / "out"), files_per_task=8, progress=JsonLines(log)
        )
    lines = [json.loads(line) for line in (tmp_path / "log").read_text().splitlines()]
    assert [line["event"] for line in lines][:: len(lines) - 1] == ["start", "end"]
    assert lines[-2]["files"] == lines[0]["files"] == lines[-1]["files"] == 12 + len(DAMAGE)
    assert lines[-2]["problems"] == len(DAMAGE)
