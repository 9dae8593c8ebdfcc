"""What a report begins with: every finding has something to do, by commands that there are, and the writers that it is about."""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path

import click
import pytest

import inlay
from inlay.cli.command_line import inlay as program
from inlay.verbs.report.charts import Bar, draw_bars
from inlay.verbs.report.findings import DAMAGED, UNREADABLE, WHAT_TO_DO
from inlay.verbs.report.report import Report
from inlay.verbs.report.shown_cells import format_cell, title_of
from tests.verbs.report.odd_lake import write_odd_lake


@pytest.fixture(scope="module")
def odd(tmp_path_factory: pytest.TempPathFactory) -> Report:
    return inlay.report(write_odd_lake(tmp_path_factory.mktemp("odd") / "lake"))


def test_the_page_begins_with_it(odd: Report) -> None:
    page = odd.to_html()
    lead, what_to_do, table = (
        page.index(each) for each in ("files that can be read", "<ol", "<table")
    )
    assert lead < what_to_do < table
    for row in odd.answers["findings"].to_pylist():
        assert f"<strong>{row['finding']}</strong>: {row['affected']:,} of {row['total']:,}" in page
    assert "<code>inlay verify FILE</code>" in page
    assert re.search(r'by writer: [^<]+; <a href="#findings_by_writer">\d+ more</a>', page)


def test_the_writers_of_a_finding_are_all_of_it(odd: Report) -> None:
    sums: Counter[str] = Counter()
    totals: Counter[str] = Counter()
    for row in odd.answers["findings_by_writer"].to_pylist():
        sums[row["finding"]] += row["affected"]
        totals[row["finding"]] += row["total"]
    findings = {row["finding"]: row for row in odd.answers["findings"].to_pylist()}
    assert sums == {name: row["affected"] for name, row in findings.items() if name != UNREADABLE}
    assert all(totals[name] <= findings[name]["total"] for name in sums)


def test_each_finding_says_what_to_do(odd: Report) -> None:
    assert {row["finding"] for row in odd.answers["findings"].to_pylist()} <= WHAT_TO_DO.keys()
    assert {UNREADABLE, DAMAGED} <= WHAT_TO_DO.keys()


@pytest.mark.parametrize("name", WHAT_TO_DO)
def test_its_commands_are_there(name: str) -> None:
    for text in re.findall("`([^`]*)`", WHAT_TO_DO[name]):
        first, *words = text.split()
        assert first == "inlay"
        command: click.Command | None = program
        for word in words:
            if not isinstance(command, click.Group):
                break
            command = command.get_command(click.Context(command), word)
        assert command is not None, text
        known = {option for parameter in command.params for option in parameter.opts}
        assert {word for word in words if word.startswith("--")} <= known


@pytest.mark.parametrize(
    ("lower", "shown"),
    [
        (0, "under 1.0 KiB"),
        (1024, "1.0 KiB to 4.0 KiB"),
        (2**34, "16.0 GiB to 64.0 GiB"),
        (2**36, "64.0 GiB or more"),
    ],
)
def test_a_class_of_sizes(lower: int, shown: str) -> None:
    assert (title_of("from_bytes"), format_cell("from_bytes", lower)) == ("size", shown)


def test_bars_that_are_all_alike_say_nothing() -> None:
    assert draw_bars("files", [Bar("a", 3, "3"), Bar("b", 3, "3")]) == ""
    assert draw_bars("files", [Bar("a", 3, "3"), Bar("b", 2, "2")]).startswith("<svg")


def test_a_lake_without_findings(tmp_path: Path) -> None:
    assert "Nothing to complain about." in inlay.report(tmp_path).to_html()
