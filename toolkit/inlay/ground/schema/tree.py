"""The schema tree, from the list that a footer stores it as: each node before its children.

The list may come from a damaged file. What does not add up becomes a problem and never an exception, so
that the rest can be shown; nothing recurses, since nothing bounds the depth of a tree.
"""

from __future__ import annotations

from collections.abc import Sequence

from inlay.ground.wording import amounts
from parquet_format.parquet import SchemaElement


class Node:
    """A schema element in its place; the root has depth 0 and no parent."""

    __slots__ = ("children", "depth", "element", "parent")

    def __init__(self, element: SchemaElement, parent: Node | None) -> None:
        self.element = element
        self.parent = parent
        self.depth: int = parent.depth + 1 if parent is not None else 0
        self.children: Sequence[Node] = ()  # a list for each leaf would take as much as the node

    @property
    def is_leaf(self) -> bool:
        return self.element.type is not None and not self.element.num_children

    @property
    def path(self) -> tuple[str, ...]:
        """Names from below the root, as in `ColumnMetaData.path_in_schema`."""
        if self.depth == 1:  # most are
            return (self.element.name,)
        names: list[str] = []
        node = self
        while node.parent is not None:
            names.append(node.element.name)
            node = node.parent
        return tuple(reversed(names))


class SchemaTree:
    """`nodes` in the order of the file; `leaves` in the order of `RowGroup.columns`."""

    __slots__ = ("leaves", "nodes", "problems")

    def __init__(self, elements: Sequence[SchemaElement]) -> None:
        self.nodes: list[Node] = []
        self.leaves: list[Node] = []
        self.problems: list[str] = []
        self._build(elements)

    @property
    def root(self) -> Node | None:
        return self.nodes[0] if self.nodes else None

    def _build(self, elements: Sequence[SchemaElement]) -> None:
        unfinished: list[tuple[Node, list[Node]]] = []  # each with its children
        missing = 0  # children of the last of these
        for element in elements:
            while unfinished and missing <= 0:
                unfinished.pop()
                missing = _count_missing(unfinished[-1][0]) if unfinished else 0
            if self.nodes and not unfinished:
                count = len(elements) - len(self.nodes)
                self.problems.append(
                    f"{amounts.count(count, 'schema element follows', 'schema elements follow')} the end of the tree"
                )
                break
            parent, siblings = unfinished[-1] if unfinished else (None, [])
            node = Node(element, parent)
            siblings.append(node)
            missing -= 1
            self.nodes.append(node)
            declared = element.num_children or 0
            if not declared and element.type is not None:
                self.leaves.append(node)
            elif declared > 0:
                below: list[Node] = []
                node.children = below
                unfinished.append((node, below))
                missing = declared
        for node, _ in unfinished:
            if (children := len(node.children)) < (declared := _declared_children(node)):
                self.problems.append(
                    f"the schema ends early: group {node.element.name!r} has {children} of "
                    f"{declared} children"
                )
        if not elements:
            self.problems.append("the schema has no root")


def list_paths(elements: Sequence[SchemaElement]) -> list[str]:
    """The path of each leaf, joined by dots. The tree is taken apart: its nodes know each other, and the collector might let very many of them
    stay for long."""
    tree = SchemaTree(elements)
    paths = [".".join(leaf.path) for leaf in tree.leaves]
    for node in tree.nodes:
        node.children = ()
    return paths


def count_leaves(elements: Sequence[SchemaElement]) -> int:
    """How many the tree of these has, which is not built: of very many columns it takes as much as their footer."""
    leaves, to_come = 0, 1
    for element in elements:
        if not to_come:
            break
        declared = element.num_children or 0
        leaves += not declared and element.type is not None
        to_come += max(declared, 0) - 1
    return leaves


def _count_missing(node: Node) -> int:
    """Children that are still to come."""
    return _declared_children(node) - len(node.children)


def _declared_children(node: Node) -> int:
    return node.element.num_children or 0
