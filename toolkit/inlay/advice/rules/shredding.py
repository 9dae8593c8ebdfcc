"""Variants that were shredded in vain."""

from __future__ import annotations

import shlex
from collections.abc import Iterator
from typing import Final

from inlay.advice.column_facts import ColumnFacts
from inlay.advice.file_facts import FileFacts
from inlay.advice.rule import NOTE, LintRule, Remedy, Sighting, Thresholds, quote_path
from inlay.schema.tree import Node
from inlay.wording.amounts import count
from parquet_format.parquet import VariantType


def _advise_on_unused(file: FileFacts, _thresholds: Thresholds) -> Iterator[Sighting]:
    by_node = {id(column.leaf): column for column in file.columns}
    for column in file.columns:
        if column.leaf.element.name != "typed_value" or not _is_all_null(column):
            continue
        variant = _find_variant(column.leaf)
        value = next((by_node.get(id(it)) for it in _siblings(column.leaf) if it.element.name == "value"), None)  # fmt: skip
        if variant is None or value is None or not (held := _count_held(value)):
            continue
        name = ".".join(variant.path)
        yield Sighting(
            f"typed_value is null throughout, and value has {count(held, 'value')}",
            Remedy(
                f"inlay variant shred {quote_path(file.path)} --column {shlex.quote(name)} -o OUT"
            ),
            column=column.path,
            place=column.place(column.chunks[0]),
        )


def _is_all_null(column: ColumnFacts) -> bool:
    return column.num_values > 0 and column.null_count == column.num_values


def _count_held(value: ColumnFacts) -> int:
    """0 where the nulls are not counted."""
    return max(value.num_values - value.null_count, 0) if value.null_count is not None else 0


def _siblings(leaf: Node) -> list[Node]:
    return leaf.parent.children if leaf.parent is not None else []


def _find_variant(node: Node) -> Node | None:
    """The Variant that a node is in."""
    above = node.parent
    while above is not None and not isinstance(above.element.logicalType, VariantType):
        above = above.parent
    return above


RULES: Final = (
    LintRule(
        id="unused-typed-value",
        severity=NOTE,
        summary="A typed_value of a Variant holds values",
        why="Readers skip nothing by it and decode every Variant: the column costs, and helps nobody. "
        "DuckDB 2.0 leaves numbers from JSON that are not negative in value.",
        source="parquet-format, VariantShredding.md",
        advise=_advise_on_unused,
    ),
)
