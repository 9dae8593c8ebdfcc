"""`inlay spark catalog` and `report`: whole, incremental, and safe from whatever is cut off."""

from __future__ import annotations

import ast
import json
import os
from collections.abc import Iterator
from html.parser import HTMLParser
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from inlay.refusals import RefusedError
from inlay.scan.schemas import TABLES
from inlay_spark.catalog.build import build_catalog
from inlay_spark.catalog.directory import CatalogDirectory, CatalogError
from inlay_spark.catalog.queries import BY_NAME, QUERIES, answer
from inlay_spark.catalog.report import report
from inlay_spark.catalog.views import open_catalog
from inlay_spark.jobs.directory import LockedError
from inlay_spark.jobs.progress import JsonLines
from inlay_spark.jobs.work_items import pack_json
from tests.pipeline import damaged_lake
from tests.scan.lake import DAMAGE, ERROR_IDS, plain_file

if TYPE_CHECKING:
    from pyspark.sql import SparkSession

    from inlay.scan.entries import FileEntry


def paths(spark: SparkSession, out: Path, table: str) -> list[str]:
    return sorted(row.path for row in open_catalog(spark, str(out))[table].select("path").collect())


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
        frames = open_catalog(spark, str(out))
        for query in QUERIES:
            answer(spark, frames, query).collect()
    finally:
        for name, was in before.items():
            spark.conf.set(name, str(was))


MANIFESTS = [
    b"",
    b"[]",
    b"{}",
    b"\xff",
    b'{"layout": 9}',
    b'{"layout": 1}',
    b'{"layout": 1, "run": "1", "parts": {}}',
    b'{"layout": 1, "run": 1, "parts": []}',
    b'{"layout": 1, "run": 1, "parts": {"a": {}}}',
    b'{"layout": 1, "run": 1, "parts": {"a": {"files": -1, "unreadable": 0}}}',
    b'{"layout": 1, "run": 1, "parts": {"a": {"files": 1, "unreadable": 0}}}',
]


@pytest.mark.parametrize("manifest", MANIFESTS)
def test_a_damaged_manifest(spark: SparkSession, manifest: bytes, tmp_path: Path) -> None:
    (tmp_path / "lake").mkdir()
    out = tmp_path / "out"
    out.mkdir()
    (out / "catalog.json").write_bytes(manifest)
    for ask in (
        lambda: build_catalog(spark, str(tmp_path / "lake"), str(out)),
        lambda: open_catalog(spark, str(out)),
    ):
        with pytest.raises(CatalogError, match=str(out)):
            ask()


def test_a_part_that_is_gone_or_damaged(spark: SparkSession, lake: Path, tmp_path: Path) -> None:
    out = tmp_path / "out"
    build_catalog(spark, str(lake), str(out))
    (part,) = (out / "files").iterdir()
    part.write_bytes(b"PAR1 damaged PAR1")
    with pytest.raises(CatalogError, match=f"{part}.*make it anew"):
        build_catalog(spark, str(lake), str(out))
    part.unlink()
    for ask in (
        lambda: build_catalog(spark, str(lake), str(out)),
        lambda: open_catalog(spark, str(out)),
    ):
        with pytest.raises(CatalogError, match=f"{part} is not there"):
            ask()


def test_a_catalog_of_nothing(
    spark: SparkSession, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """There is none without a file to speak of, and one that has lost all of its files is one."""
    lake, out = tmp_path / "lake", tmp_path / "out"
    lake.mkdir()
    assert build_catalog(spark, str(lake), str(out)).parts == 0
    assert run_spark("report", str(out)) == 3
    assert "`inlay spark catalog` makes one" in capsys.readouterr().err
    (lake / "one.parquet").write_bytes(plain_file(tmp_path))
    build_catalog(spark, str(lake), str(out))
    (lake / "one.parquet").unlink()
    assert build_catalog(spark, str(lake), str(out)).gone == 1
    page = Page()
    page.feed(report(spark, str(out)))
    assert page.sections == [query.name for query in QUERIES]


def test_what_a_killed_run_left_is_swept(spark: SparkSession, lake: Path, tmp_path: Path) -> None:
    out = tmp_path / "out"
    build_catalog(spark, str(lake), str(out))
    published = next((out / "files").iterdir())
    orphan = out / "files" / "part-000009-000000-0badcafe.parquet"  # moved, and not yet true
    orphan.write_bytes(published.read_bytes())
    (out / "_staging" / "9" / "parts").mkdir(parents=True)
    (out / "_staging" / "9" / "0.order").write_bytes(b"")
    assert len(paths(spark, out, "files")) == 12
    build_catalog(spark, str(lake), str(out))
    assert not orphan.exists()
    assert not (out / "_staging").exists()


def test_one_run_at_a_time_and_only_in_its_own_directory(
    spark: SparkSession, lake: Path, tmp_path: Path
) -> None:
    out = tmp_path / "out"
    with (
        CatalogDirectory(str(out)).lock(),
        pytest.raises(LockedError, match="another run is at work"),
    ):
        build_catalog(spark, str(lake), str(out))
    for inside in (lake, lake / "out", lake / "day=2026-11-10" / "deep" / "out"):
        with pytest.raises(RefusedError, match="lies in the lake"):
            build_catalog(spark, str(lake), str(inside))
    before = sorted(tmp_path.iterdir())
    with pytest.raises(CatalogError, match="holds other things"):
        build_catalog(spark, str(lake), str(tmp_path))
    assert sorted(tmp_path.iterdir()) == before
    assert build_catalog(spark, str(lake), str(lake / "_catalog")).files == 12 + len(DAMAGE)
    with pytest.raises(FileNotFoundError):
        build_catalog(spark, str(lake / "none"), str(out))
    with pytest.raises(CatalogError, match="is no catalog"):
        open_catalog(spark, str(tmp_path / "nowhere"))


def test_parts_of_attempts_that_lost_do_not_count(
    spark: SparkSession, lake: Path, tmp_path: Path
) -> None:
    """Speculation runs a task twice to its end; here the second attempt comes by hand."""
    from inlay_spark.catalog import work

    out = tmp_path / "out"
    directory = CatalogDirectory(str(out))
    item = work.WorkItem(list(_entries(lake)))
    directory.make("_staging", "1")
    directory.write(pack_json(item.as_json()), "_staging", "1", "0.item")
    first, second = (work.Worker(str(out), 1).carry_out(0) for _ in range(2))
    assert first.part != second.part
    assert first.rows == second.rows
    build_catalog(spark, str(lake), str(out))
    assert len(paths(spark, out, "files")) == 12
    assert not list(out.rglob(f"{first.part}*"))


def _entries(lake: Path) -> Iterator[FileEntry]:
    from inlay.scan.listing import list_files
    from inlay.scan.local_store import LocalStore

    return list_files(LocalStore(), [str(lake)])


def test_progress_as_json_lines(spark: SparkSession, lake: Path, tmp_path: Path) -> None:
    with open(tmp_path / "log", "w", encoding="utf-8") as log:
        build_catalog(
            spark, str(lake), str(tmp_path / "out"), files_per_task=8, progress=JsonLines(log)
        )
    lines = [json.loads(line) for line in (tmp_path / "log").read_text().splitlines()]
    assert [line["event"] for line in lines][:: len(lines) - 1] == ["start", "end"]
    assert lines[-2]["files"] == lines[0]["files"] == lines[-1]["files"] == 12 + len(DAMAGE)
    assert lines[-2]["problems"] == len(DAMAGE)


class Page(HTMLParser):
    """Collects what would be fetched or run, and checks that tags close."""

    def __init__(self) -> None:
        super().__init__()
        self.outside: list[str] = []
        self.open: list[str] = []
        self.sections: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        named = dict(attrs)
        if tag in ("script", "link", "img", "iframe") or not (named.get("href") or "#").startswith(
            "#"
        ):
            self.outside.append(tag)
        if tag == "section":
            self.sections.append(str(named["id"]))
        if tag != "meta":
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        assert tag == "rect"


def test_the_report_answers_every_query_and_needs_nothing_else(
    spark: SparkSession, forms: dict[str, Path], lake: Path, tmp_path: Path
) -> None:
    hostile = lake / "<script>alert(1)"
    hostile.mkdir()
    (hostile / "a&b.parquet").write_bytes(b"")
    out = str(tmp_path / "out")
    build_catalog(spark, [str(lake), str(forms["thrift"].parent)], out)
    html = report(spark, out)
    page = Page()
    page.feed(html)
    assert page.sections == [query.name for query in QUERIES]
    assert (page.outside, page.open) == ([], [])
    assert "&lt;script&gt;" in html
    tables = open_catalog(spark, out)
    found = {query.name: answer(spark, tables, query).collect() for query in QUERIES}
    (overview,) = found["overview"]
    assert (overview.files, overview.rows) == (12 + len(forms), 6 * (12 + len(forms) - 1))
    assert {row.form: row.files for row in found["forms"]} == {
        **dict.fromkeys(forms, 1),
        "thrift": 13,
    }
    assert {row.error_id for row in found["problems"]} == set(ERROR_IDS.values())
    assert {row.extension for row in found["extensions"]} == {"private-footer", "migration-footer"}
    assert sum(row.chunks for row in found["codecs"]) == tables["column_chunks"].count()
    assert BY_NAME["widest_files"].title in html


def test_commands(
    spark: SparkSession, lake: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    from inlay_spark.commands import SUBCOMMANDS

    out = str(tmp_path / "out")
    assert set(TABLES) == set(open_catalog_tables(spark, lake, out, capsys))
    assert run_spark("report", out, "--query", "overview") == 0
    assert json.loads(capsys.readouterr().out)["files"] == 12
    assert run_spark("report", out) == 0
    assert Path(capsys.readouterr().out.strip()).read_text().startswith("<!doctype html>")
    assert run_spark("report", out, "--query", "nothing") == 2
    assert "there are overview" in capsys.readouterr().err
    assert run_spark("report", str(tmp_path / "none")) == 3
    for nonsense in ("", "foo://x"):
        assert run_spark("report", nonsense) == 6, nonsense
        assert run_spark("catalog", str(lake), "-o", nonsense) == 6, nonsense
        assert run_spark("catalog", nonsense, "-o", out) == 6, nonsense
    assert run_spark("catalog", str(lake), "-o", "s3://") == 6
    assert run_spark("catalog", str(lake), "s3://a/b", "-o", out) == 6
    assert run_spark("catalog", str(lake / "none"), "-o", out) == 6
    assert run_spark("catalog", str(lake), "-o", out, "--conf", "nonsense") == 2
    assert "Traceback" not in capsys.readouterr().err
    assert {"catalog", "report", "archive"} <= set(SUBCOMMANDS)


def open_catalog_tables(
    spark: SparkSession, lake: Path, out: str, capsys: pytest.CaptureFixture[str]
) -> list[str]:
    assert run_spark("catalog", str(lake), "-o", out) == 0
    assert json.loads(capsys.readouterr().out.splitlines()[0])["event"] == "start"
    return list(open_catalog(spark, out))


def run_spark(*arguments: str) -> int:
    """In the session that is there, as in a notebook or under spark-submit."""
    from inlay_spark.spark_submit_entry import main

    return main(arguments)


def test_no_library_code_needs_more_than_connect() -> None:
    """No SparkContext, no JVM, no RDD: a client of Spark Connect has none of them."""
    root = Path(__file__).parents[2] / "pipeline"
    files = list(root.rglob("*.py"))
    assert files
    for path in files:
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            name = node.attr if isinstance(node, ast.Attribute) else getattr(node, "id", "")
            assert name not in {"sparkContext", "SparkContext", "_jvm", "_jsc", "rdd", "_sc"}, path
