"""`inlay spark geo`: the commands of `inlay geo` that change files, for a lake, by the phases of a migration."""

from __future__ import annotations

from dataclasses import asdict

import click

from inlay.cli.exit_codes import ExitCode
from inlay.cli.geo.options import crs_option, keep_key_option
from inlay.cli.options import allow_option, format_option
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


@click.command("geo")
@click.argument("paths", nargs=-1, required=True)
@click.option("--to-native", "step", flag_value="to-native", help="GeoParquet as GEOMETRY.")
@click.option("--to-geoparquet", "step", flag_value="to-geoparquet", help="The other way.")
@click.option("--boxes", "step", flag_value="boxes", help="The boxes of GEOMETRY, from values.")
@crs_option
@keep_key_option
@write_option
@journal_option
@name_option
@changes_option
@allow_option
@format_option
@session_options
def geo(
    paths: tuple[str, ...],
    step: str | None,
    crs: str | None,
    keep_key: bool,
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
    """Do what `inlay geo` does to all files at PATHS (files, folders, globs): one of the first three options. Pages stay byte for byte.

    Prints the plan and its cost, and changes nothing. With --write it needs a journal, which resumes an interrupted job, and by which
    `inlay spark rollback` gives every byte back. Exit code 1 if there are problems, 4 if there are none but files were refused.
    """
    from inlay_spark.migration import lake
    from inlay_spark.migration.operations import Operation
    from inlay_spark.migration.printing import describe_cost

    if step is None:
        raise click.UsageError("name one of --to-native, --to-geoparquet and --boxes")
    require_together(write, journal, emit_changes)
    if emit_changes is not None:
        allow = (*allow, "table")
    operation = Operation(step, allow=tuple(sorted(set(allow))), crs=crs or "", keep_key=keep_key)
    session = open_session(master, remote, conf)
    if journal is None:
        with session as spark:
            cost = lake.plan(spark, paths, operation, pattern=name)
        show(asdict(cost), describe_cost(cost, step), format_)
        return code_of(cost.actions)
    outcome, _ = run_job(
        session, paths, operation, journal, name, emit_changes, lambda _spark, _journal: None
    )
    return finish_job(outcome, journal, format_)
