"""`inlay spark geo`: the commands of `inlay geo` that change files, for a lake, by the phases of a migration."""

from __future__ import annotations

import click

from inlay.cli.exit_codes import ExitCode
from inlay.cli.geo.options import crs_option, keep_key_option
from inlay.cli.options import allow_option
from inlay_spark.migration.job_options import JobOptions, job_options


@click.command("geo")
@click.argument("paths", nargs=-1, required=True)
@click.option("--to-native", "step", flag_value="to-native", help="GeoParquet as GEOMETRY.")
@click.option("--to-geoparquet", "step", flag_value="to-geoparquet", help="The other way.")
@click.option(
    "--boxes", "step", flag_value="boxes", help="Add boxes to GEOMETRY columns, from values."
)
@crs_option
@keep_key_option
@job_options(allow_option)
def geo(step: str | None, crs: str | None, keep_key: bool, job: JobOptions) -> ExitCode:
    """Do what `inlay geo` does to all files at PATHS (files, folders, globs): one of the first three options. Pages stay byte for byte.

    Prints the plan and its cost, and changes nothing. With --write it needs a journal, which resumes an interrupted job, and by which
    `inlay spark rollback` gives every byte back. Exit code 1 if there are problems, 4 if there are none but files were refused.
    """
    from inlay_spark.migration.operations import Operation

    if step is None:
        raise click.UsageError("name one of --to-native, --to-geoparquet and --boxes")
    return job.carry_out(Operation(step, allow=job.allow, crs=crs or "", keep_key=keep_key))
