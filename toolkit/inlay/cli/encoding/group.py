"""`inlay encoding`: the commands for new encodings, each in a file of its own and imported when it is asked for."""

from __future__ import annotations

from importlib import import_module
from typing import Final

import click

SUBCOMMANDS: Final = ("add", "ratify", "repair", "show", "strip", "verify")


class EncodingCommands(click.Group):
    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(SUBCOMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in SUBCOMMANDS:
            return None
        module = import_module(f"inlay.cli.encoding_{cmd_name}")
        found: object = getattr(module, "command", None)
        return found if isinstance(found, click.Command) else None


@click.command("encoding", cls=EncodingCommands)
def command() -> None:
    """Store columns in a new encoding as well, which readers that do not know it pass over."""
