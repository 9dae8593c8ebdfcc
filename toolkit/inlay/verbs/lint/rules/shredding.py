"""Variants that were shredded in vain."""

from __future__ import annotations

import shlex
from collections.abc import Iterator, Sequence
from typing import Final

from inlay.ground.schema.tree import Node
from inlay.ground.wording.amounts import count
from inlay.verbs.lint.believed_counts import find_believed_counts, is_all_null
from inlay.verbs.lint.column_facts import ColumnFacts
from inlay.verbs.lint.file_facts import FileFacts
from inlay.verbs.lint.rule import NOTE, LintRule, Remedy, Sighting, Thresholds, quote_path
from parquet_format.parquet import VariantType


def _advise_on_unused(file: FileFacts, _thresholds: Thresholds) -> Iterator[Sighting]:
    shredded = [it for it in file.columns if it.element.name == "typed_value"]
    by_node = {id(column.leaf): column for column in file.columns} if shredded else {}
    for column in shredded:
        if not _is_unused(column):
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


def _is_unused(column: ColumnFacts) -> bool:
    return bool(column.filled) and all(is_all_null(column, chunk) for chunk in column.filled)


def _count_held(value: ColumnFacts) -> int:
    """0 where the nulls are not counted, or by numbers that something contradicts."""
    held = 0
    for chunk in value.filled:
        nulls = find_believed_counts(value, chunk).nulls
        if nulls is None:
            return 0
        held += chunk.meta.num_values - nulls
    return held


def _siblings(leaf: Node) -> Sequence[Node]:
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
