"""Logical types given to columns: only such as the bytes can carry, and in whose order they are sorted already."""

from __future__ import annotations

from typing import Final

from inlay.ground.refusals import RefusedError
from inlay.ground.schema.annotations import explain_annotation, explain_decimal
from inlay.ground.schema.converted_types import Converted, converted_from_logical
from inlay.ground.schema.meaning import find_meaning
from inlay.ground.schema.notation import format_annotation, format_physical
from inlay.ground.values.orders import keys_of
from inlay.ground.wording.amounts import count
from parquet_format.parquet import (
    ColumnOrder,
    DecimalType,
    EnumType,
    IntType,
    JsonType,
    LogicalType,
    SchemaElement,
    StringType,
    TimestampType,
    TimeType,
    Type,
)

_BITS: Final = {Type.INT32: 32, Type.INT64: 64}
_TEXT: Final = (StringType, EnumType, JsonType)


def annotate(
    path: str, element: SchemaElement, kind: LogicalType | None, order: ColumnOrder | None
) -> list[str]:
    """Gives the type to the element, with the converted type that old readers know, and returns what to warn of.

    Raises RefusedError for a type that its bytes cannot carry, or whose values are in another order.
    """
    if element.type is None:
        raise RefusedError("type", f"{path!r} is a group of columns, and not a column")
    before = element.replace()
    converted = _converted(kind)
    element.logicalType = kind
    element.converted_type = converted.type
    element.scale, element.precision = converted.scale, converted.precision
    problem = explain_annotation(element) or explain_decimal(element) or _too_narrow(before, kind)
    if problem is not None:
        raise RefusedError("type", f"{path!r} would be {problem}")
    old = find_meaning(before)
    if _changes_values(old, kind):
        reason = f"{path!r} would be {format_annotation(element)} instead of {format_annotation(before)}, and every value another one"
        raise RefusedError("type", f"{reason}: if the old type is wrong, set NONE first")
    if keys_of(element, order) != keys_of(before, order):
        shown = format_annotation(before) or format_physical(before)
        reason = f"{path!r} would be {format_annotation(element) or format_physical(element)}, whose values are in another order than {shown}: "
        raise RefusedError("type", f"{reason}statistics and indexes of the file would be wrong")
    if isinstance(kind, _TEXT) and not isinstance(old, _TEXT):
        return [f"no value of {path!r} was looked at: readers may fail where one is not UTF-8"]
    return []


def _converted(kind: LogicalType | None) -> Converted:
    """Old readers take all times to be in UTC."""
    if isinstance(kind, TimeType | TimestampType) and not kind.isAdjustedToUTC:
        return Converted()
    return converted_from_logical(kind)


def _changes_values(old: LogicalType | None, kind: LogicalType | None) -> bool:
    """The numbers stay, and another scale or unit makes other values of them."""
    if isinstance(old, DecimalType) and isinstance(kind, DecimalType):
        return old.scale != kind.scale
    if isinstance(old, TimestampType) and isinstance(kind, TimestampType):
        return old.unit != kind.unit
    return isinstance(old, TimeType) and isinstance(kind, TimeType) and old.unit != kind.unit


def _too_narrow(before: SchemaElement, kind: LogicalType | None) -> str | None:
    """Values that were not promised to fit would be read as others."""
    old = find_meaning(before)
    if isinstance(kind, DecimalType) and isinstance(old, DecimalType):
        if kind.precision >= old.precision:
            return None
        return f"a decimal of {count(kind.precision, 'digit')}, and its values may have {old.precision}"
    if not isinstance(kind, IntType) or before.type is None or before.type not in _BITS:
        return None
    width = old.bitWidth if isinstance(old, IntType) else _BITS[before.type]
    if kind.bitWidth >= width:
        return None
    return f"an integer of {count(kind.bitWidth, 'bit')}, and its values may have {width}"
