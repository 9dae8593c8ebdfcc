"""What people call the type of an encoded value."""

from __future__ import annotations

from typing import Final

from inlay_variant.value.containers import ARRAY, OBJECT
from inlay_variant.value.primitives import PrimitiveType

_NAMES: Final = {
    PrimitiveType.NULL: "a Variant null",
    PrimitiveType.TRUE: "a boolean",
    PrimitiveType.FALSE: "a boolean",
    PrimitiveType.STRING: "a string",
    PrimitiveType.BINARY: "binary",
    PrimitiveType.UUID: "a UUID",
}


def name_kind(value: bytes) -> str:
    """`an object`, `an array`, `a string`, `an int8`; the number of a type that this version does not know."""
    if not value:
        return "nothing"
    match value[0] & 3:
        case 1:
            return "a string"
        case kind if kind == OBJECT:
            return "an object"
        case kind if kind == ARRAY:
            return "an array"
        case _:
            pass
    number = value[0] >> 2
    try:
        type_ = PrimitiveType(number)
    except ValueError:
        return f"a value of type {number}"
    name = type_.name.lower()
    return _NAMES.get(type_, f"{'an' if name[0] in 'aeiou' else 'a'} {name}")
