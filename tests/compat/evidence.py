"""The files that readers are measured with. All are valid.

Each has a column `key` of plain integers, so that it shows whether a reader loses a column or the file. Rules are made of the half
`made`, and held against the half `judged`: other values in other pages, several row groups, another codec and another neighbour.
"""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime
from typing import Any, Final

from parquet_format.parquet import ColumnOrder, FileMetaData
from tests.compat.bounds import bounds
from tests.compat.surprises import surprises
from tests.compat.whole_files import whole_files
from tests.compat.written import (
    Evidence,
    Half,
    Tried,
    Values,
    Written,
    arrow,
    file_of,
    halves,
    with_nan,
)
from tests.readers.probes.encodings import ARROW, CODECS, TYPES, VALUES
from tests.readers.probes.types import Column, columns, two_levels

ROWS: Final = 60
_STRIDE: Final = 7
"""From a column to its neighbour in the other half."""


def evidence() -> Iterator[Evidence]:
    """All files, those that rules are made of first."""
    made = _columns("made")
    judged = _columns("judged")
    for name, column in made.items():
        yield file_of(name, "made", {"c": column})
    names = [name for name, column in judged.items() if column.mixes]
    for at, (name, column) in enumerate(judged.items()):
        other = judged[names[(at * _STRIDE + 3) % len(names)]]
        beside = (
            {"d": other} if column.mixes and name != names[(at * _STRIDE + 3) % len(names)] else {}
        )
        yield file_of(name, "judged", {"c": column, **beside})
    for half in ("made", "judged"):
        yield from whole_files(half)
        yield from bounds(half)
        yield from surprises(half)


def _columns(half: Half) -> dict[str, Written]:
    found: dict[str, Written] = {}
    for name, column in columns().items():
        found[f"type {name}"] = _typed(column, half)
    for encoding, types in TYPES.items():
        for type_ in types:
            found[f"encoding {encoding} of {type_}"] = _encoded(encoding, type_, half)
    for codec, name in CODECS.items():
        found[f"codec {codec}"] = _compressed(name, half)
    found["bounds with NaN"] = _with_nan(half)
    for type_ in ("double", "float", "float16"):
        found[f"order IEEE 754 of {type_}"] = _ordered(type_, half)
    found["bounds of FLOAT16"] = _halves(half)
    found["order INT96 by time"] = _instants(half)
    return found


def _turned(values: Values, half: Half) -> list[Any]:
    """In the other half the values are turned round, and there are more of them."""
    return list(values) if half == "made" else [*reversed(values)] * 5


def _typed(column: Column, half: Half) -> Written:
    values = _turned(column.values, half)
    stored, parsed = (
        None if it is None else _turned(it, half) for it in (column.stored, column.parsed)
    )
    given = column.values if column.given is None else column.given
    return Written(
        column.arrow,
        _turned(given, half),
        Tried(values, stored, parsed),
        _two_levels if column.edit is two_levels else column.edit,
        {**(column.options or {}), **({"write_statistics": False} if column.edit else {})},
        codec="snappy" if half == "made" else "zstd",
        simple=not isinstance(column.values[0], list | dict),
    )


def _encoded(encoding: str, type_: str, half: Half) -> Written:
    shift = 0 if half == "made" else 11
    numbers = [None if n % 7 == 3 else n // 5 + shift for n in range(ROWS)]
    values = [None if n is None else VALUES[type_](n) for n in numbers]
    pa = arrow()
    kind = pa.binary(4) if type_ == "FIXED_LEN_BYTE_ARRAY" else pa.type_for_alias(ARROW[type_])
    whole: dict[str, Any] = {}
    if type_ == "INT96":
        whole["use_deprecated_int96_timestamps"] = True
    if encoding == "PLAIN_DICTIONARY":
        whole["version"] = "1.0"
    codec = "none" if half == "made" else "snappy"
    return Written(kind, values, Tried(values), None, whole, encoding, codec, True)


def _compressed(codec: str, half: Half) -> Written:
    values = [VALUES["INT64"](n) for n in range(ROWS if half == "made" else 2 * ROWS)]
    return Written(arrow().int64(), values, Tried(values), None, {}, "PLAIN", codec, True)


def _with_nan(half: Half) -> Written:
    values = [float("nan"), 1.5, None, -2.0, 7.25]
    turned = values if half == "made" else [*values, 3.5] * 4
    return Written(arrow().float64(), turned, with_nan(turned), encoding="PLAIN", simple=True)


def _ordered(type_: str, half: Half) -> Written:
    values = _turned([1.5, None, -0.25], half)
    kind = arrow().type_for_alias(type_)
    return Written(kind, values, halves(values, type_), _in_total_order, simple=True)


def _in_total_order(metadata: FileMetaData) -> None:
    assert metadata.column_orders is not None
    metadata.column_orders[0] = ColumnOrder.IEEE_754_TOTAL_ORDER


def _halves(half: Half) -> Written:
    """As signed or unsigned bytes, negative ones lie elsewhere."""
    values = [-1.5, 2.0, None, -0.25] * (1 if half == "made" else 5)
    return Written(arrow().float16(), values, halves(values, "float16"), simple=True)


def _instants(half: Half) -> Written:
    values = _turned([datetime(2024, 1, 31, 12), None, datetime(1969, 12, 31, 1)], half)
    options = {"use_deprecated_int96_timestamps": True}

    def edit(metadata: FileMetaData) -> None:
        assert metadata.column_orders is not None
        metadata.column_orders[0] = ColumnOrder.INT96_TIMESTAMP_ORDER

    return Written(arrow().timestamp("ns"), values, Tried(values), edit, options, simple=True)


def _two_levels(metadata: FileMetaData) -> None:
    """The same as of a file with one column."""
    key = metadata.schema.pop()
    chunks = [group.columns.pop() for group in metadata.row_groups]
    two_levels(metadata)
    metadata.schema.append(key)
    for group, chunk in zip(metadata.row_groups, chunks, strict=True):
        group.columns.append(chunk)
