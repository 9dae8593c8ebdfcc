"""A report in lines: what the command says first, and the beginning of each answer."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Final

from inlay.ground.wording.amounts import count
from inlay.ground.wording.missed import describe_passed_over
from inlay.ground.wording.printable import shorten
from inlay.verbs.report.findings import WHAT_TO_DO
from inlay.verbs.report.queries import BY_NAME
from inlay.verbs.report.shown_cells import format_cell, is_number, title_of
from inlay.verbs.report.shown_paths import strip_folder

if TYPE_CHECKING:
    from inlay.verbs.report.query import Answer, Cell
    from inlay.verbs.report.report import Report

MOST_ROWS: Final = 5
LONGEST_CELL: Final = 100
SUMMARY: Final = ("findings", "drift", "problems", "writers", "forms", "codecs")
"""Of all answers, those that are told without being asked for."""


def list_lines(report: Report) -> Iterator[str]:
    """Answers without rows are left out."""
    if "overview" in report.answers:
        yield describe_overview(report)
    if report.unreadable:
        yield f"{report.unreadable:,} of {count(report.files, 'file')} could not be read"
    if report.others:
        yield describe_passed_over(report.others, report.files)
    is_whole = "overview" in report.answers
    here = f"{Path.cwd().as_posix().rstrip('/')}/"
    for name in SUMMARY if is_whole else report.answers:
        answer = strip_folder(report.rows(name), here)
        if answer.rows:
            yield ""
            yield f"{BY_NAME[name].title} ({name})"
            yield from _align(answer)
            if (more := len(answer.rows) - MOST_ROWS) > 0:
                yield f"... and {more:,} more: rows({name!r}) has them all"
        if name == "findings":
            yield from list_what_to_do(answer)


def list_what_to_do(findings: Answer) -> Iterator[str]:
    for row in findings.rows:
        yield f"  {row[0]}:"
        yield f"    {WHAT_TO_DO[str(row[0])]}"


def describe_overview(report: Report) -> str:
    """How many files, and how large."""
    overview = report.rows("overview")
    values = dict(zip(overview.columns, overview.rows[0], strict=True))
    if not values["files"]:
        return "no Parquet files that can be read"
    about = {column: format_cell(column, value) or "unknown" for column, value in values.items()}
    return (
        f"{_counted(values['files'], 'file')} ({about['bytes']}), {_counted(values['row_groups'], 'row group')}, "
        f"{_counted(values['rows'], 'row')}; footers {about['footer_bytes']} ({about['footer_percent']})"
    )


def _counted(value: Cell, noun: str) -> str:
    """Of encrypted files alone nothing is known."""
    return count(value, noun) if isinstance(value, int) else f"unknown {noun}s"


def _align(answer: Answer) -> Iterator[str]:
    """The first rows, below their titles."""
    rows = answer.rows[:MOST_ROWS]
    columns = [
        _pad(
            [
                title_of(column),
                *(shorten(format_cell(column, row[at]), LONGEST_CELL) for row in rows),
            ],
            is_right=any(is_number(row[at]) for row in rows),
        )
        for at, column in enumerate(answer.columns)
    ]
    for cells in zip(*columns, strict=True):
        yield "  ".join(cells).rstrip()


def _pad(cells: Sequence[str], *, is_right: bool) -> list[str]:
    width = max(map(len, cells))
    return [cell.rjust(width) if is_right else cell.ljust(width) for cell in cells]
