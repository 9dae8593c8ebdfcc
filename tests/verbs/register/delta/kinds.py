"""A kind of column a row: what its values are, what the table calls its type, and the bounds that the log has, to the digit."""

from __future__ import annotations

import datetime as dt
from decimal import Decimal
from typing import Any, Final, NamedTuple
from uuid import UUID

import pyarrow as pa


class DeltaKind(NamedTuple):
    """`lower` and `upper` are texts of JSON; empty for a bound that is not there. Each list of values is a row group."""

    type: pa.DataType
    groups: list[list[Any]]
    named: str
    lower: str
    upper: str


_LARGE: Final = Decimal("9999999999999999999999999999.9999999999")
_NOON: Final = dt.datetime(2024, 1, 1, 12, 0, 0, 4)
NAN: Final = float("nan")

KINDS: Final[dict[str, DeltaKind]] = {
    "boolean": DeltaKind(pa.bool_(), [[True, None], [False]], "boolean", "false", "true"),
    "int8": DeltaKind(pa.int8(), [[-128], [127, None]], "byte", "-128", "127"),
    "uint8": DeltaKind(pa.uint8(), [[0, 255]], "short", "0", "255"),
    "uint16": DeltaKind(pa.uint16(), [[0], [65535]], "integer", "0", "65535"),
    "uint32": DeltaKind(pa.uint32(), [[1], [2**32 - 1]], "long", "1", "4294967295"),
    "uint64": DeltaKind(pa.uint64(), [[1], [2**64 - 1]], "decimal(20,0)", "1", f"{2**64 - 1}"),
    "int64": DeltaKind(pa.int64(), [[2**60 + 1], [None, -5]], "long", "-5", f"{2**60 + 1}"),
    "float without NaN counted": DeltaKind(pa.float32(), [[0.5, 2.0]], "float", "0.5", ""),
    "double with NaN": DeltaKind(pa.float64(), [[1.5, NAN], [3.0]], "double", "1.5", ""),
    "double of NaN alone in a row group": DeltaKind(pa.float64(), [[NAN], [3.0]], "double", "", ""),
    "infinity": DeltaKind(pa.float64(), [[float("-inf"), 1.0]], "double", "", ""),
    "zeros": DeltaKind(pa.float64(), [[0.0, -0.0]], "double", "-0.0", ""),
    "decimal of int32": DeltaKind(
        pa.decimal128(9, 2), [[Decimal("1.50")], [Decimal("-2.25")]], "decimal(9,2)", "-2.25", "1.50"
    ),
    "decimal of 18 digits": DeltaKind(
        pa.decimal128(18, 4),
        [[Decimal("99999999999999.9999"), Decimal("-0.0001")]],
        "decimal(18,4)",
        "-0.0001",
        "99999999999999.9999",
    ),
    "decimal of 38 digits": DeltaKind(
        pa.decimal128(38, 10), [[_LARGE], [Decimal(1)]], "decimal(38,10)", "1.0000000000", f"{_LARGE}"
    ),
    "date": DeltaKind(
        pa.date32(), [[dt.date(1, 1, 1)], [dt.date(9999, 12, 31)]], "date", '"0001-01-01"', '"9999-12-31"'
    ),
    "moment": DeltaKind(
        pa.timestamp("us", "UTC"),
        [[_NOON.replace(tzinfo=dt.UTC)]],
        "timestamp",
        '"2024-01-01T12:00:00.000004Z"',
        '"2024-01-01T12:00:00.000004Z"',
    ),
    "local time": DeltaKind(
        pa.timestamp("ms"),
        [[dt.datetime(2024, 1, 1, 1, 2, 3, 4000), None]],
        "timestamp_ntz",
        '"2024-01-01T01:02:03.004000"',
        '"2024-01-01T01:02:03.004000"',
    ),
    "text": DeltaKind(pa.string(), [["b", None], ["a"]], "string", '"a"', '"b"'),
    "long text": DeltaKind(
        pa.string(), [["a" * 40], ["z" * 40]], "string", f'"{"a" * 32}"', f'"{"z" * 31}{{"'
    ),
    "text over 4 KiB in a row group": DeltaKind(
        pa.string(), [["a", "b"], ["c", "m" * 5000]], "string", '"a"', ""
    ),
    "text before the surrogates": DeltaKind(
        pa.string(), [["\ud7ff" * 33]], "string", '"' + "\ud7ff" * 32 + '"', '"' + "\ud7ff" * 31 + '\ue000"'
    ),
    "the last character": DeltaKind(
        pa.string(), [["\U0010ffff" * 33]], "string", '"' + "\U0010ffff" * 32 + '"', ""
    ),
    "text beyond the first planes": DeltaKind(
        pa.string(), [["\U00020000"]], "string", '"\U00020000"', '"\U00020000"'
    ),
    "text with quotes": DeltaKind(
        pa.string(), [['"\n\\']], "string", '"\\"\\n\\\\"', '"\\"\\n\\\\"'
    ),
    "bytes": DeltaKind(pa.binary(), [[b"\xff", b"a"]], "binary", "", ""),
    "uuid": DeltaKind(pa.uuid(), [[UUID(int=5)]], "binary", "", ""),
    "nothing": DeltaKind(pa.int32(), [[None, None]], "integer", "", ""),
}  # fmt: skip
