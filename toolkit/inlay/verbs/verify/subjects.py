"""What is checked of a footer: the whole, its schema elements, row groups and column chunks, each with its path."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

from inlay.ground.schema.tree import Node, SchemaTree
from inlay.ground.statements.ends import may_be_cut
from inlay.ground.statements.keys import find_key
from inlay.ground.statements.native_pass import build_plain
from inlay.ground.values.orders import Key, keys_of
from inlay.pages.engine.passing_chunks import pass_chunks
from parquet_format.parquet import (
    ColumnChunk,
    ColumnMetaData,
    ColumnOrder,
    FieldRepetitionType,
    FileMetaData,
    RowGroup,
    SchemaElement,
    Statistics,
)

if TYPE_CHECKING:
    from inlay.ground.statements.native_checks import PlainStatements


@dataclass(frozen=True, slots=True)
class PlacedElement:
    place: str
    element: SchemaElement
    is_root: bool


@dataclass(frozen=True)
class PlacedLeaf:
    """A leaf of the schema with its highest levels, and the keys that its values may be ordered by."""

    node: Node
    max_definition: int
    max_repetition: int
    keys: tuple[Key, ...]
    key: Key | None
    """By which bounds of the same values are compared; None where that is not sure."""

    is_cut: bool
    """Whether bounds may be shorter than values."""

    order: ColumnOrder | None
    """As the footer declares it."""

    @cached_property
    def deprecated_keys(self) -> tuple[Key, ...]:
        return keys_of(self.element, None)

    @cached_property
    def plain(self) -> PlainStatements | None:
        """What looks at page indexes in which nothing is odd; None where it is not sure how bounds compare."""
        if self.key is None or self.keys != (self.key,):
            return None
        can_be_null = self.max_definition > 0
        return build_plain(
            self.element, self.key, highest=self.max_definition, can_be_null=can_be_null
        )

    @property
    def element(self) -> SchemaElement:
        return self.node.element

    @property
    def name(self) -> str:
        return ".".join(self.node.path)


def is_flat(leaf: PlacedLeaf | None) -> bool:
    """Whether a column is in no list: empty lists are among its values otherwise, and writers count them as nulls or not."""
    return leaf is not None and leaf.max_repetition == 0


@dataclass(frozen=True, slots=True)
class PlacedGroup:
    place: str
    group: RowGroup
    leaves: int


@dataclass(slots=True)
class PlacedChunk:
    """`leaf` is that of its position, None where the schema has fewer; `meta` None where it is encrypted.

    `body` is where the footer begins. Not frozen, as there are many: that would triple the time to make one.
    """

    group_at: int
    at: int
    group: RowGroup
    chunk: ColumnChunk
    meta: ColumnMetaData | None
    leaf: PlacedLeaf | None
    body: int

    @property
    def place(self) -> str:
        return f"row_groups[{self.group_at}].columns[{self.at}]"

    @property
    def statistics(self) -> Statistics | None:
        return self.meta.statistics if self.meta is not None else None


class FooterSubject:
    """A footer that begins at `offset`."""

    place = ""

    def __init__(self, metadata: FileMetaData, offset: int) -> None:
        self.metadata = metadata
        self.offset = offset

    @cached_property
    def leaves(self) -> list[PlacedLeaf]:
        tree = SchemaTree(self.metadata.schema)
        levels: dict[Node, tuple[int, int]] = {}
        leaves: list[PlacedLeaf] = []
        orders = self.metadata.column_orders
        for node in tree.nodes:  # parents before their children
            above = levels[node.parent] if node.parent is not None else (0, 0)
            levels[node] = _levels(node, above)
            if not node.is_leaf:
                continue
            order = _order(orders, len(leaves))
            keys = keys_of(node.element, order)
            key, is_cut = find_key(node.element, order), may_be_cut(node.element)
            leaves.append(PlacedLeaf(node, *levels[node], keys, key, is_cut, order))
        return leaves

    def elements(self) -> Iterator[PlacedElement]:
        for at, element in enumerate(self.metadata.schema):
            yield PlacedElement(f"schema[{at}]", element, at == 0)

    def groups(self) -> Iterator[PlacedGroup]:
        for at, group in enumerate(self.metadata.row_groups):
            yield PlacedGroup(f"row_groups[{at}]", group, len(self.leaves))

    def chunks(self) -> Iterator[PlacedChunk]:
        """To be looked at one after the other: whoever keeps them keeps what takes ten times the footer."""
        leaves = self.leaves
        for group_at, group in enumerate(self.metadata.row_groups):
            for at, chunk in enumerate(pass_chunks(group)):
                leaf = leaves[at] if at < len(leaves) else None
                yield PlacedChunk(group_at, at, group, chunk, chunk.meta_data, leaf, self.offset)


def _levels(node: Node, above: tuple[int, int]) -> tuple[int, int]:
    """The highest definition and repetition level at a node; the root has none of its own."""
    definition, repetition = above
    if node.parent is None:
        return above
    match node.element.repetition_type:
        case FieldRepetitionType.OPTIONAL:
            return definition + 1, repetition
        case FieldRepetitionType.REPEATED:
            return definition + 1, repetition + 1
        case _:
            return above


def _order(orders: list[ColumnOrder] | None, leaf: int) -> ColumnOrder | None:
    return orders[leaf] if orders is not None and leaf < len(orders) else None
