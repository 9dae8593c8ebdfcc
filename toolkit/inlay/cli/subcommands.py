"""A group of commands, each in a module of its own, which is imported when it is asked for."""

from __future__ import annotations

from collections.abc import Sequence
from importlib import import_module

import click

from inlay.cli.command_groups import CommandGroup


class Subcommands(CommandGroup):
    """A subclass names its `package` and the `modules` in it, each with a `command`."""

    package: str
    modules: Sequence[str]

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(self.modules)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in self.modules:
            return None
        command: object = getattr(import_module(f"{self.package}.{cmd_name}"), "command", None)
        return command if isinstance(command, click.Command) else None
