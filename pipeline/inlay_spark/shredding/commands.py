"""`inlay spark shred PATH... --columns NAME --output DIR`."""

from __future__ import annotations

import json
import sys
from dataclasses import asdict

import click

from inlay.cli.exit_codes import ExitCode
from inlay.cli.options import format_option
from inlay.cli.printing import show_json
from inlay_spark.session.options import SessionOptions, session_options


@click.command("shred")
@click.argument("paths", nargs=-1, required=True)
@click.option(
    "--columns",
    multiple=True,
    metavar="NAME",
    help="A column of VARIANT or JSON, or a path to VARIANTs inside of one (items.element); may be repeated.",
)
@click.option(
    "-o",
    "--output",
    metavar="DIR",
    help="Write the files to the folder DIR; without it, only print the schema.",
)
@click.option(
    "--schema",
    "schemas",
    multiple=True,
    metavar="TYPE|NAME=TYPE|FILE",
    help="The schema to shred by, instead of one from a sample. FILE may be the _shred.json of another DIR.",
)
@click.option(
    "--exact",
    is_flag=True,
    help="Put a value into a column only if it has exactly the type of the column.",
)
@click.option(
    "--tolerant",
    is_flag=True,
    help="Also read what writers must not write but readers may accept, such as DuckDB's unsorted fields.",
)
@click.option("--name", default="*", metavar="GLOB", help="Read only files whose name matches.")
@click.option("--remove-gone", is_flag=True, help="Remove the output of deleted files from DIR.")
@format_option
@session_options
def shred(
    paths: tuple[str, ...],
    columns: tuple[str, ...],
    output: str | None,
    schemas: tuple[str, ...],
    exact: bool,
    tolerant: bool,
    name: str,
    remove_gone: bool,
    format_: str,
    session: SessionOptions,
) -> ExitCode:
    """Rewrite the files at PATHS (files, folders, globs; Parquet or JSON lines), with VARIANT or JSON columns as shredded,
    annotated Variants.

    The schema comes from a sample of all files, is the same for every file, and is kept in DIR: a second run processes
    only new and changed files. Without --output, the schema is printed, with the reason for each column. Exit code 1 if
    files failed.
    """
    from inlay_spark.jobs.progress import progress_for
    from inlay_spark.shredding import lake, planning
    from inlay_spark.shredding.printing import (
        describe_outcome,
        plan_document,
        show_lines,
        show_plan,
    )

    if remove_gone and output is None:
        raise click.UsageError("--remove-gone is about what was written: it needs --output DIR")
    if output is None and not columns:
        raise click.UsageError("say which column: --columns NAME")
    with session.open() as spark:
        if output is None:
            plan = planning.plan(
                spark, paths, columns, schemas=schemas, name=name, exact=exact, tolerant=tolerant
            )
            if format_ == "json":
                show_json(plan_document(plan))
            else:
                show_plan(plan)
            return ExitCode.OK
        done = lake.shred(
            spark,
            paths,
            output,
            columns,
            schemas=schemas,
            name=name,
            exact=exact,
            tolerant=tolerant,
            remove_gone=remove_gone,
            progress=progress_for(sys.stderr),
        )
    sys.stderr.flush()
    if format_ == "json":
        show_json(json.loads(json.dumps(asdict(done))))
    else:
        show_lines(describe_outcome(done, output))
    return ExitCode.FINDINGS if done.problems else ExitCode.OK
