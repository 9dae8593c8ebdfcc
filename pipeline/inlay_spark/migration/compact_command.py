"""`inlay spark compact`: small files become large ones, by the phases of a migration."""

from __future__ import annotations

from dataclasses import asdict
from typing import TYPE_CHECKING

import click

from inlay.cli.exit_codes import ExitCode
from inlay.cli.options import allow_of, format_option
from inlay.cli.sizes import parse_size
from inlay_spark.migration.commands import (
    Document,
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

if TYPE_CHECKING:
    from inlay_spark.migration.compaction import Compaction


@click.command("compact")
@click.argument("paths", nargs=-1, required=True)
@click.option(
    "--target-size",
    callback=parse_size,
    default="256MB",
    show_default=True,
    metavar="SIZE",
    help="Smaller files are combined into files of about this size.",
)
@write_option
@journal_option
@name_option
@changes_option
@allow_of("table")
@format_option
@session_options
def compact(
    paths: tuple[str, ...],
    target_size: int,
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
    """Put the small files of each folder at PATHS (files, folders, globs) together. No page is decoded.

    Prints the plan, and which row groups stay small, and changes nothing. With --write it needs a journal, which resumes
    an interrupted job or rolls it back. Old files stay, hidden, until `inlay spark verify --discard`. Exit code 1 if
    there are problems, 4 if there are none but files were refused.
    """
    from inlay_spark.migration import lake
    from inlay_spark.migration.operations import COMPACT, Operation

    require_together(write, journal, emit_changes)
    if target_size < 1:
        raise click.UsageError("--target-size must be at least 1 byte")
    if emit_changes is not None:
        allow = (*allow, "table")
    operation = Operation(COMPACT, allow=tuple(sorted(set(allow))), target_size=target_size)
    session = open_session(master, remote, conf)
    if journal is None:
        with session as spark:
            planned = lake.plan_compaction(spark, paths, operation, pattern=name)
        show(asdict(planned), _plan_lines(planned), format_)
        return code_of(planned.actions)
    outcome, compaction = run_job(
        session, paths, operation, journal, name, emit_changes, lake.read_compaction
    )
    from inlay_spark.migration.compaction import (
        describe_apart,
        describe_compaction,
        describe_notes,
    )

    lines = [
        *describe_compaction(compaction),
        *describe_apart(compaction),
        *describe_notes(compaction),
    ]
    return finish_job(
        outcome, journal, format_, Document({"compaction": asdict(compaction)}, lines)
    )


def _plan_lines(planned: Compaction) -> list[str]:
    from inlay_spark.migration.compaction import (
        describe_apart,
        describe_compaction,
        describe_notes,
    )
    from inlay_spark.migration.printing import describe_reasons, describe_states

    lines = [
        *describe_compaction(planned),
        *describe_states(planned.actions),
        *describe_apart(planned),
        *describe_notes(planned),
    ]
    lines += describe_reasons(planned.reasons, planned.actions)
    if planned.files:
        return [*lines, "nothing was written: add --write --journal DIR"]
    return [*lines, "there is nothing to write"]
