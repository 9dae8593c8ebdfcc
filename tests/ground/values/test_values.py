"""Values that pyarrow does not write, and the laws of those that it does."""

from __future__ import annotations

import datetime
import math
import struct
from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from inlay.ground.values import Undecodable, Value, choose_decoder, read_value
from inlay.ground.values.bounds import find_maximum, find_minimum
from inlay.ground.values.decode import MOST_DECIMAL_BYTES
from inlay.ground.values.floats import NarrowFloat
from inlay.ground.values.temporal import Date, TimeOfDay, Timestamp
from inlay_runtime.union import UnknownVariant
from parquet_format.parquet import (
    ConvertedType,
    DecimalType,
    LogicalType,
    SchemaElement,
    Statistics,
    StringType,
    TimestampType,
    TimeType,
    TimeUnit,
    Type,
    UUIDType,
)


def element(
    type_: Type,
    logical: LogicalType | None = None,
    *,
    converted: ConvertedType | None = None,
    length: int | None = None,
    scale: int | None = None,
) -> SchemaElement:
    return SchemaElement(
        name="x",
        type=type_,
        logicalType=logical,
        converted_type=converted,
        type_length=length,
        scale=scale,
    )


def little(value: int, size: int) -> bytes:
    return value.to_bytes(size, "little", signed=value < 0)


CONVERTED = [
    (ConvertedType.UTF8, Type.BYTE_ARRAY, b"abc", "abc"),
    (ConvertedType.ENUM, Type.BYTE_ARRAY, b"RED", "RED"),
    (ConvertedType.JSON, Type.BYTE_ARRAY, b"{}", "{}"),
    (ConvertedType.BSON, Type.BYTE_ARRAY, b"abc", "b'abc'"),
    (ConvertedType.DATE, Type.INT32, little(-1, 4), "1969-12-31"),
    (ConvertedType.TIME_MILLIS, Type.INT32, little(1_001, 4), "00:00:01.001Z"),
    (ConvertedType.TIME_MICROS, Type.INT64, little(1_000_001, 8), "00:00:01.000001Z"),
    (ConvertedType.TIMESTAMP_MILLIS, Type.INT64, little(-1, 8), "1969-12-31T23:59:59.999Z"),
    (ConvertedType.TIMESTAMP_MICROS, Type.INT64, little(0, 8), "1970-01-01T00:00:00Z"),
    (ConvertedType.UINT_8, Type.INT32, little(255, 4), "255"),
    (ConvertedType.UINT_32, Type.INT32, little(-1, 4), "4294967295"),
    (ConvertedType.UINT_64, Type.INT64, little(-1, 8), "18446744073709551615"),
    (ConvertedType.INT_8, Type.INT32, little(-1, 4), "-1"),
    (ConvertedType.INT_64, Type.INT64, little(-1, 8), "-1"),
    (ConvertedType.MAP, Type.INT32, little(5, 4), "5"),
    (ConvertedType(77), Type.INT32, little(5, 4), "5"),
]


@pytest.mark.parametrize(("converted", "type_", "raw", "shown"), CONVERTED)
def test_converted_types_mean_their_logical_types(
    converted: ConvertedType, type_: Type, raw: bytes, shown: str
) -> None:
    assert str(choose_decoder(element(type_, converted=converted))(raw)) == shown


def test_a_decimal_of_a_converted_type() -> None:
    column = element(Type.BYTE_ARRAY, converted=ConvertedType.DECIMAL, scale=2)
    assert choose_decoder(column)(b"\xff\x85") == Decimal("-1.23")


def test_an_interval() -> None:
    column = element(Type.FIXED_LEN_BYTE_ARRAY, converted=ConvertedType.INTERVAL, length=12)
    assert str(choose_decoder(column)(struct.pack("<3I", 1, 2, 3_004))) == "P1M2DT3.004S"


def test_an_int96_timestamp_as_impala_writes_it() -> None:
    """Midnight of 2009-01-01 in alltypes_plain.parquet: Julian day 2454833."""
    raw = struct.pack("<qi", 60_000_000_000, 2_454_833)
    assert str(choose_decoder(element(Type.INT96))(raw)) == "2009-01-01T00:01:00"


UNDECODABLE: list[tuple[SchemaElement, bytes, str]] = [
    (element(Type.INT32), b"\1\2", "2 bytes, and the type has 4"),
    (element(Type.INT64), b"", "0 bytes, and the type has 8"),
    (element(Type.INT96), b"\0" * 11, "11 bytes, and the type has 12"),
    (element(Type.FLOAT), b"\0" * 8, "8 bytes, and the type has 4"),
    (element(Type.DOUBLE), b"\0" * 4, "4 bytes, and the type has 8"),
    (element(Type.BOOLEAN), b"\2", "a boolean is 0 or 1"),
    (
        element(Type.FIXED_LEN_BYTE_ARRAY, UUIDType(), length=16),
        b"\0" * 15,
        "15 bytes, and the type has 16",
    ),
    (
        element(Type.INT32, TimeType(isAdjustedToUTC=False, unit=TimeUnit.MILLIS)),
        little(86_400_000, 4),
        "86400000 is not a time of day",
    ),
    (
        element(Type.INT32, DecimalType(scale=2_000_000_000, precision=9)),
        little(1, 4),
        "a decimal with a scale of 2000000000",
    ),
    (element(Type.BYTE_ARRAY, DecimalType(scale=0, precision=9)), b"", "a decimal of 0 bytes"),
    (
        element(Type.BYTE_ARRAY, DecimalType(scale=0, precision=9)),
        b"\1" * (MOST_DECIMAL_BYTES + 1),
        "a decimal of 257 bytes",
    ),
]


@pytest.mark.parametrize(("column", "raw", "reason"), UNDECODABLE)
def test_bytes_that_are_no_value_are_kept_with_the_reason(
    column: SchemaElement, raw: bytes, reason: str
) -> None:
    assert read_value(choose_decoder(column), raw) == Undecodable(raw, reason)


IGNORED: list[tuple[SchemaElement, bytes, Value]] = [
    (element(Type.INT32, UUIDType()), little(5, 4), 5),
    (element(Type.INT32, StringType()), little(5, 4), 5),
    (element(Type.FIXED_LEN_BYTE_ARRAY, UUIDType(), length=4), b"abcd", b"abcd"),
    (element(Type.FIXED_LEN_BYTE_ARRAY, StringType(), length=4), b"abcd", b"abcd"),
    (element(Type.INT64, UnknownVariant(2555, b"\0")), little(5, 8), 5),
    (
        element(Type.INT64, TimestampType(isAdjustedToUTC=True, unit=TimeUnit(9))),
        little(5, 8),
        5,
    ),
    (element(Type.BYTE_ARRAY, StringType()), b"\xff", b"\xff"),
    (element(Type(42)), b"\xff", b"\xff"),
]


@pytest.mark.parametrize(("column", "raw", "value"), IGNORED)
def test_a_type_that_does_not_fit_is_ignored(
    column: SchemaElement, raw: bytes, value: Value
) -> None:
    assert choose_decoder(column)(raw) == value


@given(st.sampled_from([*Type, Type(42)]), st.sampled_from([None, *ConvertedType]), st.binary())
def test_any_bytes_are_a_value_or_undecodable(
    type_: Type, converted: ConvertedType | None, raw: bytes
) -> None:
    column = element(type_, converted=converted, length=len(raw), scale=3)
    str(read_value(choose_decoder(column), raw))


@given(st.dates())
def test_dates_print_as_datetime_does(date: datetime.date) -> None:
    days = (date - datetime.date(1970, 1, 1)).days
    assert str(Date(days)) == date.isoformat()


@given(st.datetimes())
def test_timestamps_print_as_datetime_does(moment: datetime.datetime) -> None:
    since = moment - datetime.datetime(1970, 1, 1)
    micros = since // datetime.timedelta(microseconds=1)
    assert str(Timestamp(micros, 10**6, utc=False)) == moment.isoformat()


@given(st.times())
def test_times_print_as_datetime_does(time: datetime.time) -> None:
    seconds = (time.hour * 60 + time.minute) * 60 + time.second
    assert str(TimeOfDay(seconds * 10**6 + time.microsecond, 10**6, utc=False)) == time.isoformat()


@pytest.mark.parametrize(
    ("days", "shown"),
    [
        (-719_528, "0000-01-01"),
        (-719_529, "-0001-12-31"),
        (2_932_897, "+10000-01-01"),
        (-(2**31), "-5877641-06-23"),
        (2**31 - 1, "+5881580-07-11"),
    ],
)
def test_dates_beyond_datetime(days: int, shown: str) -> None:
    assert str(Date(days)) == shown


@given(st.floats(width=32))
def test_floats_print_as_what_reads_back(value: float) -> None:
    check_narrow(value, "<f")


@given(st.floats(width=16))
def test_halves_print_as_what_reads_back(value: float) -> None:
    check_narrow(value, "<e")


def check_narrow(value: float, format_: str) -> None:
    narrow = NarrowFloat.unpack(struct.pack(format_, value), format_)
    shown = str(narrow)
    if math.isnan(value):
        assert shown == "nan"
    else:
        assert struct.pack(format_, float(shown)) == struct.pack(format_, value)


def test_floats_print_short() -> None:
    assert str(NarrowFloat.unpack(struct.pack("<f", 0.1), "<f")) == "0.1"
    assert str(NarrowFloat.unpack(struct.pack("<e", 65504.0), "<e")) == "65500.0"


def test_bounds_prefer_the_fields_that_have_an_order() -> None:
    statistics = Statistics(min=b"a", max=b"b", min_value=b"c", is_min_value_exact=False)
    low, high = find_minimum(statistics, bytes), find_maximum(statistics, bytes)
    assert low is not None
    assert high is not None
    assert (low.value, low.exact, low.deprecated) == (b"c", False, False)
    assert (high.value, high.exact, high.deprecated) == (b"b", None, True)
    assert find_minimum(Statistics(), bytes) is None
