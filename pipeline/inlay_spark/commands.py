"""`inlay spark ...`: the subcommands, imported only when they run."""

from __future__ import annotations

from importlib import import_module
from typing import Final

import click

from inlay.cli.command_groups import CommandGroup
from inlay.ground.missing import is_installed, say_how_to_install

_CATALOG: Final = "inlay_spark.catalog.commands"
_MIGRATION: Final = "inlay_spark.migration.commands"
_SESSION: Final = "inlay_spark.session.commands"
_SHREDDING: Final = "inlay_spark.shredding.commands"

SUBCOMMANDS: Final = {
    "archive": (_SESSION, "archive", "Write what spark-submit needs."),
    "catalog": (_CATALOG, "catalog", "Write all footers as tables."),
    "compact": (
        "inlay_spark.migration.compact_command",
        "compact",
        "Put small files together.",
    ),
    "compat": (
        "inlay_spark.compat_command",
        "compat",
        "Say which readers stumble over files.",
    ),
    "geo": (
        "inlay_spark.migration.geo_command",
        "geo",
        "Turn GeoParquet into GEOMETRY and back.",
    ),
    "index": (
        "inlay_spark.migration.index_command",
        "index",
        "Add what writers left out.",
    ),
    "lint": (_CATALOG, "lint", "Advise on the files of a catalog."),
    "migrate": (_MIGRATION, "migrate", "Convert files to another form of footer."),
    "recover": (
        "inlay_spark.recovery.commands",
        "recover",
        "Bring back damaged files.",
    ),
    "register": (
        "inlay_spark.registration.commands",
        "register",
        "Register files in a table.",
    ),
    "report": (_CATALOG, "report", "Answer questions about a catalog."),
    "rollback": (_MIGRATION, "rollback", "Undo what a journal recorded."),
    "shred": (_SHREDDING, "shred", "Shred Variants by one schema."),
    "verify": (
        "inlay_spark.verify_command",
        "verify",
        "Check a migration, or a lake with its values.",
    ),
}
"""Name, module, the command in it, and its line in the help."""


class SparkCommands(CommandGroup):
    def list_commands(self, ctx: click.Context) -> list[str]:
        return sorted(SUBCOMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in SUBCOMMANDS:
            return None
        module, attribute, _ = SUBCOMMANDS[cmd_name]
        command = getattr(import_module(module), attribute)
        assert isinstance(command, click.Command)
        return command

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        with formatter.section("Commands"):
            formatter.write_dl([(name, line) for name, (_, _, line) in sorted(SUBCOMMANDS.items())])

    def format_epilog(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        if not is_installed("pyspark"):
            formatter.write_paragraph()
            formatter.write_text(f"pyspark is not installed: {say_how_to_install('pyspark')}")


def _today(token: str) -> str:
    """What an option is called today that was once called `--token`."""
    return {"out": "output"}.get(token, token)


@click.group("spark", cls=SparkCommands, context_settings={"token_normalize_func": _today})
def spark() -> None:
    """Catalog, migrate and shred many files on Spark."""
