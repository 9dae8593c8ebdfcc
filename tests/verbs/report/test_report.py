"""`inlay.report`: answers as tables, of nothing, of one file, of a thousand, of files that lie."""

from __future__ import annotations

from pathlib import Path

import duckdb
import pyarrow as pa
import pyarrow.parquet as pq
import pytest

import inlay
from inlay.tables.scan.schemas import select_columns
from inlay.verbs.report import sql
from inlay.verbs.report.drift_table import DRIFT
from inlay.verbs.report.on_duckdb import answer_all
from inlay.verbs.report.queries import QUERIES
from inlay.verbs.report.tables import COLUMNS
from tests.support.html_page import Page
from tests.tables.scan.lake import DAMAGE, plain_file
from tests.verbs.report.odd_lake import WRITERS, write_odd_lake


def empty() -> dict[str, pa.Table]:
    schemas = {table: select_columns(table, names).schema for table, names in COLUMNS.items()}
    return {name: schema.empty_table() for name, schema in {**schemas, "drift": DRIFT}.items()}


def test_an_empty_folder(tmp_path: Path) -> None:
    report = inlay.report(tmp_path)
    assert (report.files, report.unreadable, report.others) == (0, 0, 0)
    assert list(report.answers) == [query.name for query in QUERIES]
    assert report.answers["overview"].to_pylist()[0]["files"] == 0
    for name, answer in report.answers.items():
        assert answer.num_rows == (name == "overview")
    page = Page()
    page.feed(report.to_html())
    assert (page.outside, page.open) == ([], [])
    with pytest.raises(FileNotFoundError):
        inlay.report(tmp_path / "none")
    for hidden in (report, report.hide_names()):
        with pytest.raises(KeyError, match="no answer 'writrs'; did you mean 'writers'"):
            hidden.answers["writrs"]


def test_only_some_questions(tmp_path: Path) -> None:
    """The tables that they need are all that is read; the answers are those of a whole report."""
    lake = write_odd_lake(tmp_path)
    whole = inlay.report(lake)
    for query in QUERIES:
        assert query.tables <= {*COLUMNS, "drift"}
        report = inlay.report(lake, only=[query.name])
        assert list(report.answers) == [query.name]
        assert report.answers[query.name].equals(whole.answers[query.name])
    with pytest.raises(ValueError, match=r"no question 'writer'; did you mean 'writers'\?"):
        inlay.report(lake, only=["writer"])
    with pytest.raises(ValueError, match="no question 'xyz': choose one of 'findings', 'drift'"):
        inlay.report(lake, only=["xyz"])


def test_a_thousand_files(tmp_path: Path) -> None:
    data = plain_file(tmp_path)
    for at in range(1_000):
        (tmp_path / f"{at:03}.parquet").write_bytes(data)
    report = inlay.report([str(tmp_path)], name="*.parquet")
    (overview,) = report.answers["overview"].to_pylist()
    assert (overview["files"], overview["bytes"]) == (1_000, 1_000 * len(data))
    assert report.answers["codecs"].to_pylist()[0]["chunks"] == 10_000


def test_files_that_lie_and_files_that_cannot_be_read(tmp_path: Path) -> None:
    report = inlay.report(write_odd_lake(tmp_path / "lake"))
    assert report.unreadable == len(DAMAGE)
    (overview,) = report.answers["overview"].to_pylist()
    assert overview["rows"] == 2**63 - 1
    assert overview["files"] == report.files - report.unreadable
    findings = {row["finding"]: row for row in report.answers["findings"].to_pylist()}
    assert findings["files that cannot be read"]["affected"] == len(DAMAGE)
    assert findings["files that cannot be read"]["total"] == report.files
    assert "<Report: " in repr(report)


def test_each_finding_is_counted(tmp_path: Path) -> None:
    """A sound lake has none of them."""
    rows = 300_000
    pq.write_table(pa.table({"id": range(rows)}), tmp_path / "sound.parquet", use_dictionary=False)
    assert inlay.report(tmp_path).answers["findings"].num_rows == 0
    pq.write_table(pa.table({"id": range(rows)}), tmp_path / "bare.parquet", write_statistics=False)
    found = inlay.report(tmp_path).answers["findings"].to_pylist()
    assert [(row["finding"], row["affected"], row["total"], row["percent"]) for row in found] == [
        ("column chunks without bounds", 1, 2, 50.0)
    ]


def test_writers_by_family_and_version() -> None:
    names = pa.table({"created_by": [*WRITERS]})
    with duckdb.connect() as connection:
        connection.register("files", names)
        parts = connection.sql(f"SELECT {sql.WRITER}, {sql.VERSION} FROM files").fetchall()
    assert dict(zip(WRITERS, parts, strict=True)) == WRITERS


def test_classes_of_size_have_exact_ends() -> None:
    sizes = {0: 0, 1023: 0, 1024: 1024, 4095: 1024, 4096: 4096, 2**36 - 1: 2**34, 2**63 - 1: 2**36}
    with duckdb.connect() as connection:
        connection.register("files", pa.table({"size": [*sizes]}))
        classes = connection.sql(f"SELECT {sql.classify_size('size')} FROM files").fetchall()
    assert [lower for (lower,) in classes] == list(sizes.values())


def test_duckdb_sees_these_tables_and_nothing_else(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A table that is missing is not looked for among files, or in the variables of the caller."""
    monkeypatch.chdir(tmp_path)
    tables = empty()
    files = tables.pop("files")
    with pytest.raises(duckdb.Error, match="files"):
        answer_all(tables, QUERIES)
    answer_all({**tables, "files": files}, QUERIES)
