"""`inlay drop FILE`: a file without some of its columns."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from inlay.cli.inspect.json_versions import document_of
from inlay.cli.options import FILE, output_option
from inlay.cli.parts.options import (
    columns_option,
    content_of,
    making_options,
    show_files,
    show_stages,
)

if TYPE_CHECKING:
    from inlay.cli.parts.options import How


@click.command("drop", short_help="Remove columns from a file.")
@click.argument("file", type=FILE)
@columns_option
@output_option
@making_options
def command(
    file: str, columns: tuple[str, ...], output: str | None, format_: str, how: How
) -> None:
    """Remove the chosen columns from FILE. No page is decoded.

    FILE is replaced by a new file in one step, or not at all.
    """
    from inlay.verbs.parts import drop

    if not columns:
        raise click.UsageError("give --columns GLOB")
    try:
        with show_stages() as progress:
            written = drop(file, output, columns=columns, progress=progress, **how)
    except ValueError as error:
        raise click.UsageError(str(error)) from error
    show_files([written], document_of("drop", content_of([written])), format_)
