"""Options that name a table, and those of a registration, wherever it runs."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final, TypeVar, cast

import click

from inlay.cli.options import dry_run_option, format_option, overwrite_option
from inlay.cli.output import OutFile

Command = TypeVar("Command", bound=Callable[..., Any])

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


_OF_REGISTRATIONS: Final[tuple[Callable[[Any], Any], ...]] = (
    click.option(
        "--to",
        metavar="FORMAT",
        required=True,
        help="The format: iceberg, delta, ducklake, or records, a file of Parquet with a row for each.",
    ),
    click.option(
        "--table",
        default="",
        metavar="NAME",
        help="The table: ns.name, or a folder for delta.",
    ),
    click.option(
        "-o",
        "--output",
        type=OutFile("Parquet"),
        metavar="OUT",
        help="Write records to OUT.",
    ),
    click.option("--create", is_flag=True, help="Create the table, with the columns of all files."),
    catalog_option,
    properties_option,
    click.option(
        "--partition-by",
        metavar="COLUMN,...",
        help="Columns that partition a new table; by default those of folders, day=2026-11-28.",
    ),
    click.option(
        "--replace", is_flag=True, help="The files were rewritten: give them new records."
    ),
    click.option("--skip-bad", is_flag=True, help="Register the others if a file cannot be read."),
    click.option("--name", default="*", metavar="GLOB", help="Read only files whose name matches."),
    overwrite_option,
    dry_run_option,
    click.option(
        "--allow",
        multiple=True,
        metavar="NAME",
        help="Allow what is refused under this name; may be repeated.",
    ),
    format_option,
)


def add_registration_options(command: Command) -> Command:
    """What files are registered in, and how."""
    decorated: Any = command
    for option in reversed(_OF_REGISTRATIONS):
        decorated = option(decorated)
    return cast("Command", decorated)
