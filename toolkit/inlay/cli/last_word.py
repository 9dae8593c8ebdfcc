"""Commands with a word behind PATHS, such as a filter. Of one word alone click makes that last one, and misses PATHS, whatever it is."""

from __future__ import annotations

import os
from typing import Any

import click

from inlay.cli.options import PATHS


class LastWordCommand(click.Command):
    """Where the one word leads to files, what is missing is the word behind it."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        words = [*args]  # which are taken from the list
        try:
            return super().parse_args(ctx, args)
        except click.MissingParameter as error:
            if error.param is None or error.param.type is not PATHS:
                raise
            last = [it for it in self.params if isinstance(it, click.Argument)][-1]
            given: dict[str, Any] = self.make_parser(ctx).parse_args(words)[0]
            if not is_somewhere(str(given.get(last.name or "") or "")):
                raise
            said = f"It comes last, behind {error.param.make_metavar(ctx).rstrip('.')}."
            raise click.MissingParameter(said, ctx, last) from error


def is_somewhere(path: str) -> bool:
    """Whether a path may lead to files."""
    from inlay.ground.files.paths import find_local_path, has_wildcard, is_url

    if is_url(path) or has_wildcard(path):
        return True
    return os.path.lexists(find_local_path(path) or "")
