"""The columns of a file as those of a table: one row for each kind of column that a file may have."""

from __future__ import annotations

from typing import Final

import pytest

from inlay.verbs.register.schema.read_columns import DEEPEST, read_columns
from inlay.verbs.register.schema.table_types import format_type
from parquet_format.parquet import (
    ConvertedType,
    DecimalType,
    FieldRepetitionType,
    GeographyType,
    GeometryType,
    IntType,
    ListType,
    LogicalType,
    MapType,
    SchemaElement,
    StringType,
    TimestampType,
    TimeType,
    TimeUnit,
    Type,
    UUIDType,
    VariantType,
)

OPTIONAL = FieldRepetitionType.OPTIONAL
REQUIRED = FieldRepetitionType.REQUIRED
REPEATED = FieldRepetitionType.REPEATED


def _leaf(
    type_: Type,
    kind: LogicalType | None = None,
    *,
    name: str = "c",
    how: FieldRepetitionType = OPTIONAL,
    length: int | None = None,
    converted: ConvertedType | None = None,
) -> SchemaElement:
    return SchemaElement(
        name=name,
        type=type_,
        repetition_type=how,
        logicalType=kind,
        type_length=length,
        converted_type=converted,
    )


def _group(
    name: str,
    children: int,
    kind: LogicalType | None = None,
    *,
    how: FieldRepetitionType = OPTIONAL,
) -> SchemaElement:
    return SchemaElement(name=name, repetition_type=how, num_children=children, logicalType=kind)


INT32 = _leaf(Type.INT32, name="element")
LISTS: Final = {
    "three levels": [_group("c", 1, ListType()), _group("list", 1, how=REPEATED), INT32],
    "two levels": [_group("c", 1, ListType()), _leaf(Type.INT32, name="array", how=REPEATED)],
    "a group called array": [_group("c", 1, ListType()), _group("array", 1, how=REPEATED), INT32],
    "a tuple": [_group("c", 1, ListType()), _group("c_tuple", 1, how=REPEATED), INT32],
    "a group of two": [
        _group("c", 1, ListType()),
        _group("list", 2, how=REPEATED),
        _leaf(Type.INT32, name="a"),
        _leaf(Type.INT32, name="b"),
    ],
    "repeated alone": [_leaf(Type.INT32, how=REPEATED)],
    "a repeated group": [_group("c", 1, how=REPEATED), _leaf(Type.INT32, name="a")],
}
OF_LISTS: Final = {
    "three levels": "list<int32>",
    "two levels": "list<int32>",
    "a group called array": "list<struct<element: int32>>",
    "a tuple": "list<struct<element: int32>>",
    "a group of two": "list<struct<a: int32, b: int32>>",
    "repeated alone": "list<int32>",
    "a repeated group": "list<struct<a: int32>>",
}
LEAVES: Final = [
    (_leaf(Type.INT32), "int32"),
    (_leaf(Type.INT32, IntType(bitWidth=8, isSigned=False)), "uint8"),
    (_leaf(Type.INT64, IntType(bitWidth=8, isSigned=True)), "int64"),
    (_leaf(Type.INT32, converted=ConvertedType.UINT_16), "uint16"),
    (_leaf(Type.INT32, DecimalType(precision=9, scale=2)), "decimal(9, 2)"),
    (_leaf(Type.INT96), "int96"),
    (_leaf(Type.INT64, TimeType(isAdjustedToUTC=False, unit=TimeUnit.NANOS)), "time(ns)"),
    (_leaf(Type.INT64, TimestampType(isAdjustedToUTC=True, unit=TimeUnit.MILLIS)), "timestamp(ms, utc)"),
    (_leaf(Type.INT64, converted=ConvertedType.TIMESTAMP_MICROS), "timestamp(us, utc)"),
    (_leaf(Type.BYTE_ARRAY), "binary"),
    (_leaf(Type.BYTE_ARRAY, StringType()), "string"),
    (_leaf(Type.INT32, StringType()), "int32"),
    (_leaf(Type.FIXED_LEN_BYTE_ARRAY, UUIDType(), length=16), "uuid"),
    (_leaf(Type.FIXED_LEN_BYTE_ARRAY, UUIDType(), length=15), "fixed(15)"),
    (_leaf(Type.FIXED_LEN_BYTE_ARRAY, length=12, converted=ConvertedType.INTERVAL), "interval"),
    (_leaf(Type.BYTE_ARRAY, GeometryType()), "geometry(OGC:CRS84)"),
    (_leaf(Type.BYTE_ARRAY, GeographyType(crs="EPSG:4326")), "geography(EPSG:4326, spherical)"),
]  # fmt: skip


def _read(elements: list[SchemaElement], columns: int = 1) -> list[tuple[str, str, bool]]:
    root = SchemaElement(name="schema", num_children=columns)
    return [
        (it.name, format_type(it.type), it.is_required) for it in read_columns([root, *elements])
    ]


@pytest.mark.parametrize(
    ("element", "type_"), LEAVES, ids=lambda it: it if isinstance(it, str) else ""
)
def test_the_annotation_is_the_type_where_the_physical_type_can_carry_it(
    element: SchemaElement, type_: str
) -> None:
    assert _read([element]) == [("c", type_, False)]


@pytest.mark.parametrize("kind", LISTS)
def test_a_list_is_one_column_by_whichever_rule_it_was_written(kind: str) -> None:
    (column,) = _read(LISTS[kind])
    assert column[:2] == ("c", OF_LISTS[kind])


def test_maps_and_variants_are_one_column() -> None:
    entry = [
        _group("key_value", 2, how=REPEATED),
        _leaf(Type.BYTE_ARRAY, StringType(), name="k", how=REQUIRED),
        _leaf(Type.DOUBLE, name="v"),
    ]
    parts = [_leaf(Type.BYTE_ARRAY, name="metadata"), _leaf(Type.BYTE_ARRAY, name="value")]
    elements = [_group("m", 1, MapType()), *entry, _group("v", 2, VariantType()), *parts]
    assert _read(elements, 2) == [("m", "map<string, double>", False), ("v", "variant", False)]


def test_leaves_are_placed_as_in_row_groups() -> None:
    root = SchemaElement(name="schema", num_children=2)
    elements = [_group("s", 2), _leaf(Type.INT32, name="a"), _leaf(Type.INT64, name="b")]
    group, last = read_columns([root, *elements, _leaf(Type.DOUBLE, name="d")])
    assert [it.leaf for it in (group, *group.members, last)] == [None, 0, 1, 2]


@pytest.mark.parametrize(
    ("elements", "why"),
    [
        ([_group("c", 2), INT32], "the schema ends early"),
        ([_group("c", 1)] * (DEEPEST + 1) + [INT32], f"more than {DEEPEST} groups"),
    ],
)
def test_a_schema_that_is_no_tables_is_refused(elements: list[SchemaElement], why: str) -> None:
    with pytest.raises(ValueError, match=why):
        _read(elements)
