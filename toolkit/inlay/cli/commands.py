"""The subcommands of `inlay`, found by name and imported only when they run.

The built-in ones are a table; later layers bring theirs through the entry-point group `inlay.commands`,
each a `click.Command`. Help must not import any of them.
"""

from __future__ import annotations

import os
import sys
import warnings
from importlib import import_module
from typing import TYPE_CHECKING, Any, Final, cast

import click

from inlay.cli.errors import ReaderGoneError
from inlay.missing import is_installed

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

GROUP: Final = "inlay.commands"

BUILT_IN: Final = {
    "encoding": (
        "inlay.cli.encoding.group",
        "command",
        "Store columns in a second, new encoding, or remove it.",
    ),
    "ext": ("inlay.cli.ext.group", "command", "List, add, check and remove extensions."),
    "footer": ("inlay.cli.footer", "command", "Add a FlatBuffers footer, or revert to Thrift."),
    "inspect": ("inlay.cli.inspect", "command", "Print the footer of a file."),
    "recover": (
        "inlay.cli.recover.command",
        "command",
        "Undo an interrupted change; find a lost footer.",
    ),
    "report": (
        "inlay.cli.lake_report",
        "command",
        "Answer the usual questions about many files.",
    ),
    "scan": ("inlay.cli.scan", "command", "Print the footers of many files as JSON lines."),
    "seal": ("inlay.cli.seal", "command", "Store a checksum of the footer in a file."),
    "set": (
        "inlay.cli.set",
        "command",
        "Rename columns; change key-values and types.",
    ),
    "variant": (
        "inlay.cli.variant.group",
        "command",
        "Show, shred and unshred Variants; convert JSON lines.",
    ),
    "verify": (
        "inlay.cli.verify",
        "command",
        "Check whether files agree with themselves.",
    ),
}
"""Name, module, the command in it, and its line in the help."""

_OF_THE_PIPELINE: Final = {
    "inlay_spark.commands": ("Catalog, migrate and shred many files on Spark.", "pyspark", "spark"),
}
"""The lines of modules that come with this package, the package that they need, and the extra that brings it; of others only
the origin is known without importing them."""


def show_warning(message: Warning | str, *_: object) -> None:
    """In the place of `warnings.showwarning`, which names a line of the program."""
    from inlay.cli.printing import warn

    warn(str(message))


class Commands(click.Group):
    def list_commands(self, ctx: click.Context) -> list[str]:
        return sorted({*BUILT_IN, *_entry_points()})

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name in BUILT_IN:
            module, attribute, _ = BUILT_IN[cmd_name]
            return _require_command(cmd_name, getattr(import_module(module), attribute))
        entry_point = _entry_points().get(cmd_name)
        return _require_command(cmd_name, entry_point.load()) if entry_point is not None else None

    def invoke(self, ctx: click.Context) -> object:
        """Runs the subcommand and sees to it that all of its output is written, and what reading warns of in a line each.

        click would end the process with 1 for a broken pipe, which is the code of findings.
        """
        try:
            with warnings.catch_warnings():
                warnings.showwarning = cast(Any, show_warning)
                result: object = super().invoke(ctx)
            sys.stdout.flush()
        except BrokenPipeError as error:
            _abandon_stdout()
            raise ReaderGoneError from error
        return result

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        rows = [(name, line) for name, (_, _, line) in BUILT_IN.items()]
        rows += [
            (name, _line_of(entry_point))
            for name, entry_point in _entry_points().items()
            if name not in BUILT_IN
        ]
        with formatter.section("Commands"):
            formatter.write_dl(sorted(rows))


def _entry_points() -> dict[str, EntryPoint]:
    from importlib.metadata import entry_points

    return {entry_point.name: entry_point for entry_point in entry_points(group=GROUP)}


def _line_of(entry_point: EntryPoint) -> str:
    if entry_point.module not in _OF_THE_PIPELINE:
        return f"From {entry_point.module.partition('.')[0]}."
    line, needs, extra = _OF_THE_PIPELINE[entry_point.module]
    if not is_installed(needs):
        return f"{line} Needs {needs}: pip install 'inlay[{extra}]'."
    return line


def _abandon_stdout() -> None:
    """What Python would still flush at exit goes nowhere."""
    with open(os.devnull, "wb") as nowhere:
        os.dup2(nowhere.fileno(), sys.stdout.fileno())


def _require_command(name: str, command: object) -> click.Command:
    if not isinstance(command, click.Command):
        raise TypeError(f"the entry point {name!r} of {GROUP} is not a click command")
    return command
