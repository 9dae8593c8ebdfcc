"""`inlay spark index`: what writers left out is added to the files of a lake, by the phases of a migration."""

from __future__ import annotations

from dataclasses import asdict

import click

from inlay.cli.exit_codes import ExitCode
from inlay.cli.index.options import add_what_option
from inlay.cli.options import allow_option, columns_option, format_option
from inlay.cli.printing import show_line
from inlay_spark.migration.commands import (
    changes_option,
    code_of,
    finish_job,
    journal_option,
    name_option,
    require_together,
    run_job,
    show,
    write_option,
)
from inlay_spark.session.options import open_session, session_options


@click.command("index")
@click.argument("paths", nargs=-1, required=True)
@add_what_option
@columns_option
@write_option
@journal_option
@name_option
@changes_option
@allow_option
@format_option
@session_options
def index(
    paths: tuple[str, ...],
    what: str,
    columns: tuple[str, ...],
    write: bool,
    journal: str | None,
    name: str,
    emit_changes: str | None,
    allow: tuple[str, ...],
    format_: str,
    master: str | None,
    remote: str | None,
    conf: tuple[str, ...],
) -> ExitCode:
    """Add statistics, page indexes and Bloom filters to all files at PATHS (files, folders, globs). Pages stay byte for byte.

    Prints the plan and its cost, and changes nothing. With --write it needs a journal, which resumes an interrupted job, and by which
    `inlay spark rollback` gives every byte back. Exit code 1 if there are problems, 4 if there are none but files were refused.
    """
    from inlay.verbs.index.chosen_statements import ALL, AUTO, PARTS, choose_statements
    from inlay_spark.migration import lake
    from inlay_spark.migration.operations import INDEX, Operation
    from inlay_spark.migration.printing import describe_cost

    require_together(write, journal, emit_changes)
    names = tuple(what.split(","))
    choose_statements(names, (AUTO, ALL, PARTS))  # a wrong name is no problem of each file
    if emit_changes is not None:
        allow = (*allow, "table")
    operation = Operation(INDEX, columns, allow=tuple(sorted(set(allow))), what=names)
    session = open_session(master, remote, conf)
    if journal is None:
        with session as spark:
            cost = lake.plan(spark, paths, operation, pattern=name)
        show(asdict(cost), describe_cost(cost, INDEX), format_)
        return code_of(cost.actions)
    outcome, _ = run_job(
        session, paths, operation, journal, name, emit_changes, lambda _spark, _journal: None
    )
    code = finish_job(outcome, journal, format_)
    if format_ == "text" and outcome.states.get("done"):
        show_line(
            "a table that has these files needs their new records: inlay register files --replace"
        )
    return code
