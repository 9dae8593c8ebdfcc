"""Entries of Iceberg as a check compares them: single-value bytes as values. Iceberg's table spec, appendix D."""

from __future__ import annotations

from decimal import Decimal
from struct import Struct
from typing import Final

from pyiceberg.manifest import DataFile

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
from inlay.verbs.register.targets.iceberg.file_names import locate

_FLOATS: Final = {4: Struct("<f"), 8: Struct("<d")}
_NANOS_OF_MICROS: Final = 1_000


def read_held(entry: DataFile, leaves: list[TableLeaf]) -> HeldFile:
    """What an entry says of columns that have one value in each row."""
    path = entry.file_path
    columns = {
        leaf.path: HeldColumn(
            _decode(entry.lower_bounds, field_id, leaf.type),
            _decode(entry.upper_bounds, field_id, leaf.type),
            (entry.null_value_counts or {}).get(field_id),
            (entry.nan_value_counts or {}).get(field_id),
        )
        for leaf in leaves
        if not leaf.is_repeated and (field_id := leaf.column.field_id) is not None
    }
    return HeldFile(locate(path), entry.record_count, entry.file_size_in_bytes, columns)


def _decode(bounds: dict[int, bytes] | None, field_id: int, type_: LeafType) -> Comparable | None:
    raw = (bounds or {}).get(field_id)
    return None if raw is None else decode_bound(raw, type_)


def decode_bound(raw: bytes, type_: LeafType) -> Comparable | None:
    """A table may have widened its column since: then the bytes are those of the narrow type. None for bytes that are of neither."""
    match type_:
        case SimpleType.BOOLEAN:
            return raw != b"\0"
        case SimpleType.FLOAT | SimpleType.DOUBLE:
            return float(_FLOATS[len(raw)].unpack(raw)[0]) if len(raw) in _FLOATS else None
        case DecimalType(_, scale):
            number = int.from_bytes(raw, "big", signed=True)
            return Decimal((number < 0, tuple(map(int, str(abs(number)))), -scale))
        case IntegerType() | SimpleType.DATE:
            return int.from_bytes(raw, "little", signed=True)
        case TimeType() | TimestampType():
            return int.from_bytes(raw, "little", signed=True) * _NANOS_OF_MICROS
        case _:
            return raw
