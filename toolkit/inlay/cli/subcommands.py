"""A group of commands, each in a module of its own, which is imported when it is asked for."""

from __future__ import annotations

from collections.abc import Sequence
from importlib import import_module

import click

from inlay.cli.command_groups import CommandGroup


class Subcommands(CommandGroup):
    """A subclass names its `package` and the `modules` in it, each with a `command`. An underscore in a module is a dash in the name of
    its command."""

    package: str
    modules: Sequence[str]

    def list_commands(self, ctx: click.Context) -> list[str]:
        return [module.replace("_", "-") for module in self.modules]

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in self.list_commands(ctx):
            return None
        module = import_module(f"{self.package}.{cmd_name.replace('-', '_')}")
        command: object = getattr(module, "command", None)
        return command if isinstance(command, click.Command) else None
