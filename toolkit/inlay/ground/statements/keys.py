"""By what bounds of the same values are compared."""

from __future__ import annotations

from inlay.ground.statements.ends import is_float
from inlay.ground.values.orders import Key, keys_of
from parquet_format.parquet import ColumnOrder, SchemaElement, Type


def list_keys(element: SchemaElement, order: ColumnOrder | None) -> tuple[Key, ...]:
    """Each order that bounds may be meant in, of a column of which the footer says this. Numbers that are ordered by all of their bits
    are ordered as numbers, too, but for NaNs."""
    is_total = order == ColumnOrder.IEEE_754_TOTAL_ORDER and is_float(element)
    return tuple(keys_of(element, ColumnOrder.TYPE_ORDER if is_total else order))


def find_key(element: SchemaElement, order: ColumnOrder | None) -> Key | None:
    """The only one; None where there are several, or none."""
    keys = list_keys(element, order)
    return keys[0] if len(keys) == 1 else None


def has_signed_order(element: SchemaElement) -> bool:
    """Whether deprecated bounds, which are in the signed order, mean the same as others."""
    if element.type in (Type.BYTE_ARRAY, Type.FIXED_LEN_BYTE_ARRAY):
        return False
    return len(keys_of(element, None)) == 1
