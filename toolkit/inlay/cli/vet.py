"""`inlay vet PATHS`: which readers would crash on the files, hang, take all memory, or have other values than the rest?"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

import click

from inlay.cli.exit_codes import ExitCode
from inlay.cli.inspect.json_versions import document_of
from inlay.cli.many_files import (
    Total,
    code_of,
    count_each,
    is_alone,
    many_files,
    run_each,
)
from inlay.cli.options import format_option
from inlay.cli.pager import page_output
from inlay.cli.printing import show_json, show_line
from inlay.ground.wording.amounts import count

if TYPE_CHECKING:
    from inlay.ground.documents.values import Json
    from inlay.verbs.vet.limits import VettingLimits
    from inlay.verbs.vet.verdict import ReaderVerdict, Vetting


@click.command("vet")
@many_files
@click.option(
    "--reader",
    "readers",
    multiple=True,
    metavar="NAME",
    help="Ask only this reader: Inlay, pyarrow, DuckDB, Polars or DataFusion; may be repeated.",
)
@click.option(
    "--memory",
    type=click.IntRange(min=1),
    metavar="MiB",
    help="Memory that a reader may take, in MiB.  [default: 512 and 64 times the file]",
)
@click.option(
    "--time",
    "seconds",
    type=click.FloatRange(min=0, min_open=True),
    metavar="SECONDS",
    help="How long a reader may work on a file.  [default: 60]",
)
@format_option
@page_output
def command(
    paths: tuple[str, ...],
    jobs: int,
    readers: tuple[str, ...],
    memory: int | None,
    seconds: float | None,
    format_: str,
) -> ExitCode:
    """Have the values of the files at PATHS (files, folders, globs) read by every reader that is installed.

    Each reader runs in a child process with limits on memory and time, which cannot write anything. docs/vet.md has the limits,
    and what is not promised. JSON is one document per file, each on a line of its own.

    \b
    What is said of a reader:
      reads           it read all values, and they are those of the others
      refuses         it ended with an error, which is shown
      disagrees       it read other values than the others
      exceeds memory  it wanted more memory than it may have
      exceeds time    it took longer than it may
      crashes         it was killed, or gave no answer
      not compared    it read all values, and Inlay could not compare them
      not installed   it was not asked

    The exit code is 0 if all readers read the same values, and 1 if not, or if none is installed; 6 for a file that cannot
    be read.
    """
    from inlay.verbs.vet.limits import SECONDS, VettingLimits

    limits = VettingLimits(memory and memory << 20, SECONDS if seconds is None else seconds)
    limits.require_possible()
    is_json = format_ == "json"
    job = partial(_vet_file, readers=readers or None, limits=limits, is_json=is_json)
    if is_json or is_alone(paths):
        return run_each(paths, jobs, job, document="vet" if is_json else None)
    total = count_each(paths, jobs, job)
    if total.codes.total() > 1:
        show_line(_describe(total))
    return code_of(total)


def _describe(total: Total) -> str:
    """What the last line says of many files."""
    files = total.codes.total()
    alike, unlike = total.codes[ExitCode.OK], total.codes[ExitCode.FINDINGS]
    said = f"{count(files, 'file')}: {alike:,} that all readers read alike, {unlike:,} that they do not"
    unread = files - alike - unlike
    if unread:
        said += f"; {unread:,} could not be vetted"
    return f"{said}; {total.missing:,} not found" if total.missing else said


def _vet_file(
    path: str, alone: bool, *, readers: tuple[str, ...] | None, limits: VettingLimits, is_json: bool
) -> ExitCode:
    from inlay.cli.progress import show_progress
    from inlay.verbs.vet.readers import READERS
    from inlay.verbs.vet.verdict import list_lines
    from inlay.verbs.vet.vet import vet

    _die_with_command()
    if not alone:
        _pass_over_other_kinds(path)
    asked = len(set(readers)) if readers is not None else len(READERS)
    with show_progress("asking", "reader", asked) as line:
        vetting = vet(path, readers=readers, limits=limits, watch=lambda _: line.advance(1))
    if is_json:
        show_json(_document_vetting(path, vetting), in_line=True)
    else:
        for said in list_lines(vetting):
            show_line(said)
    return ExitCode.OK if vetting.is_fine else ExitCode.FINDINGS


def _die_with_command() -> None:
    """In a process of --jobs, which else would first wait for its reader."""
    from multiprocessing import parent_process

    from inlay.verbs.vet.parent import die_with_parent

    command = parent_process()
    if command is not None and command.pid is not None:
        die_with_parent(command.pid)


def _pass_over_other_kinds(path: str) -> None:
    """Raises FooterError for a file that neither looks like Parquet nor is called so: in a folder it is left out. A damaged one
    is vetted."""
    from inlay.footers.footer.errors import NO_PARQUET, FooterError
    from inlay.footers.footer.read import read_footer
    from inlay.tables.scan.claims import is_named_parquet

    try:
        read_footer(path)
    except FooterError as error:
        if error.code in NO_PARQUET and not is_named_parquet(path):
            raise


def _document_vetting(path: str, vetting: Vetting) -> Json:
    readers: list[Json] = [_document_verdict(verdict) for verdict in vetting.verdicts]
    content: dict[str, Json] = {
        "path": path,
        "size": vetting.size,
        "is_held": vetting.is_held,
        "readers": readers,
        "error": None,
    }
    return document_of("vet", content)


def _document_verdict(verdict: ReaderVerdict) -> Json:
    disagreement: Json = None
    if verdict.disagreement is not None:
        first = verdict.disagreement
        disagreement = {
            "other_reader": first.other_reader,
            "column": first.column,
            "name": first.name,
            "row": first.row,
            "own": first.own,
            "other": first.other,
        }
    return {
        "reader": verdict.reader,
        "verdict": verdict.kind.value,
        "detail": verdict.detail,
        "rows": verdict.rows,
        "fields": verdict.fields,
        "peak": verdict.peak,
        "seconds": verdict.seconds,
        "disagreement": disagreement,
    }
