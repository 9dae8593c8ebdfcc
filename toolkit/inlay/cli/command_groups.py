"""Groups of commands: run so that what happens in one is seen as it is, and a command that is not there has a neighbour."""

from __future__ import annotations

import os
from collections.abc import Sequence
from typing import Final

import click

ELSEWHERE: Final = {
    "schema": "inspect",
    "meta": "inspect",
    "metadata": "inspect",
    "info": "inspect",
    "merge": "concat",
    "cat": "concat",
    "repair": "recover",
    "validate": "verify",
    "check": "verify",
    "fsck": "verify",
    "convert": "rewrite",
    "compress": "rewrite",
    "sort": "rewrite",
    "rename": "set",
    "column-size": "layout",
    "size": "layout",
    "list": "show",
    "create": "build",
    "remove": "strip",
}
"""What other programs call it. A word of theirs may be nearer to a name here that means something else."""


class CommandGroup(click.Group):
    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        name, *_ = args
        if ctx.resilient_parsing or name.startswith("-") or self.get_command(ctx, name) is not None:
            return super().resolve_command(ctx, args)
        from difflib import get_close_matches

        there = self.list_commands(ctx)
        known = ELSEWHERE.get(name.lower(), "")
        close = [known] if known in there else get_close_matches(name, there, n=1)
        hint = f" Did you mean {close[0]!r}?" if close else ""
        if name == "help":
            hint = f" Did you mean {f'{ctx.command_path} --help'!r}?"
        elif not close and os.path.lexists(name):
            hint = " It is a path, and a command comes before paths."
        raise click.UsageError(f"No such command {name!r}.{hint}", ctx)


def run_group(group: click.Group, words: str, arguments: Sequence[str]) -> int:
    """Runs what the arguments behind `words` ask for, and returns its exit code. Raises what it raises.

    click's own `main` makes other things of Ctrl-C, and of a pipe that nobody reads. It is left what shells ask to complete a line.
    """
    if f"_{words.upper()}_COMPLETE" in os.environ:
        group.main(list(arguments), prog_name=words)
    try:
        with group.make_context(words, list(arguments)) as context:
            result: object = group.invoke(context)
    except click.exceptions.Exit as end:
        return end.exit_code
    return result if isinstance(result, int) else 0
