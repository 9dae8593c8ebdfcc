"""Options that name a table."""

from __future__ import annotations

import click

to_option = click.option(
    "--to",
    metavar="FORMAT",
    required=True,
    help="The format: iceberg, delta, ducklake, or records, a file of Parquet with a row for each.",
)
catalog_option = click.option(
    "--catalog", default="", metavar="NAME", help="The catalog that the table is in."
)
properties_option = click.option(
    "-p",
    "--property",
    "properties",
    multiple=True,
    metavar="KEY=VALUE",
    help="A property of the client library; may be repeated.",
)
