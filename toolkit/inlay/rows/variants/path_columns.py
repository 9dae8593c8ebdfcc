"""Which Parquet columns a path through a shredded Variant leads to, where it leads to columns without lists."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

import pyarrow as pa

from inlay.ground.arrow_fields import fields_in
from inlay.ground.schema.tree import Node, SchemaTree
from inlay.pages.engine.leaf import Leaf
from inlay.pages.engine.leaf_values import ValueLayout, layout_of
from inlay.rows.variants.opener import read_schema
from inlay_variant.arrow.casting import Casting, needs_names
from inlay_variant.arrow.sound_types import make_sound_type
from inlay_variant.arrow.variant_type import VariantType
from inlay_variant.storage.leaves import VariantLeaf
from inlay_variant.storage.shape import (
    METADATA,
    TYPED,
    VALUE,
    Elements,
    Fields,
    Group,
    Typed,
    choose_arrow_type,
)
from inlay_variant.value.path import Step
from parquet_format.parquet import FileMetaData


class ShreddedSchema(NamedTuple):
    """A Variant of a file: its groups in Arrow, its element in the schema, and the number of each leaf below that."""

    group: Group
    variant: Node
    leaves: dict[Node, int]


class PathColumn(NamedTuple):
    """A column to read: its place in `RowGroup.columns`, and what it becomes."""

    place: int
    leaf: Leaf
    layout: ValueLayout


class PathColumns(NamedTuple):
    """Where typed columns lead no further: the group there, what is left of the path, and the columns that are looked at, by name.
    `metadata` is that of the whole Variant."""

    group: Group
    rest: Sequence[Step]
    columns: dict[str, PathColumn]
    passed: tuple[Step, ...]
    """The steps that typed columns lead along."""


@lru_cache(maxsize=64)
def read_shredded_schema(thrift: bytes) -> ShreddedSchema | None:
    """Of a footer with one column; None unless that is a Variant that keeps every rule.

    Remembered: the files of a lake are mostly of one schema, and holding a type against the rules takes longer than reading a short column.
    """
    (field,) = fields_in(read_schema(thrift))
    type_ = field.type
    if make_sound_type(type_, field.name, quiet=True) is not type_:
        return None
    if not isinstance(type_, VariantType):
        return None
    tree = SchemaTree(FileMetaData.decode(thrift).schema)
    leaves = {node: at for at, node in enumerate(tree.leaves)}
    return ShreddedSchema(type_.shape, tree.nodes[1], leaves)


def choose_columns(
    schema: ShreddedSchema,
    first_leaf: int,
    steps: Sequence[Step],
    asked: VariantLeaf | None,
    casting: Casting,
) -> PathColumns | None:
    """The columns of a path of at least one step, as the type that is `asked` for or as Variants.

    None where a column is in a list, is of a type that is not decoded here, or where an object or an array matters that has no
    column of its own: as a Variant, where it is an error, and where it becomes text.
    """
    if not steps:
        return None  # a Variant that is missing there is null, which only the struct tells
    node, group, rest = _descend(schema.variant, schema.group, steps)
    wanted: list[tuple[str, Node, pa.DataType]] = []
    is_text = asked is not None and needs_names(asked, casting)
    if rest or asked is None or is_text:
        wanted.append((METADATA, schema.variant, pa.binary()))
    if group.value:
        wanted.append((VALUE, node, pa.binary()))
    if not rest and isinstance(group.typed, VariantLeaf):
        wanted.append((TYPED, node, choose_arrow_type(group.typed)))
    elif not group.value or _needs_more(
        group.typed, rest, is_whole=asked is None or is_text or casting.raises
    ):
        return None
    columns: dict[str, PathColumn] = {}
    for kind, parent, arrow in wanted:
        child = next(child for child in parent.children if child.element.name == kind)
        leaf, layout = Leaf.of(child), layout_of(child.element, arrow)
        if not child.is_leaf or layout is None or leaf.max_repetition:
            return None
        columns[kind] = PathColumn(first_leaf + schema.leaves[child], leaf, layout)
    return PathColumns(group, rest, columns, tuple(steps[: len(steps) - len(rest)]))


def _descend(node: Node, group: Group, steps: Sequence[Step]) -> tuple[Node, Group, Sequence[Step]]:
    """As far as typed columns of objects lead: where that is in the schema, the group there, and what is left of the path."""
    for index, step in enumerate(steps):
        fields = dict(group.typed.fields) if isinstance(group.typed, Fields) else {}
        if not isinstance(step, str) or step not in fields:
            return node, group, steps[index:]
        typed = next(child for child in node.children if child.element.name == TYPED)
        node = next(child for child in typed.children if child.element.name == step)
        group = fields[step]
    return node, group, ()


def _needs_more(typed: Typed | None, rest: Sequence[Step], *, is_whole: bool) -> bool:
    """Whether more than `value` is looked at of a group without a typed leaf, or of one that the path leads out of."""
    if rest:
        return isinstance(typed, Elements) and isinstance(rest[0], int)
    return typed is not None and is_whole
