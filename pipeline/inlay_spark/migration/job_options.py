"""What the commands share that change a lake by the phases of a migration: their options, the plan, the job, and its end."""

from __future__ import annotations

from collections.abc import Callable, Generator
from contextlib import contextmanager, nullcontext
from dataclasses import asdict
from functools import wraps
from shlex import quote
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

import click

from inlay.cli.exit_codes import ExitCode
from inlay.cli.options import format_option
from inlay.cli.printing import show_line
from inlay_spark.jobs.showing import show_outcome
from inlay_spark.session.options import SessionOptions, session_options

if TYPE_CHECKING:
    from pyspark.sql import SparkSession

    from inlay_spark.migration.operations import Operation
    from inlay_spark.migration.outcomes import MigrationOutcome

T = TypeVar("T")


class Document(NamedTuple):
    """The same for programs and for people."""

    values: dict[str, Any]
    lines: list[str]


class JobOptions(NamedTuple):
    """What a command was told of its job; without a `journal` it only plans. `allow` is sorted."""

    paths: tuple[str, ...]
    journal: str | None
    name: str
    emit_changes: str | None
    allow: tuple[str, ...]
    format_: str
    session: SessionOptions

    def carry_out(self, operation: Operation, afterwards: str = "") -> ExitCode:
        """Prints the plan and its cost, or runs the job and prints its outcome, and what to do `afterwards`."""
        if self.journal is None:
            return self._plan(operation)
        outcome, _ = self.run(operation, self.journal, _report_nothing)
        code = self.finish(outcome, self.journal)
        if afterwards and self.format_ == "text" and outcome.states.get("done"):
            show_line(afterwards)
        return code

    def _plan(self, operation: Operation) -> ExitCode:
        from inlay_spark.migration import lake
        from inlay_spark.migration.printing import describe_cost

        with self.session.open() as spark:
            cost = lake.plan(spark, self.paths, operation, pattern=self.name)
        show_outcome(asdict(cost), describe_cost(cost, operation.name), self.format_)
        return code_of(cost.actions)

    def run(
        self, operation: Operation, journal: str, report: Callable[[SparkSession, str], T]
    ) -> tuple[MigrationOutcome, T]:
        """The phases, one after the other, and the list of changes. `report` is asked before the session ends."""
        import sys

        from inlay_spark.jobs.progress import progress_for
        from inlay_spark.migration import lake
        from inlay_spark.migration.change_list import writer_of
        from inlay_spark.migration.operations import COMPACT

        changes = self.emit_changes
        with (
            saying_how_to_go_on(journal),
            # Before the job, which is not to end in a folder that is not there.
            nullcontext() if changes is None else writer_of(changes) as write_changes,
            self.session.open() as spark,
        ):
            outcome = lake.migrate(
                spark,
                self.paths,
                operation,
                journal,
                pattern=self.name,
                new_names=write_changes is not None,
                progress=progress_for(sys.stderr),
            )
            if write_changes is not None:
                listed = lake.list_compacted if operation.name == COMPACT else lake.changes
                write_changes(listed(spark, journal))
            return outcome, report(spark, journal)

    def finish(
        self, outcome: MigrationOutcome, journal: str, said: Document | None = None
    ) -> ExitCode:
        """`said` is what there is to say besides the outcome."""
        code = finish(outcome, self.format_, said)
        if self.format_ == "text" and outcome.states.get("done"):
            show_line(f"to undo it: inlay spark rollback {quote(journal)}", is_copied=True)
        return code


def job_options(
    allow_option: Callable[[Callable[..., object]], Callable[..., object]],
) -> Callable[[Callable[..., object]], Callable[..., object]]:
    """The command with these options, which become its `job`."""

    def with_options(command: Callable[..., object]) -> Callable[..., object]:
        @wraps(command)
        def with_job(
            *,
            paths: tuple[str, ...],
            write: bool,
            journal: str | None,
            name: str,
            emit_changes: str | None,
            allow: tuple[str, ...],
            format_: str,
            session: SessionOptions,
            **others: object,
        ) -> object:
            _require_together(write, journal, emit_changes)
            allowed = {*allow, *(("table",) if emit_changes is not None else ())}
            job = JobOptions(
                paths, journal, name, emit_changes, tuple(sorted(allowed)), format_, session
            )
            return command(job=job, **others)

        decorated: Callable[..., object] = session_options(with_job)
        for option in (format_option, allow_option, *_OPTIONS):
            decorated = option(decorated)
        return decorated

    return with_options


_OPTIONS = (
    click.option(
        "--emit-changes",
        type=click.Path(dir_okay=False),
        metavar="FILE",
        help="Give the new files new names, and list them in FILE, for a table's catalog to commit.",
    ),
    click.option("--name", default="*", metavar="GLOB", help="Read only files whose name matches."),
    click.option("--journal", metavar="DIR", help="A new folder, or that of an interrupted job."),
    click.option(
        "--write", is_flag=True, help="Change the files; without this, only print the plan."
    ),
)


def _require_together(write: bool, journal: str | None, emit_changes: str | None) -> None:
    """UsageError for options that need one another."""
    if write and journal is None:
        raise click.UsageError("--write needs --journal DIR, which `rollback` reads")
    if journal is not None and not write:
        raise click.UsageError("--journal needs --write")
    if emit_changes is not None and not write:
        raise click.UsageError("--emit-changes needs --write")


def _report_nothing(_spark: SparkSession, _journal: str) -> None:
    """The outcome says it all."""


@contextmanager
def saying_how_to_go_on(journal: str | None) -> Generator[None]:
    try:
        yield
    except KeyboardInterrupt:
        or_back = f", and inlay spark rollback {quote(journal)} undoes it" if journal else ""
        click.echo(
            f"every file is intact; run the same command again to continue{or_back}", err=True
        )
        raise


def finish(outcome: MigrationOutcome, format_: str, said: Document | None = None) -> ExitCode:
    """Prints the outcome, behind what else there is to say."""
    from inlay_spark.migration.printing import describe_outcome

    said = said or Document({}, [])
    document = {**asdict(outcome), **said.values}
    show_outcome(document, [*said.lines, *describe_outcome(outcome)], format_)
    return ExitCode.FINDINGS if outcome.unswept else code_of(outcome.states)


def code_of(states: dict[str, int]) -> ExitCode:
    if states.get("problem"):
        return ExitCode.FINDINGS
    return ExitCode.REFUSED if states.get("refused") else ExitCode.OK
