"""Every physical and logical type, and the older ways to say the same."""

from __future__ import annotations

import importlib
import uuid
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from datetime import UTC, date, datetime, time
from decimal import Decimal
from functools import partial
from pathlib import Path
from typing import Any, Final, TypeAlias

from parquet_format.parquet import (
    BsonType,
    ConvertedType,
    DecimalType,
    EnumType,
    FileMetaData,
    FileType,
    GeographyType,
    GeometryType,
    LogicalType,
)
from tests.readers.probes.probe import Probe
from tests.readers.sources import footer_of, with_footer

POINT: Final = bytes.fromhex("0101000000000000000000f03f0000000000000040")
AT: Final = [datetime(2024, 1, 31, 23, 59, 58, 123456), None, datetime(1969, 12, 31, 1)]
TIMES: Final = [time(23, 59, 58, 123456), None, time(0, 0, 1)]
PRICES: Final = [Decimal("12.75"), None, Decimal("-0.25")]
UUIDS: Final = [uuid.UUID(int=2**127 + 7), None, uuid.UUID(int=1)]
SPAN: Final = bytes([1, 0, 0, 0, 2, 0, 0, 0, 3, 0, 0, 0])
"""A month, two days, three milliseconds."""

Edit: TypeAlias = Callable[[FileMetaData], None]


@dataclass(frozen=True, slots=True)
class Column:
    """`values` in the Arrow type `arrow`, `stored` as in Probe; `given` is what pyarrow gets, where it takes no `values`;
    `edit` then changes the footer, for what pyarrow does not write."""

    arrow: Any
    values: list[Any]
    stored: list[Any] | None = None
    given: list[Any] | None = None
    edit: Edit | None = None
    options: Mapping[str, Any] | None = None
    parsed: list[Any] | None = None


def columns() -> dict[str, Column]:
    """By the row that they stand for."""
    return {**_physical(), **_logical(), **_older(), **_nested()}


def types() -> Iterator[Probe]:
    for row, column in columns().items():
        stored = None if column.stored is None else {"c": column.stored}
        parsed = None if column.parsed is None else {"c": column.parsed}
        yield Probe(row, partial(_write, column=column), {"c": column.values}, stored, parsed)


def _physical() -> dict[str, Column]:
    pa = _arrow()
    return {
        "BOOLEAN": Column(pa.bool_(), [True, None, False]),
        "INT32": Column(pa.int32(), [2**31 - 1, None, -(2**31)]),
        "INT64": Column(pa.int64(), [2**63 - 1, None, -(2**63)]),
        "INT96, a timestamp": Column(
            pa.timestamp("ns"), AT, options={"use_deprecated_int96_timestamps": True}
        ),
        "FLOAT": Column(pa.float32(), [1.5, None, -0.25]),
        "DOUBLE": Column(pa.float64(), [1.5, None, -0.25]),
        "BYTE_ARRAY": Column(pa.binary(), [b"\xff\0", None, b""]),
        "FIXED_LEN_BYTE_ARRAY": Column(pa.binary(3), [b"abc", None, b"\0\1\xff"]),
    }


def _logical() -> dict[str, Column]:
    pa = _arrow()
    whole = {"store_decimal_as_integer": True}
    cents = [1275, None, -25]
    uuids = [uuid_ and uuid_.bytes for uuid_ in UUIDS]
    unscaled = [b"\x04\xfb", None, b"\xe7"]
    return {
        "STRING": Column(pa.string(), ["na\u00efve", None, ""]),
        "ENUM": Column(
            pa.binary(), ["A", None, "B"], given=[b"A", None, b"B"], edit=_annotated(EnumType())
        ),
        "JSON": Column(pa.json_(), ['{"a":1}', None, "{}"], parsed=[{"a": 1}, None, {}]),
        "BSON": Column(pa.binary(), [b"\5\0\0\0\0", None, b""], edit=_annotated(BsonType())),
        "UUID": Column(pa.uuid(), UUIDS, uuids, uuids),
        **{f"INTEGER({bits}, signed)": _integer(bits, True) for bits in (8, 16, 32, 64)},
        **{f"INTEGER({bits}, unsigned)": _integer(bits, False) for bits in (8, 16, 32, 64)},
        "DECIMAL, INT32": Column(pa.decimal128(7, 2), PRICES, cents, options=whole),
        "DECIMAL, INT64": Column(pa.decimal128(15, 2), PRICES, cents, options=whole),
        "DECIMAL, FIXED_LEN_BYTE_ARRAY": Column(pa.decimal128(30, 2), PRICES),
        "DECIMAL, 60 digits": Column(pa.decimal256(60, 2), PRICES),
        "DECIMAL, BYTE_ARRAY": Column(pa.binary(), PRICES, unscaled, unscaled, _decimal),
        "FLOAT16": Column(pa.float16(), [1.5, None, -0.25], [b"\0\x3e", None, b"\0\xb4"]),
        "DATE": Column(
            pa.date32(), [date(2024, 2, 29), None, date(1969, 12, 31)], [19782, None, -1]
        ),
        "TIME(ms)": Column(pa.time32("ms"), _in_millis(TIMES), [86398123, None, 1000]),
        "TIME(us)": Column(pa.time64("us"), TIMES, [86398123456, None, 1000000]),
        "TIME(ns)": Column(pa.time64("ns"), TIMES, [86398123456000, None, 1000000000]),
        **{f"TIMESTAMP({unit}, UTC)": _instant(unit) for unit in ("ms", "us", "ns")},
        **{
            f"TIMESTAMP({unit}, local)": Column(
                pa.timestamp(unit), AT if unit != "ms" else _in_millis(AT)
            )
            for unit in ("ms", "us", "ns")
        },
        "UNKNOWN, always null": Column(pa.null(), [None, None, None]),
        "GEOMETRY": _places(GeometryType()),
        "GEOGRAPHY": _places(GeographyType()),
        "FILE": Column(
            pa.struct({"uri": pa.string()}),
            [{"uri": "a.png"}, {"uri": None}, {"uri": "b.png"}],
            edit=_annotated(FileType()),
        ),
    }


def _older() -> dict[str, Column]:
    """What has a converted type and no logical one, and lists before there was a rule for them."""
    pa = _arrow()
    spans = [SPAN, None, bytes(12)]
    required = pa.list_(pa.field("element", pa.int32(), nullable=False))
    return {
        "UTF8 alone": Column(pa.string(), ["na\u00efve", None, ""], edit=_only_converted),
        "TIMESTAMP_MICROS alone": _instant("us", _only_converted),
        "DECIMAL alone": Column(pa.decimal128(30, 2), PRICES, edit=_only_converted),
        "INTERVAL": Column(
            pa.binary(12),
            [[1, 2, 3_000_000], None, [0, 0, 0]],
            spans,
            spans,
            _interval,
        ),
        "LIST of two levels": Column(required, [[1, 3], [2], []], edit=two_levels),
    }


def _nested() -> dict[str, Column]:
    pa = _arrow()
    pairs = [[("a", 1), ("b", None)], [("c", 3)], []]
    struct = pa.struct({"a": pa.int32(), "b": pa.string()})
    return {
        "a struct": Column(struct, [{"a": 1, "b": "x"}, {"a": None, "b": "y"}]),
        "a struct that is null": Column(struct, [{"a": 1, "b": "x"}, None]),
        "LIST": Column(pa.list_(pa.int32()), [[1, None, 2], [3], []]),
        "LIST that is null": Column(pa.list_(pa.int32()), [[1], None, []]),
        "LIST of LIST": Column(pa.list_(pa.list_(pa.int32())), [[[1], []], [[2, 3]], []]),
        "LIST of structs": Column(
            pa.list_(struct), [[{"a": 1, "b": "x"}], [], [{"a": 2, "b": None}]]
        ),
        "MAP": Column(
            pa.map_(pa.string(), pa.int32()), [{"a": 1, "b": None}, {"c": 3}, {}], given=pairs
        ),
    }


def _arrow() -> Any:
    return importlib.import_module("pyarrow")


def _integer(bits: int, is_signed: bool) -> Column:
    type_ = getattr(_arrow(), f"{'' if is_signed else 'u'}int{bits}")()
    values = [2 ** (bits - is_signed) - 1, None, -(2 ** (bits - 1)) if is_signed else 0]
    wrapped = None if is_signed else [-1, None, 0]
    return Column(type_, values, wrapped)


def _instant(unit: str, edit: Edit | None = None) -> Column:
    local = _in_millis(AT) if unit == "ms" else AT
    values = [at and at.replace(tzinfo=UTC) for at in local]
    per_second = {"ms": 10**3, "us": 10**6, "ns": 10**9}[unit]
    stored = [at and round(at.timestamp() * 1e6) * per_second // 10**6 for at in values]
    return Column(_arrow().timestamp(unit, "UTC"), values, stored, edit=edit)


def _in_millis(times: list[Any]) -> list[Any]:
    return [at and at.replace(microsecond=at.microsecond // 1000 * 1000) for at in times]


def _places(logical_type: LogicalType) -> Column:
    point = {"type": "Point", "coordinates": [1, 2]}
    return Column(
        _arrow().binary(),
        [POINT, None, POINT],
        edit=_annotated(logical_type),
        parsed=[point, None, point],
    )


def _annotated(logical_type: LogicalType) -> Edit:
    def edit(metadata: FileMetaData) -> None:
        metadata.schema[1].logicalType = logical_type

    return edit


def _only_converted(metadata: FileMetaData) -> None:
    metadata.schema[1].logicalType = None
    assert metadata.schema[1].converted_type is not None


def _decimal(metadata: FileMetaData) -> None:
    element = metadata.schema[1]
    element.logicalType = DecimalType(scale=2, precision=5)
    element.converted_type, element.scale, element.precision = ConvertedType.DECIMAL, 2, 5


def _interval(metadata: FileMetaData) -> None:
    metadata.schema[1].converted_type = ConvertedType.INTERVAL


def two_levels(metadata: FileMetaData) -> None:
    """The group between a list and its elements goes; the levels stay the same."""
    _, _, repeated, element = metadata.schema
    element.repetition_type, element.name = repeated.repetition_type, "array"
    del metadata.schema[2]
    for group in metadata.row_groups:
        for chunk in group.columns:
            assert chunk.meta_data is not None
            chunk.meta_data.path_in_schema = ["c", "array"]


def _write(path: Path, column: Column) -> None:
    values = column.values if column.given is None else column.given
    table = _arrow().table({"c": _arrow().array(values, column.arrow)})
    parquet: Any = importlib.import_module("pyarrow.parquet")
    parquet.write_table(table, path, store_schema=False, **(column.options or {}))
    if column.edit is not None:
        metadata = footer_of(path)
        column.edit(metadata)
        with_footer(path, metadata)
