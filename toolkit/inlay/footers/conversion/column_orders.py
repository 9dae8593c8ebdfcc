"""Column orders: a list in Thrift, taken apart to the leaves of the schema in FlatBuffers."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Final

from inlay.footers.conversion import unrecognized
from inlay.footers.conversion.errors import ConversionError, absent, convert_each
from inlay.footers.conversion.residue import carry, is_bare, refuse_extension, restore
from inlay_runtime.compact.cursor import Cursor
from inlay_runtime.compact.reader import CompactReader
from inlay_runtime.compact.spans import field_header, find_field_spans
from inlay_runtime.union import UnknownVariant
from inlay_runtime.wire_types import STOP, STRUCT
from parquet_format import footer, parquet
from parquet_format.parquet import ColumnOrder

MEMBERS: Final[Mapping[int, Callable[[footer.Empty], footer.ColumnOrder]]] = {
    1: footer.ColumnOrderTypeDefinedOrder,
    2: footer.ColumnOrderIeee754TotalOrder,
    3: footer.ColumnOrderInt96TimestampOrder,
}


def orders_to_flat(
    orders: Sequence[ColumnOrder], schema: Sequence[footer.SchemaElement], leaves: Sequence[int]
) -> list[footer.ColumnOrderEntry] | None:
    """Gives each leaf its order; a list that is not one for each is returned as it is.

    `leaves` are the indexes of the leaves in the schema.
    """
    if not orders or len(orders) != len(leaves):
        return [footer.ColumnOrderEntry(order=_to_flat(order)) for order in orders]
    for at, order in zip(leaves, orders, strict=True):
        schema[at].column_order = _to_flat(order)
    return None


def orders_to_thrift(
    entries: Sequence[footer.ColumnOrderEntry] | None,
    schema: Sequence[footer.SchemaElement],
    leaves: Sequence[int],
) -> list[ColumnOrder] | None:
    """The list; absent if no element has an order and there are no entries."""
    ordered = [at for at, element in enumerate(schema) if element.column_order is not None]
    if entries is not None:
        if ordered:
            raise ConversionError("orders are here and on schema elements", "column_orders")
        return convert_each("column_orders", entries, _entry_to_thrift)
    if not ordered:
        return None
    if ordered != list(leaves):
        raise ConversionError("some leaves have an order and some do not, or a group has", "schema")
    return convert_each("schema", (schema[at] for at in leaves), _of_element)


def _entry_to_thrift(entry: footer.ColumnOrderEntry) -> ColumnOrder:
    refuse_extension(entry.extension)
    return _of_slot(entry.order, "order")


def _of_element(element: footer.SchemaElement) -> ColumnOrder:
    return _of_slot(element.column_order, "column_order")


def _of_slot(order: footer.ColumnOrder | None, path: str) -> ColumnOrder:
    if order is None:
        raise absent(path)
    return _to_thrift(order)


def _to_flat(order: ColumnOrder) -> footer.ColumnOrder:
    member = order.raw
    wire_type: int = STRUCT
    if member is not None:  # the member has gained fields, or the union has some beside it
        span = next(s for s in find_field_spans(Cursor(member)) if s.wire_id == order.field_id)
        wire_type, member = span.wire_type, member[span.value : span.end]
    wrapper = MEMBERS.get(order)
    if wrapper is None:
        raw = b"\0" if member is None else member
        unknown = UnknownVariant(order.field_id, raw, wire_type)
        return footer.ColumnOrderUnrecognized(unrecognized.from_variant(unknown))
    if member is None:
        return wrapper(footer.Empty())
    return wrapper(carry(parquet.TypeDefinedOrder.decode(member), footer.Empty()))


def _to_thrift(order: footer.ColumnOrder) -> ColumnOrder:
    match order:
        case footer.ColumnOrderTypeDefinedOrder(empty):
            return _tag(1, empty)
        case footer.ColumnOrderIeee754TotalOrder(empty):
            return _tag(2, empty)
        case footer.ColumnOrderInt96TimestampOrder(empty):
            return _tag(3, empty)
        case footer.ColumnOrderUnrecognized(unknown):
            variant = unrecognized.to_variant(unknown)
            return _with_member(variant.field_id, variant.wire_type, variant.raw)
        case UnknownVariant():
            raise ConversionError(f"member {order.field_id} is of a newer schema", "column_order")


def _tag(tag: int, empty: footer.Empty) -> ColumnOrder:
    if is_bare(empty):
        return ColumnOrder(tag)
    struct = restore(empty, parquet.TypeDefinedOrder())
    return _with_member(tag, STRUCT, struct.encode())


def _with_member(tag: int, wire_type: int, member: bytes) -> ColumnOrder:
    data = field_header(tag, wire_type, 0) + member + bytes([STOP])
    return ColumnOrder.read(CompactReader(data))
