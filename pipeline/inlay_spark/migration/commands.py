"""`inlay spark migrate | rollback`: the phases on the command line."""

from __future__ import annotations

import sys

import click

from inlay.cli.exit_codes import ExitCode
from inlay.cli.options import allow_option, columns_option, format_option
from inlay_spark.migration.job_options import (
    JobOptions,
    finish,
    job_options,
    saying_how_to_go_on,
)
from inlay_spark.session.options import SessionOptions, session_options

_TO = ("private", "migration", "final", "dual", "thrift", "seal", "encoding")


@click.command("migrate")
@click.argument("paths", nargs=-1, required=True)
@click.option(
    "--to",
    "to",
    type=click.Choice(_TO),
    required=True,
    help="The form, or other change, that the files get.",
)
@columns_option
@click.option("--encoding", default="", metavar="NAME", help="For encoding: its name.")
@click.option("--design", default="", metavar="NAME", help="For dual: the design, such as modular.")
@job_options(allow_option)
def migrate(
    to: str, columns: tuple[str, ...], encoding: str, design: str, job: JobOptions
) -> ExitCode:
    """Convert all files at PATHS (files, folders, globs) to another form of footer, or to another encoding.

    Prints the plan and its cost, and changes nothing. With --write it plans, stages, publishes and cleans up. It then
    needs a journal, which resumes an interrupted job or rolls it back. Exit code 1 if there are problems, 4 if there
    are none but files were refused.
    """
    from inlay_spark.migration.operations import Operation

    return job.carry_out(Operation(to, columns, encoding, job.allow, design=design))


@click.command("rollback")
@click.argument("journal")
@format_option
@session_options
def rollback(journal: str, format_: str, session: SessionOptions) -> ExitCode:
    """Restore every file that the job of JOURNAL published, byte for byte.

    The job may have been killed at any point. A file that somebody has changed since then is reported as a
    problem, and left alone.
    Once the file is again what the job wrote, another rollback restores it.
    """
    from inlay_spark.jobs.progress import progress_for
    from inlay_spark.migration import lake

    with saying_how_to_go_on(None), session.open() as spark:
        outcome = lake.rollback(spark, journal, progress=progress_for(sys.stderr))
    return finish(outcome, format_)
