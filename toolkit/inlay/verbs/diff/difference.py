"""One thing in which two files differ."""

from __future__ import annotations

from typing import Final, NamedTuple, TypeAlias

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

ONLY: Final = "only here"
"""The field of what one of the files does not have: its value there is None, and True in the other."""


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
