"""Drift in a report: the same as in lint, first under what to do, named in full, and drawn as a map."""

from __future__ import annotations

import json
import re
from collections import Counter
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

import inlay
from inlay.__main__ import run
from inlay.verbs.report.drift_map import draw_drift
from inlay.verbs.report.findings import DRIFTING, UNLIKE
from inlay.verbs.report.query import Answer
from inlay.verbs.report.report import Report
from tests.support.html_page import Page
from tests.verbs.layout.browser import run_chromium

MOST = pa.table({"id": [1], "amount": [0.5], "at": pa.array([0], pa.timestamp("us"))})
OTHERS = {
    "type": MOST.set_column(1, "amount", pa.array(["x"])),
    "added": MOST.append_column("<more>", pa.array([{"a": 1, "b": 2}])),
    "missing": MOST.drop(["at"]),
    "order": MOST.select(["amount", "id", "at"]),
    "unit": MOST.set_column(2, "at", pa.array([0], pa.timestamp("ms"))),
    "null": MOST.cast(MOST.schema.set(0, pa.field("id", pa.int64(), nullable=False))),
    "id": MOST.cast(MOST.schema.set(0, MOST.schema.field(0).with_metadata({"PARQUET:field_id": "9"}))),
}  # fmt: skip


@pytest.fixture(scope="module")
def lake(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A table in partitions, whose files differ in each way, and one whose files are alike."""
    root = tmp_path_factory.mktemp("lake")
    for number in range(9):
        _write(MOST, root / f"sales/day={number % 3}/{number}.parquet")
        _write(MOST.drop(["amount"]), root / f"users/{number}.parquet")
    for name, table in OTHERS.items():
        _write(table, root / f"sales/day=1/{name}.parquet")
    _write(OTHERS["type"], root / "sales/day=2/type.parquet")
    return root


@pytest.fixture(scope="module")
def report(lake: Path) -> Report:
    return inlay.report(lake)


def _write(table: pa.Table, path: Path) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    pq.write_table(table, path)


def test_lint_says_the_same(lake: Path, report: Report) -> None:
    of_report = Counter[tuple[str, str, str]]()
    for row in report.answers["drift"].to_pylist():
        assert row["files"] == len(row["paths"])
        assert (row["alike"], row["folder"]) == (9, f"{lake}/sales")
        for path in row["paths"]:
            of_report[path, row["column_path"], row["difference"]] += 1
    advice = inlay.lint(lake, select=["schema-drift"])
    of_lint = Counter((each.path, each.column, each.seen.partition(":")[0]) for each in advice)
    assert of_report == of_lint
    assert {Path(path).stem for path, _, _ in of_lint} == set(OTHERS)
    assert {kind for _, _, kind in of_lint} == {
        "other type",
        "added column",
        "missing column",
        "other order",
        "other nullability",
        "other field id",
    }


def test_it_is_the_first_finding(lake: Path, report: Report) -> None:
    first = report.answers["findings"].to_pylist()[0]
    assert (first["finding"], first["affected"], first["total"]) == (DRIFTING, 8, 26)
    assert first["example"] == str(lake / "sales/day=1/added.parquet")


def test_a_file_that_is_named_twice_is_one(lake: Path, report: Report) -> None:
    once = report.answers["drift"]
    twice = inlay.report([lake, lake / "sales"], only=["drift"]).answers["drift"]
    assert twice.to_pylist() == once.to_pylist()


def test_the_map(report: Report) -> None:
    html = report.to_html()
    page = Page()
    page.feed(html)
    assert (page.outside, page.open) == ([], [])
    rows = re.findall(r"<tr><td>([^<]*)</td><td>&middot;</td>(.*?)</tr>", html)
    marks = {column: re.findall(r">(\w+|&middot;)</td>", cells) for column, cells in rows}
    words = {
        column: {word for word in cells if word != "&middot;"} for column, cells in marks.items()
    }
    assert words == {
        "amount": {"type", "order"},
        "at": {"none", "type"},
        "&lt;more&gt;": {"new"},
        "id": {"null", "id"},
    }
    assert all(len(cells) == len(OTHERS) for cells in marks.values())
    assert "<b>A</b>: " in html
    assert 'title="other type: byte_array (STRING), in most files double"' in html


def test_a_map_of_much_drift_stays_short() -> None:
    columns = ("difference", "column_path", "found", "expected", "files", "paths", "alike", "reference", "folder")  # fmt: skip
    rows = [
        ("added column", f"c{at}" * 99, "int64", "", 1, [f"{at}" * 99], 5, "r", f"t{at % 7}")
        for at in range(2_000)
    ]
    drawn = draw_drift(Answer(columns, rows))
    assert len(drawn) < 500_000
    assert "more columns and" in drawn
    assert "1 more table below" in drawn


@pytest.mark.needs("chromium")
def test_a_map_of_the_most_groups_fits_a_page(tmp_path: Path) -> None:
    """Of a window of 1,280 pixels: what is wider is scrolled, and nobody sees that."""
    name = "a_rather_long_name_of_a_column"
    for at in range(34):
        columns = {f"{name}_{number:02d}": [1] for number in range(8)}
        added = {f"{name}_new_{at}": [1]} if at >= 18 else {}
        pq.write_table(pa.table(columns | added), tmp_path / f"{at}.parquet")
    page = tmp_path / "page.html"
    script = "const map = document.querySelector('table.drift'); document.title = `${map.scrollWidth - map.clientWidth} too wide`"
    html = re.sub("<meta http-equiv[^>]*>", "", inlay.report(tmp_path).to_html())
    assert html.count("<th>P<small>") == 1
    page.write_text(html.replace("</body>", f"<script>{script}</script></body>"), encoding="utf-8")
    assert "<title>0 too wide</title>" in run_chromium(tmp_path, page, "--dump-dom")


def test_paths_on_a_page_begin_with_the_folder_of_all_files(lake: Path, report: Report) -> None:
    html = report.to_html()
    assert str(lake.parent) not in html
    assert f"{lake.name}/sales/day=1/added.parquet" in html
    one = inlay.report(lake / "sales/day=1/type.parquet").to_html()
    assert str(lake.parent) not in one


def test_a_report_without_names(
    lake: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    secret = ("amount", "more", "sales", "users", "day=", ".parquet", lake.name, "ARROW:schema")
    monkeypatch.chdir(tmp_path)
    for options in ([], ["--format", "json"], ["-o", "page.html"], ["--query", "drift"]):
        assert run(["report", str(lake), "--share", *options]) == 0
        printed = capsys.readouterr().out
        if "-o" in options:
            printed = Path("page.html").read_text(encoding="utf-8")
            printed = re.sub("<pre>.*?</pre>", "", printed, flags=re.DOTALL)
        words = [
            word for word in secret if word in printed.replace("more:", "").replace(" more", "")
        ]
        assert words == []
        if "json" in options:
            answers = json.loads(printed)["answers"]
            assert answers["drift"][0]["paths"] == ["f1", "f2"] or answers["drift"][0]["paths"]
            assert answers["key_values"] == []
            assert answers["overview"][0]["files"] == 26


@pytest.mark.parametrize(
    ("files", "finding", "affected"),
    [
        ("aab", DRIFTING, 1),
        ("aabb", UNLIKE, 2),
        ("abc", UNLIKE, 2),
        ("ab", UNLIKE, 1),
        ("aaabc", DRIFTING, 2),
        ("aa", "", 0),
    ],
)
def test_without_a_common_schema_no_file_has_drifted(
    tmp_path: Path, files: str, finding: str, affected: int
) -> None:
    """The same letter is the same schema. Another folder, whose files agree, changes nothing."""
    for number, name in enumerate(files):
        _write(pa.table({name: [1]}), tmp_path / f"t/{number}.parquet")
        _write(MOST, tmp_path / f"u/{number}.parquet")
    report = inlay.report(tmp_path)
    of_drift = {
        row["finding"]: row["affected"]
        for row in report.answers["findings"].to_pylist()
        if row["finding"] in (DRIFTING, UNLIKE)
    }
    assert of_drift == ({finding: affected} if finding else {})
    html = report.to_html()
    assert ("none common: compared with" in html) == (finding == UNLIKE)
    assert ("most files<small>" in html) == (finding == DRIFTING)
