"""Elements that differ in nothing but their names are one kind; no others are."""

from __future__ import annotations

import random

import pytest

import inlay
from inlay.tables.columnar import meanings
from inlay.tables.columnar.meanings import describe_meaning, format_logical_type
from parquet_format.parquet import (
    DecimalType,
    FileMetaData,
    IntType,
    SchemaElement,
    TimestampType,
    TimeUnit,
    Type,
)


def schema_of(count: int) -> list[SchemaElement]:
    rng = random.Random(count)
    leaves = [
        SchemaElement(
            name=f"leaf {at}",
            type=Type(rng.randrange(8)),
            type_length=rng.choice([None, at, at // 2]),
            scale=at,
            precision=rng.choice([None, count - at]),
            logicalType=(
                DecimalType(scale=at, precision=rng.randrange(100))
                if at % 3
                else IntType(bitWidth=at % 128, isSigned=at % 2 == 0)
            ),
        )
        for at in range(count)
    ]
    return [SchemaElement(name="root", num_children=count), *leaves]


@pytest.mark.parametrize("count", [0, 1, 300])
@pytest.mark.parametrize("most", [1 << 62, 1000, 1])
def test_every_element_has_its_own_meaning(
    count: int, most: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Also where the kinds of several columns are more than a number can tell apart."""
    monkeypatch.setattr(meanings, "_MOST_KINDS", most)
    schema = schema_of(count)
    footer = FileMetaData(version=2, schema=schema, num_rows=0, row_groups=[])
    found = inlay.schema_table(footer.encode(), ["logical_type"]).column("logical_type")
    assert found.to_pylist() == [format_logical_type(element) for element in schema]
    assert len({describe_meaning(element) for element in schema}) > count // 3


@pytest.mark.parametrize(
    "beside", [[], [TimestampType(isAdjustedToUTC=True, unit=TimeUnit.MILLIS)]]
)
def test_a_unit_that_is_no_struct_has_no_number(beside: list[TimestampType]) -> None:
    """Field 2 of the unit, MICROS, is a map on the wire, and an i32."""
    odd = [
        TimestampType.decode(bytes.fromhex(data))
        for data in ("12 1c 2b 00 00 00", "12 1c 25 02 00 00")
    ]
    leaves = [SchemaElement(name="t", logicalType=each) for each in (*odd, *beside)]
    schema = [SchemaElement(name="root", num_children=len(leaves)), *leaves]
    footer = FileMetaData(version=2, schema=schema, num_rows=0, row_groups=[])
    found = inlay.schema_table(footer.encode(), ["logical_type"]).column("logical_type").to_pylist()
    assert found[1:3] == ["TIMESTAMP(UNKNOWN_0, local)"] * 2
    assert found[3:] == ["TIMESTAMP(MILLIS, UTC)"] * len(beside)
