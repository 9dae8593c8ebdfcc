"""`inlay inspect PATHS`: the footers of files, as trees or as JSON."""

from __future__ import annotations

import sys
from functools import partial
from typing import TYPE_CHECKING

import click

from inlay.cli.exit_codes import ExitCode
from inlay.cli.many_files import many_files, run_each
from inlay.cli.printing import show_line

if TYPE_CHECKING:
    from collections.abc import Iterator

    from rich.tree import Tree

NOT_A_TERMINAL = 10_000
"""The width where nobody looks: lines are never broken, so that they can be searched and compared."""


@click.command("inspect")
@many_files
@click.option("--all", "everything", is_flag=True, help="Show everything, however long.")
@click.option(
    "--format",
    "format_",
    type=click.Choice(["text", "json"]),
    default="text",
    show_default=True,
    help="A tree for people, or everything as JSON; of several files, a document on each line.",
)
def command(paths: tuple[str, ...], jobs: int, everything: bool, format_: str) -> ExitCode:
    """Print the footers of the files at PATHS (files, folders, globs, URLs): schema, row groups, column chunks with their statistics, key-value metadata,
    extensions, and everything that the IDL does not know.

    Reads only the end of a file. The exit code is that of the worst file.
    """
    is_json = format_ == "json"
    job = partial(_print_footer, everything=everything, is_json=is_json)
    return run_each(paths, jobs, job, document="inspect" if is_json else None)


def _print_footer(path: str, alone: bool, *, everything: bool, is_json: bool) -> ExitCode:
    from inlay.footer.read import read_footer

    footer = read_footer(path).validate()
    if is_json:
        from inlay.cli.report.as_json import as_json

        sys.stdout.write(as_json(footer, in_line=not alone) + "\n")
        return ExitCode.OK
    from inlay.cli.report.document import document
    from inlay.cli.report.limits import EVERYTHING, SCREEN

    if not alone:
        show_line(f"{path}:")
    # Names may have characters that the encoding of the terminal lacks.
    encoding = sys.stdout.encoding or "utf-8"
    for text in _render(document(footer, EVERYTHING if everything else SCREEN)):
        sys.stdout.write(text.encode(encoding, "backslashreplace").decode(encoding))
    return ExitCode.OK


def _render(tree: Tree) -> Iterator[str]:
    """With colours only on a terminal; rich respects NO_COLOR, COLUMNS and the like."""
    from rich.console import Console

    from inlay.cli.report.tree_lines import print_tree

    terminal = Console(highlight=False)
    console = terminal if terminal.is_terminal else Console(highlight=False, width=NOT_A_TERMINAL)
    return print_tree(tree, console)
