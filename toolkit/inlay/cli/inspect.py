"""`inlay inspect FILE`: the footer of a file, as a tree or as JSON."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

import click

from inlay.cli.options import FILE

if TYPE_CHECKING:
    from collections.abc import Iterator

    from rich.tree import Tree

NOT_A_TERMINAL = 10_000
"""The width where nobody looks: lines are never broken, so that they can be searched and compared."""


@click.command("inspect")
@click.argument("file", type=FILE)
@click.option("--all", "everything", is_flag=True, help="Show everything, however long.")
@click.option(
    "--format",
    "format_",
    type=click.Choice(["text", "json"]),
    default="text",
    show_default=True,
    help="A tree for people, or everything as JSON.",
)
def command(file: str, everything: bool, format_: str) -> None:
    """Print the footer of FILE: schema, row groups, column chunks with their statistics, key-value metadata,
    extensions, and everything that the IDL does not know.

    Reads only the end of the file.
    """
    from inlay.footer.read import read_footer

    footer = read_footer(file).validate()
    if format_ == "json":
        from inlay.cli.report.as_json import as_json

        sys.stdout.write(as_json(footer) + "\n")
        return
    from inlay.cli.report.document import document
    from inlay.cli.report.limits import EVERYTHING, SCREEN

    # Names may have characters that the encoding of the terminal lacks.
    encoding = sys.stdout.encoding or "utf-8"
    for text in _render(document(footer, EVERYTHING if everything else SCREEN)):
        sys.stdout.write(text.encode(encoding, "backslashreplace").decode(encoding))


def _render(tree: Tree) -> Iterator[str]:
    """With colours only on a terminal; rich respects NO_COLOR, COLUMNS and the like."""
    from rich.console import Console

    from inlay.cli.report.tree_lines import print_tree

    terminal = Console(highlight=False)
    console = terminal if terminal.is_terminal else Console(highlight=False, width=NOT_A_TERMINAL)
    return print_tree(tree, console)
