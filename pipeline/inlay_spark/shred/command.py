"""`inlay spark shred PATH... --column NAME --out DIR`."""

from __future__ import annotations

import json
import sys
from dataclasses import asdict

import click

from inlay.cli.exit_codes import ExitCode
from inlay.cli.options import format_option
from inlay.cli.printing import show_json
from inlay_spark.commands.options import session_options, spark_session


@click.command("shred")
@click.argument("paths", nargs=-1, required=True)
@click.option(
    "--column", "columns", multiple=True, metavar="NAME", help="VARIANT or JSON; may be repeated."
)
@click.option(
    "-o", "--out", metavar="DIR", help="Where the files go; without it the schema is shown."
)
@click.option(
    "--schema",
    "schemas",
    multiple=True,
    metavar="TYPE|NAME=TYPE|FILE",
    help="What to shred by, in place of what a sample says. FILE may be the _shred.json of another DIR.",
)
@click.option("--exact", is_flag=True, help="Only values of the very type of a column go into it.")
@click.option("--name", default="*", metavar="GLOB", help="Only files whose name matches.")
@click.option(
    "--remove-gone", is_flag=True, help="Remove from DIR what was made of files that are gone."
)
@format_option
@session_options
def command(
    paths: tuple[str, ...],
    columns: tuple[str, ...],
    out: str | None,
    schemas: tuple[str, ...],
    exact: bool,
    name: str,
    remove_gone: bool,
    format_: str,
    master: str | None,
    remote: str | None,
    conf: tuple[str, ...],
) -> ExitCode:
    """Write the files of PATHS (files, folders, globs; Parquet or lines of JSON) again, with columns of VARIANT or
    JSON as shredded, annotated Variants.

    The schema comes out of a sample of all files, is the same for every file, and stays in DIR: a second run does what is
    new or has changed. Without --out the schema is shown, with the reason for each column. Exit code 1 if there
    are files that are a problem.
    """
    from inlay_spark.progress import progress_for
    from inlay_spark.shred import lake, planning
    from inlay_spark.shred.printing import outcome_lines, plan_document, show_lines, show_plan

    if remove_gone and out is None:
        raise click.UsageError("--remove-gone is about what was written: it needs --out DIR")
    if out is None and not columns:
        raise click.UsageError("say which column: --column NAME")
    with spark_session(master, remote, conf) as spark:
        if out is None:
            found = planning.plan(spark, paths, columns, schemas=schemas, name=name, exact=exact)
            if format_ == "json":
                show_json(plan_document(found))
            else:
                show_plan(found)
            return ExitCode.OK
        done = lake.shred(
            spark,
            paths,
            out,
            columns,
            schemas=schemas,
            name=name,
            exact=exact,
            remove_gone=remove_gone,
            progress=progress_for(sys.stderr),
        )
    sys.stderr.flush()
    if format_ == "json":
        show_json(json.loads(json.dumps(asdict(done))))
    else:
        show_lines(outcome_lines(done, out))
    return ExitCode.FINDINGS if done.problems else ExitCode.OK
