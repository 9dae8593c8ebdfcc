"""The subcommands of `inlay`, found by name and imported only when they run.

The built-in ones are a table; later layers bring theirs through an entry-point group, each a `click.Command`.
Help must not import any of them (`front_page.py`), and who runs a built-in one pays for no look at the entry points.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Final

import click

from inlay.cli.command_groups import CommandGroup
from inlay.cli.front_page import GROUP, line_of_spark, page
from inlay.cli.terminal import use_color
from inlay.cli.warning_lines import print_warnings
from inlay.ground.missing import is_installed

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

BUILT_IN: Final = {
    "assemble": "inlay.cli.assemble",
    "compat": "inlay.cli.compat",
    "concat": "inlay.cli.parts.concat",
    "crypt": "inlay.cli.crypt.group",
    "diff": "inlay.cli.diff",
    "drop": "inlay.cli.parts.drop",
    "dump": "inlay.cli.dump",
    "encoding": "inlay.cli.encoding.group",
    "ext": "inlay.cli.ext.group",
    "footer": "inlay.cli.footer",
    "geo": "inlay.cli.geo.group",
    "index": "inlay.cli.index.group",
    "inspect": "inlay.cli.inspect.command",
    "pages": "inlay.cli.pages",
    "prune": "inlay.cli.prune",
    "layout": "inlay.cli.layout",
    "lint": "inlay.cli.lint.command",
    "recover": "inlay.cli.recover.command",
    "register": "inlay.cli.register.group",
    "report": "inlay.cli.report",
    "rewrite": "inlay.cli.rewrite",
    "scan": "inlay.cli.scan.command",
    "seal": "inlay.cli.seal",
    "select": "inlay.cli.parts.select",
    "set": "inlay.cli.set",
    "split": "inlay.cli.parts.split",
    "store": "inlay.cli.store.group",
    "variant": "inlay.cli.variant.group",
    "verify": "inlay.cli.verify",
    "vet": "inlay.cli.vet",
}
"""The modules with a `command`, by its name."""


class Commands(CommandGroup):
    def list_commands(self, ctx: click.Context) -> list[str]:
        return sorted({*BUILT_IN, *_entry_points()})

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name in BUILT_IN:
            return _require_command(cmd_name, import_module(BUILT_IN[cmd_name]).command)
        entry_point = _entry_points().get(cmd_name)
        return _require_command(cmd_name, entry_point.load()) if entry_point is not None else None

    def invoke(self, ctx: click.Context) -> object:
        with print_warnings(), use_color(ctx.color):
            result: object = super().invoke(ctx)
        return result

    def format_help(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        others = {name: _line_of(entry_point) for name, entry_point in _entry_points().items()}
        formatter.write(page(others))


def _entry_points() -> dict[str, EntryPoint]:
    from importlib.metadata import entry_points

    return {entry_point.name: entry_point for entry_point in entry_points(group=GROUP)}


def _line_of(entry_point: EntryPoint) -> str:
    """Of other commands only the origin is known without importing them."""
    if entry_point.module == "inlay_spark.commands":
        return line_of_spark(is_installed("pyspark"))
    return f"From {entry_point.module.partition('.')[0]}."


def _require_command(name: str, command: object) -> click.Command:
    if not isinstance(command, click.Command):
        raise TypeError(f"the entry point {name!r} of {GROUP} is not a click command")
    return command
