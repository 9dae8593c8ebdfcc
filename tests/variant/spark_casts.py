"""Spark's table of casts, asked of Spark: values of each type of Variant, as each type of SQL, in three time zones.

python -m tests.variant.spark_casts    asks the PySpark that is installed, and writes `spark_casts.jsonl`

`test_spark_casts.py` holds ours against the file, and a test of `tests/pipeline` holds the file against Spark.
"""

from __future__ import annotations

import json
import math
import struct
from collections.abc import Iterator
from decimal import Decimal
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, TypeAlias
from uuid import UUID

import pyarrow as pa

from inlay.variant import PrimitiveType, Scalar, Variant, decode, encode, scalar
from inlay_variant.value.primitives import encode_decimal

if TYPE_CHECKING:
    from pyspark.sql import SparkSession

FILE: Final = Path(__file__).with_suffix(".jsonl")
ZONES: Final = ["UTC", "America/New_York", "Asia/Kolkata"]

_US: Final = pa.timestamp("us")
_UTC: Final = pa.timestamp("us", "UTC")
TYPES: Final[dict[str, pa.DataType]] = {
    "boolean": pa.bool_(),
    "tinyint": pa.int8(),
    "smallint": pa.int16(),
    "int": pa.int32(),
    "bigint": pa.int64(),
    "float": pa.float32(),
    "double": pa.float64(),
    "decimal(3,0)": pa.decimal128(3, 0),
    "decimal(10,2)": pa.decimal128(10, 2),
    "decimal(38,0)": pa.decimal128(38, 0),
    "decimal(38,10)": pa.decimal128(38, 10),
    "decimal(38,38)": pa.decimal128(38, 38),
    "string": pa.string(),
    "binary": pa.binary(),
    "date": pa.date32(),
    "timestamp": _UTC,
    "timestamp_ntz": _US,
    "time(6)": pa.time64("us"),
    "array<int>": pa.list_(pa.int32()),
    "array<string>": pa.list_(pa.string()),
    "map<string,bigint>": pa.map_(pa.string(), pa.int64()),
    "map<string,string>": pa.map_(pa.string(), pa.string()),
    "struct<a:int,b:string,c:timestamp>": pa.struct(
        [("a", pa.int32()), ("b", pa.string()), ("c", _UTC)]
    ),
    "array<struct<a:decimal(10,2),b:array<double>>>": pa.list_(
        pa.struct([("a", pa.decimal128(10, 2)), ("b", pa.list_(pa.float64()))])
    ),
}
"""Each type of SQL with the type of Arrow that it is."""

INTEGERS: Final = [
    0, 1, -1, 2, 7, 9, 99, 100, 127, 128, -128, -129, 255, 256, 999, 1000, -999, -1000, 12345, 32767, 32768,
    -32768, -32769, 65535, 86400, 2147483647, 2147483648, -2147483648, -2147483649, 99999999, 100000000,
    9999999999, 16777217, 9007199254740993, 253402300799, 253402300800, 1700000000, 9223372036854, 9223372036855,
    -9223372036854, -9223372036855, -62135596800, -62135596801, 123456789012345678, 9223372036854775807, -9223372036854775808,
]  # fmt: skip
DOUBLES: Final = [
    0.0, -0.0, 1.0, -1.0, 0.1, 0.5, 1.5, 2.5, -2.5, 1.005, 1.1, 99.995, 127.5, 127.9999, 128.0, -128.9, -129.0, 999.5,
    999.4999, 1e3, 9999999.0, 1e7, 1.0e10, 12345678.9, 1.2345e-3, 1e-3, 9.999e-4, 1e-7, 2e23, 2e-3, 9.5e-3, 2.0e-4, 1e21, 8.41e21, 4.35, 0.285, 2.675, 1.15, 1e15, 1e16, 1e17, 1e18, 1e19, 9.3e18,
    123456789.125, 32767.9, 32768.0, 2147483647.0, 2147483647.9, 2147483648.0, -2147483648.9, 9.223372036854775e18, 9.223372036854775807e18, -9.223372036854775808e18, 9223372036854.775,
    9223372036855.0, 1e22, 1e23, 1e27, 1e28, 1e37, 1e38, 1e39, 1.7976931348623157e308, 5e-324, 2.2250738585072014e-308, 3.4028234663852886e38,
    3.4028235677973366e38, 1e-45, 7e-46, 16777217.0, 0.30000000000000004, 1 / 3, 2 / 3, 1e-10, 1e-38, 5e-39, 4e-39,
    float("nan"), float("inf"), float("-inf"), 1700000000.123456, 1700000000.1234567, -0.000001, -0.0000005, 100.0, 0.05, 0.005, 0.015,
]  # fmt: skip
FLOATS: Final = [
    0.0, -0.0, 1.0, -1.0, 0.1, 1.1, 2.5, 1e10, 1e7, 9999999.0, 1e-3, 1e-4, 3.4028234663852886e38, 1e-45, 1.17549435e-38, 16777216.0, 33554432.0,
    0.3, 1e38, 123456.789, 2147483648.0, 9.2233720368547758e18, 127.99, 128.0, float("nan"), float("inf"), float("-inf"), 3.3554430e7, 1.0e-5, 99.995, 8589934592.0,
]  # fmt: skip
DECIMALS: Final = [
    "0", "0.00", "1", "1.0", "-1.5", "1.50", "100", "1E+2", "0.005", "0.015", "1.005", "-0.005", "0.004999", "999.4", "999.5", "999.99", "127.9", "128.0",
    "-128.99", "-129", "32767.99", "99999999.99", "99999999.994", "99999999.995", "2147483647.99", "2147483648", "-2147483648.5", "9223372036854775807.9",
    "9223372036854775808", "9223372036854.775807", "9223372036854.775808", "1700000000.1234567", "1700000000.123456", "-0.0000001", "0.0000001", "0.00000000000000000000000000000000000001",
    "99999999999999999999999999999999999999", "-99999999999999999999999999999999999999", "0.99999999999999999999999999999999999999", "1234567890123456789012345678.0123456789", "12345678901234567890.12345678901", "0.1", "16777217", "9007199254740993", "3.14159265358979323846",
]  # fmt: skip
TEXTS: Final = [
    "", " ", "a", "hello", "é", "\u0000", "😀", "x" * 70, "1" + " " * 70,
    # numbers
    "0", "1", "-1", "+1", "+", "-", ".", "1.", ".5", "-.5", "+.5", "1.5", " 1 ", "\t1\n", "1 ", " 1", "\u00a01", "1\u0000", "\u001f1\u001c", "\u007f1\u007f", "1\u0085", "\u000b1\u000c", "\u007ftrue", "\u20031", "1_0", "1,000", "0x10", "0x1p3", "00012",
    "127", "128", "-128", "-129", "32767", "32768", "2147483647", "2147483648", "-2147483648", "9223372036854775807", "9223372036854775808", "-9223372036854775808", "-9223372036854775809",
    "1e3", "1E3", "1e+3", "1e-3", "1e", "e3", "1.0", "1.9", "127.0", "1d", "1f", "1D", "1.5F", "1.f", ".5d", "1e3f", "0x.8p1", "0x1.8P-2d", "0x1p-1074", "0x1.fffffep127", "0x1.ffffffp127", "0x1p99999999999", "0x0p0", "-0x1p-99999999999", "0xp1", "1e-10000000000", "1e2147483648", "0e-2147483648", "0e2147483647", "12.34567e-2", "-0", "-0.0", "1e-45", "7e-46", "7.1e-46", "2.3509885615147286e-38", "-99999999.995", "99999999.9949999999999999999999999999999999999999", "1l", "1L", "0x10d", "1e400", "-1e400", "1e-400", "1e38", "1e39", "3.4028235677973366e38", "3.4028235677973367e38", "16777217", "16777217.0000000001",
    "NaN", "nan", " NaN ", "-NaN", "+NaN", "Infinity", "-Infinity", "+Infinity", "inf", "-inf", "+inf", "INF", " infinity ", "infinit", "1e38 ", "99999999999999999999999999999999999999", "999999999999999999999999999999999999999", "0.00000000000000000000000000000000000000001", "1e37", "1E-38", "5e-39", "4.9e-39", "0.005", "-0.005", "0.015", "99999999.994", "99999999.995", "999.5", "999.4", "999.49999999999999999999999999999999999999", "1e1000000000", "1e-1000000000", "1e10000000000", "0e1000000000", "١٢", "1.2.3", "--1", "1-", "1 2", "0.1", "1e22", "1e23",
    "00000000000000000000000000000000000000000000000001", "0.000000000000000000000000000000000000000000000000001e51", "1234567890123456789012345678.01234567895",
    # booleans
    "true", "TRUE", " True\n", "t", "T", "yes", "YES", "y", "Y", "false", "f", "no", "n", "N", "No", "on", "off", "tru", "2", "01", "TRUE\u0000", "\u00a0true",
    # dates
    "2024", "2024-", "2024-1", "2024-01", "2024-1-1", "2024-01-02", " 2024-01-02 ", "2024-01-02 ", "2024-01-02 abc", "2024-01-02T", "2024-01-02Tabc", "2024-01-02T12:34", "2024-02-29", "2023-02-29", "2024-13-01", "2024-00-01", "2024-01-32", "2024-1-1x", "20240102", "2024/01/02", "0001-01-01", "0000-01-01", "-0001-01-01", "+2024-01-02", "-2024-01-02", "9999-12-31", "10000-01-01", "99999-01-01", "999999-12-31", "1000000-01-01", "5881580-07-11", "5881580-07-12", "-5877641-06-23", "9999999-01-01", "10000000-01-01", "24-01-01", "024-01-01", "2024-001-01", "2024-01-001", "1969-12-31", "1582-10-10", "2024-01-02-03", "2024-01-02Z",
    # timestamps
    "2024-01-02 03:04:05", "2024-01-02T03:04:05", "2024-01-02 03:04", "2024-01-02 03", "2024-01-02 3:4:5", "2024-01-02 03:04:05.1", "2024-01-02 03:04:05.", "2024-01-02 03:04:05.123456", "2024-01-02 03:04:05.123456789", "2024-01-02 03:04:05.1234567Z", "2024-01-02T03:04:05Z", "2024-01-02T03:04:05z", "2024-01-02T03:04:05 Z", "2024-01-02T03:04:05+01:00", "2024-01-02T03:04:05-01:30", "2024-01-02T03:04:05+1:00", "2024-01-02T03:04:05+01:0", "2024-01-02T03:04:05+1:2", "2024-01-02T03:04:05+01", "2024-01-02T03:04:05+1", "2024-01-02T03:04:05+0100", "2024-01-02T03:04:05+18:00", "2024-01-02T03:04:05+18:01", "2024-01-02T03:04:05+19:00", "2024-01-02T03:04:05-18:00", "2024-01-02T03:04:05+01:02:03", "2024-01-02T03:04:05+010203", "2024-01-02T03:04:05 Europe/Berlin", "2024-01-02T03:04:05Europe/Berlin", "2024-01-02T03:04:05.5 UTC", "2024-01-02T03:04:05 UTC+1", "2024-01-02T03:04:05 UTC+01:30", "2024-01-02T03:04:05UTC-8", "2024-01-02T03:04:05 GMT+2", "2024-01-02T03:04:05 UT+3", "2024-01-02T03:04:05 GMT0", "2024-01-02T03:04:05 GMT", "2024-01-02T03:04:05 UT", "2024-01-02T03:04:05 EST", "2024-01-02T03:04:05 PST", "2024-01-02T03:04:05 CST", "2024-01-02T03:04:05 IST", "2024-01-02T03:04:05 MST", "2024-01-02T03:04:05 HST", "2024-01-02T03:04:05 JST", "2024-01-02T03:04:05 Nowhere/City", "2024-01-02T03:04:05 utc", "2024-01-02T03:04:05 europe/berlin", "2024-01-02T24:00:00", "2024-01-02T23:59:60", "2024-01-02T23:60:00", "2024-01-02 03:04:05 +01:00", "2024-01-02 03:04:05  ", "2024-01-02  03:04:05", "2024-03-10 02:30:00", "2024-11-03 01:30:00", "2024-01-02T03:04Z", "2024-01-02T03Z", "2024-01-02 Z", "2024 03:04:05", "2024-01 03:04:05", "294247-01-10T04:00:54.775807Z", "294247-01-10T04:00:54.775808Z", "-290308-12-21T19:59:05.224192Z", "-290308-12-21T19:59:05.224191Z", "300000-01-01 00:00:00", "2024-01-02 03:04:05.123abc", "2024-01-02 03:04:05+", "2024-01-02 003:04:05", "2024-01-02 03:004:05", "1883-11-18 12:00:00", "1800-01-01 00:00:00", "0001-01-01 00:00:00", "2024-01-02T03:04:05+01:00:00", "2024-01-02T03:04:05-00:00", "2024-01-02T03:04:05+", "2024-01-02T03:04:05:06", "2024-01-02T03:04:05 +1",
]  # fmt: skip
"""Not times of a day alone, which Spark takes for times of the day on which it is asked."""
CLOCKS: Final = [
    "03:04:05", "03:04", "T3:04 PM", "T03", "T03 AM", "03 AM", "3 pm", "03:04:05.PM", "03:04:05  PM", "PM", "03:04:05 PMZ", "03:04:05Z PM", "0:04 AM", "12:04 pm", "003:04", " T03:04", "3:4:5", "03:04:05.123456789", "24:00:00", "23:59:60", "03:04:05Z", "T03:04:05", "03", " 03:04:05 ", "03:04:05.", "3:04:05 PM", "03:04:05 pm", "12:00:00 AM", "12:00:00 PM", "00:30:00 AM", "13:00:00 PM", "3:04 PM", "03:04:05PM", "03:04:05 P", "03:04:05.5 am",
]  # fmt: skip
DAYS: Final = [0, 1, -1, 19724, 19793, -141428, -719162, -719163, 2932896, 2932897, 2147483647, -2147483648, 106751991, 106751992, -106751991, -106751992]  # fmt: skip
MICROS: Final = [
    0, 1, -1, 999999, 1000000, -1000000, 1500000, -1500000, 1704164645123456, 1704164645000000, 1704164645100000, 1710055800000000, 1730614200000000,
    1730617800000000, -62135596800000000, -62135596800000001, 253402300799999999, 253402300800000000, -2717650800000000, -5364662400000000,
    127000000, 128000000, 32768000000, 2147483647000000, 2147483648000000, 9223372036854775807, -9223372036854775808, 1704171600000000, 86399999999,
]  # fmt: skip


def _texts() -> Iterator[object]:
    yield from TEXTS
    yield from CLOCKS


NESTED: Final[list[object]] = [
    [], {}, [1, 2, 3], [1, "2", None, 2.5, "x", True], ["a", "b"], [[1], [2]], [{"a": 1}], {"a": 1}, {"a": "1", "b": 2}, {"a": None, "b": None},
    {"b": [1, {"x": "y\"\\\n\t\u0001\u007f\u2028é😀/"}], "c": "2024-01-02 03:04:05"}, {"a": {"b": {}}}, {"": 1, "é": 2, "x y": 3}, {"a": 1.5, "b": 2.5}, {"a": "x"},
    {"c": 1}, {"a": 300, "z": 3000000000}, [{"a": "1.005", "b": [1, "2.5", None, "x"]}, {"a": 5}, 3, {"b": 3}], [1e10, 1.0, 1e-5, 0.1, 100.0, 1e300], [float("nan"), float("inf"), float("-inf")],
    [Decimal("1.50"), Decimal("100"), Decimal("0.0000001"), Decimal("1E+2")], [True, False, None], {"a": "9", "B": 1, "A": 2},
]  # fmt: skip


def list_values() -> list[Variant]:
    """What is cast; one value of each type of Variant, and its edges."""
    return [encode(value) for value in _values()]


def _values() -> Iterator[Any]:
    yield from (None, True, False)
    yield from INTEGERS
    yield scalar(PrimitiveType.INT64, 1)
    yield from DOUBLES
    for number in FLOATS:
        yield Scalar(PrimitiveType.FLOAT, struct.pack("<f", number))
    for digits in DECIMALS:
        yield Decimal(digits)
    yield Scalar(PrimitiveType.DECIMAL16, encode_decimal(PrimitiveType.DECIMAL16, 12300, 2))
    yield from _texts()
    yield from (b"", b"abc", b"\x00\x01", b"1", b"\xc3\xa9")
    yield UUID("00112233-4455-6677-8899-aabbccddeeff")
    for day in DAYS:
        yield scalar(PrimitiveType.DATE, day)
    for count in MICROS:
        yield scalar(PrimitiveType.TIMESTAMP, count)
        yield scalar(PrimitiveType.TIMESTAMP_NTZ, count)
    yield from NESTED
    yield ["\u001f\u000b\b\f\r", "\u0085\u2029", {'\n"': 1}]
    far = (
        -5364662400000000,
        253402300800000000,
        -62135596800000001,
        9223372036854775807,
        -9223372036854775808,
    )
    yield [scalar(PrimitiveType.TIMESTAMP, count) for count in far]
    yield [scalar(PrimitiveType.TIMESTAMP_NTZ, count) for count in far]
    yield [scalar(PrimitiveType.DATE, day) for day in DAYS]
    inside = [scalar(PrimitiveType.DATE, 0), b"abc", UUID(int=1)]
    times = [scalar(PrimitiveType.TIMESTAMP, 1704164645123456), scalar(PrimitiveType.TIMESTAMP_NTZ, 1704164645100000)]  # fmt: skip
    floats = [Scalar(PrimitiveType.FLOAT, struct.pack("<f", number)) for number in (0.1, 1e10)]
    yield [*inside, *times, *floats]


def is_asked(value: Variant, type_: str) -> bool:
    """A time of the day alone is one of today as a timestamp: no table can have it."""
    return not (
        type_ in ("timestamp", "struct<a:int,b:string,c:timestamp>") and decode(value) in CLOCKS
    )


Answer: TypeAlias = "str | bool | list[Any] | dict[str, Any] | None"


def spell(value: Any, type_: pa.DataType) -> Answer:
    """A value of Arrow as JSON has it: numbers to the bit, times as they are counted; null where it is null."""
    if not value.is_valid:
        return None
    if pa.types.is_boolean(type_):
        return bool(value.as_py())
    if pa.types.is_floating(type_):
        number = value.as_py()
        return "nan" if math.isnan(number) else float(number).hex()
    if pa.types.is_date32(type_) or pa.types.is_temporal(type_):
        return str(value.value)
    if pa.types.is_binary(type_):
        return str(value.as_py().hex())
    if pa.types.is_list(type_):
        return [spell(value.values[at], type_.value_type) for at in range(len(value.values))]
    if pa.types.is_map(type_):
        entries = value.values
        return [
            [entries[at]["key"].as_py(), spell(entries[at]["value"], type_.item_type)]
            for at in range(len(entries))
        ]
    if pa.types.is_struct(type_):
        return {field.name: spell(value[field.name], field.type) for field in type_}
    return str(value.as_py())


Table: TypeAlias = "list[tuple[Variant, dict[str, dict[str, Answer]]]]"
"""Each value, and by zone what it is as each type; what cannot be cast is left out."""


def ask(spark: SparkSession) -> Table:
    """What Spark says of all pairs."""
    from pyspark.sql.types import VariantVal

    values = list_values()
    rows = [(at, VariantVal(value.value, value.metadata)) for at, value in enumerate(values)]
    frame = spark.createDataFrame(rows, "n int, v variant").coalesce(1).cache()
    answers: list[dict[str, dict[str, Answer]]] = [{zone: {} for zone in ZONES} for _ in values]
    before = spark.conf.get("spark.sql.session.timeZone")
    try:
        for zone in ZONES:
            spark.conf.set("spark.sql.session.timeZone", zone)
            names = [f"try_variant_get(v, '$', '{name}') AS `{name}`" for name in TYPES]
            table = frame.selectExpr("n", *names).toArrow().sort_by("n")
            for name, type_ in TYPES.items():
                column = table.column(name)
                column = column.cast(type_) if type_ == pa.time64("us") else column
                for at in range(len(values)):
                    answer = spell(column[at], type_)
                    if answer is not None and is_asked(values[at], name):
                        answers[at][zone][name] = answer
    finally:
        spark.conf.set("spark.sql.session.timeZone", str(before))
    return list(zip(values, answers, strict=True))


def write_table(table: Table) -> str:
    """A line for each value. A zone says only what it says otherwise than UTC; `null` where it cannot cast what UTC can."""
    lines: list[str] = []
    for value, by_zone in table:
        plain = by_zone["UTC"]
        line: dict[str, object] = {"value": value.value.hex(), "metadata": value.metadata.hex()}
        for zone, says in by_zone.items():
            line[zone] = (
                plain
                if zone == "UTC"
                else {
                    name: says.get(name)
                    for name in TYPES
                    if (name in says or name in plain) and says.get(name) != plain.get(name)
                }
            )
        lines.append(json.dumps(line, ensure_ascii=True))
    return "\n".join(lines) + "\n"


def read_table() -> Table:
    """What was written."""
    table: Table = []
    for text in FILE.read_text().splitlines():
        line = json.loads(text)
        value = Variant(bytes.fromhex(line["metadata"]), bytes.fromhex(line["value"]))
        by_zone: dict[str, dict[str, Answer]] = {}
        for zone in ZONES:
            says = {**line["UTC"], **(line[zone] if zone != "UTC" else {})}
            by_zone[zone] = {name: answer for name, answer in says.items() if answer is not None}
        table.append((value, by_zone))
    return table


def main() -> None:
    """Asks, and writes."""
    from inlay_spark.session import session
    from tests.support.quick_spark import QUICK

    spark = session("local[1]", conf={**QUICK, "spark.log.level": "OFF"})
    FILE.write_text(write_table(ask(spark)))
    spark.stop()


if __name__ == "__main__":
    main()
