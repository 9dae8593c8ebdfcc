"""Values that are none of their logical type are found, and those at its ends are not."""

from __future__ import annotations

import io
from collections.abc import Sequence
from decimal import Decimal
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

import inlay
from inlay_runtime.finding import Finding
from parquet_format.parquet import (
    ConvertedType,
    DecimalType,
    EnumType,
    IntType,
    JsonType,
    LogicalType,
    StringType,
    TimeType,
    TimeUnit,
)
from tests.lies.parts import Parts
from tests.lies.true_files import element

DAY = 86_400


def audit(
    values: Sequence[Any],
    kind: Any,
    logical: LogicalType | None,
    converted: ConvertedType | None = None,
    **options: Any,
) -> list[Finding]:
    out = io.BytesIO()
    pq.write_table(
        pa.table({"c": pa.array([*values], kind)}),
        out,
        store_schema=False,
        write_statistics=False,
        max_rows_per_page=2,
        **options,
    )
    parts = Parts.of(out.getvalue())
    leaf = element(parts)
    leaf.logicalType, leaf.converted_type = logical, converted
    if isinstance(logical, DecimalType):
        leaf.scale, leaf.precision = logical.scale, logical.precision
    return list(inlay.verify(parts.joined(), values=True).findings)


def time(unit: TimeUnit) -> TimeType:
    return TimeType(isAdjustedToUTC=True, unit=unit)


def integer(bits: int, *, signed: bool) -> IntType:
    return IntType(bitWidth=bits, isSigned=signed)


INT32, INT64, BYTES = pa.int32(), pa.int64(), pa.binary()
RANGES: dict[str, tuple[pa.DataType, LogicalType, int, int]] = {
    "int8": (INT32, integer(8, signed=True), -128, 127),
    "uint8": (INT32, integer(8, signed=False), 0, 255),
    "int16": (INT32, integer(16, signed=True), -(1 << 15), (1 << 15) - 1),
    "uint16": (INT32, integer(16, signed=False), 0, (1 << 16) - 1),
    "milliseconds": (INT32, time(TimeUnit.MILLIS), 0, DAY * 1000),
    "microseconds": (INT64, time(TimeUnit.MICROS), 0, DAY * 1000**2),
    "nanoseconds": (INT64, time(TimeUnit.NANOS), 0, DAY * 1000**3),
    "decimal of 4 bytes": (INT32, DecimalType(scale=2, precision=5), -99_999, 99_999),
    "decimal of 8 bytes": (INT64, DecimalType(scale=0, precision=18), 1 - 10**18, 10**18 - 1),
}


@pytest.mark.parametrize("use_dictionary", [True, False])
@pytest.mark.parametrize("name", RANGES)
def test_numbers_at_the_ends(name: str, use_dictionary: bool) -> None:
    kind, logical, least, most = RANGES[name]
    inside = [least, None, most, 0, 1]
    assert not audit(inside, kind, logical, use_dictionary=use_dictionary)
    for beyond in (least - 1, most + 1):
        (finding,) = audit([*inside, beyond], kind, logical, use_dictionary=use_dictionary)
        assert (finding.code, finding.at) == ("value-range", "row_groups[0].columns[0].pages[2]")
        assert finding.what.endswith(
            f"has values from {least:,} to {most:,}, and one is {beyond:,}"
        )


@pytest.mark.parametrize("beyond", [10**21, -(10**21)])
def test_decimals_in_bytes(beyond: int) -> None:
    inside = [Decimal(10**21 - 1), Decimal(1 - 10**21), None]
    kind, logical = pa.decimal128(30, 0), DecimalType(scale=0, precision=21)
    assert not audit(inside, kind, logical)
    (finding,) = audit([*inside, Decimal(beyond)], kind, logical)
    assert finding.code == "value-range"


@pytest.mark.parametrize("use_dictionary", [True, False])
@pytest.mark.parametrize(
    ("logical", "converted"),
    [(StringType(), None), (EnumType(), None), (None, ConvertedType.UTF8)],
)
def test_text(
    logical: LogicalType | None, converted: ConvertedType | None, use_dictionary: bool
) -> None:
    right = ["ä".encode(), b"", None, b"\0", "\U0001f600".encode()]
    assert not audit(right, BYTES, logical, converted, use_dictionary=use_dictionary)
    for wrong in (b"\xff", b"\xed\xa0\x80", b"\xc0\x80", "ä".encode()[:1]):
        values = [*right, None, wrong]
        (finding,) = audit(values, BYTES, logical, converted, use_dictionary=use_dictionary)
        assert (finding.code, finding.at) == ("value-text", "row_groups[0].columns[0].pages[3]")
        assert finding.what == f"value 0 of page 3 is not UTF-8: {wrong!r}"


def test_bytes_without_a_type_are_any() -> None:
    assert not audit([b"\xff", b"{"], BYTES, None)


RIGHT_JSON = ["{}", " [1e400, -0.5]\n", '"\\ud800"', "9" * 5000, "null", '{"a": 1, "a": 2}']
NO_JSON = ["", "{", "NaN", "-Infinity", "[1,]", "01", "{'a': 1}", '"\t"', "\ufeff1"]


@pytest.mark.parametrize("text", RIGHT_JSON)
def test_json(text: str) -> None:
    assert not audit([text, "1"], BYTES, JsonType())


@pytest.mark.parametrize("text", NO_JSON)
def test_no_json(text: str) -> None:
    (finding,) = audit(["1", text.encode()], BYTES, JsonType())
    assert finding.code == "value-json"
    assert finding.what.startswith("value 1 of page 0 is not JSON: ")


def test_json_that_is_nested_too_deeply_is_taken_for_right() -> None:
    assert not audit([b"[" * 2_000 + b"]" * 2_000], BYTES, JsonType())
