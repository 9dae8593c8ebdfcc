"""Entries of a log as a check compares them."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from datetime import UTC, date, datetime
from decimal import Decimal, InvalidOperation
from typing import Any, Final, cast

from inlay.verbs.register.check.held_file import Comparable, HeldColumn, HeldFile
from inlay.verbs.register.schema.table_leaves import TableLeaf
from inlay.verbs.register.schema.table_types import (
    DecimalType,
    LeafType,
    SimpleType,
    TimestampType,
)
from inlay.verbs.register.schema.unite_columns import Path

_EPOCH: Final = date(1970, 1, 1)
_BEGIN: Final = datetime(1970, 1, 1, tzinfo=UTC)
_NANOS: Final = 10**9
_MILLIS: Final = 10**6
_DAY: Final = 86_400


def hold_entry(path: str, size: int, stats: str, leaves: Iterable[TableLeaf]) -> HeldFile:
    """From the JSON of the log; a number keeps its digits."""
    said: dict[str, Any] = json.loads(stats, parse_float=Decimal) if stats else {}
    return hold(path, size, said.get("numRecords"), said, leaves)


def hold(
    path: str,
    size: int,
    rows: int | None,
    said: Mapping[str, Any],
    leaves: Iterable[TableLeaf],
) -> HeldFile:
    """`said` has `minValues`, `maxValues` and `nullCount`, structs within."""
    columns = {
        leaf.path: HeldColumn(
            make_held(_find(said.get("minValues"), leaf.path), leaf.type),
            _add_margin(make_held(_find(said.get("maxValues"), leaf.path), leaf.type), leaf.type),
            _find(said.get("nullCount"), leaf.path),
        )
        for leaf in leaves
        if not leaf.is_repeated
    }
    return HeldFile(path, rows, size, columns)


def _add_margin(upper: Comparable | None, type_: LeafType) -> Comparable | None:
    """Writers may cut a moment to milliseconds, so readers add the rest of the last one (Delta's protocol, per-file statistics)."""
    is_cut = isinstance(type_, TimestampType) and isinstance(upper, int) and upper % _MILLIS == 0
    return upper + _MILLIS - 1_000 if is_cut and isinstance(upper, int) else upper


def _find(tree: Any, path: Path) -> Any:
    for name in path:
        if not isinstance(tree, dict):
            return None
        tree = cast("dict[str, Any]", tree).get(name)
    return tree


def make_held(value: Any, type_: LeafType) -> Comparable | None:
    """Of JSON, or of a row of Arrow as JSON. None for what is not a value of the type, or of a year that Python does not count."""
    if value is None:
        return None
    try:
        return _read(value, type_)
    except (ValueError, InvalidOperation):
        return None


def _read(value: Any, type_: LeafType) -> Comparable | None:
    match type_, value:
        case SimpleType.DATE, str():
            return (date.fromisoformat(value) - _EPOCH).days
        case TimestampType(), str():
            moment = datetime.fromisoformat(value)
            since = (moment if moment.tzinfo is not None else moment.replace(tzinfo=UTC)) - _BEGIN
            return (since.days * _DAY + since.seconds) * _NANOS + since.microseconds * 1_000
        case SimpleType.FLOAT | SimpleType.DOUBLE, _:
            return float(value)
        case DecimalType(), _:
            return Decimal(value)
        case _, str():
            return value.encode()
        case _, bool() | int() | float() | Decimal():
            return value
        case _:
            return None
