"""One thing in which two files differ."""

from __future__ import annotations

import json
from typing import Final, NamedTuple, TypeAlias

from inlay.ground.wording.printable import escape_unprintable, quote_empty
from inlay.ground.wording.told import format_html
from inlay.verbs.diff.parting_texts import shorten_both
from inlay_runtime.public_home import public_in

PlainValue: TypeAlias = (
    "bool | int | float | str | bytes | list[PlainValue] | dict[str, PlainValue] | None"
)

ASPECTS: Final = (
    "file",
    "schema",
    "storage",
    "encodings",
    "statistics",
    "places",
    "key-values",
    "extensions",
    "pages",
    "other",
)
"""In the order in which they are told."""

_LONGEST: Final = 44

ROOT: Final = "FileMetaData"
"""Where an extension without a path is."""

ONLY: Final = "only here"
"""The field of what one of the files does not have: its value there is None; in the other, True, or the name of an extension."""


@public_in("inlay")
class Difference(NamedTuple):
    """One of the differences that `inlay.diff` finds.

    `path` is that of a column or element, the key of a pair, or where an extension is; empty for what is about the file or a row
    group. `row_group` is its position, None for what is in none. `field` has the name that it has in tables.
    """

    aspect: str
    row_group: int | None
    path: str
    field: str
    old: PlainValue
    new: PlainValue

    def __str__(self) -> str:
        """`schema: price: type: INT32 -> INT64`"""
        parts = [self.aspect, place_of(self), "" if self.field == ONLY else self.field]
        return escape_unprintable(": ".join([*filter(None, parts), format_change(self)]))

    def _repr_html_(self) -> str:
        """What a notebook shows."""
        return format_html([str(self)])


def format_change(change: Difference) -> str:
    """`INT32 -> INT64`. Of two texts that begin alike, the place where they part is shown."""
    if change.field == ONLY or (change.aspect == "pages" and True in (change.old, change.new)):
        only, name = ("OLD", change.old) if change.new is None else ("NEW", change.new)
        return f"{name} only in {only}" if isinstance(name, str) else f"only in {only}"
    if change.old is None and change.new is None:
        return "not the same"
    if isinstance(change.old, str) and isinstance(change.new, str):
        text = f"{change.old} -> {change.new}"
        if len(text) <= _LONGEST and text.isascii() and text.isprintable():  # as nearly all are
            return text
    longest = max(_longest(change.old), _longest(change.new))
    return " -> ".join(shorten_both(_format(change.old), _format(change.new), longest))


def _longest(value: PlainValue) -> int:
    return 2 * _LONGEST if isinstance(value, list | dict) else _LONGEST


def _format(value: PlainValue) -> str:
    match value:
        case str():
            return value
        case None:
            return "none"
        case bool():
            return "yes" if value else "no"
        case int():
            return f"{value:,}"
        case bytes():
            return f"0x{value.hex()}"
        case [{"page_type": _}, *_]:
            stats = [_format_stats(stats) for stats in value if isinstance(stats, dict)]
            return ", ".join(stats)
        case list() | dict():
            return json.dumps(value, default=str)
        case _:
            return str(value)


def _format_stats(stats: dict[str, PlainValue]) -> str:
    """`3 DATA_PAGE PLAIN`"""
    return " ".join(str(stats[name]) for name in ("count", "page_type", "encoding"))


def place_of(change: Difference) -> str:
    """`price (row group 3)`; empty for what is about the whole file."""
    group = f"row group {change.row_group}" if change.row_group is not None else ""
    path = change.path
    if not path and not group and change.aspect == "extensions":
        path = ROOT
    elif not path and not group and change.aspect == "key-values":
        path = quote_empty(path)
    return f"{path} ({group})" if group and path else group or path
