"""`inlay register PATHS --to FORMAT`, and `inlay register check`. Whatever is not `check` is a path: `./check` is one, too."""

from __future__ import annotations

import click

from inlay.cli.subcommands import Subcommands

_USUAL = "files"


class RegisterCommands(Subcommands):
    package = "inlay.cli.register"
    modules = ("files", "check")

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        if args and args[0] in self.modules:
            return super().resolve_command(ctx, args)
        return super().resolve_command(ctx, [_USUAL, *args])


@click.command(
    "register",
    cls=RegisterCommands,
    context_settings={"ignore_unknown_options": True, "allow_interspersed_args": False},
    options_metavar="",
    subcommand_metavar="PATHS... --to FORMAT [OPTIONS]",
)
def command() -> None:
    """Register the files at PATHS in a table, or check the files of one: `inlay register check TABLE`.

    `inlay register files --help` has the options for PATHS.
    """
