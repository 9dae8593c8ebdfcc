"""The command `inlayc`: its group, the commands in it, and how their ends become exit codes.

`inlayc.cli.exit_codes` has the exit codes.
"""

from __future__ import annotations

import os
from collections.abc import Sequence

import click

from inlay_runtime.usage_errors import describe_usage
from inlayc.base.distribution import DISTRIBUTION
from inlayc.cli.doc import doc
from inlayc.cli.exit_codes import USAGE
from inlayc.cli.front_page import PAGE
from inlayc.cli.idl_commands import diff, expand, schema
from inlayc.cli.printing import show_text
from inlayc.cli.project_commands import check, format_, generate, init
from inlayc.cli.rule_commands import breaking, lint


def run(arguments: Sequence[str]) -> int:
    """Runs the command and returns its exit code; what goes wrong inside of it is raised."""
    if "_INLAYC_COMPLETE" in os.environ:
        commands.main(list(arguments), prog_name="inlayc")
    try:
        # Not click's own `main`: it makes other things of Ctrl-C, and of a pipe that nobody reads.
        with commands.make_context("inlayc", list(arguments)) as context:
            result: object = commands.invoke(context)
    except click.exceptions.Exit as end:
        return end.exit_code
    except click.exceptions.NoArgsIsHelpError as error:
        show_text(f"{error.format_message()}\n", error=True)
        return USAGE
    except click.ClickException as error:
        where = error.ctx if isinstance(error, click.UsageError) else None
        command = where.command_path if where is not None else None
        show_text(f"{describe_usage(error.format_message(), command)}\n", error=True)
        return USAGE
    return result if isinstance(result, int) else 0


def _today(token: str) -> str:
    """What an option is called today that was once called `--token`."""
    return {"out": "output"}.get(token, token)


class Commands(click.Group):
    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        name, *_ = args
        if ctx.resilient_parsing or name.startswith("-") or self.get_command(ctx, name) is not None:
            return super().resolve_command(ctx, args)
        from difflib import get_close_matches

        close = get_close_matches(name, self.list_commands(ctx), n=1)
        hint = f" Did you mean {close[0]!r}?" if close else ""
        raise click.UsageError(f"No such command {name!r}.{hint}", ctx)

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


for command in (breaking, check, diff, doc, expand, format_, generate, init, lint, schema):
    commands.add_command(command)
