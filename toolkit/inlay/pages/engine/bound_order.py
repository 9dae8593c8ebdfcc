"""Whether the bounds of a column index are in order: in a page, and from page to page where the index says so. Readers pass over a
page whose minimum is above its maximum, and search in the middle of pages that are said to be sorted.
"""

from __future__ import annotations

import struct
from collections.abc import Callable, Sequence
from itertools import compress, islice
from operator import gt, lt, not_
from typing import Any, Final

from inlay.ground.schema.meaning import find_meaning
from parquet_format.parquet import (
    BoundaryOrder,
    BsonType,
    ColumnIndex,
    EnumType,
    Float16Type,
    IntType,
    JsonType,
    SchemaElement,
    StringType,
    Type,
    UUIDType,
)

BYTES: Final = "s"

_NUMBERS: Final = {
    Type.BOOLEAN: "?",
    Type.INT32: "i",
    Type.INT64: "q",
    Type.FLOAT: "f",
    Type.DOUBLE: "d",
}
_AS_BYTES: Final = (BsonType, EnumType, JsonType, StringType, UUIDType)


def order_of(element: SchemaElement) -> str:
    """A letter of `struct`, `s` for values that compare as bytes, and nothing for others: decimals in bytes, INT96, and what has no
    order."""
    meaning = find_meaning(element)
    letter = "" if element.type is None else _NUMBERS.get(element.type, "")
    if letter:
        is_unsigned = isinstance(meaning, IntType) and not meaning.isSigned
        return letter.upper() if is_unsigned else letter
    if element.type not in (Type.BYTE_ARRAY, Type.FIXED_LEN_BYTE_ARRAY):
        return ""
    if isinstance(meaning, Float16Type):
        return "e"
    is_plain = meaning is None and element.converted_type is None
    return BYTES if is_plain or isinstance(meaning, _AS_BYTES) else ""


def find_wrong_order(index: ColumnIndex, order: str) -> str | None:
    """As a clause about the index; None if nothing is wrong, or nobody can tell. Its lists are equally long."""
    there = None if True not in index.null_pages else list(map(not_, index.null_pages))
    lows = _read(index.min_values, there, order)
    highs = _read(index.max_values, there, order)
    if lows is None or highs is None:
        return None
    if any(map(gt, lows, highs)):
        numbers = (
            range(len(index.null_pages)) if there is None else compress(range(len(there)), there)
        )
        page = next(
            number for number, low, high in zip(numbers, lows, highs, strict=True) if low > high
        )
        return f"of page {page}, the minimum is above the maximum"
    match index.boundary_order:
        case BoundaryOrder.ASCENDING:
            is_wrong = _has_any(gt, lows) or _has_any(gt, highs)
        case BoundaryOrder.DESCENDING:
            is_wrong = _has_any(lt, lows) or _has_any(lt, highs)
        case _:
            return None
    return (
        f"boundary_order is {index.boundary_order.name}, and the bounds are not"
        if is_wrong
        else None
    )


def _has_any(compare: Callable[[Any, Any], bool], values: Sequence[Any]) -> bool:
    """A value, and the one behind it."""
    return len(values) > 1 and any(map(compare, values, islice(values, 1, None)))


def _read(
    bounds: Sequence[bytes], there: Sequence[bool] | None, order: str
) -> Sequence[Any] | None:
    """Those of pages that are `there`, None for all."""
    if not order:
        return None
    some = bounds if there is None else list(compress(bounds, there))
    if order == BYTES:
        return some
    data = b"".join(some)
    try:
        return struct.unpack(f"<{len(some)}{order}", data)
    except struct.error:  # pages without values may have bounds of no width
        return None
