"""What a decoded struct holds anywhere in it beyond its schema, counted."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from inlay_runtime.remainder import HasRemainder
from inlay_runtime.schema import ListOf, MapOf, Scalar, SetOf
from inlay_runtime.struct import Struct

if TYPE_CHECKING:
    from inlay_runtime.remainder import Remainder
    from inlay_runtime.schema import FieldType


class Totals(NamedTuple):
    """Unknown fields and extensions of a struct, its unions and all structs in it. What an unknown field,
    an unknown variant or the variant of an enum of tags holds is not looked into."""

    unknown_fields: int = 0
    extensions: int = 0

    def plus(self, other: Totals) -> Totals:
        return Totals(
            self.unknown_fields + other.unknown_fields, self.extensions + other.extensions
        )


def totals(record: Struct) -> Totals:
    total = Totals(extensions=record.extension is not None).plus(_remainder(record.remainder))
    for field in record.SCHEMA.fields:
        value = getattr(record, field.slot)
        if value is not None and not isinstance(field.type, Scalar):
            total = total.plus(_value(value, field.type))
    return total


def _value(value: Any, type_: FieldType) -> Totals:
    total = Totals()
    match value, type_:
        case Struct(), _:
            return totals(value)
        case _, ListOf() | SetOf():
            for element in value:
                total = total.plus(_value(element, type_.element))
        case _, MapOf():
            pairs: list[tuple[Any, Any]] = list(getattr(value, "items", lambda: value)())
            for key, item in pairs:
                total = total.plus(_value(key, type_.key)).plus(_value(item, type_.value))
        case HasRemainder(), _:
            total = _variant(value)
        case _:
            pass
    return total


def _variant(value: HasRemainder) -> Totals:
    """A variant holds a struct, a variant of another union, or what is not counted."""
    total = _remainder(value.remainder)
    match getattr(value, "value", None):
        case Struct() as payload:
            return total.plus(totals(payload))
        case HasRemainder() as payload:
            return total.plus(_variant(payload))
        case _:
            return total


def _remainder(remainder: Remainder | None) -> Totals:
    if remainder is None:
        return Totals()
    own = Totals(len(remainder.unknown_fields), remainder.extension is not None)
    return own.plus(_remainder(remainder.enclosing))
