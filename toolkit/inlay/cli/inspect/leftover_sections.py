"""What a footer holds beside the schema and the row groups: key-value metadata, extensions, and things
that the IDL does not describe."""

from __future__ import annotations

from collections.abc import Sequence

from inlay.cli.inspect.fitted_table import FittedTable, cut_text
from inlay.cli.inspect.fitting import Facet
from inlay.cli.inspect.limits import ReportLimits, tell_more
from inlay.cli.inspect.outline import Branch
from inlay.cli.inspect.words import Words
from inlay.footers.footer.undeclared import FoundExtension, Unknown
from inlay.ground.wording.amounts import count, format_size
from inlay.ground.wording.printable import escape_unprintable, format_bytes, shorten
from inlay_runtime.text import bytes_of
from parquet_format.parquet import KeyValue

MOST_VALUE = 56
LEAST_VALUE = 12
MOST_BYTES = 16


def add_key_values(parent: Branch, entries: Sequence[KeyValue], limits: ReportLimits) -> None:
    branch = parent.add(Words("key-value metadata"))
    shown = entries[: limits.lines]
    facets = (
        Facet("key", [shorten(entry.key, MOST_VALUE) for entry in shown]),
        Facet("size", [_size(entry.value) for entry in shown], numeric=True),
        Facet("value", [_value(entry.value) for entry in shown], least=LEAST_VALUE, cut=cut_text),
    )
    branch.add(FittedTable(facets, len(shown), ("size",), has_titles=False))
    _add_rest(branch, len(entries), limits, "entry", "entries")


def _size(value: str | None) -> str:
    return format_size(len(bytes_of(value))) if value is not None else ""


def _value(value: str | None) -> str:
    return shorten(value, MOST_VALUE) if value is not None else "(no value)"


def add_extensions(
    parent: Branch, extensions: Sequence[FoundExtension], limits: ReportLimits
) -> None:
    branch = parent.add(Words("extensions", "magenta"))
    for extension in extensions[: limits.lines]:
        branch.add(Words(format_extension(extension)))
    _add_rest(branch, len(extensions), limits, "extension")


def add_unknown(parent: Branch, things: Sequence[Unknown], limits: ReportLimits) -> None:
    branch = parent.add(Words("not in the IDL", "yellow"))
    for thing in things[: limits.lines]:
        branch.add(Words(format_unknown(thing)))
    _add_rest(branch, len(things), limits, "thing")


def format_extension(carried: FoundExtension) -> str:
    from inlay.footers.containers import identify
    from inlay.footers.containers.known import find_known
    from inlay.footers.extensions.uuid_guess import guess_uuid

    payload = carried.extension.payload
    header = carried.extension.header
    parts = [f"{count(len(payload), 'byte')}" if len(payload) != 1 else "1 byte"]
    if header is not None:
        parts.append(f"header {header.value} ({header.data.hex(' ').upper()})")
    parts.append(format_bytes(payload, MOST_BYTES))
    known = find_known(payload)
    uuid = known.uuid if known is not None else identify(payload)
    guess = guess_uuid(payload) if uuid is None else None
    if known is not None:
        parts.append(f"{known.name} ({known.uuid})")
    elif uuid is not None:
        parts.append(f"UUID {uuid}: its CRCs agree")
    if guess is not None:
        parts.append(f"perhaps UUID {guess.uuid} ({guess.place} 16 bytes: {guess.reason})")
    where = f"{carried.path} ({carried.struct})" if carried.path else carried.struct
    return f"{where}: {', '.join(parts)}"


def format_unknown(unknown: Unknown) -> str:
    raw = f": {format_bytes(unknown.raw, MOST_BYTES)}" if unknown.raw else ""
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
    return escape_unprintable(where + what)


def _add_rest(
    branch: Branch, total: int, limits: ReportLimits, noun: str, plural: str = ""
) -> None:
    if total > limits.lines:
        branch.add(Words(tell_more(total - limits.lines, noun, plural), "dim"))
