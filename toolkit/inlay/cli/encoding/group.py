"""`inlay encoding`: the commands for new encodings."""

from __future__ import annotations

import click

from inlay.cli.subcommands import Subcommands


class EncodingCommands(Subcommands):
    package = "inlay.cli.encoding"
    modules = ("add", "ratify", "repair", "show", "strip", "verify")


@click.command("encoding", cls=EncodingCommands)
def command() -> None:
    """Store columns in a second, new encoding. Other readers still read the old one."""
