"""Whether two defaults or constants are one."""

from __future__ import annotations

import math
import uuid
from typing import assert_never

from inlayc.judges.diff.spelling import Spelling
from inlayc.model.schema import EnumValue, ListValue, MapValue, StructValue, Value


def is_same(a: Value, b: Value, spell: Spelling) -> bool:
    return _plain(a, spell) == _plain(b, spell)


def _plain(value: Value, spell: Spelling) -> object:
    """The value without the names of types, which each side may choose for itself."""
    match value:
        case EnumValue():
            return value.value
        case ListValue():
            return [_plain(item, spell) for item in value.items]
        case MapValue():
            return sorted(
                ([_plain(key, spell), _plain(item, spell)] for key, item in value.items), key=repr
            )
        case StructValue():
            return {spell(name): _plain(item, spell) for name, item in value.fields}
        case str():
            return value.encode("utf-8", "surrogatepass")
        case float() if math.isnan(value):
            return "nan"  # which is no other number, and not itself either
        case float() if value == 0.0:
            return str(value)  # 0.0 is equal to -0.0, but not the same
        case bool() | int() | float() | bytes() | uuid.UUID():
            return value
        case _:
            assert_never(value)
