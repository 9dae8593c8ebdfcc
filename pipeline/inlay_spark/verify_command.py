"""`inlay spark verify`: what a migration published against the originals; with --data or --values, a whole lake against itself."""

from __future__ import annotations

from dataclasses import asdict
from typing import Final

import click

from inlay.cli.exit_codes import ExitCode
from inlay.cli.options import format_option
from inlay.cli.verify import NO_VALUES, data_option, sample_option, values_option
from inlay_spark.session.options import SessionOptions, session_options

_FRACTION: Final = 0.01


@click.command("verify")
@click.argument("paths", nargs=-1, required=True, metavar="PATHS...")
@data_option
@values_option
@click.option("-o", "--output", metavar="DIR", help="Write the tables to the folder DIR.")
@click.option("--name", metavar="GLOB", help="Read only files whose name matches.")
@sample_option
@click.option(
    "--fraction",
    type=float,
    metavar="F",
    help="Of a journal: read this fraction of the files completely (default: 0.01).",
)
@click.option(
    "--discard",
    is_flag=True,
    help="Remove the old files that a compaction kept, where the new one is right.",
)
@format_option
@session_options
def verify(
    paths: tuple[str, ...],
    data: bool,
    values: bool,
    output: str | None,
    name: str | None,
    sample: int | None,
    fraction: float | None,
    discard: bool,
    format_: str,
    session: SessionOptions,
) -> ExitCode:
    """PATHS is a journal: compare the files that its job published with the originals, with different code from that which wrote them.
    After a rollback: check that every file is the original.

    With --data or --values: check all files at PATHS as `inlay verify` does, and write what is found as tables. A run that
    was killed goes on where it was; a later one reads only new and changed files.
    """
    if data or values:
        if discard:
            raise click.UsageError(
                "--discard is for a journal, and --data and --values are for files"
            )
        if fraction is not None:
            raise click.UsageError("--fraction is for a journal; of files, it is --sample N")
        if sample is not None and not values:
            raise click.UsageError(NO_VALUES)
        if output is None:
            raise click.UsageError("say where the tables go: --output DIR")
        return _audit(paths, output, values, sample, name or "*", format_, session)
    if output is not None or name is not None:
        raise click.UsageError("--output and --name are for files: add --data or --values")
    if sample is not None:
        raise click.UsageError(
            "--sample is for files: add --values; of a journal, it is --fraction F"
        )
    journal, *others = paths
    if others:
        raise click.UsageError("a journal is one folder; to check files, add --data or --values")
    return _verify_job(journal, _parse_fraction(fraction), discard, format_, session)


def _parse_fraction(fraction: float | None) -> float:
    if fraction is None:
        return _FRACTION
    if not 0 <= fraction <= 1:  # nor NaN
        raise click.BadParameter(
            f"{fraction:g} is not in the range 0<=x<=1: it must be between 0 and 1",
            param_hint="--fraction",
        )
    return fraction


def _verify_job(
    journal: str,
    fraction: float,
    discard: bool,
    format_: str,
    session: SessionOptions,
) -> ExitCode:
    from inlay_spark.migration import lake
    from inlay_spark.migration.job_options import finish

    with session.open() as spark:
        outcome = lake.verify(spark, journal, sample=fraction, discard=discard)
    return finish(outcome, format_)


def _audit(
    paths: tuple[str, ...],
    output: str,
    values: bool,
    sample: int | None,
    name: str,
    format_: str,
    session: SessionOptions,
) -> ExitCode:
    from inlay_spark.audit.lake import audit
    from inlay_spark.audit.printing import list_audit_lines
    from inlay_spark.catalog.ending import code_of_lake
    from inlay_spark.jobs.showing import show_outcome

    with session.open_for_job() as (spark, progress):
        outcome = audit(
            spark,
            paths,
            output,
            values=values,
            sample=sample,
            name=name,
            progress=progress,
        )
    show_outcome(asdict(outcome), list_audit_lines(outcome, output), format_)
    return code_of_lake(outcome, has_findings=outcome.findings > 0)
