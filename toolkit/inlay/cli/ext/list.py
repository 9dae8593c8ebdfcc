"""`inlay ext list FILE`: the extensions of a file."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from inlay.cli.options import FILE, format_option
from inlay.cli.printing import show_json, show_line, show_table

if TYPE_CHECKING:
    from collections.abc import Sequence

    from inlay.cli.report.json_values import Json
    from inlay.extensions.listing import Listed

LAYOUT = 1
"""Raised when a key changes its name or meaning; new keys do not raise it."""


@click.command("list", short_help="List the extensions.")
@click.argument("file", type=FILE)
@format_option
def command(file: str, format_: str) -> None:
    """List the extensions of FILE: the struct that carries each, its container, and whether its checksums agree.

    `flatbuffer` stands for the extension slot inside a FlatBuffers footer.
    """
    from inlay.footer.read import read_footer
    from inlay.life_cycle.extension_list import extensions_of

    found = extensions_of(read_footer(file)).listed
    if format_ == "json":
        extensions: list[Json] = [extension_json(one) for one in found]
        show_json({"extensions_layout": LAYOUT, "path": file, "extensions": extensions})
    elif found:
        show_extensions(found)
    else:
        show_line(f"{file}: no extensions")


def show_extensions(found: Sequence[Listed]) -> None:
    titles = ("carrier", "header", "size", "extension", "container", "content", "state")
    show_table(titles, [_row(one) for one in found], right=("size", "content"))


def extension_json(one: Listed) -> Json:
    slot = one.carrier.slot
    guess, content, finding = one.guess, one.content, one.finding
    return {
        "path": one.carrier.path,
        "struct": one.carrier.shape.name,
        "header": slot.header.value if slot is not None else None,
        "offset": one.offset,
        "size": len(one.payload),
        "in_envelope": one.in_envelope,
        "uuid": str(one.uuid) if one.uuid is not None else None,
        "uuid_guess": str(guess.uuid) if guess is not None else None,
        "name": one.name or None,
        "container": content.kind if content is not None else None,
        "content_size": len(content.data) if content is not None else None,
        "state": one.state,
        "finding": {"code": finding.code, "what": finding.what} if finding is not None else None,
    }


def _row(one: Listed) -> tuple[str, ...]:
    slot = one.carrier.slot
    kind = one.content.kind if one.content is not None else "-"
    return (
        one.carrier.shown,
        slot.header.value if slot is not None else "",
        f"{len(one.payload):,}",
        _name(one),
        f"{kind}, in envelope" if one.in_envelope else kind,
        f"{len(one.content.data):,}" if one.content is not None else "-",
        one.state if one.finding is None else f"{one.state}: {one.finding.what}",
    )


def _name(one: Listed) -> str:
    if one.name:
        return one.name
    if one.uuid is not None:
        return str(one.uuid)
    guess = one.guess
    return f"perhaps {guess.uuid}" if guess is not None else "?"
