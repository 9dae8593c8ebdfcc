"""Decimals of more digits than their schema says are values like others: a filter finds them."""

from __future__ import annotations

import io
from decimal import Decimal
from typing import Final

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

import inlay
from parquet_format.parquet import DecimalType, FileMetaData
from tests.support.footers import edit_footer

_SMALL, _LARGE = Decimal("1.00"), Decimal("99.99")

_FOUND: Final = {
    "c = 99.99": [_LARGE],
    "c > 50": [_LARGE],
    "c >= 99.99": [_LARGE],
    "c < 99.99": [_SMALL],
    "c != 1": [_LARGE],
    "c in (99.99, 5)": [_LARGE],
    "c <= 1000": [_SMALL, _LARGE],
}


@pytest.fixture(scope="module", params=[4, 38])
def too_long(request: pytest.FixtureRequest) -> bytes:
    """Two values, of which the second has a digit more than the schema says; of so many digits when they were written."""
    values = pa.array([_SMALL, _LARGE], pa.decimal128(request.param, 2))
    sink = io.BytesIO()
    pq.write_table(pa.table({"c": values}), sink, store_schema=False)

    def shorten(metadata: FileMetaData) -> None:
        element = metadata.schema[1]
        element.precision = 3
        element.logicalType = DecimalType(precision=3, scale=2)

    return edit_footer(sink.getvalue(), shorten)


@pytest.mark.parametrize("filters", _FOUND)
def test_a_value_of_more_digits_is_found(too_long: bytes, filters: str) -> None:
    assert inlay.read_table(too_long, filters=filters)["c"].to_pylist() == _FOUND[filters]


def test_lists_find_it_too(too_long: bytes) -> None:
    found = inlay.read_table(too_long, filters=[("c", ">", Decimal("50"))])
    assert found["c"].to_pylist() == [_LARGE]
