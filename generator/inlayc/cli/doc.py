"""The command `inlayc doc`: a reference of IDLs, as a page or as Markdown."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

from inlayc.cli.command_options import IDL_FILE, include_option
from inlayc.cli.printing import show_text

if TYPE_CHECKING:
    from inlayc.model.schema import Schema


@click.command()
@click.argument("files", nargs=-1, required=True, type=IDL_FILE)
@include_option
@click.option(
    "--format",
    "format_",
    type=click.Choice(["html", "markdown"]),
    default="html",
    show_default=True,
    help="One page without scripts, or Markdown.",
)
@click.option("--since", metavar="REV", help="Say what has changed since a revision of git.")
def doc(
    files: tuple[Path, ...], include: tuple[Path, ...], format_: str, since: str | None
) -> None:
    """Print a reference of IDLs: definitions, who uses whom, what may be extended."""
    from inlayc.frontends.load import load
    from inlayc.reference import collect_entries, write_html, write_markdown

    schema = load(files, include)
    changes = "" if since is None else _list_changes(schema, files, include, since)
    title = ", ".join(file.name for file in files)
    write = write_html if format_ == "html" else write_markdown
    show_text(write(title, collect_entries(schema), changes))


def _list_changes(
    schema: Schema, files: Sequence[Path], include: Sequence[Path], revision: str
) -> str:
    from inlayc.frontends.load import load
    from inlayc.frontends.revision import GitTree, RevisionError
    from inlayc.judges.diff import report

    tree = GitTree(revision)
    before = [file for file in files if tree.is_there(file)]
    if not before:
        names = ", ".join(file.as_posix() for file in files)
        raise RevisionError(f"there is no {names} in {revision}")
    text, differs = report(load(before, include, tree), schema)
    return f"since {revision}:\n{text}" if differs else f"none since {revision}"
