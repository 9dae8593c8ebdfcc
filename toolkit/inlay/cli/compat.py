"""`inlay compat PATHS`: what given readers refuse, misread or lose in files, by what was measured of them."""

from __future__ import annotations

from dataclasses import asdict
from functools import partial
from typing import TYPE_CHECKING

import click

from inlay.cli.exit_codes import ExitCode
from inlay.cli.inspect.json_versions import document_of
from inlay.cli.many_files import (
    Total,
    Unchecked,
    code_of,
    count_each,
    is_alone,
    many_files,
    run_each,
)
from inlay.cli.options import format_option
from inlay.cli.pager import page_output
from inlay.cli.printing import show_json, show_line, warn
from inlay.ground.wording.amounts import count

if TYPE_CHECKING:
    from inlay.ground.documents.pieces import StreamedJson
    from inlay.ground.documents.values import Json
    from inlay.verbs.compat.compat import CompatFile
    from inlay.verbs.compat.finding import CompatFinding
    from inlay.verbs.compat.record import AskedReader


reader_option = click.option(
    "--reader",
    "readers",
    multiple=True,
    metavar="NAME[==VERSION]",
    help="Judge by this reader, such as pyarrow==22.0.0; may be repeated.  [default: all, the newest measured]",
)


@click.command("compat", short_help="Say which readers would stumble over files.")
@many_files
@reader_option
@format_option
@page_output
def command(paths: tuple[str, ...], jobs: int, readers: tuple[str, ...], format_: str) -> ExitCode:
    """Say what readers refuse, misread or lose in the files at PATHS (files, folders, globs), and what helps.

    Reads only footers; no reader is run. It goes by what each version was measured to do with files made for that: docs/compat.md. The
    exit code is 1 if a reader refuses, misreads or loses something; notes alone do not change it.
    """
    from inlay.verbs.compat.record import ask_for

    asked = ask_for(readers or None)
    for it in asked:
        if it.is_older_than_all:
            warn(
                f"{it} is older than all that were measured, and is judged by what {it.measured} does"
            )
        elif it.measured != it.version:
            warn(f"{it} was not measured, and is judged by what {it.measured} does")
    is_json = format_ == "json"
    job = partial(_judge, asked=asked, is_json=is_json)
    if is_json or is_alone(paths):
        return run_each(paths, jobs, job, document="compat" if is_json else None)
    total = count_each(paths, jobs, job)
    if total.codes:
        show_line(_describe(total, len(asked)))
    return code_of(total)


def _describe(total: Total, readers: int) -> str:
    """What the last line says of many files."""
    files, doubtful = count(total.codes.total(), "file"), total.unchecked.total()
    fine = total.codes[ExitCode.OK] - doubtful
    said = f"{files}: {fine:,} without trouble for {count(readers, 'reader')}"
    if doubtful:
        said += f", {doubtful:,} with possible trouble"
    unread = total.codes.total() - fine - doubtful - total.codes[ExitCode.FINDINGS]
    if unread:
        said += f"; {unread:,} could not be read"
    return f"{said}; {total.missing:,} not found" if total.missing else said


def _judge(
    path: str, alone: bool, *, asked: list[AskedReader], is_json: bool
) -> ExitCode | Unchecked:
    from inlay.verbs.compat.compat import judge_file
    from inlay.verbs.compat.text import list_lines

    file = judge_file(path, path, asked)
    if not (alone or is_json or file.findings):
        return ExitCode.OK  # it is in the total
    readers = [str(reader) for reader in asked]
    if is_json:
        show_json(_document_of(file, readers), in_line=not alone)
    else:
        for line in list_lines(path, file.findings, readers):
            show_line(line)
    if file.has_warnings:
        return ExitCode.FINDINGS
    return Unchecked(ExitCode.OK) if file.has_doubts else ExitCode.OK


def _document_of(file: CompatFile, readers: list[str]) -> dict[str, StreamedJson]:
    unmeasured: dict[str, Json] = {name: list(features) for name, features in file.unmeasured}
    return {
        **document_of("compat", {"path": file.path, "readers": list(readers)}),
        "findings": map(_describe_finding, file.findings),
        "unmeasured": unmeasured,
        "error": None,
    }


def _describe_finding(finding: CompatFinding) -> dict[str, Json]:
    row: dict[str, Json] = asdict(finding)
    del row["path"]
    return {**row, "features": list(finding.features)}
