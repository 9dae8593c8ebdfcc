"""Between the schemas of Spark and Arrow: Spark takes batches of exactly the types that it expects."""

from __future__ import annotations

import inspect
from typing import TYPE_CHECKING, Any, Final

import pyarrow as pa

from inlay_runtime.errors import RequestError

if TYPE_CHECKING:
    from pyspark.sql.types import StructType

_NAMES: Final[dict[pa.DataType, str]] = {
    pa.int8(): "tinyint",
    pa.int16(): "smallint",
    pa.int32(): "int",
    pa.int64(): "bigint",
    pa.uint8(): "smallint",
    pa.uint16(): "int",
    pa.uint32(): "bigint",
    pa.uint64(): "decimal(20,0)",
    pa.float32(): "float",
    pa.float64(): "double",
    pa.bool_(): "boolean",
    pa.string(): "string",
    pa.binary(): "binary",
    pa.timestamp("us", "UTC"): "timestamp",
}


class ColumnTypeError(RequestError, ValueError):
    """A column cannot have the type that `.schema(...)` gives it."""


def format_ddl(schema: pa.Schema) -> str:
    """A schema of `inlay.tables.scan` as Spark writes one."""
    return ", ".join(f"`{field.name}` {name_type(field.type)}" for field in schema)


def name_type(type_: pa.DataType) -> str:
    if pa.types.is_list(type_):
        return f"array<{name_type(type_.value_type)}>"
    if pa.types.is_map(type_):
        return f"map<{name_type(type_.key_type)}, {name_type(type_.item_type)}>"
    if pa.types.is_struct(type_):
        inner = ", ".join(f"`{field.name}`: {name_type(field.type)}" for field in type_)
        return f"struct<{inner}>"
    return _NAMES[type_]


def widen_schema(schema: StructType) -> pa.Schema:
    """The Arrow schema that batches of these columns have to have, to the last flag."""
    from pyspark.sql.pandas.types import to_arrow_schema

    # Spark 4.3 asks for the time zone, 4.2 has UTC.
    asks = "timezone" in inspect.signature(to_arrow_schema).parameters
    options: dict[str, Any] = {"timezone": "UTC"} if asks else {}
    return to_arrow_schema(schema, **options)


def fit_batch(batch: pa.RecordBatch, schema: pa.Schema) -> pa.RecordBatch:
    """The batch with the types of `schema`, column by column in order.

    Raises ColumnTypeError for a column whose values do not fit.
    """
    columns = [
        _fit_column(column, field) for column, field in zip(batch.columns, schema, strict=True)
    ]
    return pa.RecordBatch.from_arrays(columns, schema=schema)


def _fit_column(column: Any, field: pa.Field[Any]) -> Any:
    if not field.nullable and column.null_count:
        raise ColumnTypeError(f"column {field.name} has nulls, and the schema says NOT NULL")
    if column.type.equals(field.type, check_metadata=True):
        return column
    try:
        return column.cast(field.type)
    except pa.ArrowException as error:
        raise ColumnTypeError(
            f"column {field.name} is {column.type}, and {field.type} is asked for: {error}"
        ) from None
