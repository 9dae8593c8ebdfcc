"""What a footer holds beside the schema and the row groups: key-value metadata, extensions, and things
that the IDL does not describe."""

from __future__ import annotations

from collections.abc import Sequence

from rich.table import Table
from rich.text import Text
from rich.tree import Tree

from inlay.cli.report.limits import Limits, more
from inlay.containers.known import find_known
from inlay.extensions.uuid_guess import guess_uuid
from inlay.footer.undeclared import FoundExtension, Unknown
from inlay.wording.amounts import count, size
from inlay.wording.printable import bytes_shown, printable, shorten
from inlay_runtime.text import bytes_of
from parquet_format.parquet import KeyValue

MOST_VALUE = 56
MOST_BYTES = 16


def add_key_values(parent: Tree, entries: Sequence[KeyValue], limits: Limits) -> None:
    branch = parent.add(Text("key-value metadata"))
    grid = Table.grid(padding=(0, 2, 0, 0))
    grid.add_column(style="bold", overflow="fold")
    grid.add_column(justify="right", no_wrap=True, style="dim")
    grid.add_column(overflow="fold")
    for entry in entries[: limits.lines]:
        value = entry.value
        grid.add_row(
            Text(shorten(entry.key, MOST_VALUE)),
            Text(size(len(bytes_of(value))) if value is not None else ""),
            Text(shorten(value, MOST_VALUE) if value is not None else "(no value)"),
        )
    branch.add(grid)
    _add_rest(branch, len(entries), limits, "entry", "entries")


def add_extensions(parent: Tree, extensions: Sequence[FoundExtension], limits: Limits) -> None:
    branch = parent.add(Text("extensions", "magenta"))
    for extension in extensions[: limits.lines]:
        branch.add(Text(extension_line(extension), overflow="fold"))
    _add_rest(branch, len(extensions), limits, "extension")


def add_unknown(parent: Tree, things: Sequence[Unknown], limits: Limits) -> None:
    branch = parent.add(Text("not in the IDL", "yellow"))
    for thing in things[: limits.lines]:
        branch.add(Text(unknown_line(thing), overflow="fold"))
    _add_rest(branch, len(things), limits, "thing")


def extension_line(carried: FoundExtension) -> str:
    payload = carried.extension.payload
    header = carried.extension.header
    parts = [f"{len(payload):,} bytes" if len(payload) != 1 else "1 byte"]
    if header is not None:
        parts.append(f"header {header.value} ({header.data.hex(' ').upper()})")
    parts.append(bytes_shown(payload, MOST_BYTES))
    known = find_known(payload)
    guess = guess_uuid(payload) if known is None else None
    if known is not None:
        parts.append(f"{known.name} ({known.uuid})")
    if guess is not None:
        parts.append(f"perhaps UUID {guess.uuid} ({guess.place} 16 bytes: {guess.reason})")
    where = f"{carried.path} ({carried.struct})" if carried.path else carried.struct
    return f"{where}: {', '.join(parts)}"


def unknown_line(unknown: Unknown) -> str:
    raw = f": {bytes_shown(unknown.raw, MOST_BYTES)}" if unknown.raw else ""
    where = f"{unknown.path}: " if unknown.path else ""
    match unknown.kind:
        case "field":
            what = f"field {unknown.id}, {unknown.type} of {count(len(unknown.raw), 'byte')}{raw}"
        case "variant":
            what = f"variant {unknown.id}, {unknown.type} of {count(len(unknown.raw), 'byte')}{raw}"
        case "enum":
            what = f"{unknown.type} {unknown.id}"
        case "tag":
            what = f"{unknown.type} {unknown.id}, {count(len(unknown.raw), 'byte')}{raw}"
        case _:
            what = f"{count(len(unknown.raw), 'byte')} behind the {unknown.type}{raw}"
    return printable(where + what)


def _add_rest(branch: Tree, total: int, limits: Limits, noun: str, plural: str = "") -> None:
    if total > limits.lines:
        branch.add(Text(more(total - limits.lines, noun, plural), "dim"))
