"""What a Delta table cannot keep, by the names of `--allow`."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final

from inlay.verbs.register.schema.table_types import (
    GeographyType,
    GeometryType,
    LeafType,
    TimestampType,
)
from parquet_format.parquet import SchemaElement

_MICROS: Final = 10**6

OUTSIDE: Final = "outside"
NANOSECONDS: Final = "nanoseconds"
GEOMETRIES: Final = "geometries"
CONVERTED: Final = "converted-timestamps"

LOSSES: Final[Mapping[str, str]] = {
    OUTSIDE: "files outside of the folder of the table, which some readers look for below it",
    NANOSECONDS: "timestamps of nanoseconds, which Delta reads as microseconds",
    GEOMETRIES: "geometries, which are bytes in Delta, and which DuckDB does not read there",
    CONVERTED: "moments by a converted type alone, which DuckDB reads as local time",
}


def list_losses(element: SchemaElement, type_: LeafType) -> Iterator[str]:
    """Of a leaf of a file."""
    match type_:
        case GeometryType() | GeographyType():
            yield GEOMETRIES
        case TimestampType(per_second):
            if per_second > _MICROS:
                yield NANOSECONDS
            if element.logicalType is None:
                yield CONVERTED
        case _:
            pass
