"""The columns right below the root of a schema: found in the list that a footer has, without the tree."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from parquet_format.parquet import SchemaElement


class Top(NamedTuple):
    """Which of the elements is the first of a column, and which of the leaves."""

    element: int
    leaf: int


def find_tops(elements: Sequence[SchemaElement]) -> Iterator[Top]:
    """As many as the root has children, and fewer where the list ends before; what comes behind them is in no tree."""
    tops = (elements[0].num_children or 0) if elements else 0
    inside = leaves = 0
    for at, element in enumerate(elements):
        if not at:
            continue
        if inside:
            inside -= 1
        elif tops > 0:
            tops -= 1
            yield Top(at, leaves)
        else:
            return
        children = element.num_children or 0
        inside += max(children, 0)
        leaves += element.type is not None and not children
