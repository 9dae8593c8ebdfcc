"""The schema of some of the columns of a file."""

from __future__ import annotations

from collections.abc import Sequence, Set

from inlay.ground.schema.tree import Node, SchemaTree
from parquet_format.parquet import SchemaElement


def keep_leaves(tree: SchemaTree, leaves: Sequence[int]) -> list[SchemaElement]:
    """The elements that lead to these leaves, with their numbers of children changed."""
    kept: set[Node] = set()
    for leaf in leaves:
        node: Node | None = tree.leaves[leaf]
        while node is not None and node not in kept:
            kept.add(node)
            node = node.parent
    return [_keep(node, kept) for node in tree.nodes if node in kept or node.parent is None]


def _keep(node: Node, kept: Set[Node]) -> SchemaElement:
    if not node.element.num_children:
        return node.element
    return node.element.replace(num_children=sum(child in kept for child in node.children))
