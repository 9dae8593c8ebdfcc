"""Types that Spark has and takes from no source in Python: said where a schema is made, and not by each worker."""

from __future__ import annotations

from collections.abc import Iterator

from pyspark.sql import types as spark

from inlay_spark.rows.errors import UnreadableError

_REFUSED = ("YearMonthIntervalType", "CalendarIntervalType", "GeometryType", "GeographyType")
"""By name: of older Sparks not all are there."""


def require_types_for_python(schema: spark.StructType, where: str = "") -> None:
    """UnreadableError with the first column that has such a type; `where` is the file that it was found in."""
    for field in schema.fields:
        for path, type_ in _leaves(field.dataType, field.name):
            if type(type_).__name__ in _REFUSED:
                place = f"{where}: " if where else ""
                raise UnreadableError(
                    f"{place}column {path} is {type_.simpleString()}, which Spark takes from no source in Python\n"
                    "  try: .schema(...) with the columns that are wanted, and without this one"
                )


def _leaves(type_: spark.DataType, path: str) -> Iterator[tuple[str, spark.DataType]]:
    match type_:
        case spark.StructType():
            for field in type_.fields:
                yield from _leaves(field.dataType, f"{path}.{field.name}")
        case spark.ArrayType():
            yield from _leaves(type_.elementType, f"{path}.element")
        case spark.MapType():
            yield from _leaves(type_.keyType, f"{path}.key")
            yield from _leaves(type_.valueType, f"{path}.value")
        case _:
            yield path, type_
