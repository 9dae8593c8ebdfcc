"""The schema tree, from the list that a footer stores it as: each node before its children.

The list may come from a damaged file. What does not add up becomes a problem and never an exception, so
that the rest can be shown; nothing recurses, since nothing bounds the depth of a tree.
"""

from __future__ import annotations

from collections.abc import Sequence

from parquet_format.parquet import SchemaElement


class Node:
    """A schema element in its place; the root has depth 0 and no parent."""

    __slots__ = ("children", "depth", "element", "parent")

    def __init__(self, element: SchemaElement, parent: Node | None) -> None:
        self.element = element
        self.parent = parent
        self.depth: int = parent.depth + 1 if parent is not None else 0
        self.children: list[Node] = []

    @property
    def is_leaf(self) -> bool:
        return self.element.type is not None and not self.element.num_children

    @property
    def path(self) -> tuple[str, ...]:
        """Names from below the root, as in `ColumnMetaData.path_in_schema`."""
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
        unfinished: list[Node] = []
        for element in elements:
            while unfinished and len(unfinished[-1].children) >= _declared_children(unfinished[-1]):
                unfinished.pop()
            if self.nodes and not unfinished:
                count = len(elements) - len(self.nodes)
                self.problems.append(f"{count} schema elements follow the end of the tree")
                break
            node = Node(element, unfinished[-1] if unfinished else None)
            if node.parent is not None:
                node.parent.children.append(node)
            self.nodes.append(node)
            if node.is_leaf:
                self.leaves.append(node)
            elif _declared_children(node) > 0:
                unfinished.append(node)
        for node in unfinished:
            if (children := len(node.children)) < (declared := _declared_children(node)):
                self.problems.append(
                    f"the schema ends early: group {node.element.name!r} has {children} of "
                    f"{declared} children"
                )
        if not elements:
            self.problems.append("the schema has no root")


def _declared_children(node: Node) -> int:
    return node.element.num_children or 0
