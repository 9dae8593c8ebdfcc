"""`inlay spark catalog PATH... --output DIR`, and `inlay spark report DIR` and `inlay spark lint DIR` on it."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Final

import click

from inlay.cli.exit_codes import ExitCode
from inlay.cli.lint.command import (
    config_option,
    ignore_option,
    pages_option,
    select_option,
    split_names,
)
from inlay.cli.options import overwrite_option
from inlay.cli.output import OutFile
from inlay.cli.printing import warn
from inlay.ground.wording.amounts import count
from inlay_spark.session.options import SessionOptions, session_options

_REPORT: Final = "report.html"


@click.command("catalog")
@click.argument("paths", nargs=-1, required=True)
@click.option(
    "-o", "--output", required=True, metavar="DIR", help="Write the tables to the folder DIR."
)
@click.option("--name", default="*", metavar="GLOB", help="Read only files whose name matches.")
@click.option(
    "--files-per-task",
    type=click.IntRange(min=1),
    metavar="N",
    help="Files per task (default: 100 to 1,000, by size).",
)
@session_options
def catalog(
    paths: tuple[str, ...],
    output: str,
    name: str,
    files_per_task: int | None,
    session: SessionOptions,
) -> None:
    """Write the footers of all files at PATHS (files, folders, globs) as Parquet tables.

    A second run reads only new and changed files, and drops deleted ones.
    """
    from inlay_spark.catalog.build import build_catalog
    from inlay_spark.jobs.progress import progress_for

    with session.open() as spark:
        done = build_catalog(
            spark,
            paths,
            output,
            name=name,
            files_per_task=files_per_task,
            progress=progress_for(sys.stdout),
        )
    if sys.stderr.isatty():
        click.echo(
            f"{output}: {count(done.files, 'file')} read, {done.unchanged:,} unchanged, {done.gone:,} gone, "
            f"{done.unreadable:,} failed, {done.others:,} not Parquet"
        )


@click.command("report")
@click.argument("directory", metavar="DIR")
@click.option(
    "-o",
    "--output",
    type=OutFile("html"),
    metavar="OUT",
    help="Write the report to OUT (default: DIR/report.html).",
)
@overwrite_option
@click.option("--query", "name", metavar="NAME", help="Print the answer to one question instead.")
@session_options
def report(
    directory: str,
    output: str | None,
    overwrite: bool,
    name: str | None,
    session: SessionOptions,
) -> None:
    """Answer the usual questions about the catalog in DIR, in one HTML file."""
    from inlay.changes.rewrite.new_file import NewFile, require_output
    from inlay.verbs.report.queries import BY_NAME
    from inlay_spark.catalog.directory import CatalogDirectory

    if name is not None and name not in BY_NAME:
        names = ", ".join(BY_NAME)
        raise click.BadParameter(f"no query {name!r}: there are {names}", param_hint="--query")
    if name is not None and output is not None:
        raise click.UsageError("--query prints, and -o writes the report: choose one")
    if output is not None:
        require_output(output, overwrite=overwrite, allow={"table"})
    with session.open() as spark:
        if name is not None:
            from inlay_spark.catalog.answers import answer
            from inlay_spark.catalog.report_tables import open_report_tables

            # Not toJSON: that is an RDD, which Spark Connect has not.
            query = BY_NAME[name]
            tables = open_report_tables(spark, directory, query.tables)
            for row in answer(spark, tables, query).collect():
                click.echo(json.dumps(row.asDict(recursive=True), default=str))
            return
        from inlay.cli.progress import show_progress
        from inlay_spark.catalog.report import build_report as report_of

        with show_progress("answering", "question", None) as line:
            text = report_of(spark, directory, line.reach_of)
        # Text that is not UTF-8 cannot be written as what it is.
        page = text.encode("utf-8", "backslashreplace")
    if output is None:
        place = CatalogDirectory(directory)
        place.publish(page, _REPORT)
        target = place.at(_REPORT)
    else:
        target = output
        with NewFile(output, overwrite=overwrite, allow={"table"}) as new:
            new.file.write(page)
    click.echo(target)


@click.command("lint")
@click.argument("directory", metavar="DIR")
@select_option
@ignore_option
@pages_option
@config_option
@session_options
def lint(
    directory: str,
    select: str | None,
    ignore: str | None,
    pages: bool,
    config: Path | None,
    session: SessionOptions,
) -> ExitCode:
    """Say what could be better about the files of the catalog in DIR, as `inlay lint` does, which reads them without Spark."""
    from inlay.cli.lint.text_sink import TextSink
    from inlay.verbs.lint.advise import advise_on_tables
    from inlay.verbs.lint.outline import Outlines
    from inlay.verbs.lint.settings_file import Given, find_lint_settings, read_lint_settings
    from inlay_spark.catalog.lint import lint_catalog

    given = Given(split_names(select), split_names(ignore) or (), pages)
    settings = read_lint_settings(config or find_lint_settings(), given)
    sink, outlines = TextSink(alone=False, everything=False), Outlines()
    worst = ExitCode.OK
    with session.open() as spark:
        for entry in lint_catalog(spark, directory, settings):
            if entry.outline is not None:
                outlines.add(entry.outline)
                sink.add_folds(entry.folds)
            elif entry.failed is not None:
                warn(entry.failed.said)
                sink.add_unread(entry.failed)
                worst = max(worst, entry.failed.code)
    sink.finish(list(advise_on_tables(outlines, settings)))
    return max(worst, ExitCode.FINDINGS if sink.has_warnings else ExitCode.OK)
