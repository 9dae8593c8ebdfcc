"""What a test is about in a file: a leaf, and the columns beside it that may have other values of a shredded Variant."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from inlay.ground.geometries.geometry_columns import GeometryFile, read_geometries
from inlay.ground.schema.meaning import find_meaning
from inlay.ground.schema.names import hint_at_column, list_named
from inlay.ground.schema.notation import format_logical
from inlay.ground.schema.quoted_names import quote_name
from inlay.ground.schema.tree import Node, SchemaTree
from inlay.ground.wording.amounts import count
from inlay.pages.engine.leaf import Leaf
from inlay.rows.pruning.asked_place import AskedPlace, find_asked_place
from inlay.rows.pruning.filter_tokens import FilterError
from inlay.rows.pruning.filters import INTERSECTS, IS_NULL, ColumnTest
from inlay.rows.pruning.literals import PlacedValue, UnfitValueError, place_value
from parquet_format.parquet import (
    ConvertedType,
    FieldRepetitionType,
    FileMetaData,
    ListType,
    SchemaElement,
    VariantType,
)


class FilterSubject(NamedTuple):
    """`column` is the number of the leaf. `residuals` are the numbers of `value` columns that have to be all null, so that
    what the leaf says holds for the path.

    Without a column nothing is known, and `why` says why; but if the path `is_residual`, it can be in the residuals only.
    """

    test: ColumnTest
    column: int | None
    placed: tuple[PlacedValue | None, ...] = ()
    residuals: tuple[int, ...] = ()
    why: str = ""
    is_residual: bool = False
    place: AskedPlace | None = None
    """Of a test whether geometries lie in a box, what else says where they are."""

    @property
    def covering(self) -> tuple[int, ...]:
        """The leaves of the boxes of the rows: of none, or of xmin, ymin, xmax and ymax."""
        return () if self.place is None else self.place.covering


def find_subject(
    tree: SchemaTree, test: ColumnTest, text: str, geometries: GeometryFile | None = None
) -> FilterSubject:
    """`geometries` are what the file says of them, None where only its schema is known. Raises FilterError for a column that the file does
    not have, for lists and groups, and for values of another type."""
    if test.steps is not None and test.operator == INTERSECTS:
        what = f"{test.column} is a value in a Variant, and no geometry"
        raise FilterError(text, test.position, what)
    if test.steps is not None:
        return _find_in_variant(tree, test, text)
    node = _find_node(tree, test, text)
    leaf = node if node.is_leaf else _find_null_leaf(node, test, text)
    if Leaf.of(leaf).max_repetition:
        what = f"{test.column} is in a list, and a filter compares one value a row"
        raise FilterError(text, test.position, what)
    if node is not leaf and leaf.element.repetition_type != FieldRepetitionType.REQUIRED:
        return _not_shredded(test, f"{test.column}.metadata may be null where {test.column} is not")
    number = tree.leaves.index(leaf)
    if test.operator == INTERSECTS:
        try:
            place = find_asked_place(leaf, number, test, geometries)
        except UnfitValueError as error:
            raise FilterError(text, test.position, f"{test.column} {error}") from None
        return FilterSubject(test, number, place=place)
    return FilterSubject(test, number, _place(leaf.element, test, text))


def _find_null_leaf(node: Node, test: ColumnTest, text: str) -> Node:
    """What is null where a whole Variant is: its dictionary, which every Variant has. Raises FilterError for all other tests of groups."""
    metadata = _child(node, "metadata")
    if metadata is None or not metadata.is_leaf or not _is_variant(node):
        what = f"{test.column} is a group of columns: name one of them"
        raise FilterError(text, test.position, what)
    if test.operator != IS_NULL:
        what = f"{test.column} is a Variant: write variant_get({test.column}, '$.path')"
        raise FilterError(text, test.position, what)
    return metadata


def _is_variant(node: Node) -> bool:
    """Annotated, or with just the columns of one, as Spark 4.0 writes them."""
    if isinstance(find_meaning(node.element), VariantType):
        return True
    names = {child.element.name for child in node.children}
    return {"metadata", "value"} <= names <= {"metadata", "value", "typed_value"}


def _find_node(tree: SchemaTree, test: ColumnTest, text: str) -> Node:
    nodes = _list_at(tree, test.names)
    joined = ".".join(test.names)
    is_bare = test.position >= 0 and text.startswith(joined, test.position)
    if is_bare and len(test.names) > 1:  # names in quotes say where they end
        nodes = list_named(tree, joined)
    nodes = nodes or [node for node in tree.nodes[1:] if ".".join(node.path) == joined]
    if len(nodes) > 1:
        names = dict.fromkeys(".".join(map(quote_name, node.path)) for node in nodes)
        hint = f": write {' or '.join(names)}" if len(names) > 1 else ", and a filter is about one"
        what = f"the file has {count(len(nodes), 'column')} {joined!r}{hint}"
        raise FilterError(text, test.position, what)
    if nodes:
        return nodes[0]
    what = f"the file has no column {joined!r}{hint_at_column(tree, joined)}"
    raise FilterError(text, test.position, what, joined)


def _list_at(tree: SchemaTree, names: Sequence[str]) -> list[Node]:
    nodes = tree.nodes[:1]
    for name in names:
        nodes = [child for node in nodes for child in node.children if child.element.name == name]
    return nodes


def _place(element: SchemaElement, test: ColumnTest, text: str) -> tuple[PlacedValue | None, ...]:
    if test.operator == IS_NULL:
        return ()
    try:
        return tuple(place_value(element, value) for value in test.values)
    except UnfitValueError as error:
        means = find_meaning(element)
        kind = format_logical(means) if means is not None else element.type.name if element.type is not None else ""  # fmt: skip
        what = f"{test.column} is {kind}: compare it with {error}"
        raise FilterError(text, test.position, what) from None


def _child(node: Node, name: str) -> Node | None:
    return next((child for child in node.children if child.element.name == name), None)


def _find_in_variant(tree: SchemaTree, test: ColumnTest, text: str) -> FilterSubject:
    """As far as typed columns of objects lead. A field that has columns of its own is nowhere else (VariantShredding), so
    of the `value` columns only the last one matters."""
    node = _find_node(tree, test, text)
    if _child(node, "metadata") is None:
        column = ".".join(test.names)
        raise FilterError(
            text, test.position, f"{column} is not a Variant: compare {column} itself"
        )
    steps = list(test.steps or ())
    while steps:
        typed = _child(node, "typed_value")
        is_list = typed is not None and _is_list(typed)
        below = None
        if typed is not None and not is_list and isinstance(steps[0], str):
            below = _child(typed, steps[0])
        if below is None:
            break
        node = below
        steps.pop(0)
    typed, residual = _child(node, "typed_value"), _child(node, "value")
    if residual is not None and not residual.is_leaf:
        return _not_shredded(test, f"{test.column} has no `value` of its own")
    residuals = () if residual is None else (tree.leaves.index(residual),)
    if steps:
        if typed is not None and _is_list(typed) and isinstance(steps[0], int):
            return _not_shredded(test, f"{test.column} leads into a list")
        why = f"{test.column} is not shredded"
        return _not_shredded(test, why)._replace(residuals=residuals, is_residual=True)
    if typed is None or not typed.is_leaf or Leaf.of(typed).max_repetition:
        return _not_shredded(test, f"{test.column} has no typed column of its own")
    try:
        placed = _place(typed.element, test, text)
    except FilterError:
        # Values of other types may be cast: what casts to what, each reader has its own rules for.
        placed = (None,) * len(test.values)
    return FilterSubject(test, tree.leaves.index(typed), placed, residuals)


def _is_list(typed: Node) -> bool:
    element = typed.element
    return isinstance(find_meaning(element), ListType) or (
        element.converted_type == ConvertedType.LIST
    )


def _not_shredded(test: ColumnTest, why: str) -> FilterSubject:
    return FilterSubject(test, None, (None,) * len(test.values), (), why)


def find_subjects(
    tree: SchemaTree,
    tests: Sequence[ColumnTest],
    text: str,
    metadata: FileMetaData | None = None,
) -> dict[ColumnTest, FilterSubject]:
    """By test. `metadata` is None where only the schema is known. Raises FilterError."""
    asks_for_places = any(test.operator == INTERSECTS for test in tests)
    geometries = None if metadata is None or not asks_for_places else read_geometries(metadata)
    return {test: find_subject(tree, test, text, geometries) for test in tests}


def list_asked_columns(subjects: Iterable[FilterSubject]) -> list[int]:
    """The leaves that anything is asked of, each once."""
    asked: dict[int, None] = {}
    for subject in subjects:
        if subject.column is not None:
            asked[subject.column] = None
        asked.update(dict.fromkeys(subject.residuals))
        asked.update(dict.fromkeys(subject.covering))
    return list(asked)
