"""What a table holds of a file, in values that compare: each table format decodes its own entries into these."""

from __future__ import annotations

from collections.abc import Mapping
from decimal import Decimal
from typing import NamedTuple, TypeAlias

from inlay.ground.values.decode import Undecodable, Value
from inlay.ground.values.temporal import Date, Interval, TimeOfDay, Timestamp
from inlay.verbs.register.schema.unite_columns import Path

Comparable: TypeAlias = bool | int | float | Decimal | bytes
"""Days since 1970-01-01; nanoseconds of times and moments; text as UTF-8, which it is compared by; UUIDs as bytes."""

_NANOS: int = 10**9


class HeldColumn(NamedTuple):
    """None is what the table does not say."""

    lower: Comparable | None = None
    upper: Comparable | None = None
    nulls: int | None = None
    nans: int | None = None


class HeldFile(NamedTuple):
    """`path` is as `read_lake` takes it. `columns` are by their paths in the table, and only those of which it says something."""

    path: str
    rows: int | None
    size: int | None
    columns: Mapping[Path, HeldColumn]


def make_comparable(value: Value | Undecodable | None) -> Comparable | None:
    """A bound of a footer. None for what no table has bounds of."""
    match value:
        case None | Undecodable() | Interval():
            return None
        case Date(days):
            return days
        case TimeOfDay(number, per_second) | Timestamp(number, per_second):
            return number * _NANOS // per_second
        case str():
            return value.encode()
        case bool() | int() | float() | bytes() | Decimal():
            return value
        case _:
            return value.bytes
