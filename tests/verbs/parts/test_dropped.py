"""What `drop` says that it takes out: the largest groups of which nothing is left, and else the leaves."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from inlay.ground.schema.tree import Node, SchemaTree
from inlay.verbs.parts.dropped import describe_dropped
from parquet_format.parquet import SchemaElement, Type

Shape = list["Shape"]
"""A group, with what is in it; a list without elements is a leaf."""

SHAPES: st.SearchStrategy[Shape] = st.recursive(
    st.just(Shape()), lambda below: st.lists(below, min_size=1, max_size=4), max_leaves=12
)


def elements_of(shape: Shape, name: str) -> list[SchemaElement]:
    if not shape:
        return [SchemaElement(name=name, type=Type.INT32)]
    elements = [SchemaElement(name=name, num_children=len(shape))]
    for at, below in enumerate(shape):
        elements += elements_of(below, "abcd"[at])
    return elements


def list_gone(node: Node, gone: set[int], tree: SchemaTree) -> list[str]:
    """From the top: a group is gone if all leaves in it are."""
    leaves = [at for at, leaf in enumerate(tree.leaves) if is_in(leaf, node)]
    if node.parent is not None and gone.issuperset(leaves):
        return [".".join(node.path)]
    return [name for child in node.children for name in list_gone(child, gone, tree)]


def is_in(leaf: Node, node: Node) -> bool:
    at: Node | None = leaf
    while at is not None and at is not node:
        at = at.parent
    return at is node


@given(shapes=st.lists(SHAPES, min_size=1, max_size=4), data=st.data())
def test_it_names_what_is_gone_from_the_top(shapes: Shape, data: st.DataObject) -> None:
    tree = SchemaTree(elements_of(shapes, "root"))
    numbers = st.sets(st.integers(0, len(tree.leaves) - 1))
    gone = data.draw(numbers)
    assert tree.root is not None
    names = list_gone(tree.root, gone, tree)
    expected = [f"removed: {', '.join(map(repr, names))}"] if names else []
    assert describe_dropped(tree, gone) == expected
