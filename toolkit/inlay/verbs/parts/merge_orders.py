"""The order of the values of a column, which its bounds are in, and what happens where files differ in it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial

from inlay.verbs.parts.distrust import drop_bounds, drop_ordered_bounds, has_ordered_bounds
from inlay.verbs.parts.planned_groups import Places
from inlay.verbs.parts.source import PartSource
from parquet_format.parquet import ColumnOrder, RowGroup


def merge_orders(
    parts: Sequence[PartSource], places: Sequence[Places], names: Sequence[str]
) -> tuple[list[ColumnOrder] | None, list[str]]:
    """The column orders of the result, and a sentence for each column that loses bounds. `names` are those of its leaves."""
    if all(part.metadata.column_orders is None for part in parts):
        return None, []
    first = parts[0].metadata.column_orders
    every = range(len(names))
    if first is not None and all(
        part.metadata.column_orders is first and place == every
        for part, place in zip(parts, places, strict=True)
    ):
        return list(first), []
    orders: list[ColumnOrder] = []
    differ: list[bool] = []
    for leaf in range(len(names)):
        given = (_order(part, place[leaf]) for part, place in zip(parts, places, strict=True))
        known = [order for order in given if order is not None]
        orders.append(known[0] if known else ColumnOrder.TYPE_ORDER)
        differ.append(any(order != known[0] for order in known))
    lost = [False] * len(names)
    for part, place in zip(parts, places, strict=True):
        for leaf in _drop(part, place, differ):
            lost[leaf] = True
    notes: list[str] = []
    for leaf, name in enumerate(names):
        if lost[leaf]:
            why = (
                "the files order its values differently"
                if differ[leaf]
                else "a file has no column orders"
            )
            notes.append(f"bounds of column {name} are dropped: {why}")
    return orders, notes


def _order(part: PartSource, leaf: int | None) -> ColumnOrder | None:
    orders = part.metadata.column_orders
    return orders[leaf] if orders is not None and leaf is not None else None


def _drop(part: PartSource, places: Places, differ: Sequence[bool]) -> list[int]:
    """Has the bounds dropped that no order, or another one, stands behind; the leaves that had some."""
    without = {
        place: (leaf, differ[leaf])
        for leaf, place in enumerate(places)
        if place is not None and (differ[leaf] or _order(part, place) is None)
    }
    if not without:
        return []
    row_groups = part.row_groups()
    part.edits.append(partial(_drop_in, {at: every for at, (_, every) in without.items()}))
    return [
        leaf
        for at, (leaf, _) in without.items()
        if any(has_ordered_bounds(row_group.columns[at]) for row_group in row_groups)
    ]


def _drop_in(without: Mapping[int, bool], row_groups: Sequence[RowGroup]) -> None:
    for row_group in row_groups:
        for at, every in without.items():
            drop = drop_bounds if every else drop_ordered_bounds
            drop(row_group.columns[at])
