"""`inlay spark catalog` and `report`: pages with some of the queries, and mistakes of users one sentence.

`test_same_answers.py` asks all queries, which takes Spark seconds.
"""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from inlay.tables.scan.schemas import TABLES
from inlay.verbs.report.queries import BY_NAME, QUERIES
from inlay_spark.catalog.answers import answer
from inlay_spark.catalog.build import build_catalog
from inlay_spark.catalog.report import build_report
from inlay_spark.catalog.views import open_catalog
from tests.pipeline.catalog.catalog_pages import ask_only, run_spark
from tests.support.html_page import Page
from tests.tables.scan.lake import ERROR_IDS, plain_file

if TYPE_CHECKING:
    from pyspark.sql import SparkSession


@pytest.fixture
def quick_page(monkeypatch: pytest.MonkeyPatch) -> None:
    """Of one question, for tests of where the page is written."""
    ask_only(["overview"], monkeypatch)


def test_a_catalog_of_nothing(
    spark: SparkSession,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """There is none without a file to speak of, and one that has lost all of its files is one. Where a query only groups, Spark has
    nothing to compute then."""
    lake, out = tmp_path / "lake", tmp_path / "out"
    lake.mkdir()
    assert build_catalog(spark, str(lake), str(out)).parts == 0
    assert run_spark("report", str(out)) == 3
    assert "`inlay spark catalog` writes one" in capsys.readouterr().err
    (lake / "one.parquet").write_bytes(plain_file(tmp_path))
    build_catalog(spark, str(lake), str(out))
    (lake / "one.parquet").unlink()
    assert build_catalog(spark, str(lake), str(out)).gone == 1
    asked = [query.name for query in QUERIES if "GROUP BY" not in query.sql]
    assert "overview" in asked
    ask_only(asked, monkeypatch)
    parsed = Page()
    parsed.feed(build_report(spark, str(out)))
    assert parsed.sections == asked


def test_the_report_needs_nothing_else(
    spark: SparkSession,
    forms: dict[str, Path],
    lake: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    hostile = lake / "<script>alert(1)"
    hostile.mkdir()
    (hostile / "a&b.parquet").write_bytes(b"")
    out = str(tmp_path / "out")
    build_catalog(spark, [str(lake), str(forms["thrift"].parent)], out)
    asked = ("overview", "forms", "problems", "extensions", "codecs")
    shown = [*asked, "widest_files"]
    ask_only(shown, monkeypatch)
    html = build_report(spark, out)
    parsed = Page()
    parsed.feed(html)
    assert parsed.sections == shown
    assert (parsed.outside, parsed.open) == ([], [])
    assert "&lt;script&gt;" in html
    tables = open_catalog(spark, out)
    found = {name: answer(spark, tables, BY_NAME[name]).collect() for name in asked}
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


@pytest.mark.usefixtures("quick_page")
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
    assert "there are findings, drift" in capsys.readouterr().err
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


@pytest.mark.usefixtures("quick_page")
def test_the_report_appears_whole_or_not_at_all(
    spark: SparkSession, lake: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    catalog, table = str(tmp_path / "catalog"), tmp_path / "table"
    build_catalog(spark, str(lake), catalog)
    (table / "_delta_log").mkdir(parents=True)
    written = table / "page.html"
    assert run_spark("report", catalog, "-o", str(written)) == 0
    assert written.read_bytes().startswith(b"<!doctype html>")
    assert [entry.name for entry in table.iterdir() if entry.is_file()] == ["page.html"]
    other = tmp_path / "other"
    os.mkfifo(other)
    capsys.readouterr()
    assert run_spark("report", catalog, "-o", str(other)) == 4
    assert str(other) in capsys.readouterr().err
