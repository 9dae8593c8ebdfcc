"""`inlay spark compact`: small files become large ones, by the phases of a migration."""

from __future__ import annotations

from dataclasses import asdict
from typing import TYPE_CHECKING

import click

from inlay.cli.exit_codes import ExitCode
from inlay.cli.options import allow_of
from inlay.cli.sizes import parse_size
from inlay_spark.jobs.showing import show_outcome
from inlay_spark.migration.job_options import Document, JobOptions, code_of, job_options

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
@job_options(allow_of("table"))
def compact(target_size: int, job: JobOptions) -> ExitCode:
    """Put the small files of each folder at PATHS (files, folders, globs) together. No page is decoded.

    Prints the plan, and which row groups stay small, and changes nothing. With --write it needs a journal, which resumes
    an interrupted job or rolls it back. Old files stay, hidden, until `inlay spark verify --discard`. Exit code 1 if
    there are problems, 4 if there are none but files were refused.
    """
    from inlay_spark.migration import lake
    from inlay_spark.migration.operations import COMPACT, Operation

    if target_size < 1:
        raise click.UsageError("--target-size must be at least 1 byte")
    operation = Operation(COMPACT, allow=job.allow, target_size=target_size)
    if job.journal is None:
        with job.session.open() as spark:
            planned = lake.plan_compaction(spark, job.paths, operation, pattern=job.name)
        show_outcome(asdict(planned), _plan_lines(planned), job.format_)
        return code_of(planned.actions)
    outcome, compaction = job.run(operation, job.journal, lake.read_compaction)
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
    return job.finish(outcome, job.journal, Document({"compaction": asdict(compaction)}, lines))


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
