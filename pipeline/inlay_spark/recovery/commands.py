"""`inlay spark recover PATHS --output DIR`: the damaged files of a lake, and what comes back of them."""

from __future__ import annotations

from dataclasses import asdict

import click

from inlay.cli.exit_codes import ExitCode
from inlay.cli.options import format_option
from inlay_spark.session.options import SessionOptions, session_options


@click.command("recover")
@click.argument("paths", nargs=-1, required=True, metavar="PATHS...")
@click.option(
    "-o", "--output", required=True, metavar="DIR", help="Write the tables to the folder DIR."
)
@click.option("--rebuild", is_flag=True, help="Rebuild lost footers from the pages.")
@click.option("--like", metavar="FILE", help="A file with the same columns as the lost ones.")
@click.option(
    "--recovered-to",
    metavar="FOLDER",
    help="Write what is recovered to its place below FOLDER, which is new or empty.",
)
@click.option("--name", default="*", metavar="GLOB", help="Read only files whose name matches.")
@format_option
@session_options
def recover(
    paths: tuple[str, ...],
    output: str,
    rebuild: bool,
    like: str | None,
    recovered_to: str | None,
    name: str,
    format_: str,
    session: SessionOptions,
) -> ExitCode:
    """Find damaged files at PATHS (files, folders, globs), and what can be recovered of them: from a footer that is found, and with
    --rebuild from their pages. Without --like, the intact file in the same folder with the nearest name serves as the model. The files
    stay as they are.

    Writes what is found as tables. A run that was killed goes on where it was; a later one looks at new and changed files. Exit code 1
    if damaged files can be recovered and --recovered-to was not given, 3 if one cannot.
    """
    from inlay_spark.jobs.showing import show_outcome
    from inlay_spark.recovery.lake import list_damaged, recover_lake
    from inlay_spark.recovery.printing import list_recovery_lines
    from inlay_spark.recovery.tables import RecoveryDirectory

    if like is not None and not rebuild:
        raise click.UsageError("--like is for --rebuild")
    if recovered_to is not None and len(paths) != 1:
        raise click.UsageError(
            "--recovered-to keeps the places below a path, and PATHS are several: run one after the other"
        )
    with session.open_for_job() as (spark, progress):
        outcome = recover_lake(
            spark,
            paths,
            output,
            rebuild=rebuild,
            like=like or "",
            recovered_to=recovered_to or "",
            name=name,
            progress=progress,
        )
    damaged = list_damaged(RecoveryDirectory(output))
    show_outcome(asdict(outcome), list_recovery_lines(outcome, damaged, output), format_)
    if outcome.problems:
        return ExitCode.IO
    if outcome.back < outcome.damaged:
        return ExitCode.INVALID
    return ExitCode.FINDINGS if outcome.written < outcome.back else ExitCode.OK
