"""What `drop` takes out, by name: a glob may match more than was thought of."""

from __future__ import annotations

from collections.abc import Set
from itertools import islice
from typing import Final

from inlay.ground.schema.names import NamedChildren, quote_column
from inlay.ground.schema.tree import Node, SchemaTree
from inlay.ground.wording.amounts import count

_MOST_NAMES: Final = 20


def describe_dropped(tree: SchemaTree, leaves: Set[int]) -> list[str]:
    """A sentence, if there is anything: groups of which nothing is left, and else the leaves, in the order of the file."""
    gone = {id(tree.leaves[at]) for at in leaves}
    for node in reversed(tree.nodes):  # groups behind what is in them
        if not node.is_leaf and all(id(child) in gone for child in node.children):
            gone.add(id(node))
    whole: dict[int, Node] = {}
    for at in sorted(leaves):
        node = tree.leaves[at]
        while node.parent is not None and node.parent.parent is not None:
            if id(node.parent) not in gone:
                break
            node = node.parent
        whole[id(node)] = node
    if not whole:
        return []
    names = NamedChildren()
    shown = [repr(quote_column(node, names)) for node in islice(whole.values(), _MOST_NAMES)]
    others = len(whole) - len(shown)
    more = f" and {count(others, 'other')}" if others else ""
    return [f"removed: {', '.join(shown)}{more}"]
