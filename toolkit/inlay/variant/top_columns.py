"""The columns right below the root of a schema, as what is taken from one file or the other."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from inlay.encoding.thrift_file import ThriftFile
from inlay.schema.tree import SchemaTree
from parquet_format.parquet import ColumnChunk, ColumnOrder, FileMetaData, SchemaElement


class TopColumn(NamedTuple):
    """`leaves` are the numbers of its chunks in the row groups of `metadata`, which was decoded from `file`."""

    file: ThriftFile
    metadata: FileMetaData
    elements: list[SchemaElement]
    leaves: range

    @property
    def name(self) -> str:
        return self.elements[0].name

    def chunks(self, group: int) -> list[ColumnChunk]:
        return self.metadata.row_groups[group].columns[self.leaves.start : self.leaves.stop]

    @property
    def orders(self) -> list[ColumnOrder]:
        return (self.metadata.column_orders or [])[self.leaves.start : self.leaves.stop]


def top_columns(file: ThriftFile, metadata: FileMetaData) -> list[TopColumn]:
    tree = SchemaTree(metadata.schema)
    found: list[TopColumn] = []
    leaf = 0
    for node in tree.nodes[1:]:
        if node.depth == 1:
            found.append(TopColumn(file, metadata, [], range(leaf, leaf)))
        leaf += node.is_leaf
        found[-1].elements.append(node.element)
        found[-1] = found[-1]._replace(leaves=range(found[-1].leaves.start, leaf))
    return found


def with_replaced(old: Sequence[TopColumn], new: Sequence[TopColumn]) -> list[TopColumn]:
    """The new ones in the place of those of the same name, or last."""
    by_name = {column.name: column for column in new}
    kept = [by_name.pop(column.name, column) for column in old]
    return [*kept, *by_name.values()]
