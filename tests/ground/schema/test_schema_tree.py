"""The schema as a tree and in words, whole and damaged."""

from __future__ import annotations

import pytest

from inlay.ground.schema.notation import format_annotation, format_physical, format_repetition
from inlay.ground.schema.tree import SchemaTree
from inlay_runtime.union import UnknownVariant
from parquet_format.parquet import (
    ConvertedType,
    DecimalType,
    EdgeInterpolationAlgorithm,
    FieldRepetitionType,
    GeographyType,
    GeometryType,
    IntType,
    ListType,
    LogicalType,
    SchemaElement,
    StringType,
    TimestampType,
    TimeType,
    TimeUnit,
    Type,
    VariantType,
)


def group(name: str, children: int | None) -> SchemaElement:
    return SchemaElement(name=name, num_children=children)


def leaf(name: str) -> SchemaElement:
    return SchemaElement(name=name, type=Type.INT32)


def test_children_follow_their_group() -> None:
    tree = SchemaTree(
        [group("root", 3), leaf("a"), group("b", 2), leaf("c"), group("empty", 0), leaf("d")]
    )
    assert [node.path for node in tree.leaves] == [("a",), ("b", "c"), ("d",)]
    assert [node.depth for node in tree.nodes] == [0, 1, 1, 2, 2, 1]
    assert tree.problems == []


@pytest.mark.parametrize(
    ("elements", "problem"),
    [
        ([], "the schema has no root"),
        (
            [group("root", 2), leaf("a")],
            "the schema ends early: group 'root' has 1 of 2 children",
        ),
        (
            [group("root", 1), leaf("a"), leaf("b"), leaf("c")],
            "2 schema elements follow the end of the tree",
        ),
        ([group("root", -5), leaf("a")], "1 schema element follows the end of the tree"),
    ],
)
def test_a_list_that_is_no_tree_is_a_problem_and_no_exception(
    elements: list[SchemaElement], problem: str
) -> None:
    assert SchemaTree(elements).problems == [problem]


def test_depth_costs_no_stack() -> None:
    tree = SchemaTree([group("g", 1)] * 50_000 + [leaf("a")])
    assert tree.leaves[0].depth == 50_000
    assert len(tree.leaves[0].path) == 50_000


LOGICAL: list[tuple[LogicalType, str]] = [
    (StringType(), "STRING"),
    (ListType(), "LIST"),
    (DecimalType(precision=9, scale=2), "DECIMAL(9, 2)"),
    (TimestampType(isAdjustedToUTC=True, unit=TimeUnit.MICROS), "TIMESTAMP(MICROS, UTC)"),
    (TimeType(isAdjustedToUTC=False, unit=TimeUnit.NANOS), "TIME(NANOS, local)"),
    (TimeType(isAdjustedToUTC=False, unit=TimeUnit(9)), "TIME(UNKNOWN_9, local)"),
    (IntType(bitWidth=8, isSigned=False), "INTEGER(8, unsigned)"),
    (VariantType(), "VARIANT"),
    (VariantType(specification_version=1), "VARIANT(1)"),
    (GeometryType(crs="OGC:CRS84"), "GEOMETRY(OGC:CRS84)"),
    (GeographyType(algorithm=EdgeInterpolationAlgorithm.KARNEY), "GEOGRAPHY(KARNEY)"),
    (UnknownVariant(2555, b"\0"), "UNKNOWN_2555"),
]


@pytest.mark.parametrize(("type_", "shown"), LOGICAL)
def test_logical_types(type_: LogicalType, shown: str) -> None:
    assert format_annotation(SchemaElement(name="x", logicalType=type_)) == shown


def test_a_converted_type_stands_in_for_a_logical_type() -> None:
    element = SchemaElement(name="x", converted_type=ConvertedType.UTF8)
    assert format_annotation(element) == "UTF8"
    decimal = SchemaElement(name="x", converted_type=ConvertedType.DECIMAL, precision=5, scale=None)
    assert format_annotation(decimal) == "DECIMAL(5, 0)"


def test_an_unknown_converted_type_is_not_hidden_by_a_logical_type() -> None:
    element = SchemaElement(name="x", converted_type=ConvertedType(77), logicalType=StringType())
    assert format_annotation(element) == "STRING, UNKNOWN_77"


def test_physical_types() -> None:
    fixed = SchemaElement(name="x", type=Type.FIXED_LEN_BYTE_ARRAY, type_length=16)
    assert format_physical(fixed) == "fixed_len_byte_array(16)"
    assert format_physical(SchemaElement(name="x", type=Type(42))) == "unknown_42"
    assert format_physical(group("x", 1)) == "group"
    optional = SchemaElement(name="x", repetition_type=FieldRepetitionType.OPTIONAL)
    assert format_repetition(optional) == "optional"
    assert format_repetition(group("root", 1)) == ""
