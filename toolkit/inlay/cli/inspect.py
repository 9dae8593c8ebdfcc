"""`inlay inspect PATHS`: the footers of files, as trees or as JSON."""

from __future__ import annotations

from functools import partial

import click

from inlay.cli.exit_codes import ExitCode
from inlay.cli.many_files import many_files, run_each
from inlay.cli.options import format_option
from inlay.cli.pager import page_output
from inlay.cli.printing import show_line, write


@click.command("inspect")
@many_files
@click.option("--all", "everything", is_flag=True, help="Show everything, however long.")
@format_option
@page_output
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

        write(as_json(footer, in_line=not alone) + "\n")
        return ExitCode.OK
    from inlay.cli.report.document import document_footer
    from inlay.cli.report.limits import EVERYTHING, SCREEN
    from inlay.cli.report.tree_lines import print_tree
    from inlay.cli.terminal import console_of

    if not alone:
        show_line(f"{path}:")
    for text in print_tree(
        document_footer(footer, EVERYTHING if everything else SCREEN), console_of()
    ):
        write(text)
    return ExitCode.OK
