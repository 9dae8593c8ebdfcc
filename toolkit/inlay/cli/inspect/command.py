"""`inlay inspect PATHS`: the footers of files, as trees or as JSON."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from inlay.cli.exit_codes import ExitCode
from inlay.cli.key_options import add_key_options
from inlay.cli.many_files import many_files
from inlay.cli.options import format_option
from inlay.cli.show_footers import show_footers

if TYPE_CHECKING:
    from inlay.footers.encryption.keys import EncryptionKeys


@click.command("inspect")
@many_files
@add_key_options
@click.option("--all", "everything", is_flag=True, help="Show everything, however long.")
@format_option
def command(
    paths: tuple[str, ...], jobs: int, keys: EncryptionKeys | None, everything: bool, format_: str
) -> ExitCode:
    """Print the footers of the files at PATHS (files, folders, globs, URLs): schema, row groups, column chunks with their statistics, key-value metadata,
    extensions, and everything that the IDL does not know.

    With keys, an encrypted footer and encrypted columns are shown, too (docs/encryption.md).

    Reads only the end of a file. The exit code is that of the worst file.
    """
    return show_footers(paths, jobs, everything, format_, keys)
