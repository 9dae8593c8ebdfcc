"""Paths through the Variants of a schema that have a column of their own, and what is known of them. VariantShredding.md of parquet-format."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from inlay.ground.schema.meaning import find_meaning
from inlay.ground.schema.tree import Node, SchemaTree
from inlay.pages.engine.leaf import Leaf
from inlay.verbs.register.record import LeafRecord, PathRecord
from parquet_format.parquet import VariantType

_VALUE = "value"
_TYPED = "typed_value"


class ShreddedPath(NamedTuple):
    """`typed` is the number of the leaf with its values, `residual` that of the column beside it, where those of other types are."""

    variant: Node
    steps: tuple[str, ...]
    typed: int
    residual: int | None


def list_shredded_paths(tree: SchemaTree) -> list[ShreddedPath]:
    """Of annotated Variants. Lists have many values in a row, so nothing in them is a path."""
    leaves = {node: at for at, node in enumerate(tree.leaves)}
    variants = [it for it in tree.nodes if isinstance(find_meaning(it.element), VariantType)]
    return [path for variant in variants for path in _list_below(variant, variant, (), leaves)]


def _list_below(
    variant: Node, node: Node, steps: tuple[str, ...], leaves: dict[Node, int]
) -> Iterator[ShreddedPath]:
    names = [child.element.name for child in node.children]
    if len(set(names)) < len(names) or _TYPED not in names:
        return  # of two columns of one name, nothing says which is meant
    by_name = dict(zip(names, node.children, strict=True))
    typed, residual = by_name[_TYPED], by_name.get(_VALUE)
    if residual is not None and not residual.is_leaf:
        return
    if typed.is_leaf:
        if not Leaf.of(typed).max_repetition:
            yield ShreddedPath(
                variant, steps, leaves[typed], None if residual is None else leaves[residual]
            )
        return
    if find_meaning(typed.element) is not None or Leaf.of(typed).max_repetition:
        return
    fields = [child.element.name for child in typed.children]
    for field in typed.children:
        name = field.element.name
        if not field.is_leaf and fields.count(name) == 1:
            yield from _list_below(variant, field, (*steps, name), leaves)


def choose_known(
    paths: Sequence[ShreddedPath], leaves: Sequence[LeafRecord]
) -> tuple[PathRecord, ...]:
    """Those of which all values are in their own column: the one beside it holds nothing but nulls, in every row group.

    Columns further up do not matter: a field with columns of its own is nowhere else.
    """
    return tuple(
        PathRecord(path.variant.path, path.variant.element.field_id, path.steps, leaves[path.typed])
        for path in paths
        if path.residual is None or _has_only_nulls(leaves[path.residual])
    )


def _has_only_nulls(leaf: LeafRecord) -> bool:
    return leaf.values is not None and leaf.nulls == leaf.values
