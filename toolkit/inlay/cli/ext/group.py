"""`inlay ext`: the commands for extensions, each in a file of its own and imported when it is asked for."""

from __future__ import annotations

from importlib import import_module
from typing import Final

import click

SUBCOMMANDS: Final = ("append", "extract", "list", "strip", "verify")


class ExtCommands(click.Group):
    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(SUBCOMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in SUBCOMMANDS:
            return None
        found: object = getattr(import_module(f"inlay.cli.ext_{cmd_name}"), "command", None)
        return found if isinstance(found, click.Command) else None


@click.command("ext", cls=ExtCommands)
def command() -> None:
    """List, add, take out and check the extensions of a file (Thrift field 32767)."""
