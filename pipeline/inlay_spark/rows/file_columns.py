"""Columns that say where a row comes from: `_file_path`, `_file_name`, `_file_size` and `_row_index`, as Spark's `_metadata` has
them. They are there only where they are asked for by name, and a column of a file comes before one of these.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final
from urllib.parse import quote

import pyarrow as pa
import pyarrow.compute as pc
from pyspark.sql import types as spark

from inlay.ground.files.paths import is_url

if TYPE_CHECKING:
    from inlay.ground.files.entries import FileEntry

FILE_COLUMNS: Final[dict[str, spark.DataType]] = {
    "_file_path": spark.StringType(),
    "_file_name": spark.StringType(),
    "_file_size": spark.LongType(),
    "_row_index": spark.LongType(),
}

OF_SPARK: Final = {
    "_file_path": "_metadata.file_path",
    "_file_name": "_metadata.file_name",
    "_file_size": "_metadata.file_size",
    "_row_index": "_metadata.row_index",
}
"""What Spark's own sources call them."""

METADATA: Final = "_metadata"
"""A column that is called so hides them."""

_compute: Final[Any] = pc
_LEFT_ALONE: Final = "/-_.!~'()*:@&=+$,;"


def make_file_column(
    field: pa.Field[Any], entry: FileEntry, rows: Any, count: int, scheme: str = ""
) -> Any:
    """The values for `count` rows from the number `rows` on, or with these numbers; a URL is of this `scheme`, if one is given. Raises
    pa.ArrowException for a type that does not hold them."""
    if field.name == "_row_index":
        if not isinstance(rows, int):
            return rows.cast(field.type)
        ones = pa.repeat(pa.scalar(1, pa.int64()), count)
        return _compute.cumulative_sum(ones, start=rows - 1).cast(field.type)
    path = replace_scheme(entry.path, scheme)
    values: dict[str, str | int] = {
        "_file_path": as_uri(path),
        "_file_name": as_uri(path).rpartition("/")[2],
        "_file_size": entry.size,
    }
    value: Any = pa.scalar(values[field.name]).cast(field.type)
    return pa.repeat(value, count)


def replace_scheme(path: str, scheme: str) -> str:
    """With the scheme that its user wrote, if any: `s3a` and `s3` are one store to us, and two to Spark. Paths stay."""
    return f"{scheme}://{path.partition('://')[2]}" if scheme and is_url(path) else path


def as_uri(path: str) -> str:
    """As Hadoop writes a path: with escapes for what is not allowed in a URI, and letters of all languages as they are."""
    escaped = "".join(
        letter if ord(letter) > 0x9F and not letter.isspace() else quote(letter, safe=_LEFT_ALONE)
        for letter in path
    )
    return escaped if is_url(path) else f"file:{escaped}"
