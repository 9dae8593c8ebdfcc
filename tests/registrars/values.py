"""Kinds of one column that only registrars tell apart: their types and values, and nothing odd in what the footer says."""

from __future__ import annotations

from datetime import date, datetime, time
from decimal import Decimal
from struct import pack
from typing import Final

import pyarrow as pa

from tests.verbs.register.kinds import Kind, drop_logical_type, leave_out, make_old, say

_NAN: Final = float("nan")
_INF: Final = float("inf")
_NOON: Final = datetime(2024, 7, 1, 12, 0, 0, 123456)
_LARGE: Final = Decimal("99999999999999.9999")
_LAST: Final = "\U0010ffff"
_IN_INTEGERS: Final = {"store_decimal_as_integer": True}
_WITHOUT_ARROW: Final = {"store_schema": False}

VALUES: Final = (
    Kind(
        "numbers within wider bounds",
        pa.int32(),
        [[1, 2], [3, 4]],
        [say(1, max_value=pack("<i", 100), max=None, is_max_value_exact=False)],
    ),
    Kind("floats with an exponent", pa.float32(), [[-3e38, 1e-10], [1e20, 2e30]], [say(0, nan_count=0), say(1, nan_count=0)]),
    Kind("unsigned of 8 bits", pa.uint8(), [[1, 200], [255]]),
    Kind("unsigned of 16 bits", pa.uint16(), [[1, 40000], [65535]]),
    Kind("NaN beside numbers", pa.float64(), [[1.0, _NAN], [2.0, 3.0]]),
    Kind("NaN beside numbers of 32 bits", pa.float32(), [[1.0, _NAN], [2.0, 3.0]]),
    Kind("infinities", pa.float64(), [[1.0, -_INF], [2.0, _INF]]),
    Kind("an infinity above", pa.float64(), [[1.0, 2.0], [_INF, 3.0]]),
    Kind("h: decimal of 16 digits", pa.decimal128(16, 4), [[Decimal("1.0001")], [Decimal("999999999999.9999")]], options=_IN_INTEGERS),
    Kind("h: decimal of 17 digits", pa.decimal128(17, 4), [[Decimal("-9999999999999.9999")], [Decimal("9999999999999.9999")]], options=_IN_INTEGERS),
    Kind("h: decimal of 18 digits", pa.decimal128(18, 4), [[-_LARGE, Decimal("0.0001")], [_LARGE]], options=_IN_INTEGERS),
    Kind("h: decimal of 18 digits in bytes", pa.decimal128(18, 4), [[-_LARGE], [_LARGE]]),
    Kind("h: decimal of 20 digits", pa.decimal128(20, 4), [[Decimal("9007199254740993.0001")], [Decimal("9007199254740995.0003")]]),
    Kind("decimals of 18 digits by their converted type", pa.decimal128(18, 2), [[Decimal("1.00")], [Decimal("200.00")]], [drop_logical_type], options=_IN_INTEGERS),
    Kind("time in microseconds", pa.time64("us"), [[time(1, 2, 3, 4)], [time(23)]]),
    Kind("time in milliseconds", pa.time32("ms"), [[time(1)], [time(23)]]),
    Kind("time in nanoseconds", pa.time64("ns"), [[1], [3_600_000_000_001]]),
    Kind("m: moments", pa.timestamp("us", "UTC"), [[_NOON], [_NOON.replace(microsecond=999)]]),
    Kind("moments of milliseconds", pa.timestamp("ms", "UTC"), [[_NOON.replace(microsecond=7000)], [_NOON.replace(microsecond=0)]]),
    Kind("m: nanoseconds", pa.timestamp("ns"), [[1_704_067_200_123_456_789], [1_704_067_200_123_456_001]]),
    Kind("m: moments of nanoseconds", pa.timestamp("ns", "UTC"), [[1_704_067_200_123_456_789], [1_704_067_200_123_456_001]]),
    Kind("moments by their converted type", pa.timestamp("us", "UTC"), [[_NOON], [_NOON.replace(year=2025)]], [drop_logical_type], options=_WITHOUT_ARROW),
    Kind("moments of another zone", pa.timestamp("us", "Europe/Berlin"), [[_NOON], [_NOON.replace(year=2025)]]),
    Kind("k: INT96", pa.timestamp("ns"), [[datetime(2020, 1, 1)], [datetime(2021, 1, 1), None]], options={"use_deprecated_int96_timestamps": True}),
    Kind("days of two centuries", pa.date32(), [[date(1969, 12, 31)], [date(2024, 2, 29), None]]),
    Kind("n: text of last characters", pa.string(), [["a", "b"], [_LAST * 20]]),
    Kind("text before the surrogates", pa.string(), [["a", "b"], ["c" + "\ud7ff" * 20]]),
    Kind("text beyond the first plane", pa.string(), [["\U0001f600a", "b"], ["\U00020000"]]),
    Kind("text whose order is that of bytes", pa.string(), [["z", "Z"], ["ä", "\uffee\U00010000"]]),
    Kind("text by its converted type", pa.string(), [["a", "b"], ["c", None]], [drop_logical_type], options=_WITHOUT_ARROW),
    Kind("empty text", pa.string(), [["", "b"], ["c", None]]),
    Kind("f: deprecated bounds of text that is not ASCII", pa.string(), [["z", "a"], ["ä", "b"]], [make_old(0), make_old(1)]),
    Kind("bytes of 5,000 beside others", pa.binary(), [[b"a"], [b"b", b"\xff" * 5000]]),
    Kind("fixed bytes, the last of all", pa.binary(4), [[b"mmmm"], [b"\xff\xff\xff\xff"]]),
    Kind("JSON", pa.json_(), [['{"a": 1}'], ['[2]', None]]),
    Kind("durations", pa.duration("us"), [[1], [10**9]]),
    Kind("nulls not counted, and some", pa.string(), [["a", "b"], ["c", None]], [leave_out(1, "null_count")]),
    Kind("a null count without bounds of text", pa.string(), [["a", "b"], ["c", "z"]], [leave_out(1, "min", "max", "min_value", "max_value")]),
)  # fmt: skip
