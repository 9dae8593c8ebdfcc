"""`bounds-of-geometries`."""

from __future__ import annotations

from pathlib import Path

import pytest

from parquet_format.parquet import (
    GeographyType,
    GeometryType,
    LogicalType,
    Statistics,
    StringType,
    Type,
)
from tests.verbs.lint.footers import advise, chunk, column, footer, make_fine, row_group

RULE = "bounds-of-geometries"


@pytest.mark.parametrize(
    ("meaning", "statistics", "num_bytes"),
    [
        (GeometryType(), Statistics(min_value=b"abc", max_value=b"de"), 5),
        (GeographyType(), Statistics(min=b"abc"), 3),
        (GeometryType(), Statistics(null_count=0), None),
        (GeometryType(), None, None),
        (StringType(), Statistics(min_value=b"abc", max_value=b"de"), None),
        (None, Statistics(min_value=b"abc", max_value=b"de"), None),
    ],
)
def test_by_the_type(
    tmp_path: Path,
    meaning: LogicalType | None,
    statistics: Statistics | None,
    num_bytes: int | None,
) -> None:
    element = column("g", Type.BYTE_ARRAY, logicalType=meaning)
    group = row_group(chunk("g", Type.BYTE_ARRAY, statistics=statistics))
    advice = advise(RULE, footer([element], [group]), tmp_path)
    assert [each.num_bytes for each in advice] == [num_bytes] * (num_bytes is not None)


def test_a_fine_file_is_not(tmp_path: Path) -> None:
    assert advise(RULE, make_fine(), tmp_path) == []
