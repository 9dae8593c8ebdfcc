"""`inlay spark archive`."""

from __future__ import annotations

from pathlib import Path

import click


@click.command("archive")
@click.option(
    "-o",
    "--output",
    type=click.Path(file_okay=False, path_type=Path),
    default=Path("."),
    metavar="DIR",
    help="Write the two files to the folder DIR.",
)
def archive(output: Path) -> None:
    """Write inlay.zip and inlay_job.py, which are all that spark-submit needs.

    Use them like this: spark-submit --py-files inlay.zip inlay_job.py catalog PATH --output DIR
    """
    from inlay_spark.session.archive import write_job

    for path in write_job(output):
        click.echo(str(path))
