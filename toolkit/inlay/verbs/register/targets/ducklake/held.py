"""Statistics of a catalog as a check compares them: texts as values."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from datetime import UTC, date, datetime, time
from decimal import Decimal, InvalidOperation
from struct import Struct
from typing import Final
from uuid import UUID

from inlay.verbs.register.check.held_file import Comparable, HeldColumn, HeldFile
from inlay.verbs.register.schema.table_leaves import TableLeaf
from inlay.verbs.register.schema.table_types import (
    DecimalType,
    IntegerType,
    LeafType,
    SimpleType,
    TimestampType,
    TimeType,
)
from inlay.verbs.register.targets.ducklake.catalog import KnownFile
from inlay.verbs.register.targets.ducklake.databases.connection import Connection
from inlay.verbs.register.targets.ducklake.entries import CatalogFile

_EPOCH: Final = date(1970, 1, 1)
_BEGIN: Final = datetime(1970, 1, 1, tzinfo=UTC)
_NANOS: Final = 10**9
_DIGITS: Final = 9
_FLOAT: Final = Struct("<f")


def hold_entry(entry: CatalogFile, leaves: Mapping[int, TableLeaf]) -> HeldFile:
    """An entry that is about to be written."""
    columns = {
        leaf.path: HeldColumn(
            parse_bound(said.least, leaf.type), parse_bound(said.most, leaf.type), said.nulls
        )
        for field_id, leaf in leaves.items()
        if not leaf.is_repeated and (said := entry.statistics.get(field_id)) is not None
    }
    return HeldFile(entry.path, entry.rows, entry.size, columns)


def read_held(
    connection: Connection, files: Mapping[int, KnownFile], leaves: Mapping[int, TableLeaf]
) -> Iterator[HeldFile]:
    """CatalogEntries of the catalog, of these files."""
    rows = connection.query(
        "SELECT data_file_id, column_id, null_count, min_value, max_value FROM ducklake_file_column_stats"
    )
    columns: dict[int, dict[tuple[str, ...], HeldColumn]] = {}
    for file_id, column_id, nulls, least, most in rows:
        leaf = leaves.get(int(column_id))
        if leaf is None or leaf.is_repeated or int(file_id) not in files:
            continue
        columns.setdefault(int(file_id), {})[leaf.path] = HeldColumn(
            parse_bound(least, leaf.type),
            parse_bound(most, leaf.type),
            None if nulls is None else int(nulls),
        )
    for file_id, file in files.items():
        yield HeldFile(file.path, file.rows, file.size, columns.get(file_id, {}))


def parse_bound(text: object, type_: LeafType) -> Comparable | None:
    """None for what is not a value of the type, or of a year that Python does not count."""
    if text is None:
        return None
    try:
        return _parse(str(text), type_)
    except (ValueError, InvalidOperation):
        return None


def _parse(text: str, type_: LeafType) -> Comparable | None:
    match type_:
        case SimpleType.BOOLEAN:
            return text.lower() in ("true", "1")
        case IntegerType():
            return int(text)
        case DecimalType():
            return Decimal(text)
        case SimpleType.FLOAT:
            return _round_to_float(text)
        case SimpleType.DOUBLE:
            return float(text)
        case SimpleType.DATE:
            return (date.fromisoformat(text) - _EPOCH).days
        case SimpleType.UUID:
            return UUID(text).bytes
        case TimeType():
            whole, _, fraction = text.partition(".")
            clock = time.fromisoformat(whole)
            seconds = clock.hour * 3600 + clock.minute * 60 + clock.second
            return seconds * _NANOS + _read_fraction(fraction)
        case TimestampType():
            whole, _, fraction = text.removesuffix("+00").partition(".")
            since = datetime.fromisoformat(whole).replace(tzinfo=UTC) - _BEGIN
            return (since.days * 86_400 + since.seconds) * _NANOS + _read_fraction(fraction)
        case SimpleType.STRING | SimpleType.JSON:
            return text.encode()
        case _:
            return None


def _round_to_float(text: str) -> float:
    """Writers give the fewest digits from which the float comes back. Raises ValueError for one beyond all floats."""
    try:
        (value,) = _FLOAT.unpack(_FLOAT.pack(float(text)))
    except OverflowError:
        raise ValueError(text) from None
    return float(value)


def _read_fraction(digits: str) -> int:
    return int(digits.ljust(_DIGITS, "0")[:_DIGITS]) if digits else 0
