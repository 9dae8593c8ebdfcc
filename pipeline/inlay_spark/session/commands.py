"""`inlay spark archive`."""

from __future__ import annotations

from pathlib import Path

import click


@click.command("archive")
@click.option(
    "-o",
    "--out",
    type=click.Path(file_okay=False, path_type=Path),
    default=Path("."),
    metavar="DIR",
    help="Folder for the two files.",
)
def archive(out: Path) -> None:
    """Write inlay.zip and inlay_job.py, which are all that spark-submit needs.

    Use them like this: spark-submit --py-files inlay.zip inlay_job.py catalog PATH --out DIR
    """
    from inlay_spark.session.archive import write_job

    for path in write_job(out):
        click.echo(str(path))
