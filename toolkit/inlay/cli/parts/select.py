"""`inlay select FILE -o OUT`: some columns and row groups of a file."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from inlay.cli.inspect.json_versions import document_of
from inlay.cli.options import FILE, columns_option
from inlay.cli.parts.options import (
    content_of,
    making_options,
    output_option,
    show_files,
    show_stages,
)

if TYPE_CHECKING:
    from inlay.cli.parts.options import How


@click.command("select", short_help="Write some columns and row groups to another file.")
@click.argument("file", type=FILE)
@columns_option
@click.option(
    "--row-groups", metavar="RANGES", help="Numbers and ranges, such as 0:3,7; -1 is the last."
)
@output_option
@making_options
def command(
    file: str,
    columns: tuple[str, ...],
    row_groups: str | None,
    output: str,
    format_: str,
    how: How,
) -> None:
    """Write the chosen columns and row groups of FILE to OUT. No page is decoded."""
    from inlay.verbs.parts import select
    from inlay.verbs.parts.choosing import count_row_groups, parse_row_groups

    if not columns and row_groups is None:
        raise click.UsageError("give --columns GLOB or --row-groups RANGES")
    try:
        groups = None
        if row_groups is not None:
            groups = parse_row_groups(row_groups, count_row_groups(file, how["keys"]))
        with show_stages() as progress:
            written = select(
                file, output, columns=columns or None, row_groups=groups, progress=progress, **how
            )
    except ValueError as error:
        raise click.UsageError(str(error)) from error
    show_files([written], document_of("select", content_of([written])), format_)
