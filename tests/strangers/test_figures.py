"""What comes of all IDLs: counted, in the table of the page, and in agreement with the list."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.strangers import figures
from tests.strangers.figures import COLUMNS, FIGURES, PAGE, Judged, count, table, write
from tests.strangers.judge import Verdict
from tests.strangers.projects import read_projects

JUDGED = {
    "a/one": [
        Judged("x.thrift", Verdict("both take", classes=3, values=18, documents=9)),
        Judged("y.thrift", Verdict("both refuse", "why")),
        Judged("z.fbs", Verdict("fault", faults=("it breaks",))),
    ],
    "b/two": [Judged("x.thrift", Verdict("both take", classes=1, values=1_000, documents=3))],
}


def test_projects_and_kinds_are_counted_apart() -> None:
    counted = count(JUDGED)
    assert list(counted["a/one"]) == ["fbs", "thrift"]
    assert counted["a/one"]["thrift"]["both refuse"] == 1
    assert counted["a/one"]["fbs"] == {
        **dict.fromkeys(("both take", "both refuse", "only ours takes", "only theirs takes"), 0),
        "fault": 1,
        "classes": 0,
        "values": 0,
        "documents": 0,
    }
    thrift, flat = table(counted).splitlines()[2:]
    assert thrift == "| Thrift | 2 | 3 | 2 | 1 | 0 | 0 | 0 | 4 | 1,018 | 12 |"
    assert flat == "| FlatBuffers | 1 | 1 | 0 | 0 | 0 | 0 | 1 | 0 | 0 | 0 |"


def test_the_page_gets_the_table_and_keeps_its_words(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    page = tmp_path / "page.md"
    page.write_text(f"before\n\n{figures.HEAD}\n|old|\n\nafter\n", encoding="utf-8")
    monkeypatch.setattr(figures, "PAGE", page)
    monkeypatch.setattr(figures, "FIGURES", tmp_path / "figures.json")
    write(count(JUDGED))
    assert page.read_text() == f"before\n\n{table(count(JUDGED))}\n\nafter\n"
    assert json.loads((tmp_path / "figures.json").read_text()) == count(JUDGED)


def test_the_page_says_what_was_counted_of_the_list() -> None:
    """Every listed IDL has been judged."""
    counted = json.loads(FIGURES.read_text(encoding="utf-8"))
    assert table(counted) in PAGE.read_text(encoding="utf-8")
    outcomes = [column for column in COLUMNS if column not in ("classes", "values", "documents")]
    files = {
        name: sum(numbers[outcome] for numbers in of_kinds.values() for outcome in outcomes)
        for name, of_kinds in counted.items()
    }
    assert files == {project.repository: len(project.idls) for project in read_projects()}
