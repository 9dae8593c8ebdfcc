"""Whether the bounds of a column may be packed, and whether they may be cut short."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from inlay.footers.conversion.statistics import BYTE_ARRAY
from inlay_runtime.union import UnknownVariant
from parquet_format import footer

_COMPARED_AS_BYTES: Final = (
    footer.LogicalTypeStringType,
    footer.LogicalTypeEnumType,
    footer.LogicalTypeJsonType,
    footer.LogicalTypeBsonType,
)
_UNKNOWN_TO_THE_PROPOSAL: Final = (
    footer.LogicalTypeFileType,
    footer.LogicalTypeUnrecognized,
    UnknownVariant,
)


class BoundsPolicy(NamedTuple):
    """For one column; without a leaf nothing is packed."""

    type: int | None = None
    may_pack: bool = False
    may_truncate: bool = False


NO_LEAF: Final = BoundsPolicy()


def choose_bounds_policies(
    schema: Sequence[footer.SchemaElement], leaves: Sequence[int], *, are_ordered_apart: bool
) -> list[BoundsPolicy]:
    """By leaf. A reader of the proposal must not take bounds for what they are not, so nothing is
    packed where `are_ordered_apart`, the orders in a slot that it does not know, or where a
    converted type says what no logical type can."""
    return [_policy(schema[at], are_ordered_apart) for at in leaves]


def _policy(element: footer.SchemaElement, are_ordered_apart: bool) -> BoundsPolicy:
    logical = element.logical_type
    says_more = logical is None and element.converted_type is not None
    return BoundsPolicy(
        None if element.type is None else int(element.type),
        may_pack=not (are_ordered_apart or says_more),
        may_truncate=(
            element.type == BYTE_ARRAY
            and (logical is None or isinstance(logical, _COMPARED_AS_BYTES))
            and isinstance(element.column_order, footer.ColumnOrderTypeDefinedOrder)
        ),
    )


def find_misleading_columns(schema: Sequence[footer.SchemaElement]) -> set[int]:
    """The columns that a schema without their logical type or order shows as other ones."""
    leaves = [element for element in schema if element.type is not None]
    return {at for at, leaf in enumerate(leaves) if _is_misleading(leaf)}


def _is_misleading(element: footer.SchemaElement) -> bool:
    order = element.column_order
    return isinstance(element.logical_type, _UNKNOWN_TO_THE_PROPOSAL) or not (
        order is None or isinstance(order, footer.ColumnOrderTypeDefinedOrder)
    )
