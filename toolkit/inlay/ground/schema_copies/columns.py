"""The columns of a schema as other notations nest them: without the groups that Parquet puts into lists and maps."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from enum import Enum, unique
from operator import itemgetter
from typing import Final, NamedTuple

from inlay.ground.schema.meaning import find_meaning
from inlay.ground.schema.tree import Node, SchemaTree
from inlay.ground.schema_copies.change import SchemaChange
from inlay.ground.schema_copies.errors import CannotAgreeError
from parquet_format.parquet import FieldRepetitionType, ListType, MapType


@unique
class ColumnKind(Enum):
    LEAF = "leaf"
    STRUCT = "struct"
    LIST = "list"
    MAP = "map"


_LEAF: Final = ColumnKind.LEAF
_REPEATED: Final = FieldRepetitionType.REPEATED


class Column(NamedTuple):
    """A column, before and after the change. A list has its element as the only child, a map its key and its value.

    `children` are all of them in their old order. `place` orders columns after the change; None if the column goes.
    """

    name: str
    new_name: str
    kind: ColumnKind
    children: tuple[Column, ...]
    place: int | None
    field_id: int | None
    new_field_id: int | None
    is_retyped: bool

    @property
    def is_kept(self) -> bool:
        return self.place is not None

    @property
    def is_touched(self) -> bool:
        """Whether a copy that describes this column has to change, here or below."""
        here = self.name != self.new_name or self.is_retyped or self.place is None
        return here or self.field_id != self.new_field_id or are_touched(self.children)

    @property
    def is_reshaped(self) -> bool:
        """The same below the name of the column itself."""
        return self.is_retyped or are_touched(self.children)


class Columns(NamedTuple):
    """The columns below the root, and whether the file will hold other rows."""

    top: tuple[Column, ...]
    new_rows: bool

    @property
    def are_touched(self) -> bool:
        return are_touched(self.top)

    @property
    def are_moved(self) -> bool:
        """Whether those that stay stand in another order than before."""
        kept = [column for column in self.top if column.is_kept]
        return list_kept(self.top) != kept

    @property
    def new_names(self) -> dict[str, str]:
        """Of the columns that stay, by their old names."""
        return {column.name: column.new_name for column in self.top if column.is_kept}

    @property
    def every(self) -> Iterator[Column]:
        """Those inside others, too."""
        waiting = list(reversed(self.top))
        while waiting:
            column = waiting.pop()
            yield column
            waiting += reversed(column.children)


def are_touched(columns: tuple[Column, ...]) -> bool:
    if not columns:  # as of every leaf
        return False
    return list_kept(columns) != list(columns) or any(column.is_touched for column in columns)


def list_kept(columns: tuple[Column, ...]) -> list[Column]:
    """Those that stay, in their new order."""
    kept = [(column.place, column) for column in columns if column.place is not None]
    return [column for _, column in sorted(kept, key=itemgetter(0))]


def require_same_names(names: list[str], columns: tuple[Column, ...]) -> None:
    """CannotAgreeError if a copy names other columns than the file had before the change."""
    if names != [column.name for column in columns]:
        raise CannotAgreeError("it described other columns than the file has")


def require_same_types(columns: Columns) -> None:
    """CannotAgreeError if a column gets another type, which no notation is taught."""
    for column in columns.every:
        if column.is_retyped:
            raise CannotAgreeError(f"column {column.name!r} has another type now")


def columns_of(change: SchemaChange) -> Columns:
    """Raises RecursionError for a schema that is deeper than any program can follow."""
    tree = SchemaTree(change.schema)
    builder = _Builder(change, tree)
    root = tree.root
    top = tuple(builder.column(node) for node in root.children) if root is not None else ()
    return Columns(top, change.new_rows)


class _Builder:
    def __init__(self, change: SchemaChange, tree: SchemaTree) -> None:
        self._change = change
        self._numbers = {node: number for number, node in enumerate(tree.nodes)}
        self._places: Mapping[Node, int | None] = self._numbers
        if change.leaves is not None:
            places = {leaf: place for place, leaf in enumerate(change.leaves)}
            self._places = {node: places.get(leaf) for leaf, node in enumerate(tree.leaves)}

    def column(self, node: Node) -> Column:
        if node.element.repetition_type is _REPEATED:
            return self._column(node, ColumnKind.LIST, (self._unrepeated(node),))
        return self._unrepeated(node)

    def _unrepeated(self, node: Node) -> Column:
        if node.is_leaf:
            return self._column(node, _LEAF, ())
        repeated = node.children[0] if len(node.children) == 1 else None
        if repeated is not None and repeated.element.repetition_type is _REPEATED:
            match find_meaning(node.element):
                case ListType():
                    return self._column(node, ColumnKind.LIST, (self._element(node, repeated),))
                case MapType() if not repeated.is_leaf:
                    below = tuple(self.column(child) for child in repeated.children)
                    return self._column(node, ColumnKind.MAP, below)
                case _:
                    pass
        below = tuple(self.column(child) for child in node.children)
        return self._column(node, ColumnKind.STRUCT, below)

    def _element(self, node: Node, repeated: Node) -> Column:
        """By the rules for lists of other writers: a group that is the element, or one that only repeats it."""
        name = repeated.element.name
        is_element = repeated.is_leaf or len(repeated.children) != 1
        is_element |= name in ("array", f"{node.element.name}_tuple")
        return self._unrepeated(repeated) if is_element else self.column(repeated.children[0])

    def _column(self, node: Node, kind: ColumnKind, children: tuple[Column, ...]) -> Column:
        number, change, element = self._numbers[node], self._change, node.element
        name, field_id = element.name, element.field_id
        return Column(
            name,
            change.names.get(number, name),
            kind,
            children,
            self._place(node, children),
            field_id,
            change.field_ids.get(number, field_id),
            number in change.retyped,
        )

    def _place(self, node: Node, children: tuple[Column, ...]) -> int | None:
        if not children:
            # A group without a leaf is one that nobody chose.
            return self._places.get(node)
        places = [child.place for child in children if child.place is not None]
        return min(places, default=None)
