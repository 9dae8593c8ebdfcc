"""`inlay spark compat`: what readers make of the files of a lake, judged by tasks, as tables."""

from __future__ import annotations

from dataclasses import asdict

import click

from inlay.cli.compat import reader_option
from inlay.cli.exit_codes import ExitCode
from inlay.cli.options import format_option
from inlay_spark.session.options import SessionOptions, session_options


@click.command("compat")
@click.argument("paths", nargs=-1, required=True, metavar="PATHS...")
@click.option(
    "-o", "--output", required=True, metavar="DIR", help="Write the tables to the folder DIR."
)
@click.option("--name", default="*", metavar="GLOB", help="Read only files whose name matches.")
@reader_option
@format_option
@session_options
def compat(
    paths: tuple[str, ...],
    output: str,
    name: str,
    readers: tuple[str, ...],
    format_: str,
    session: SessionOptions,
) -> ExitCode:
    """Say what readers refuse, misread or lose in all files at PATHS, as `inlay compat` does, and keep it as tables.

    A later run judges only new and changed files. The exit code is 1 if a reader stumbles over a file of the tables.
    """
    from inlay_spark.catalog.ending import code_of_lake
    from inlay_spark.compat.lake import judge_lake
    from inlay_spark.compat.printing import list_compat_lines
    from inlay_spark.jobs.showing import show_outcome

    with session.open_for_job() as (spark, progress):
        outcome = judge_lake(
            spark,
            paths,
            output,
            readers=readers or None,
            name=name,
            progress=progress,
        )
    show_outcome(asdict(outcome), list_compat_lines(outcome, output), format_)
    return code_of_lake(outcome, has_findings=outcome.troubled > 0)
