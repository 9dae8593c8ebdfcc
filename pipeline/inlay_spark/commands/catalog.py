"""`inlay spark catalog PATH... --out DIR`."""

from __future__ import annotations

import click

from inlay_spark.commands.options import session_options, spark_session


@click.command("catalog")
@click.argument("paths", nargs=-1, required=True)
@click.option("-o", "--out", required=True, metavar="DIR", help="Where the tables go.")
@click.option("--name", default="*", metavar="GLOB", help="Only files whose name matches.")
@click.option(
    "--files-per-task", type=click.IntRange(min=1), help="In place of 100 to 1,000, by size."
)
@session_options
def command(
    paths: tuple[str, ...],
    out: str,
    name: str,
    files_per_task: int | None,
    master: str | None,
    remote: str | None,
    conf: tuple[str, ...],
) -> None:
    """Write the footers of all files at PATHS (files, directories, globs) as Parquet tables.

    A second run reads only what is new or has changed, and forgets what is gone.
    """
    import sys

    from inlay_spark.catalog.build import build_catalog
    from inlay_spark.progress import progress_for

    with spark_session(master, remote, conf) as spark:
        done = build_catalog(
            spark,
            paths,
            out,
            name=name,
            files_per_task=files_per_task,
            progress=progress_for(sys.stdout),
        )
    if sys.stderr.isatty():
        click.echo(
            f"{done.files:,} files read ({done.unreadable:,} bad), {done.unchanged:,} unchanged, "
            f"{done.gone:,} gone: {out}"
        )
