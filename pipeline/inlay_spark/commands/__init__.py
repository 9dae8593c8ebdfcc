"""`inlay spark ...`: the subcommands, imported only when they run."""

from __future__ import annotations

from importlib import import_module
from typing import Final

import click

_MIGRATION: Final = "inlay_spark.migration.commands"

SUBCOMMANDS: Final = {
    "archive": (f"{__name__}.archive", "command", "Write what spark-submit needs."),
    "catalog": (f"{__name__}.catalog", "command", "Write the footers of a lake as tables."),
    "migrate": (_MIGRATION, "migrate", "Take a lake to another form of footers."),
    "report": (f"{__name__}.report", "command", "Answer questions about a catalogue."),
    "rollback": (_MIGRATION, "rollback", "Undo a migration."),
    "shred": ("inlay_spark.shred.command", "command", "Write Variants shredded by one schema."),
    "verify": (_MIGRATION, "verify", "Check a migration by other code."),
}
"""Name, module, the command in it, and its line in the help."""


class Subcommands(click.Group):
    def list_commands(self, ctx: click.Context) -> list[str]:
        return sorted(SUBCOMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in SUBCOMMANDS:
            return None
        module, attribute, _ = SUBCOMMANDS[cmd_name]
        found = getattr(import_module(module), attribute)
        assert isinstance(found, click.Command)
        return found

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        with formatter.section("Commands"):
            formatter.write_dl([(name, line) for name, (_, _, line) in sorted(SUBCOMMANDS.items())])


@click.group("spark", cls=Subcommands)
def spark() -> None:
    """What inlay does to one file, for a lake of them, on Spark."""
