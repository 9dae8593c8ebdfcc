"""`inlay report PATHS`: the usual questions about many files, answered in the terminal, as a page or as JSON."""

from __future__ import annotations

import json
import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Final

import click

from inlay.cli.exit_codes import ExitCode
from inlay.cli.inspect.json_versions import document_of
from inlay.cli.many_files import code_of_read
from inlay.cli.options import format_option_of, overwrite_option, share_option
from inlay.cli.output import OutFile, choose_format
from inlay.cli.printing import show_line, show_table, warn, write
from inlay.cli.progress import PRINTING, READING, show_progress, show_steps
from inlay.cli.stored_footers import find_stored, list_scanned, store_option
from inlay.ground.wording.amounts import count
from inlay.ground.wording.missed import describe_passed_over
from inlay.ground.wording.printable import shorten

if TYPE_CHECKING:
    from collections.abc import Sequence

    from inlay.ground.documents.values import Json
    from inlay.verbs.report.query import Answer, Cell
    from inlay.verbs.report.report import Report

_WRITTEN: Final = ("html", "json")


@click.command("report")
@click.argument("paths", nargs=-1, required=True, metavar="PATHS...")
@click.option("--name", default="*", metavar="GLOB", help="Read only files whose name matches.")
@click.option(
    "-o",
    "--output",
    type=OutFile(*_WRITTEN),
    metavar="OUT",
    help="Write all answers to OUT, as a page of HTML; or as JSON, if its name ends in .json.",
)
@overwrite_option
@share_option
@click.option("--query", metavar="NAME", help="Print the answer to one question instead.")
@store_option
@format_option_of(None, "text")
def command(
    paths: tuple[str, ...],
    name: str,
    output: str | None,
    overwrite: bool,
    share: bool,
    query: str | None,
    store: str | None,
    format_: str | None,
) -> ExitCode:
    """Answer the usual questions about all files at PATHS (files, folders, globs), from their footers.

    Without options, print a summary: findings first, then who wrote the files and how. docs/report.md has the names of
    all questions. With --format json, a row of --query is a line, and all answers are one document.

    Files that cannot be read are part of the answers. If there are any, their number is printed on stderr, and the
    exit code is 1.
    """
    from inlay.verbs.report.queries import BY_NAME

    if query is not None and query not in BY_NAME:
        from inlay.ground.wording.near_names import hint_at

        what = f"there is no question {query!r}{hint_at(query, BY_NAME)}"
        raise click.BadParameter(what, param_hint="--query")
    if query is not None and output is not None:
        raise click.UsageError("--query prints, and -o writes all answers: choose one")
    format_ = choose_format(output, format_, _WRITTEN, "html")
    if output is not None:
        from inlay.changes.rewrite.new_file import require_output

        require_output(output, overwrite=overwrite, sources=paths, allow={"table"})
    from inlay.tables.scan.tally import Tally
    from inlay.verbs.report.report import report

    filesystem, sources = find_stored(store, paths)
    only = () if query is None else (query,)
    with (
        show_steps(READING, PRINTING),
        show_progress(READING, "file", None, list_scanned(sources, filesystem, name)) as line,
        show_progress("answering", "question", None) as asked,
    ):
        answers = report(
            sources,
            filesystem,
            name=name,
            only=only,
            tally=Tally(line.reach),
            progress=asked.reach_of,
        )
    if share:
        answers = answers.hide_names()
    if output is not None:
        title = "Report" if share else _title(paths)
        text = answers.to_html(title) if format_ == "html" else _format_answers(answers) + "\n"
        _write(text, paths, output, overwrite)
        show_line(output)
    elif format_ == "json":
        _print_json(answers, query)
    elif query is not None:
        _show_answer(answers.rows(query))
    else:
        _show_summary(answers)
    sys.stdout.flush()
    return _ending(answers, query)


def _title(paths: tuple[str, ...]) -> str:
    first, *others = paths
    first = os.path.basename(os.path.abspath(first)) if "://" not in first else first
    more = f" and {count(len(others), 'other path')}" if others else ""
    return f"Report on {first}{more}"


def _write(text: str, paths: Sequence[str], output: str, overwrite: bool) -> None:
    from inlay.changes.rewrite.new_file import NewFile

    with NewFile(output, overwrite=overwrite, sources=paths, allow={"table"}) as new:
        # Text that is not UTF-8 cannot be written as what it is.
        new.file.write(text.encode("utf-8", "backslashreplace"))


def _show_summary(report: Report) -> None:
    from inlay.verbs.report.queries import BY_NAME
    from inlay.verbs.report.text import MOST_ROWS, SUMMARY, describe_overview, list_what_to_do

    show_line(describe_overview(report))
    for name in SUMMARY:
        answer = report.rows(name)
        if answer.rows:
            show_line("")
            show_line(f"{BY_NAME[name].title} ({name})")
            _show_answer(answer, MOST_ROWS, name)
        if name == "findings":
            for line in list_what_to_do(answer):
                show_line(line)
    if not report.files:
        return
    show_line("")
    show_line("More: -o page.html has all answers, and --query NAME has one:")
    show_line(f"  {', '.join(BY_NAME)}")


_GOES: Final = {
    "message": ("is readable", "problems", "files"),
    "column path": ("folder", "reference", "files as expected", "paths", "files"),
}
"""By what one asks for, the columns beside it that a narrow terminal loses first."""

_FOLDS: Final = ("message", "found", "expected", "paths")


def _show_answer(answer: Answer, most: int | None = None, name: str = "") -> None:
    from inlay.verbs.report.shown_cells import format_cell, is_number, title_of
    from inlay.verbs.report.shown_paths import strip_folder
    from inlay.verbs.report.text import LONGEST_CELL

    answer = strip_folder(answer, f"{Path.cwd().as_posix().rstrip('/')}/")
    rows = answer.rows[:most]
    titles = [title_of(column) for column in answer.columns]
    numeric = [title for at, title in enumerate(titles) if any(is_number(row[at]) for row in rows)]
    cells = [
        [
            shorten(format_cell(column, value), LONGEST_CELL)
            for column, value in zip(answer.columns, row, strict=True)
        ]
        for row in rows
    ]
    goes = next((beside for asked, beside in _GOES.items() if asked in titles), ())
    show_table(titles, cells, numeric, goes=goes, folds=_FOLDS)
    if (more := len(answer.rows) - len(rows)) > 0:
        show_line(f"... and {more:,} more: --query {name} has them all")


def _print_json(report: Report, query: str | None) -> None:
    """ASCII, so that no terminal and no encoding can spoil it."""
    if query is not None:
        for row in _objects(report.rows(query)):
            sys.stdout.write(json.dumps(row, allow_nan=False) + "\n")
        return
    write(_format_answers(report) + "\n")


def _format_answers(report: Report) -> str:
    from inlay.ground.documents.values import format_json

    answers: dict[str, Json] = {name: [*_objects(report.rows(name))] for name in report.answers}
    files: dict[str, Json] = {
        "files": report.files,
        "unreadable": report.unreadable,
        "others": report.others,
    }
    return format_json(document_of("report", {**files, "answers": answers}))


def _objects(answer: Answer) -> list[dict[str, Json]]:
    return [dict(zip(answer.columns, map(_json, row), strict=True)) for row in answer.rows]


def _json(value: Cell) -> Json:
    return value if value is None or isinstance(value, str | int | float) else [*value]


def _ending(report: Report, query: str | None) -> ExitCode:
    if report.others:
        warn(describe_passed_over(report.others, report.files))
    if not report.unreadable:
        return code_of_read(report.files - report.others)
    why = "" if query == "problems" else ": --query problems says why"
    parquet = count(report.files - report.others, "file")
    warn(f"{report.unreadable:,} of {parquet} could not be read{why}")
    return ExitCode.FINDINGS
