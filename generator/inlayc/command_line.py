"""The command `inlayc`: its group, the commands in it, and how their ends become exit codes.

Exit codes: 0 clean, 1 findings, 2 usage, 3 invalid input, 70 internal.
"""

from __future__ import annotations

import io
from collections.abc import Sequence
from typing import Final

import click

from inlayc.distribution import DISTRIBUTION
from inlayc.front_page import PAGE
from inlayc.idl_commands import diff, expand, schema
from inlayc.printing import show_text
from inlayc.project_commands import check, format_, generate, init
from inlayc.rule_commands import breaking, lint

USAGE: Final = 2
INTERRUPTED: Final = 130


def run(arguments: Sequence[str]) -> int:
    """Runs the command and returns its exit code; what goes wrong inside of it is raised."""
    try:
        result: object = commands.main(list(arguments), prog_name="inlayc", standalone_mode=False)
    except click.Abort:
        return INTERRUPTED
    except click.ClickException as error:
        words = io.StringIO()
        error.show(words)
        show_text(words.getvalue(), error=True)
        return USAGE
    return result if isinstance(result, int) else 0


def _today(token: str) -> str:
    """What an option is called today that was once called `--token`."""
    return {"out": "output"}.get(token, token)


class Commands(click.Group):
    def format_help(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        formatter.write(PAGE)


@click.group(
    cls=Commands,
    context_settings={
        "help_option_names": ["-h", "--help"],
        "max_content_width": 100,
        "token_normalize_func": _today,
    },
)
@click.version_option(package_name=DISTRIBUTION, prog_name="inlayc")
def commands() -> None:
    """Compile IDLs into typed Python."""


for command in (breaking, check, diff, expand, format_, generate, init, lint, schema):
    commands.add_command(command)
