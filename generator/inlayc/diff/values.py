"""Whether two defaults or constants are one."""

from __future__ import annotations

import math
import uuid
from typing import assert_never

from inlayc.diff.sides import fold
from inlayc.schema import EnumValue, ListValue, MapValue, StructValue, Value


def is_same(a: Value, b: Value) -> bool:
    return _plain(a) == _plain(b)


def _plain(value: Value) -> object:
    """The value without the names of types, which each side may choose for itself."""
    match value:
        case EnumValue():
            return value.value
        case ListValue():
            return [_plain(item) for item in value.items]
        case MapValue():
            return sorted(([_plain(key), _plain(item)] for key, item in value.items), key=repr)
        case StructValue():
            return {fold(name): _plain(item) for name, item in value.fields}
        case str():
            return value.encode("utf-8", "surrogatepass")
        case float() if math.isnan(value):
            return "nan"  # which is no other number, and not itself either
        case bool() | int() | float() | bytes() | uuid.UUID():
            return value
        case _:
            assert_never(value)
