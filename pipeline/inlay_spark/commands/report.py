"""`inlay spark report DIR`."""

from __future__ import annotations

import json

import click

from inlay_spark.commands.options import session_options, spark_session


@click.command("report")
@click.argument("directory", metavar="DIR")
@click.option(
    "-o",
    "--output",
    type=click.Path(dir_okay=False),
    metavar="HTML",
    help="By default DIR/report.html.",
)
@click.option("--query", "name", metavar="NAME", help="Print one answer instead, as JSON lines.")
@session_options
def command(
    directory: str,
    output: str | None,
    name: str | None,
    master: str | None,
    remote: str | None,
    conf: tuple[str, ...],
) -> None:
    """Answer the usual questions about the catalogue in DIR, in one HTML file."""
    from inlay_spark.catalog.place import Place
    from inlay_spark.catalog.queries import BY_NAME

    if name is not None and name not in BY_NAME:
        names = ", ".join(BY_NAME)
        raise click.BadParameter(f"no query {name!r}: there are {names}", param_hint="--query")
    if name is not None and output is not None:
        raise click.UsageError("--query prints, and -o writes the report: choose one")
    with spark_session(master, remote, conf) as spark:
        if name is not None:
            from inlay_spark.catalog.queries import answer
            from inlay_spark.catalog.views import open_catalog

            # Not toJSON: that is an RDD, which Spark Connect has not.
            for row in answer(spark, open_catalog(spark, directory), BY_NAME[name]).collect():
                click.echo(json.dumps(row.asDict(recursive=True), default=str))
            return
        from inlay_spark.catalog.report import report

        html = report(spark, directory)
    place = Place(directory)
    if output is None:
        target = place.at("report.html")
        with place.filesystem.open_output_stream(target) as file:
            file.write(html.encode())
    else:
        target = output
        with open(output, "w", encoding="utf-8") as local:
            local.write(html)
    click.echo(target)
