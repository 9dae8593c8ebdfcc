"""`inlay crypt`: encrypted files, checked and handed over."""

from __future__ import annotations

import click

from inlay.cli.subcommands import Subcommands


class CryptCommands(Subcommands):
    package = "inlay.cli.crypt"
    modules = ("verify", "rewrap", "footer")


@click.command("crypt", cls=CryptCommands)
def command() -> None:
    """Check every module of encrypted files, and wrap their keys with other master keys. No page is rewritten."""
