"""How the statements of the columns that a filter names are meant."""

from __future__ import annotations

from collections.abc import Collection

from inlay.ground.schema.tree import SchemaTree
from inlay.ground.statements.column_rules import ColumnRules
from inlay.ground.writers.arrow_dictionaries import describe_leaves
from inlay.ground.writers.created_by import writer_of
from inlay.pages.engine.leaf import levels_of
from parquet_format.parquet import FileMetaData, SchemaElement


def build_rules(
    metadata: FileMetaData, schema: SchemaTree, columns: Collection[int]
) -> dict[int, ColumnRules]:
    """By the number of the leaf. Columns that differ by their names alone share one object, whose element has none: of very many columns,
    objects of their own are more than the footer. Nor does that element hold the footer."""
    leaves = [schema.leaves[column] for column in columns]
    orders, writer = metadata.column_orders or [], writer_of(metadata.created_by)
    shared: dict[object, ColumnRules] = {}
    rules: dict[int, ColumnRules] = {}
    for column, leaf, written in zip(
        columns, leaves, describe_leaves(metadata, leaves), strict=True
    ):
        order = orders[column] if column < len(orders) else None
        highest, _ = levels_of(leaf)
        nameless = leaf.element.replace(name="", field_id=None).encode()
        key = (nameless, *written[1:], order, highest)
        if key not in shared:
            own = written._replace(element=SchemaElement.decode(nameless))
            shared[key] = ColumnRules(own, order, writer, highest)
        rules[column] = shared[key]
    return rules
