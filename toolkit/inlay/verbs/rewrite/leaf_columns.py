"""The values of a leaf that has one in each row, or none."""

from __future__ import annotations

from typing import Any

import pyarrow as pa

from inlay.ground.arrow_rows import column_in
from inlay.ground.schema.tree import Node
from inlay_variant.storage.arrow_classes import ChunkedArray, pc
from parquet_format.parquet import FieldRepetitionType


def is_repeated(node: Node) -> bool:
    at: Node | None = node
    while at is not None:
        if at.element.repetition_type == FieldRepetitionType.REPEATED:
            return True
        at = at.parent
    return False


def column_of(rows: pa.Table, leaf: Node) -> ChunkedArray:
    """Null where a group around it is."""
    steps: list[int] = []
    node = leaf
    while node.parent is not None:
        steps.append(next(at for at, child in enumerate(node.parent.children) if child is node))
        node = node.parent
    top, *below = reversed(steps)
    column: Any = column_in(rows, top)
    values: ChunkedArray = pc.struct_field(column, below) if below else column
    return values
