"""Options that may be repeated, with a name and what it gets: `NAME=VALUE`."""

from __future__ import annotations

import click

from inlay.ground.schema.quoted_names import cut_name


def pair_names(option: str, texts: tuple[str, ...]) -> dict[str, str]:
    pairs: dict[str, str] = {}
    for text in texts:
        name, equals, value = text.partition("=")
        if not name or not equals:
            raise click.BadParameter(f"{text!r} is not KEY=VALUE", param_hint=option)
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
                f"{text!r} is not COLUMN=VALUE: there is no `=` in it", param_hint=option
            )
        if column in pairs:
            raise click.BadParameter(f"{column!r} is there twice", param_hint=option)
        pairs[column] = rest[1:]
    return pairs
