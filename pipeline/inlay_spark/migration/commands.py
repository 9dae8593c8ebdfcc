"""`inlay spark migrate | rollback | verify`: the phases on the command line."""

from __future__ import annotations

import json
import sys
from collections.abc import Generator
from contextlib import contextmanager, nullcontext
from dataclasses import asdict
from math import isnan
from shlex import quote
from typing import TYPE_CHECKING

import click

from inlay.cli.exit_codes import ExitCode
from inlay.cli.options import allow_option, format_option
from inlay.cli.printing import show_json, show_line
from inlay_spark.session.options import session_options, spark_session

if TYPE_CHECKING:
    from inlay_spark.migration.outcomes import Outcome

_TO = ("private", "migration", "final", "thrift", "seal", "encoding")


def _number(_ctx: click.Context, _parameter: click.Parameter, value: float) -> float:
    """A range of click's lets `nan` through."""
    if isnan(value):
        raise click.BadParameter("must be between 0 and 1")
    return value


@click.command("migrate")
@click.argument("paths", nargs=-1, required=True)
@click.option("--to", "to", type=click.Choice(_TO), required=True, help="What the files become.")
@click.option("--write", is_flag=True, help="Do it; without this the plan is printed.")
@click.option("--journal", metavar="DIR", help="A new folder, or that of a job that was cut off.")
@click.option("--name", default="*", metavar="GLOB", help="Only files whose name matches.")
@click.option("--column", "columns", multiple=True, help="For encoding: a name or a glob.")
@click.option("--encoding", default="", metavar="NAME", help="For encoding: which one.")
@click.option(
    "--emit-changes",
    type=click.Path(dir_okay=False),
    metavar="FILE",
    help="Give the new files new names, and list them in FILE, for a table's catalog to commit.",
)
@allow_option
@format_option
@session_options
def migrate(
    paths: tuple[str, ...],
    to: str,
    write: bool,
    journal: str | None,
    name: str,
    columns: tuple[str, ...],
    encoding: str,
    emit_changes: str | None,
    allow: tuple[str, ...],
    format_: str,
    master: str | None,
    remote: str | None,
    conf: tuple[str, ...],
) -> ExitCode:
    """Take all files of PATHS (files, folders, globs) to another form of footers, or to another encoding.

    Prints the plan and its cost, and changes nothing. With --write it plans, stages, publishes and sweeps; the
    journal, which is needed then, resumes a job that was cut off and rolls it back. Exit code 1 if there are
    problems, 4 if there are none but files were refused.
    """
    from inlay_spark.jobs.progress import progress_for
    from inlay_spark.migration import lake
    from inlay_spark.migration.change_list import writer_of
    from inlay_spark.migration.operations import Operation
    from inlay_spark.migration.printing import cost_lines

    if write and journal is None:
        raise click.UsageError("--write needs --journal DIR: it is what `rollback` works from")
    if journal is not None and not write:
        raise click.UsageError("--journal is for what is written: add --write")
    if emit_changes is not None and not write:
        raise click.UsageError("--emit-changes lists what was written: it needs --write")
    if emit_changes is not None:
        allow = (*allow, "table")
    operation = Operation(to, columns, encoding, tuple(sorted(set(allow))))
    if journal is None:
        with spark_session(master, remote, conf) as spark:
            cost = lake.plan(spark, paths, operation, pattern=name)
        _print(asdict(cost), cost_lines(cost, to), format_)
        return _code(cost.actions)
    with (
        _saying_how_to_go_on(journal),
        # Before the job, which is not to end in a folder that is not there.
        nullcontext() if emit_changes is None else writer_of(emit_changes) as write_changes,
        spark_session(master, remote, conf) as spark,
    ):
        outcome = lake.migrate(
            spark,
            paths,
            operation,
            journal,
            pattern=name,
            new_names=write_changes is not None,
            progress=progress_for(sys.stderr),
        )
        if write_changes is not None:
            write_changes(lake.changes(spark, journal))
    code = _finish(outcome, format_)
    if format_ == "text" and outcome.states.get("done"):
        show_line(f"to take it back: inlay spark rollback {quote(journal)}")
    return code


@click.command("rollback")
@click.argument("journal")
@format_option
@session_options
def rollback(
    journal: str, format_: str, master: str | None, remote: str | None, conf: tuple[str, ...]
) -> ExitCode:
    """Make every file that the job of JOURNAL published what it was before, byte for byte.

    The job may have been killed anywhere. A file that somebody changed since is a problem, and stays as it is; when
    it is again what the job made of it, another rollback takes it back.
    """
    from inlay_spark.jobs.progress import progress_for
    from inlay_spark.migration import lake

    with _saying_how_to_go_on(None), spark_session(master, remote, conf) as spark:
        outcome = lake.rollback(spark, journal, progress=progress_for(sys.stderr))
    return _finish(outcome, format_)


@click.command("verify")
@click.argument("journal")
@click.option(
    "--sample",
    type=click.FloatRange(0, 1),
    default=0.01,
    show_default=True,
    callback=_number,
    help="Share of the files that is read as a whole.",
)
@format_option
@session_options
def verify(
    journal: str,
    sample: float,
    format_: str,
    master: str | None,
    remote: str | None,
    conf: tuple[str, ...],
) -> ExitCode:
    """Compare what the job of JOURNAL published with what the files were, by other code than wrote it.

    After a rollback: whether every file is what it was.
    """
    from inlay_spark.migration import lake

    with spark_session(master, remote, conf) as spark:
        outcome = lake.verify(spark, journal, sample=sample)
    return _finish(outcome, format_)


@contextmanager
def _saying_how_to_go_on(journal: str | None) -> Generator[None]:
    try:
        yield
    except KeyboardInterrupt:
        or_back = f", and inlay spark rollback {quote(journal)} takes it back" if journal else ""
        click.echo(f"every file is whole; the same command again goes on{or_back}", err=True)
        raise


def _finish(outcome: Outcome, format_: str) -> ExitCode:
    from inlay_spark.migration.printing import outcome_lines

    _print(asdict(outcome), outcome_lines(outcome), format_)
    return ExitCode.FINDINGS if outcome.unswept else _code(outcome.states)


def _print(document: object, lines: list[str], format_: str) -> None:
    sys.stderr.flush()
    if format_ == "json":
        show_json(json.loads(json.dumps(document)))
    else:
        for line in lines:
            show_line(line)


def _code(states: dict[str, int]) -> ExitCode:
    if states.get("problem"):
        return ExitCode.FINDINGS
    return ExitCode.REFUSED if states.get("refused") else ExitCode.OK
