"""One column of a schema, cut out of the list that a footer stores it as, without a tree of all the others."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from parquet_format.parquet import FileMetaData, SchemaElement


class OneColumn(NamedTuple):
    """A schema of the root and one column below it. `first_leaf` is where its leaves begin in `RowGroup.columns`."""

    elements: list[SchemaElement]
    first_leaf: int

    def encode(self) -> bytes:
        """A footer of this schema, without rows."""
        return FileMetaData(version=2, schema=self.elements, num_rows=0, row_groups=[]).encode()


def cut_column(elements: Sequence[SchemaElement], name: str) -> OneColumn | None:
    """None unless the root has exactly one column of this name, and the list is a whole tree."""
    column: OneColumn | None = None
    leaf = 0
    at = 1
    for _ in range(elements[0].num_children or 0 if elements else 0):
        start, first, missing = at, leaf, 1
        while missing:
            if at == len(elements):
                return None
            element = elements[at]
            children = element.num_children or 0
            if children < 0:
                return None
            leaf += not children and element.type is not None
            missing += children - 1
            at += 1
        if elements[start].name == name:
            if column is not None:
                return None
            root = elements[0].replace(num_children=1)
            column = OneColumn([root, *elements[start:at]], first)
    return column if at == len(elements) else None
