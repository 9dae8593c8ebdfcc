"""Columns that mean nothing in part: the keys of maps, and Variants."""

from __future__ import annotations

from collections.abc import Iterator, Set

from inlay.ground.refusals import RefusedError
from inlay.ground.schema.meaning import find_meaning
from inlay.ground.schema.tree import Node, SchemaTree
from parquet_format.parquet import MapType, VariantType


def require_divisible(tree: SchemaTree, leaves: Set[int], name: str) -> None:
    """Raises RefusedError for a map that would lose its keys or all of its values, and for a Variant that would lose a part."""
    kept = {id(leaf) for number, leaf in enumerate(tree.leaves) if number in leaves}
    for node in tree.nodes:
        match find_meaning(node.element):
            case VariantType():
                _require(node, all(_kept(node, kept)), any(_kept(node, kept)), "a Variant", name)
            case MapType() if len(node.children) == 1 and len(node.children[0].children) == 2:
                key, value = node.children[0].children
                is_whole = all(_kept(key, kept)) and any(_kept(value, kept))
                _require(node, is_whole, any(_kept(node, kept)), "a map", name)
            case _:
                pass


def _require(node: Node, is_whole: bool, is_there: bool, what: str, name: str) -> None:
    if is_there and not is_whole:
        path = ".".join(node.path)
        reason = (
            f"column {path} is {what}, and means nothing in part: choose {path}, or nothing of it"
        )
        raise RefusedError("columns", reason, path=name)


def _kept(node: Node, kept: Set[int]) -> Iterator[bool]:
    """Whether each leaf at or below the node stays."""
    waiting = [node]
    while waiting:
        at = waiting.pop()
        if at.is_leaf:
            yield id(at) in kept
        waiting += at.children
