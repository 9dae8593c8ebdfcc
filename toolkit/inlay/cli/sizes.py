"""Sizes as people write them."""

from __future__ import annotations

from typing import Final

import click

_UNITS: Final = {"": 1, "K": 1 << 10, "M": 1 << 20, "G": 1 << 30, "T": 1 << 40}


def parse_size(_ctx: click.Context, _parameter: click.Parameter, value: str | None) -> int | None:
    """`256MB`, `64MiB`, `1g`, or bytes: units are powers of 1024, as sizes are printed. BadParameter for anything else."""
    if value is None:
        return None
    text = value.strip().upper().removesuffix("B").removesuffix("I")
    number, unit = text.rstrip("KMGT"), text[len(text.rstrip("KMGT")) :]
    try:
        return int(float(number) * _UNITS[unit])
    except (ValueError, KeyError):
        raise click.BadParameter(f"{value!r} is not a size: write 256MB or 1GiB") from None
