"""What the values of a schema element mean, in one vocabulary: logical types.

A converted type means a logical type (LogicalTypes.md has the table); the logical type wins where
both are present.
"""

from __future__ import annotations

from inlay.ground.schema.converted_types import logical_from_converted
from parquet_format.parquet import (
    ConvertedType,
    DecimalType,
    LogicalType,
    MapType,
    SchemaElement,
)


def find_meaning(element: SchemaElement) -> LogicalType | None:
    """The logical type that is written or, without one, that the converted type stands for. Two converted types are read
    that no writer puts beside a logical type: MAP_KEY_VALUE, and DECIMAL without a precision.

    None for an element without either, and for INTERVAL and unknown converted types, which have no
    logical counterpart.
    """
    if element.logicalType is not None:
        return element.logicalType
    converted = element.converted_type
    if converted is None:
        return None
    match converted:
        case ConvertedType.MAP_KEY_VALUE:
            return MapType()
        case ConvertedType.DECIMAL if element.precision is None:
            return DecimalType(scale=element.scale or 0, precision=0)
        case _:
            return logical_from_converted(element)
