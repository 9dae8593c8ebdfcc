"""What `drop` takes out, by name: a glob may match more than was thought of."""

from __future__ import annotations

from collections.abc import Set
from typing import Final

from inlay.ground.schema.names import quote_column
from inlay.ground.schema.tree import Node, SchemaTree
from inlay.ground.wording.amounts import count

_MOST_NAMES: Final = 20


def describe_dropped(tree: SchemaTree, leaves: Set[int]) -> list[str]:
    """A sentence, if there is anything: groups of which nothing is left, and else the leaves, in the order of the file."""
    kept: set[int] = set()
    for at, leaf in enumerate(tree.leaves):
        node: Node | None = leaf if at not in leaves else None
        while node is not None and id(node) not in kept:
            kept.add(id(node))
            node = node.parent
    whole: dict[int, Node] = {}
    for at in sorted(leaves):
        node = tree.leaves[at]
        while node.parent is not None and node.parent.parent is not None:
            if id(node.parent) in kept:
                break
            node = node.parent
        whole[id(node)] = node
    if not whole:
        return []
    names = [repr(quote_column(node)) for node in whole.values()]
    more = f" and {count(len(names) - _MOST_NAMES, 'other')}" if len(names) > _MOST_NAMES else ""
    return [f"taken out: {', '.join(names[:_MOST_NAMES])}{more}"]
