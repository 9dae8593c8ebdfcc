"""Bounds of column chunks, in every order that the format defines."""

from __future__ import annotations

import datetime as dt
import struct
import uuid
from collections.abc import Sequence
from decimal import Decimal
from typing import Any, Final

import numpy as np

from parquet_format.parquet import ColumnOrder, ConvertedType, DecimalType, Statistics
from tests.lies.kind import Edit, Kind, Query, edited
from tests.lies.parts import Parts
from tests.lies.true_files import ROWS, annotated, element, pa, stated, true_file, without_bounds

DAYS: Final = [dt.date(2026, 1, day) for day in ROWS]
MOMENTS: Final = [dt.datetime(2026, 1, day) for day in ROWS]
WORDS: Final = ["a", "b", "c", "d", "e", "f", "g", "h"]
ZEBRAS: Final = ["a", "b", "c", "d", *(f"zebra {at}" for at in range(1, 5))]
BIG: Final = (1 << 64) - 1


def _packed(form: str, value: float) -> bytes:
    return struct.pack(f"<{form}", value)


def _max(
    says: str,
    holds: str,
    values: Sequence[Any],
    kind: Any,
    bound: bytes,
    query: Query | None,
    *prepare: Edit,
    field: str = "max_value",
    column: str = "c",
    **options: Any,
) -> Kind:
    """The bound of the last row group is false."""
    return Kind(
        "bounds of chunks",
        says,
        holds,
        true_file(values, kind, *prepare, **options),
        edited(stated(field, bound, column)),
        finding="value-bounds" if field.endswith("_value") else "value-old-bounds",
        query=query,
    )


def _halves(values: Sequence[float]) -> Any:
    return pa.array(np.array(values, np.float16))


def _in_total_order(parts: Parts) -> None:
    parts.footer.column_orders = [ColumnOrder.TYPE_ORDER, ColumnOrder.IEEE_754_TOTAL_ORDER]
    for group in range(2):
        parts.chunk("c", group).statistics.nan_count = group


def _with_zero_below(parts: Parts) -> None:
    _in_total_order(parts)
    for group in range(2):
        parts.chunk("c", group).statistics.nan_count = 0


def _int96(day: int) -> bytes:
    return (0).to_bytes(8, "little") + (2_461_042 + day - 1).to_bytes(4, "little")


def _in_order_of_int96(parts: Parts) -> None:
    parts.footer.column_orders = [ColumnOrder.TYPE_ORDER, ColumnOrder.INT96_TIMESTAMP_ORDER]
    for group in range(2):
        first = group * 4 + 1
        parts.chunk("c", group).meta.statistics = Statistics(
            null_count=0, min_value=_int96(first), max_value=_int96(first + 3)
        )


def _as_decimal(parts: Parts) -> None:
    annotated(DecimalType(scale=0, precision=2))(parts)
    element(parts).converted_type = ConvertedType.DECIMAL
    element(parts).scale, element(parts).precision = 0, 2


def _as_interval(parts: Parts) -> None:
    element(parts).converted_type = ConvertedType.INTERVAL
    without_bounds(parts)


def _only_deprecated(parts: Parts) -> None:
    for group in range(2):
        statistics = parts.chunk("c", group).statistics
        statistics.min, statistics.max = statistics.min_value, statistics.max_value
        statistics.min_value = statistics.max_value = None
        statistics.is_min_value_exact = statistics.is_max_value_exact = None


def _cut(parts: Parts) -> None:
    """Both bounds of the last row group as a writer cuts them, the maximum raised."""
    statistics = parts.chunk("c").statistics
    statistics.min_value, statistics.max_value = b"zebra", b"zebrb"
    statistics.is_min_value_exact = statistics.is_max_value_exact = False


def _without_orders(parts: Parts) -> None:
    parts.footer.column_orders = None


def _below_infinity(parts: Parts) -> None:
    """Both bounds of infinities hold, and say that they may be loose."""
    statistics = parts.chunk("c").statistics
    statistics.min_value = _packed("d", 1.7e308)
    statistics.is_min_value_exact = False


def _flag(name: str, says: str, holds: str, query: Query) -> Kind:
    return Kind(
        "exact flags",
        says,
        holds,
        true_file(ZEBRAS, pa.string(), _cut),
        edited(stated(name, True)),
        finding="value-exact",
        query=query,
    )


BOUNDS: Final = {
    "int32-max": _max("max 7", "8", ROWS, pa.int32(), _packed("i", 7), Query("=", "8")),
    "int64-max": _max("max 7", "8", ROWS, pa.int64(), _packed("q", 7), Query("=", "8")),
    "int64-min": _max(
        "min 6", "5", ROWS, pa.int64(), _packed("q", 6), Query("=", "5"), field="min_value"
    ),
    "int8-max": _max("max 7", "8", ROWS, pa.int8(), _packed("i", 7), Query("=", "8")),
    "uint32-signed-max": _max(
        "max 7, by signed order",
        "4,294,967,295",
        [1, 2, 3, 4, 5, 6, 7, 2**32 - 1],
        pa.uint32(),
        _packed("i", 7),
        Query("=", str(2**32 - 1)),
    ),
    "uint64-signed-min": _max(
        "min 2^64 - 1, by signed order",
        "5",
        [1, 2, 3, 4, 5, 6, 7, BIG],
        pa.uint64(),
        BIG.to_bytes(8, "little"),
        Query("=", "5"),
        field="min_value",
    ),
    "boolean-max": _max(
        "max false",
        "true",
        [False] * 7 + [True],
        pa.bool_(),
        b"\0",
        Query("=", "true", "bool"),
    ),
    "float-max": _max(
        "max 7", "8", ROWS, pa.float32(), _packed("f", 7), Query("=", "8.0", "float")
    ),
    "double-max": _max(
        "max 7", "8", ROWS, pa.float64(), _packed("d", 7), Query("=", "8.0", "float")
    ),
    "double-max-beside-nan": _max(
        "max 5, and a NaN",
        "8, and a NaN",
        [1.0, 2.0, 3.0, 4.0, 5.0, 6.0, float("nan"), 8.0],
        pa.float64(),
        _packed("d", 5),
        Query("=", "8.0", "float"),
    ),
    "double-zero-is-max": _max(
        "max -0.0, of negative numbers",
        "1",
        [-9.0, -8.0, -7.0, -6.0, -5.0, -0.0, 0.0, 1.0],
        pa.float64(),
        _packed("d", -0.0),
        Query("=", "1.0", "float"),
    ),
    "total-order-max": _max(
        "max 5, in IEEE 754's order",
        "8, and a NaN",
        [1.0, 2.0, 3.0, 4.0, 5.0, 6.0, float("nan"), 8.0],
        pa.float64(),
        _packed("d", 5),
        Query("=", "8.0", "float"),
        _in_total_order,
    ),
    "total-order-zero": _max(
        "min 0.0, in IEEE 754's order",
        "-0.0, which is less",
        [1.0, 2.0, 3.0, 4.0, -0.0, 0.0, 7.0, 8.0],
        pa.float64(),
        _packed("d", 0.0),
        Query("=", "-0.0", "float"),
        _with_zero_below,
        field="min_value",
    ),
    "float16-max": _max(
        "max 7",
        "8",
        _halves(ROWS),
        None,
        struct.pack("<e", 7),
        Query("=", "8.0", "float"),
    ),
    "text-max": _max("max g", "h", WORDS, pa.string(), b"g", Query("=", "h", "text")),
    "text-signed-min": _max(
        "min é, by signed bytes",
        "e",
        [*WORDS[:7], "é"],
        pa.string(),
        "é".encode(),
        Query("=", "e", "text"),
        field="min_value",
    ),
    "bytes-max": _max(
        "max 7F",
        "FF",
        [b"\1", b"\2", b"\3", b"\4", b"\5", b"\6", b"\x7f", b"\xff"],
        pa.binary(),
        b"\x7f",
        Query("=", "ff", "bytes"),
    ),
    "fixed-bytes-min": _max(
        "min 0006",
        "0005",
        [bytes([0, at]) for at in ROWS],
        pa.binary(2),
        b"\0\6",
        Query("=", "0005", "bytes"),
        field="min_value",
    ),
    "decimal32-max": _max(
        "max 7.00",
        "8.00",
        [Decimal(at).quantize(Decimal("1.00")) for at in ROWS],
        pa.decimal128(9, 2),
        _packed("i", 700),
        Query("=", "8.00", "decimal"),
        store_decimal_as_integer=True,
    ),
    "decimal64-max": _max(
        "max 7.00",
        "8.00",
        [Decimal(at).quantize(Decimal("1.00")) for at in ROWS],
        pa.decimal128(18, 2),
        _packed("q", 700),
        Query("=", "8.00", "decimal"),
        store_decimal_as_integer=True,
    ),
    "decimal-bytes-unsigned-min": _max(
        "min 1.00, by unsigned bytes",
        "-2.00",
        [Decimal(at).quantize(Decimal("1.00")) for at in (9, 9, 9, 9, -2, -1, 1, 2)],
        pa.decimal128(30, 2),
        (100).to_bytes(13, "big"),
        Query("=", "-2.00", "decimal"),
        field="min_value",
    ),
    "decimal-byte-array-max": _max(
        "max 7",
        "8",
        [bytes([at]) for at in ROWS],
        pa.binary(),
        b"\7",
        Query("=", "8", "decimal"),
        _as_decimal,
    ),
    "date-max": _max(
        "max 2026-01-07",
        "2026-01-08",
        DAYS,
        pa.date32(),
        _packed("i", (DAYS[6] - dt.date(1970, 1, 1)).days),
        Query("=", "2026-01-08", "date"),
    ),
    "time-max": _max(
        "max 07:00",
        "08:00",
        [dt.time(at) for at in ROWS],
        pa.time64("us"),
        _packed("q", 7 * 3_600_000_000),
        Query("=", "08:00:00", "time"),
    ),
    "timestamp-max": _max(
        "max 2026-01-07",
        "2026-01-08",
        MOMENTS,
        pa.timestamp("us"),
        _packed("q", (MOMENTS[6] - dt.datetime(1970, 1, 1)) // dt.timedelta(microseconds=1)),
        Query("=", "2026-01-08 00:00:00", "timestamp"),
    ),
    "int96-max": _max(
        "max 2026-01-07, in INT96's order",
        "2026-01-08",
        MOMENTS,
        pa.timestamp("ns"),
        _int96(7),
        Query("=", "2026-01-08 00:00:00", "timestamp"),
        _in_order_of_int96,
        use_deprecated_int96_timestamps=True,
    ),
    "uuid-max": _max(
        "max ..07",
        "..08",
        pa.array([uuid.UUID(int=at).bytes for at in ROWS], pa.uuid()),
        None,
        uuid.UUID(int=7).bytes,
        Query("=", str(uuid.UUID(int=8)), "uuid"),
    ),
    "field-of-struct-max": _max(
        "max 7",
        "8",
        [{"f": at} for at in ROWS],
        pa.struct({"f": pa.int64()}),
        _packed("q", 7),
        Query("=", "8", column="c.f"),
        column="c.f",
    ),
    "element-of-list-max": _max(
        "max 7",
        "8",
        [[at] for at in ROWS],
        pa.list_(pa.int64()),
        _packed("q", 7),
        None,
        column="c.list.element",
    ),
    "deprecated-max": _max(
        "deprecated max 7",
        "8",
        ROWS,
        pa.int64(),
        _packed("q", 7),
        Query("=", "8"),
        _only_deprecated,
        field="max",
    ),
    "deprecated-min": _max(
        "deprecated min 6",
        "5",
        ROWS,
        pa.int64(),
        _packed("q", 6),
        Query("=", "5"),
        _only_deprecated,
        field="min",
    ),
    "cut-max": _max(
        "max `zebra`, cut and not raised",
        "`zebra 4`",
        ZEBRAS,
        pa.string(),
        b"zebra",
        Query("=", "zebra 4", "text"),
        _cut,
    ),
    "cut-min": _max(
        "min `zebra 2`, cut",
        "`zebra 1`",
        ZEBRAS,
        pa.string(),
        b"zebra 2",
        Query("=", "zebra 1", "text"),
        _cut,
        field="min_value",
    ),
    "exact-max": _flag(
        "is_max_value_exact", "max `zebrb` is exact", "`zebra 4`", Query("max", kind="text")
    ),
    "exact-min": _flag(
        "is_min_value_exact",
        "min `zebra` is exact",
        "`zebra 1`",
        Query("=", "zebra 1", "text"),
    ),
    "exact-below-infinity": Kind(
        "exact flags",
        "min 1.7e308 is exact",
        "all are infinite",
        true_file([1.0, 2.0, 3.0, 4.0, *[float("inf")] * 4], pa.float64(), _below_infinity),
        edited(stated("is_min_value_exact", True)),
        finding="value-exact",
        query=Query("min", kind="float"),
    ),
    "max-without-orders": _max(
        "max 7, without column orders",
        "8",
        ROWS,
        pa.int64(),
        _packed("q", 7),
        Query("=", "8"),
        _without_orders,
    ),
    "interval-max": Kind(
        "bounds of chunks",
        "INTERVAL has a max",
        "the format defines no order",
        true_file([bytes([at] * 12) for at in ROWS], pa.binary(12), _as_interval),
        edited(stated("max_value", bytes([7] * 12))),
        finding="value-no-order",
        query=Query("=", "08" * 12, "bytes"),
    ),
}
