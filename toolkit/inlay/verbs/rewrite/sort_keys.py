"""By which columns rows are sorted: as somebody asks for it, or as a footer says."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from inlay.ground.mistakes import RequestError, require_names
from inlay.ground.refusals import RefusedError
from inlay.ground.schema.names import find_column
from inlay.ground.schema.notation import format_annotation, format_physical
from inlay.ground.schema.quoted_names import cut_name
from inlay.ground.schema.tree import Node, SchemaTree
from inlay.verbs.rewrite.bare_schema import is_ordered
from inlay.verbs.rewrite.leaf_columns import is_repeated
from inlay.verbs.rewrite.wide_decimals import is_wide_decimal
from parquet_format.parquet import SortingColumn, Type


def parse_sort_keys(texts: Iterable[str], tree: SchemaTree) -> list[SortingColumn]:
    """`COL` or `COL:desc` each; nulls come last. Raises RequestError for what is none, NoSuchColumnError and
    ColumnNameError for a name that means no column or several, RefusedError for a column whose values have no order here.
    """
    keys: list[SortingColumn] = []
    for text in require_names(texts, "sort_by"):
        name, rest = cut_name(text, ":")
        if not name or rest not in ("", ":asc", ":desc"):
            what = "a column, with :desc behind it or nothing; a name with a colon or a comma is written in double quotes"
            raise RequestError(f"sort by {text!r}: write {what}")
        node = find_column(tree, name)
        _require_order(node, name)
        number = next(at for at, leaf in enumerate(tree.leaves) if leaf is node)
        if any(key.column_idx == number for key in keys):
            raise RequestError(f"sort by {text!r}: the column is named twice")
        keys.append(SortingColumn(column_idx=number, descending=rest == ":desc", nulls_first=False))
    return keys


def _require_order(node: Node, name: str) -> None:
    element = node.element
    if not node.is_leaf:
        inside = "one of the columns inside of it"
        raise RequestError(f"sort by {name!r}: it is a group of columns: write {inside}")
    if is_repeated(node):
        raise RefusedError(
            "sort", f"column {name} has many values in a row, or none: it has no order"
        )
    if not can_be_sorted(node):
        type_ = format_annotation(element) or format_physical(element)
        raise RefusedError("sort", f"column {name} is {type_}, whose values have no order here")


def can_be_sorted(node: Node) -> bool:
    """Whether rows are put here into the order that bounds of such a column are in. INT96 is a moment: its order is time."""
    element = node.element
    return element.type == Type.INT96 or is_ordered(element, None) or is_wide_decimal(element)


def can_check(keys: Sequence[SortingColumn], tree: SchemaTree) -> bool:
    """Whether rows can be held against what a footer says of their order."""
    leaves = [tree.leaves[key.column_idx] for key in keys]
    return all(can_be_sorted(leaf) and not is_repeated(leaf) for leaf in leaves)
