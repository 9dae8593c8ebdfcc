"""Which columns and which statistics a defect of a writer is about."""

from __future__ import annotations

from enum import Enum
from typing import Final, NamedTuple

from inlay.ground.schema.meaning import find_meaning
from parquet_format.parquet import DecimalType, Float16Type, IntType, SchemaElement, Type

BINARY: Final = (Type.BYTE_ARRAY, Type.FIXED_LEN_BYTE_ARRAY)
_FLOATS: Final = (Type.FLOAT, Type.DOUBLE)


class AffectedPart(Enum):
    """What is wrong; the value is how people read it."""

    BOUNDS = "bounds"
    OLD_BOUNDS = "deprecated bounds"
    EXACTNESS = "exactness of bounds"
    NULL_COUNT = "null_count"
    DISTINCT_COUNT = "distinct_count"
    COLUMN_INDEX = "column index"
    OFFSET_INDEX = "offset index"
    FILE_OFFSET = "file_offset of row groups"
    SIZE = "size of chunks"
    PAGES = "pages"


class AffectedColumns(Enum):
    """The columns with the defect; the value is how people read it."""

    ALL = "all"
    BINARY = "BYTE_ARRAY, FIXED_LEN_BYTE_ARRAY"
    BYTE_ARRAY = "BYTE_ARRAY"
    NOT_SIGNED = "those whose order is not signed"
    UNSIGNED = "unsigned integers"
    DECIMAL = "decimals"
    BINARY_DECIMAL = "decimals in bytes"
    BYTE_ARRAY_DECIMAL = "decimals in BYTE_ARRAY"
    CUT = "decimals in bytes, FLOAT16"
    FLOAT = "floating-point numbers"
    INT96 = "INT96"
    LIST = "those in lists"
    FIXED_IN_STRUCT = "those of fixed width in structs in lists"
    ARROW_DICTIONARY = "dictionaries of Arrow"


class WrittenColumn(NamedTuple):
    """A leaf. `is_in_struct` if it is a field of a struct that a list or a map has. `was_dictionary` is what Arrow's copy
    of the schema says of it; None where there is no copy."""

    element: SchemaElement
    is_in_list: bool = False
    was_dictionary: bool | None = False
    can_be_null: bool = True
    is_in_struct: bool = False


def covers_column(columns: AffectedColumns, column: WrittenColumn) -> bool:
    """Whether a column is among those; True where that cannot be told."""
    element, means = column.element, find_meaning(column.element)
    is_decimal, is_binary = isinstance(means, DecimalType), element.type in BINARY
    match columns:
        case AffectedColumns.ALL:
            return True
        case AffectedColumns.BINARY:
            return is_binary
        case AffectedColumns.BYTE_ARRAY:
            return element.type == Type.BYTE_ARRAY
        case AffectedColumns.NOT_SIGNED:
            return not is_signed(element)
        case AffectedColumns.UNSIGNED:
            return isinstance(means, IntType) and not means.isSigned
        case AffectedColumns.DECIMAL:
            return is_decimal
        case AffectedColumns.BINARY_DECIMAL:
            return is_decimal and is_binary
        case AffectedColumns.BYTE_ARRAY_DECIMAL:
            return is_decimal and element.type == Type.BYTE_ARRAY
        case AffectedColumns.CUT:
            return is_binary and (is_decimal or isinstance(means, Float16Type))
        case AffectedColumns.FLOAT:
            return element.type in _FLOATS or isinstance(means, Float16Type)
        case AffectedColumns.INT96:
            return element.type == Type.INT96
        case AffectedColumns.LIST:
            return column.is_in_list
        case AffectedColumns.FIXED_IN_STRUCT:
            return column.is_in_struct and element.type != Type.BYTE_ARRAY
        case AffectedColumns.ARROW_DICTIONARY:
            return is_binary and column.was_dictionary is not False


def is_signed(element: SchemaElement) -> bool:
    """Whether the order of the column is the signed one, in which the deprecated bounds are."""
    means = find_meaning(element)
    if isinstance(means, IntType):
        return means.isSigned
    if element.type in BINARY:
        return isinstance(means, DecimalType)
    return element.type != Type.INT96
