"""Columns that are read together: pyarrow keeps 10 KB of each that it is reading."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise

from inlay.ground.schema.tree import SchemaTree
from parquet_format.parquet import SchemaElement


def band_columns(elements: Sequence[SchemaElement], most: int) -> Iterator[SchemaTree]:
    """The schema in pieces of `most` leaves or fewer, but for a column below the root that has more; one piece if it has no column."""
    root, *_ = elements
    tree = SchemaTree(elements)
    starts = [at for at, node in enumerate(tree.nodes) if node.depth == 1]
    band: list[SchemaElement] = []
    columns = leaves = 0
    for start, stop in pairwise([*starts, len(tree.nodes)]):
        column = tree.nodes[start:stop]
        there = sum(node.is_leaf for node in column)
        if columns and leaves + there > most:
            yield _plant(root, columns, band)
            band, columns, leaves = [], 0, 0
        band += [node.element for node in column]
        columns += 1
        leaves += there
    yield _plant(root, columns, band)


def _plant(root: SchemaElement, columns: int, below: Sequence[SchemaElement]) -> SchemaTree:
    return SchemaTree([root.replace(num_children=columns), *below])
