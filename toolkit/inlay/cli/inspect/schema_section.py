"""The schema as a tree."""

from __future__ import annotations

from collections.abc import Sequence

from inlay.cli.inspect.limits import ReportLimits, tell_more
from inlay.cli.inspect.outline import Branch
from inlay.cli.inspect.words import Words
from inlay.ground.geometries.short_crs import with_short_crs
from inlay.ground.schema.notation import format_annotation, format_physical, format_repetition
from inlay.ground.schema.tree import Node, SchemaTree
from inlay.ground.wording.amounts import count
from inlay.ground.wording.printable import quote_empty, shorten
from parquet_format.parquet import ColumnOrder, SchemaElement

MOST_NAME = 80
"""Characters of a name or an format_annotation; a coordinate system may be a page of JSON."""


def add_schema(
    parent: Branch, schema: SchemaTree, orders: Sequence[ColumnOrder], limits: ReportLimits
) -> None:
    """`orders` has one entry for each leaf, or none."""
    root = schema.root
    name = shorten(root.element.name, MOST_NAME) if root is not None else ""
    title = Words("schema")
    if name:
        title.append(f" {name}", "dim")
    branch = parent.add(title)
    branches: dict[Node, Branch] = {}
    if root is not None:
        branches[root] = branch
    order_of = dict(zip(schema.leaves, orders, strict=False))
    too_deep = 0
    shown = schema.nodes[1 : 1 + limits.schema]
    for node in shown:
        if node.depth > limits.depth or node.parent is None:
            too_deep += 1
            continue
        branches[node] = branches[node.parent].add(format_element(node.element, order_of.get(node)))
    if too_deep:
        branch.add(
            Words(f"... {too_deep:,} nested deeper than {count(limits.depth, 'level')}", "dim")
        )
    if left := len(schema.nodes) - 1 - len(shown):
        branch.add(Words(tell_more(left, "element"), "dim"))


def format_element(element: SchemaElement, order: ColumnOrder | None = None) -> Words:
    """`optional byte_array name (STRING) [field id 3]`; the order only where it is not the usual."""
    line = Words("")
    if word := format_repetition(element):
        line.append(f"{word} ", _unknown_or("dim", word))
    physical = format_physical(element)
    line.append(f"{physical} ", _unknown_or("cyan", physical))
    line.append(quote_empty(shorten(element.name, MOST_NAME)), "bold")
    if meaning := format_annotation(with_short_crs(element)):
        line.append(f" ({shorten(meaning, MOST_NAME)})", _unknown_or("green", meaning))
    if element.field_id is not None:
        line.append(f" [field id {element.field_id}]", "dim")
    if order is not None and order != ColumnOrder.TYPE_ORDER:
        line.append(f" [{order.name}]", _unknown_or("dim", order.name))
    return line


def _unknown_or(style: str, text: str) -> str:
    """What the IDL does not know stands out."""
    return "yellow" if "unknown_" in text.lower() else style
