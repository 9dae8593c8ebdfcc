"""The columns of a file, from its schema: groups that are lists and maps are one column each, by whichever rules they were written."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import count
from typing import Final

from inlay.ground.schema.annotations import explain_annotation
from inlay.ground.schema.meaning import find_meaning
from inlay.ground.schema.tree import Node, SchemaTree
from inlay.ground.values.temporal import PER_SECOND
from inlay.verbs.register.schema.table_types import (
    DecimalType,
    FixedType,
    GeographyType,
    GeometryType,
    IntegerType,
    LeafType,
    NestedList,
    NestedMap,
    NestedStruct,
    SimpleType,
    TableColumn,
    TableType,
    TimestampType,
    TimeType,
)
from parquet_format import parquet
from parquet_format.parquet import ConvertedType, FieldRepetitionType, SchemaElement, Type

DEEPEST: Final = 100
"""Groups within groups. Table formats stop earlier, and a deeper schema is none of a table."""

_BY_MEANING: Final[dict[type[object], SimpleType]] = {
    parquet.StringType: SimpleType.STRING,
    parquet.EnumType: SimpleType.ENUM,
    parquet.JsonType: SimpleType.JSON,
    parquet.BsonType: SimpleType.BSON,
    parquet.UUIDType: SimpleType.UUID,
    parquet.Float16Type: SimpleType.FLOAT16,
    parquet.DateType: SimpleType.DATE,
    parquet.NullType: SimpleType.NULL,
}
_BY_PHYSICAL: Final[dict[Type, LeafType]] = {
    Type.BOOLEAN: SimpleType.BOOLEAN,
    Type.INT32: IntegerType(32),
    Type.INT64: IntegerType(64),
    Type.INT96: SimpleType.INT96,
    Type.FLOAT: SimpleType.FLOAT,
    Type.DOUBLE: SimpleType.DOUBLE,
    Type.BYTE_ARRAY: SimpleType.BINARY,
}


def read_columns(elements: Sequence[SchemaElement]) -> tuple[TableColumn, ...]:
    """Raises ValueError, with a reason, for a schema that is not a tree, or is deeper than DEEPEST."""
    tree = SchemaTree(elements)
    if tree.problems or tree.root is None:
        raise ValueError(tree.problems[0] if tree.problems else "the schema has no root")
    if any(node.depth > DEEPEST for node in tree.nodes):
        raise ValueError(f"the schema has more than {DEEPEST} groups within groups")
    leaves = dict(zip(map(id, tree.leaves), count(), strict=False))
    return tuple(_read(node, leaves) for node in tree.root.children)


def _read(node: Node, leaves: dict[int, int], name: str | None = None) -> TableColumn:
    """A repeated column that is not part of a list is a list of itself."""
    if node.element.repetition_type == FieldRepetitionType.REPEATED:
        element = _read_once(node, leaves, "element", is_required=True)
        return TableColumn(
            name or node.element.name, NestedList(element), True, node.element.field_id
        )
    is_required = node.element.repetition_type != FieldRepetitionType.OPTIONAL
    return _read_once(node, leaves, name or node.element.name, is_required=is_required)


def _read_once(node: Node, leaves: dict[int, int], name: str, *, is_required: bool) -> TableColumn:
    element = node.element
    leaf = leaves.get(id(node))
    type_ = _read_group(node, leaves) if leaf is None else read_leaf_type(element)
    return TableColumn(name, type_, is_required, element.field_id, leaf)


def _read_group(node: Node, leaves: dict[int, int]) -> TableType:
    meaning = find_meaning(node.element)
    if isinstance(meaning, parquet.VariantType):
        return SimpleType.VARIANT
    if isinstance(meaning, parquet.FileType):
        return SimpleType.FILE
    inner = node.children[0] if len(node.children) == 1 else None
    if inner is not None and inner.element.repetition_type == FieldRepetitionType.REPEATED:
        if isinstance(meaning, parquet.ListType):
            return _read_list(node, inner, leaves)
        if isinstance(meaning, parquet.MapType) and len(inner.children) == 2:
            key, value = inner.children
            return NestedMap(_read(key, leaves, "key"), _read(value, leaves, "value"))
    return NestedStruct(tuple(_read(child, leaves) for child in node.children))


def _read_list(node: Node, inner: Node, leaves: dict[int, int]) -> NestedList:
    """By the backward-compatibility rules of LogicalTypes.md: the repeated group is the element unless it holds one."""
    only = inner.children[0] if len(inner.children) == 1 else None
    is_element = (
        only is None
        or only.element.repetition_type == FieldRepetitionType.REPEATED
        or inner.element.name in ("array", f"{node.element.name}_tuple")
    )
    if is_element or only is None:
        return NestedList(_read_once(inner, leaves, "element", is_required=True))
    return NestedList(_read(only, leaves, "element"))


def read_leaf_type(element: SchemaElement) -> LeafType:
    """What the annotation says, where the physical type can carry it."""
    if explain_annotation(element) is None:
        type_ = _read_meaning(element)
        if type_ is not None:
            return type_
    if element.type == Type.FIXED_LEN_BYTE_ARRAY:
        return FixedType(element.type_length or 0)
    return (
        SimpleType.BINARY
        if element.type is None
        else _BY_PHYSICAL.get(element.type, SimpleType.BINARY)
    )


def _read_meaning(element: SchemaElement) -> LeafType | None:
    meaning = find_meaning(element)
    match meaning:
        case parquet.IntType(bitWidth=bits, isSigned=is_signed) if bits in (8, 16, 32, 64):
            return IntegerType(bits, is_signed)
        case parquet.DecimalType(precision=precision, scale=scale):
            return DecimalType(precision, scale)
        case parquet.TimeType(unit=unit, isAdjustedToUTC=is_utc) if unit in PER_SECOND:
            return TimeType(PER_SECOND[unit], is_utc)
        case parquet.TimestampType(unit=unit, isAdjustedToUTC=is_utc) if unit in PER_SECOND:
            return TimestampType(PER_SECOND[unit], is_utc)
        case parquet.GeometryType(crs=crs):
            return GeometryType(crs)
        case parquet.GeographyType(crs=crs, algorithm=algorithm):
            return GeographyType(crs, "spherical" if algorithm is None else algorithm.name.lower())
        case None if element.converted_type == ConvertedType.INTERVAL:
            return SimpleType.INTERVAL
        case _:
            return _BY_MEANING.get(type(meaning))
