"""`inlay drop FILE`: a file without some of its columns."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from inlay.cli.inspect.json_versions import document_of
from inlay.cli.options import FILE, columns_option
from inlay.cli.output import OutFile
from inlay.cli.parts.options import (
    content_of,
    making_options_of,
    show_files,
    show_stages,
)

if TYPE_CHECKING:
    from inlay.cli.parts.options import How


@click.command("drop", short_help="Remove columns from a file.")
@click.argument("file", type=FILE)
@columns_option
@click.option("-o", "--output", type=OutFile("Parquet"), metavar="OUT", help="Write to OUT.")
@making_options_of(
    click.option(
        "--overwrite",
        is_flag=True,
        help="Replace OUT if it exists; without -o, replace FILE. Nothing brings its columns back.",
    )
)
def command(
    file: str,
    columns: tuple[str, ...],
    output: str | None,
    format_: str,
    how: How,
) -> None:
    """Write FILE without the chosen columns, to OUT or in its own place. No page is decoded.

    FILE is replaced by a new file, in one step or not at all.
    """
    from inlay.verbs.parts import drop

    if not columns:
        raise click.UsageError("give --columns GLOB")
    if output is None and not how["overwrite"] and not how["dry_run"]:
        raise click.UsageError(
            "give -o OUT for the file without them, or --overwrite, which replaces FILE"
        )
    try:
        with show_stages() as progress:
            written = drop(file, output, columns=columns, progress=progress, **how)
    except ValueError as error:
        raise click.UsageError(str(error)) from error
    show_files([written], document_of("drop", content_of([written])), format_)
