"""`timestamp-not-delta`."""

from __future__ import annotations

from pathlib import Path

import pytest

from parquet_format.parquet import (
    ConvertedType,
    DateType,
    Encoding,
    SchemaElement,
    TimestampType,
    TimeType,
    TimeUnit,
    Type,
)
from tests.verbs.lint.footers import MIB, advise, chunk, column, footer, make_fine, row_group

RULE = "timestamp-not-delta"
MOMENT = TimestampType(isAdjustedToUTC=True, unit=TimeUnit.MICROS)
TIME = TimeType(isAdjustedToUTC=True, unit=TimeUnit.MICROS)


@pytest.mark.parametrize(
    ("element", "expected"),
    [
        (column("t", logicalType=MOMENT), 1),
        (column("t", Type.INT32, logicalType=DateType()), 1),
        (column("t", converted_type=ConvertedType.TIMESTAMP_MILLIS), 1),
        (column("t", logicalType=TIME), 0),
        (column("t"), 0),
    ],
)
def test_dates_and_timestamps_are_advised(
    element: SchemaElement, expected: int, tmp_path: Path
) -> None:
    of_column = chunk("t", element.type or Type.INT64)
    advice = advise(RULE, footer([element], [row_group(of_column)]), tmp_path)
    assert len(advice) == expected
    for each in advice:
        assert each.fix == ("inlay rewrite file.parquet -o OUT --encode t=delta_binary_packed")


def test_differences_and_dictionaries_without_plain_are_fine(tmp_path: Path) -> None:
    for encodings in (
        [Encoding.DELTA_BINARY_PACKED, Encoding.PLAIN],
        [Encoding.PLAIN_DICTIONARY, Encoding.RLE],
    ):
        of_column = chunk("t", encodings=encodings)
        metadata = footer([column("t", logicalType=MOMENT)], [row_group(of_column)])
        assert advise(RULE, metadata, tmp_path) == []
    assert advise(RULE, make_fine(), tmp_path) == []


def test_settings_may_leave_small_columns_alone(tmp_path: Path) -> None:
    metadata = footer([column("t", logicalType=MOMENT)], [row_group(chunk("t"))])
    assert len(advise(RULE, metadata, tmp_path, bytes=4 * MIB)) == 1
    assert advise(RULE, metadata, tmp_path, bytes=4 * MIB + 1) == []
