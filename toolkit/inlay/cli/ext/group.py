"""`inlay ext`: the commands for extensions."""

from __future__ import annotations

import click

from inlay.cli.subcommands import Subcommands


class ExtCommands(Subcommands):
    package = "inlay.cli.ext"
    modules = ("append", "extract", "list", "show", "strip", "verify")


@click.command("ext", cls=ExtCommands)
def command() -> None:
    """List, add, check and remove the extensions of a file (Thrift field 32767)."""
