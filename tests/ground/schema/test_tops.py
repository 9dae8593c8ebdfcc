"""The columns right below the root, as the tree has them."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from inlay.ground.schema.tops import Top, find_tops
from inlay.ground.schema.tree import SchemaTree
from parquet_format.parquet import SchemaElement, Type
from tests.support.examples import examples

ELEMENTS = st.lists(
    st.builds(
        SchemaElement,
        name=st.just("a"),
        type=st.sampled_from([None, Type.INT32]),
        num_children=st.sampled_from([None, -1, 0, 1, 2, 3]),
    ),
    max_size=12,
)


@examples(100)
@given(ELEMENTS)
def test_tops_are_those_of_the_tree(elements: list[SchemaElement]) -> None:
    """Of any list, be it a tree or not."""
    tops: list[Top] = []
    leaves = 0
    for at, node in enumerate(SchemaTree(elements).nodes):
        if node.depth == 1:
            tops.append(Top(at, leaves))
        if at:
            leaves += node.is_leaf
    assert list(find_tops(elements)) == tops
