"""Logical types that take some of the values of their physical type: which ones."""

from __future__ import annotations

from typing import Final, NamedTuple

from inlay.ground.schema.meaning import find_meaning
from inlay.ground.values.orders import Key, keys_of
from parquet_format.parquet import (
    ColumnOrder,
    DecimalType,
    IntType,
    SchemaElement,
    TimeType,
    TimeUnit,
    Type,
)

_A_DAY: Final = {
    TimeUnit.MILLIS: 86_400_000,
    TimeUnit.MICROS: 86_400_000_000,
    TimeUnit.NANOS: 86_400_000_000_000,
}


class ValueRange(NamedTuple):
    """From the least to the most that values of a type may be, as whole numbers by the key."""

    kind: str
    key: Key
    least: int
    most: int


def find_room(element: SchemaElement) -> ValueRange | None:
    """None where every value of the physical type is one. Midnight at the end of a day is a time: SQL has 24:00:00."""
    keys = keys_of(element, ColumnOrder.TYPE_ORDER)
    meaning = find_meaning(element)
    if len(keys) != 1:
        return None
    match meaning:
        case DecimalType() if meaning.precision > 0:
            most: int = 10**meaning.precision - 1
            return ValueRange(
                f"DECIMAL({meaning.precision}, {meaning.scale})", keys[0], -most, most
            )
        case TimeType() if meaning.unit in _A_DAY:
            return ValueRange(f"TIME({meaning.unit.name})", keys[0], 0, _A_DAY[meaning.unit])
        case IntType() if meaning.bitWidth in (8, 16):
            return _find_room_of_integers(meaning)
        case _:
            return None


def _find_room_of_integers(meaning: IntType) -> ValueRange:
    """By their sign in 32 bits, whether they have one or not: 255 of 8 bits may not be -1."""
    (key,) = keys_of(SchemaElement(name="", type=Type.INT32), ColumnOrder.TYPE_ORDER)
    half = 1 << (meaning.bitWidth - 1)
    if meaning.isSigned:
        return ValueRange(f"INT({meaning.bitWidth}, signed)", key, -half, half - 1)
    return ValueRange(f"INT({meaning.bitWidth}, unsigned)", key, 0, 2 * half - 1)
