"""`inlay spark migrate | rollback`: the phases on the command line."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Generator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from dataclasses import asdict
from shlex import quote
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

import click

from inlay.cli.exit_codes import ExitCode
from inlay.cli.options import allow_option, columns_option, format_option
from inlay.cli.printing import show_json, show_line
from inlay_spark.session.options import open_session, session_options

if TYPE_CHECKING:
    from pyspark.sql import SparkSession

    from inlay_spark.migration.operations import Operation
    from inlay_spark.migration.outcomes import MigrationOutcome

T = TypeVar("T")
_TO = ("private", "migration", "final", "dual", "thrift", "seal", "encoding")


write_option = click.option(
    "--write", is_flag=True, help="Change the files; without this, only print the plan."
)
journal_option = click.option(
    "--journal", metavar="DIR", help="A new folder, or that of an interrupted job."
)
name_option = click.option(
    "--name", default="*", metavar="GLOB", help="Read only files whose name matches."
)
changes_option = click.option(
    "--emit-changes",
    type=click.Path(dir_okay=False),
    metavar="FILE",
    help="Give the new files new names, and list them in FILE, for a table's catalog to commit.",
)


class Document(NamedTuple):
    """The same for programs and for people."""

    values: dict[str, Any]
    lines: list[str]


def _report_nothing(_spark: SparkSession, _journal: str) -> None:
    """The outcome says it all."""


def require_together(write: bool, journal: str | None, emit_changes: str | None) -> None:
    """UsageError for options that need one another."""
    if write and journal is None:
        raise click.UsageError("--write needs --journal DIR, which `rollback` reads")
    if journal is not None and not write:
        raise click.UsageError("--journal needs --write")
    if emit_changes is not None and not write:
        raise click.UsageError("--emit-changes needs --write")


@click.command("migrate")
@click.argument("paths", nargs=-1, required=True)
@click.option(
    "--to",
    "to",
    type=click.Choice(_TO),
    required=True,
    help="The form, or other change, that the files get.",
)
@write_option
@journal_option
@name_option
@columns_option
@click.option("--encoding", default="", metavar="NAME", help="For encoding: its name.")
@click.option("--design", default="", metavar="NAME", help="For dual: the design, such as modular.")
@changes_option
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
    design: str,
    emit_changes: str | None,
    allow: tuple[str, ...],
    format_: str,
    master: str | None,
    remote: str | None,
    conf: tuple[str, ...],
) -> ExitCode:
    """Convert all files at PATHS (files, folders, globs) to another form of footer, or to another encoding.

    Prints the plan and its cost, and changes nothing. With --write it plans, stages, publishes and cleans up. It then
    needs a journal, which resumes an interrupted job or rolls it back. Exit code 1 if there are problems, 4 if there
    are none but files were refused.
    """
    from inlay_spark.migration import lake
    from inlay_spark.migration.operations import Operation
    from inlay_spark.migration.printing import describe_cost

    require_together(write, journal, emit_changes)
    if emit_changes is not None:
        allow = (*allow, "table")
    operation = Operation(to, columns, encoding, tuple(sorted(set(allow))), design=design)
    if journal is None:
        with open_session(master, remote, conf) as spark:
            cost = lake.plan(spark, paths, operation, pattern=name)
        show(asdict(cost), describe_cost(cost, to), format_)
        return code_of(cost.actions)
    session = open_session(master, remote, conf)
    outcome, _ = run_job(session, paths, operation, journal, name, emit_changes, _report_nothing)
    return finish_job(outcome, journal, format_)


def run_job(
    session: AbstractContextManager[SparkSession],
    paths: tuple[str, ...],
    operation: Operation,
    journal: str,
    name: str,
    emit_changes: str | None,
    report: Callable[[SparkSession, str], T],
) -> tuple[MigrationOutcome, T]:
    """The phases, one after the other, and the list of changes. `report` is asked before the session ends."""
    from inlay_spark.jobs.progress import progress_for
    from inlay_spark.migration import lake
    from inlay_spark.migration.change_list import writer_of
    from inlay_spark.migration.operations import COMPACT

    with (
        _saying_how_to_go_on(journal),
        # Before the job, which is not to end in a folder that is not there.
        nullcontext() if emit_changes is None else writer_of(emit_changes) as write_changes,
        session as spark,
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
            listed = lake.list_compacted if operation.name == COMPACT else lake.changes
            write_changes(listed(spark, journal))
        return outcome, report(spark, journal)


def finish_job(
    outcome: MigrationOutcome, journal: str, format_: str, said: Document | None = None
) -> ExitCode:
    """`said` is what there is to say besides the outcome."""
    from inlay_spark.migration.printing import describe_outcome

    said = said or Document({}, [])
    show({**asdict(outcome), **said.values}, [*said.lines, *describe_outcome(outcome)], format_)
    if format_ == "text" and outcome.states.get("done"):
        show_line(f"to undo it: inlay spark rollback {quote(journal)}", is_copied=True)
    return ExitCode.FINDINGS if outcome.unswept else code_of(outcome.states)


@click.command("rollback")
@click.argument("journal")
@format_option
@session_options
def rollback(
    journal: str, format_: str, master: str | None, remote: str | None, conf: tuple[str, ...]
) -> ExitCode:
    """Restore every file that the job of JOURNAL published, byte for byte.

    The job may have been killed at any point. A file that somebody has changed since then is reported as a
    problem, and left alone.
    Once the file is again what the job wrote, another rollback restores it.
    """
    from inlay_spark.jobs.progress import progress_for
    from inlay_spark.migration import lake

    with _saying_how_to_go_on(None), open_session(master, remote, conf) as spark:
        outcome = lake.rollback(spark, journal, progress=progress_for(sys.stderr))
    return finish(outcome, format_)


@contextmanager
def _saying_how_to_go_on(journal: str | None) -> Generator[None]:
    try:
        yield
    except KeyboardInterrupt:
        or_back = f", and inlay spark rollback {quote(journal)} undoes it" if journal else ""
        click.echo(
            f"every file is intact; run the same command again to continue{or_back}", err=True
        )
        raise


def finish(outcome: MigrationOutcome, format_: str) -> ExitCode:
    from inlay_spark.migration.printing import describe_outcome

    show(asdict(outcome), describe_outcome(outcome), format_)
    return ExitCode.FINDINGS if outcome.unswept else code_of(outcome.states)


def show(document: object, lines: list[str], format_: str) -> None:
    sys.stderr.flush()
    if format_ == "json":
        show_json(json.loads(json.dumps(document)))
    else:
        for line in lines:
            show_line(line)


def code_of(states: dict[str, int]) -> ExitCode:
    if states.get("problem"):
        return ExitCode.FINDINGS
    return ExitCode.REFUSED if states.get("refused") else ExitCode.OK
