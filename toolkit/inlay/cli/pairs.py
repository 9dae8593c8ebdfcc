"""Options that may be repeated, with a name and what it gets: `NAME=VALUE`."""

from __future__ import annotations

import click

from inlay.ground.schema.quoted_names import cut_name


def _shape_of(option: str) -> str:
    """As the help of the command that runs writes what the option takes."""
    context = click.get_current_context()
    return next(it.make_metavar(context) for it in context.command.params if option in it.opts)


def pair_names(option: str, texts: tuple[str, ...]) -> dict[str, str]:
    pairs: dict[str, str] = {}
    for text in texts:
        name, equals, value = text.partition("=")
        if not name or not equals:
            raise click.BadParameter(f"{text!r} is not {_shape_of(option)}", param_hint=option)
        if name in pairs:
            raise click.BadParameter(f"{name!r} is there twice", param_hint=option)
        pairs[name] = value
    return pairs


def pair_columns(option: str, texts: tuple[str, ...]) -> dict[str, str]:
    """By column, what comes behind the first `=` that is outside of quotes. A column may be called nothing."""
    pairs: dict[str, str] = {}
    for text in texts:
        column, rest = cut_name(text, "=")
        if not rest:
            raise click.BadParameter(
                f"{text!r} is not {_shape_of(option)}: there is no `=` in it", param_hint=option
            )
        if column in pairs:
            raise click.BadParameter(f"{column!r} is there twice", param_hint=option)
        pairs[column] = rest[1:]
    return pairs
