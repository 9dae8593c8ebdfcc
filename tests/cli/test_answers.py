"""What functions give says itself in a line, prints as the command does, and is shown in a notebook."""

from __future__ import annotations

import inspect
import os
import re
from collections.abc import Callable
from html import escape
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

import inlay
from tests.docs.pages import ROOT
from tests.support.inlay_command import Inlay, make_command

PAGES: Any = {"data_page_size": 1, "write_batch_size": 1}


@pytest.fixture
def lake(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Two files that differ, and one that is none. A page holds a value, so that an index would help."""
    for name, prices, names in (("a", [1.5, 2.5], ["<b>", "c"]), ("b", [1, 2], ["a", "b"])):
        table = pa.table({"price": prices, "name": names})
        pq.write_table(table, tmp_path / f"{name}.parquet", **PAGES)
    (tmp_path / "no.parquet").write_bytes(b"hello")
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.fixture
def command(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Inlay:
    return make_command(capsys, monkeypatch)


ANSWERS: dict[str, tuple[Callable[[], Any], list[str], str]] = {
    "verify": (
        lambda: inlay.verify("a.parquet", data=True),
        ["verify", "--data", "a.parquet"],
        "<Verification of 'a.parquet': thrift; seal: none; 0 findings>",
    ),
    "lint": (
        lambda: inlay.lint("a.parquet"),
        ["lint", "a.parquet"],
        "<LintReport: 1 file; 1 warning, 1 note>",
    ),
    "lint of several": (
        lambda: inlay.lint(["a.parquet", "b.parquet"]),
        ["lint", "a.parquet", "b.parquet"],
        "<LintReport: 2 files; 4 warnings, 2 notes>",
    ),
    "register": (
        lambda: inlay.register("a.parquet", to="delta", table=".", create=True, dry_run=True),
        ["register", "a.parquet", "--to", "delta", "--table", ".", "--create", "--dry-run"],
        "<Registration of 1 file, 2 rows: nothing committed>",
    ),
    "prune": (
        lambda: inlay.prune("a.parquet", "price > 2"),
        ["prune", "a.parquet", "price > 2"],
        "<Pruning of 'a.parquet' by 'price > 2': 1 of 1 row group may match>",
    ),
}


@pytest.mark.parametrize("name", ANSWERS)
def test_an_answer_prints_as_the_command_does(lake: Path, command: Inlay, name: str) -> None:
    ask, words, line = ANSWERS[name]
    answer = ask()
    assert repr(answer) == line
    assert f"{answer}\n" == command(*words).out
    assert answer._repr_html_().startswith("<pre>")
    assert "<b>" not in answer._repr_html_()


def test_vetting_prints_as_the_command_does(lake: Path, command: Inlay) -> None:
    """But for the time and memory that it took."""
    vetting = inlay.vet("a.parquet", readers=["pyarrow"])
    assert repr(vetting) == "<Vetting of 'a.parquet': 1 reader asked, 1 without trouble>"
    printed = command("vet", "--reader", "pyarrow", "a.parquet").out
    said = str(vetting).splitlines()
    assert len(said) == 2
    assert said[0] == printed.splitlines()[0]
    assert said[1].startswith("  pyarrow     reads           2 rows, 2 fields, ")
    assert "1 reader asked" in vetting._repr_html_()


def test_a_report_begins_as_the_command_does(lake: Path, command: Inlay) -> None:
    report = inlay.report(".")
    assert repr(report).startswith("<Report: 2 files; 1 file not read; ")
    findings = report.answers["findings"].num_rows
    assert repr(report).endswith(f"; {findings} findings; {len(report.answers)} answers>")
    assert repr(inlay.report(".", only=["codecs"])).endswith("not read; answers: codecs>")
    printed = [line.split() for line in command("report", ".").out.splitlines()]
    said = [line.split() for line in str(report).splitlines()]
    assert said.pop(1) == "1 of 3 files could not be read".split()
    assert said == printed[: len(said)], "but for what the command says on stderr"
    assert " ".join(printed[len(said) + 1]).startswith("More: -o page.html")
    assert str(inlay.report(".", only=["codecs"])).splitlines()[-1].startswith("SNAPPY")
    assert "&lt;" not in report._repr_html_()


def test_a_difference_says_what_and_where(lake: Path) -> None:
    differences = inlay.diff("a.parquet", "b.parquet")
    said = [str(difference) for difference in differences]
    assert [it._repr_html_()[5:-6] for it in differences] == [*map(escape, said)]
    assert "schema: price: physical_type: DOUBLE -> INT64" in said
    assert "statistics: price (row group 0): min_value: 1.5 -> 1" in said


def test_files_that_were_not_read_are_told(lake: Path) -> None:
    """In the line, and below what is said of the others."""
    report = inlay.lint(["."])
    assert repr(report) == "<LintReport: 2 files; 1 file not read; 4 warnings, 2 notes>"
    unread = str(report).splitlines()[-1]
    assert unread.startswith(f".{os.sep}no.parquet: not read: not a Parquet file: it has 5 bytes")


@pytest.mark.parametrize(
    "function", [inlay.lint, inlay.compat, inlay.report], ids=lambda it: it.__name__
)
def test_files_that_were_passed_over_are_told(
    tmp_path: Path, function: Callable[[Path], object]
) -> None:
    (tmp_path / "notes.txt").write_text("no Parquet")
    answer = function(tmp_path)
    assert ": 0 files; 1 passed over; " in repr(answer)
    assert "1 of 1 file passed over: not Parquet by name or content" in str(answer)
    (tmp_path / "notes.txt").unlink()
    assert "no Parquet files" in str(function(tmp_path))


def test_an_outcome_is_one_short_line(lake: Path) -> None:
    """Without the bytes of the new footer."""
    outcome = inlay.edit_footer(lake / "a.parquet", lambda footer: footer.data)
    assert len(repr(outcome)) < len(str(lake)) + 150


def test_a_check_of_a_table_prints_as_the_command_does(lake: Path, command: Inlay) -> None:
    done = inlay.register("a.parquet", to="delta", table=".", create=True)
    assert repr(done) == "<Registration of 1 file, 2 rows: version 0>"
    assert str(done).startswith("registered 1 file, 2 rows, ")
    pq.write_table(pa.table({"price": [0.5, 2.5], "name": ["<b>", "c"]}), "a.parquet", **PAGES)
    check = inlay.check_table(to="delta", table=".")
    printed = command("register", "check", ".", "--to", "delta").out
    assert f"{check}\n" == printed
    assert check._repr_html_().startswith("<pre>1 file: ")
    assert "1 wrong" in repr(check)


def test_what_changes_a_file_says_itself_in_a_line(lake: Path) -> None:
    target = inlay.Target(output="new.parquet", overwrite=True)
    changed = [
        inlay.set_metadata("a.parquet", keys={"who": "me"}, target=target),
        inlay.add_index("a.parquet", target=target),
        inlay.fix_index("a.parquet", target=target),
        inlay.convert_footer("a.parquet", "modular", target=target),
        inlay.rebuild("a.parquet", like="a.parquet"),
    ]
    names = ["Amendment", "IndexedFile", "FixedFile", "Conversion", "RebuiltFile"]
    for answer, name in zip(changed, names, strict=True):
        assert getattr(inlay, name) is type(answer)
        assert re.fullmatch(rf"<{name} '(new|a)\.parquet': .+>", repr(answer)), repr(answer)
        assert len(repr(answer)) < 120
    assert "; 0 warnings>" in repr(changed[0])


def test_results_have_the_names_that_the_guide_gives_them() -> None:
    guide = (ROOT / "docs" / "guide_python.md").read_text(encoding="utf-8")
    said = re.findall(r"`(?:inlay\.)?(\w+)`(?: gives)? (?:a|an) `(\w+)`", guide)
    assert len(said) >= 6
    for function, result in said:
        assert inspect.signature(getattr(inlay, function)).return_annotation == result, function
