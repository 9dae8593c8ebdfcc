"""The order of the values of a column, which its bounds are in, and what happens where files differ in it."""

from __future__ import annotations

from collections.abc import Sequence

from inlay.parts.distrust import drop_bounds, drop_ordered_bounds, has_ordered_bounds
from inlay.parts.source import PartSource
from parquet_format.parquet import ColumnOrder

Places = Sequence[int | None]
"""For each leaf of the result, its number in a file; None if the file lacks it."""


def merge_orders(
    parts: Sequence[PartSource], places: Sequence[Places], names: Sequence[str]
) -> tuple[list[ColumnOrder] | None, list[str]]:
    """The column orders of the result, and a sentence for each column that loses bounds. `names` are those of its leaves."""
    if all(part.metadata.column_orders is None for part in parts):
        return None, []
    orders: list[ColumnOrder] = []
    notes: list[str] = []
    for leaf, name in enumerate(names):
        given = [_order(part, place[leaf]) for part, place in zip(parts, places, strict=True)]
        known = [order for order in given if order is not None]
        orders.append(known[0] if known else ColumnOrder.TYPE_ORDER)
        differ = any(order != known[0] for order in known)
        lost = False
        for part, place, order in zip(parts, places, given, strict=True):
            at = place[leaf]
            if at is not None and (differ or order is None):
                lost |= _drop(part, at, everything=differ)
        if lost:
            why = (
                "the files order its values differently"
                if differ
                else "a file has no column orders"
            )
            notes.append(f"bounds of column {name} are dropped: {why}")
    return orders, notes


def _order(part: PartSource, leaf: int | None) -> ColumnOrder | None:
    orders = part.metadata.column_orders
    return orders[leaf] if orders is not None and leaf is not None else None


def _drop(part: PartSource, leaf: int, *, everything: bool) -> bool:
    """Whether there was something to drop."""
    lost = False
    for row_group in part.metadata.row_groups:
        chunk = row_group.columns[leaf]
        lost |= has_ordered_bounds(chunk)
        if everything:
            drop_bounds(chunk)
        else:
            drop_ordered_bounds(chunk)
    return lost
