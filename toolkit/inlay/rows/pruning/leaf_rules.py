"""How the statements of the columns that a filter names are meant."""

from __future__ import annotations

from collections.abc import Collection

from inlay.ground.schema.tree import SchemaTree
from inlay.ground.statements.column_rules import ColumnRules
from inlay.ground.writers.arrow_dictionaries import describe_leaves
from inlay.ground.writers.created_by import writer_of
from inlay.pages.engine.leaf import Leaf
from parquet_format.parquet import FileMetaData


def build_rules(
    metadata: FileMetaData, schema: SchemaTree, columns: Collection[int]
) -> dict[int, ColumnRules]:
    """By the number of the leaf."""
    leaves = [schema.leaves[column] for column in columns]
    orders, writer = metadata.column_orders or [], writer_of(metadata.created_by)
    return {
        column: ColumnRules(
            written,
            orders[column] if column < len(orders) else None,
            writer,
            Leaf.of(leaf).max_definition,
        )
        for column, leaf, written in zip(
            columns, leaves, describe_leaves(metadata, leaves), strict=True
        )
    }
