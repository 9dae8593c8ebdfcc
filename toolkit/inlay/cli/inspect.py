"""`inlay inspect FILE`: the footer of a file, as a tree or as JSON."""

from __future__ import annotations

import click

from inlay.cli.options import FILE, format_option
from inlay.cli.pager import paged
from inlay.cli.printing import write


@click.command("inspect")
@click.argument("file", type=FILE)
@click.option("--all", "everything", is_flag=True, help="Show everything, however long.")
@format_option
@paged
def command(file: str, everything: bool, format_: str) -> None:
    """Print the footer of FILE: schema, row groups, column chunks with their statistics, key-value metadata,
    extensions, and everything that the IDL does not know.

    Reads only the end of the file.
    """
    from inlay.footer.read import read_footer

    footer = read_footer(file).validate()
    if format_ == "json":
        from inlay.cli.report.as_json import as_json

        write(as_json(footer) + "\n")
        return
    from inlay.cli.report.document import document
    from inlay.cli.report.limits import EVERYTHING, SCREEN
    from inlay.cli.report.tree_lines import print_tree
    from inlay.cli.terminal import console_of

    for text in print_tree(document(footer, EVERYTHING if everything else SCREEN), console_of()):
        write(text)
