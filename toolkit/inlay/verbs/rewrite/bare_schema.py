"""A schema without meanings: what pyarrow reads by it are the values as they are stored, and it writes them so again.

Each field has a number for its name, and no group says that it is a list, a map or a Variant. So repetitions, definitions and
physical types of the new file are those of the sources, whatever pyarrow knows of their types.
"""

from __future__ import annotations

from collections.abc import Container, Mapping
from enum import Enum
from typing import Final

from inlay.ground.schema.meaning import find_meaning
from inlay.ground.schema.tree import Node, SchemaTree
from inlay.ground.values.orders import keys_of
from parquet_format.parquet import (
    ColumnOrder,
    DecimalType,
    FieldRepetitionType,
    Float16Type,
    GeometryType,
    IntType,
    SchemaElement,
    Type,
)

_INT96_SIZE: Final = 12
_BITS: Final = {
    Type.FLOAT: Type.INT32,
    Type.DOUBLE: Type.INT64,
    Type.INT96: Type.FIXED_LEN_BYTE_ARRAY,
}
"""Types of the same bytes, of which two are equal only if all their bits are."""
_MOST_DIGITS: Final = 76
"""Of a decimal in Arrow."""


class ReadFor(Enum):
    """What values are read for."""

    ORDER = "order"
    """To be written: pyarrow knows their order where it writes the right bounds for them."""

    BITS = "bits"
    """To be compared: every NaN is a value, and zeros have a sign."""


def bare_elements(
    tree: SchemaTree, columns: Container[int], read_for: ReadFor
) -> list[SchemaElement]:
    """The schema with these columns below the root, by their numbers there."""
    root = tree.root
    assert root is not None
    there = [child for at, child in enumerate(root.children) if at in columns]
    kept = {id(node) for node in there}
    elements = [SchemaElement(name="schema", num_children=len(there))]
    for number, node in enumerate(tree.nodes):
        if node.parent is not None and (id(node) in kept or id(node.parent) in kept):
            kept.add(id(node))
            elements.append(_bare_element(node, str(number), read_for))
    return elements


def _bare_element(node: Node, name: str, read_for: ReadFor) -> SchemaElement:
    element = node.element
    bare = SchemaElement(name=name, repetition_type=element.repetition_type)
    if not node.is_leaf or element.type is None:
        return bare.replace(num_children=len(node.children))
    bare.type = bare_type(element.type, read_for)
    bare.type_length = _INT96_SIZE if element.type == Type.INT96 else element.type_length
    if read_for is ReadFor.BITS:
        return bare
    match find_meaning(element):
        case IntType(isSigned=False) if element.type in (Type.INT32, Type.INT64):
            width = 32 if element.type == Type.INT32 else 64
            bare.logicalType = IntType(bitWidth=width, isSigned=False)
        case Float16Type() if _is_half(element):
            bare.logicalType = Float16Type()
        case DecimalType() as decimal if is_least_width(element, decimal):
            bare.logicalType = decimal.replace()
        case _:
            pass
    return bare


def bare_type(type_: Type, read_for: ReadFor) -> Type:
    if read_for is ReadFor.ORDER and type_ != Type.INT96:
        return type_
    return _BITS.get(type_, type_)


def has_type_order(order: ColumnOrder | None) -> bool:
    """Old writers do not say an order, and the new file says this one for them."""
    return order in (None, ColumnOrder.TYPE_ORDER)


def is_ordered(element: SchemaElement, order: ColumnOrder | None) -> bool:
    """Whether pyarrow's bounds of the bare column are bounds of the column itself."""
    if not has_type_order(order) or not keys_of(element, ColumnOrder.TYPE_ORDER):
        return False
    meaning = find_meaning(element)
    if isinstance(meaning, DecimalType) and element.type not in (Type.INT32, Type.INT64):
        return is_least_width(element, meaning)
    return True


def _is_half(element: SchemaElement) -> bool:
    return element.type == Type.FIXED_LEN_BYTE_ARRAY and element.type_length == 2


def is_least_width(element: SchemaElement, decimal: DecimalType) -> bool:
    """Whether the decimal has as many bytes as pyarrow gives to one of so many digits."""
    if element.type != Type.FIXED_LEN_BYTE_ARRAY or not 0 < decimal.precision <= _MOST_DIGITS:
        return False
    bits = (10**decimal.precision - 1).bit_length() + 1
    return 0 <= decimal.scale <= decimal.precision and element.type_length == -(-bits // 8)


def is_geometry(element: SchemaElement) -> bool:
    """What has boxes where others have bounds."""
    return isinstance(find_meaning(element), GeometryType) and element.type == Type.BYTE_ARRAY


def list_writer_paths(tree: SchemaTree) -> list[str]:
    """What pyarrow calls the bare columns when it writes them: all that is repeated becomes a list of three levels."""
    numbers = {id(node): number for number, node in enumerate(tree.nodes)}
    return [_writer_path(leaf, numbers) for leaf in tree.leaves]


def _writer_path(leaf: Node, numbers: Mapping[int, int]) -> str:
    names: list[str] = []
    at = leaf
    while at.parent is not None:
        if at.element.repetition_type == FieldRepetitionType.REPEATED:
            names += ["element", "list"]
        names.append(str(numbers[id(at)]))
        at = at.parent
    return ".".join(reversed(names))
