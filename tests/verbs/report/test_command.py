"""`inlay report`: what it prints and writes, and how it ends."""

from __future__ import annotations

import io
import json
import sys
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from inlay.__main__ import run
from inlay.cli import progress
from inlay.verbs.report.queries import QUERIES
from tests.support.golden_files import check_golden
from tests.support.html_page import Page
from tests.verbs.report.odd_lake import HOSTILE, write_odd_lake
from tests.verbs.report.plain_lake import write_plain_lake

GOLDEN = Path(__file__).parent / "golden"

PRINTED = {
    "summary.txt": ["report", "lake"],
    "all.json": ["report", "lake", "--format", "json"],
    "writer_versions.txt": ["report", "lake", "--query", "writer_versions"],
    "drifting_columns.json": ["report", "lake", "--query", "drifting_columns", "--format", "json"],
    "one_file.txt": ["report", "lake/cpp.parquet"],
    "nothing.txt": ["report", "lake", "--name", "*.nothing"],
}
UNREADABLE = ("summary.txt", "all.json", "writer_versions.txt", "drifting_columns.json")
"""Those that meet the file that was cut off."""


@pytest.fixture
def lake(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return write_plain_lake(tmp_path / "lake")


@pytest.mark.parametrize("name", PRINTED)
def test_what_is_printed(lake: Path, name: str, capsys: pytest.CaptureFixture[str]) -> None:
    code = run(PRINTED[name])
    printed = capsys.readouterr()
    golden = GOLDEN / name
    check_golden(golden, golden, printed.out.replace(f"{lake}", "lake"))
    assert code == (name in UNREADABLE or name == "nothing.txt")
    assert ("1 of 7 files could not be read" in printed.err) == (name in UNREADABLE)
    if name.endswith(".json"):
        for document in [printed.out] if name == "all.json" else printed.out.splitlines():
            json.loads(document)


def test_what_could_not_be_read_is_on_stderr(
    lake: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["report", "lake"]) == 1
    assert capsys.readouterr().err.splitlines() == [
        "warning: 1 of 8 files passed over: not Parquet by name or content",
        "warning: 1 of 7 files could not be read: --query problems says why",
    ]
    assert run(["report", "lake", "--query", "problems"]) == 1
    assert "says why" not in capsys.readouterr().err


def test_the_page(lake: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["report", "lake", "lake/cpp.parquet", "-o", "page.html"]) == 1
    assert capsys.readouterr().out == "page.html\n"
    html = Path("page.html").read_text(encoding="utf-8")
    page = Page()
    page.feed(html)
    assert page.sections == [query.name for query in QUERIES]
    assert (page.outside, page.open) == ([], [])
    assert "<h1>Report on lake and 1 other path</h1>" in html


def test_hostile_names(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    lake = write_odd_lake(tmp_path / "lake")
    monkeypatch.chdir(lake)
    for chosen in ([], ["--format", "json"], ["--query", "writers"], ["--query", "widest_files"]):
        assert run(["report", ".", *chosen]) == 1
        printed = capsys.readouterr()
        assert (printed.out + printed.err).replace("\n", "").isprintable()
    assert run(["report", HOSTILE, "-o", "../page.html"]) == 0
    html = Path("../page.html").read_text(encoding="utf-8")
    page = Page()
    page.feed(html)
    assert (page.outside, page.open) == ([], [])
    assert html.replace("\n", "").isprintable()
    for markup in ("<script", "<img", "<i>", "<b>"):
        assert markup not in html


@pytest.mark.parametrize(
    ("arguments", "code", "said"),
    [
        (["report", "none"], 6, "none"),
        (["report"], 2, "PATHS"),
        (["report", "lake", "--query", "nothing"], 2, "choose one of 'findings', 'drift'"),
        (["report", "lake", "--query", "writrs"], 2, "'writrs'; did you mean 'writers'?"),
        (["report", "lake", "--query", "types", "-o", "x.html"], 2, "choose one"),
        (["report", "lake", "--format", "json", "-o", "x.html"], 2, "choose one"),
        (["report", "lake", "-o", "lake"], 2, "lake is a folder"),
        (["report", "lake", "-o", "none/x.html"], 6, "none/x.html"),
    ],
)
def test_mistakes_are_one_sentence(
    lake: Path, arguments: list[str], code: int, said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(arguments) == code
    printed = capsys.readouterr()
    assert said in printed.err
    assert "Traceback" not in printed.err
    assert printed.out == ""
    assert sorted(path.name for path in lake.parent.iterdir()) == ["lake"]


@pytest.mark.parametrize("width", [60, 80])
def test_a_narrow_terminal_sees_why_files_were_not_read(
    width: int, lake: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("TTY_COMPATIBLE", "1")
    monkeypatch.setenv("COLUMNS", str(width))
    assert run(["report", "lake", "--query", "problems"]) == 1
    shown = capsys.readouterr().out
    assert "message" in shown
    assert "its tail is" in shown


def test_a_terminal_sees_how_many_files_were_read(
    lake: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    class Terminal(io.StringIO):
        def isatty(self) -> bool:
            return True

    shown = Terminal()
    monkeypatch.setattr(sys, "__stderr__", shown)
    monkeypatch.setattr(progress, "_BEFORE", 0)
    monkeypatch.setattr(progress, "_BETWEEN", 0)
    monkeypatch.setattr(progress, "run_beside", lambda _: None)  # it may know the total in time
    assert run(["report", str(lake)]) == 1
    assert "7 files could not be read" in capsys.readouterr().err
    lines = [line.strip() for line in shown.getvalue().split("\r")]
    assert "reading 8 files" in lines
    assert lines[-1] == ""


def test_of_drift_a_narrow_terminal_keeps_the_answers(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    for name, kind in (("a", pa.int64()), ("b", pa.int64()), ("c", pa.int32())):
        pq.write_table(pa.table({"id": pa.array([1], kind)}), tmp_path / f"{name}.parquet")
    monkeypatch.setenv("TTY_COMPATIBLE", "1")
    monkeypatch.setenv("COLUMNS", "80")
    monkeypatch.setenv("NO_COLOR", "1")
    monkeypatch.chdir(tmp_path)
    assert run(["report", ".", "--query", "drift"]) == 0
    titles, row, left_out = capsys.readouterr().out.splitlines()
    answers = "difference column path found expected files paths"
    assert titles.startswith("difference  column path  found")
    assert titles.split()[:7] == answers.split()
    assert row.split()[2:7] == ["id", "int32", "int64", "1", "c.parquet"]
    assert left_out == "no room for folder, reference"
