"""Minimum and maximum are compared as the column orders them; what cannot be compared is not wrong."""

from __future__ import annotations

import struct

import pytest

from inlay.ground.values.orders import is_greater, keys_of
from parquet_format.parquet import (
    ColumnOrder,
    ConvertedType,
    DecimalType,
    Float16Type,
    IntType,
    SchemaElement,
    StringType,
    Type,
)

TYPED, TOTAL, INT96 = (
    ColumnOrder.TYPE_ORDER,
    ColumnOrder.IEEE_754_TOTAL_ORDER,
    ColumnOrder.INT96_TIMESTAMP_ORDER,
)
INT = SchemaElement(name="a", type=Type.INT32)
UNSIGNED = INT.replace(logicalType=IntType(bitWidth=32, isSigned=False))
DOUBLE = SchemaElement(name="a", type=Type.DOUBLE)
TEXT = SchemaElement(name="a", type=Type.BYTE_ARRAY, logicalType=StringType())
DECIMAL = SchemaElement(
    name="a", type=Type.BYTE_ARRAY, logicalType=DecimalType(precision=9, scale=0)
)
HALF = SchemaElement(
    name="a", type=Type.FIXED_LEN_BYTE_ARRAY, type_length=2, logicalType=Float16Type()
)
STAMP = SchemaElement(name="a", type=Type.INT96)
INTERVAL = SchemaElement(
    name="a", type=Type.FIXED_LEN_BYTE_ARRAY, type_length=12, converted_type=ConvertedType.INTERVAL
)
UNKNOWN = ColumnOrder(77)


def i32(value: int) -> bytes:
    return value.to_bytes(4, "little", signed=True)


def f64(value: float) -> bytes:
    return struct.pack("<d", value)


def int96(day: int, nanos: int) -> bytes:
    return struct.pack("<Qi", nanos, day)


@pytest.mark.parametrize(
    ("element", "order", "low", "high", "greater"),
    [
        (INT, TYPED, i32(-1), i32(1), False),
        (INT, TYPED, i32(1), i32(-1), True),
        (UNSIGNED, TYPED, i32(1), i32(-1), False),
        (UNSIGNED, TYPED, i32(-1), i32(1), True),
        (UNSIGNED, None, i32(-1), i32(1), False),  # signed, perhaps
        (UNSIGNED, None, i32(2), i32(1), True),
        (INT, None, i32(1), i32(-1), True),
        (DOUBLE, TYPED, f64(2), f64(1), True),
        (DOUBLE, TYPED, f64(float("nan")), f64(1), False),
        (DOUBLE, TYPED, f64(1), f64(float("nan")), False),
        (DOUBLE, TYPED, f64(0.0), f64(-0.0), False),
        (DOUBLE, TOTAL, f64(0.0), f64(-0.0), True),
        (DOUBLE, TOTAL, f64(float("nan")), f64(1), True),
        (DOUBLE, TOTAL, f64(-2), f64(-1), False),
        (DOUBLE, TOTAL, f64(-1), f64(-2), True),
        (HALF, TYPED, struct.pack("<e", 2), struct.pack("<e", -2), True),
        (TEXT, TYPED, b"z", "é".encode(), False),
        (TEXT, TYPED, "é".encode(), b"z", True),
        (TEXT, None, "é".encode(), b"z", False),  # by signed bytes, as old parquet-mr
        (TEXT, None, b"zz", b"z", True),
        (DECIMAL, TYPED, b"\xff", b"\x01", False),
        (DECIMAL, TYPED, b"\x01", b"\xff\xff", True),
        (DECIMAL, None, b"\x01", b"\xff", False),
        (STAMP, TYPED, int96(2, 0), int96(1, 0), False),  # which the format leaves open
        (STAMP, INT96, int96(2, 0), int96(1, 9), True),
        (STAMP, INT96, int96(1, 9), int96(2, 0), False),
        (INTERVAL, TYPED, b"z" * 12, b"a" * 12, False),
        (INT, UNKNOWN, i32(2), i32(1), False),
        (INT.replace(logicalType=StringType()), TYPED, i32(2), i32(1), False),
    ],
)
def test_bounds_compare(
    element: SchemaElement, order: ColumnOrder | None, low: bytes, high: bytes, greater: bool
) -> None:
    assert is_greater(low, high, keys_of(element, order)) is greater
