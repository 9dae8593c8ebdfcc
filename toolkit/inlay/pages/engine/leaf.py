"""The columns of a file as its schema has them."""

from __future__ import annotations

from typing import Final, NamedTuple

from inlay.ground.schema.tree import Node, SchemaTree
from inlay.pages.engine.bound_order import order_of
from parquet_format.parquet import FieldRepetitionType, FileMetaData

# Names of the module are looked up faster than members of an enum, and columns are many.
_OPTIONAL: Final = FieldRepetitionType.OPTIONAL
_REPEATED: Final = FieldRepetitionType.REPEATED


class Leaf(NamedTuple):
    """What the schema says of a column: the highest levels, and its path, as people write it."""

    name: str
    max_definition: int
    max_repetition: int
    type_length: int | None = None
    """Bytes of a FIXED_LEN_BYTE_ARRAY."""

    order: str = ""
    """How its values compare: as numbers that `struct` knows by this letter, as bytes for `s`; nobody looks for any other."""

    @classmethod
    def of(cls, node: Node) -> Leaf:
        element = node.element
        if node.depth == 1:  # most are
            kind, name = element.repetition_type, element.name
            repetition = int(kind == _REPEATED)
            definition = int(kind == _OPTIONAL) + repetition
        else:
            definition, repetition = levels_of(node)
            name = ".".join(node.path)
        return cls(name, definition, repetition, element.type_length, order_of(element))


def levels_of(node: Node) -> tuple[int, int]:
    """The highest definition level, and the highest repetition level."""
    definition = repetition = 0
    at = node
    while at.parent is not None:
        kind = at.element.repetition_type
        definition += kind in (_OPTIONAL, _REPEATED)
        repetition += kind == _REPEATED
        at = at.parent
    return definition, repetition


def leaves_of(metadata: FileMetaData) -> list[Leaf]:
    """What the schema says of every column."""
    return list_leaves(SchemaTree(metadata.schema))


def list_leaves(tree: SchemaTree) -> list[Leaf]:
    """The same, where somebody has the tree."""
    return [Leaf.of(node) for node in tree.leaves]
