"""Parquet that this package has written, read with Spark: whatever the session is set to, and whatever a path is called."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import reduce
from typing import TYPE_CHECKING, Final

from inlay.ground.files.paths import is_url

if TYPE_CHECKING:
    from pyspark.sql import DataFrame, SparkSession

_MAGIC: Final = re.compile(r"[\\{}\[\]*?]")
"""What means something in a path of Hadoop's."""

_GLOBS: Final = "__globPaths__"
"""Spark's name for whether it does: in our paths it does not. Escapes would not do, for a name with a colon."""


def read_literal_paths(spark: SparkSession, schema: str, paths: Sequence[str]) -> DataFrame:
    """With the schema said, and no file ever left out."""
    if not paths:
        return spark.createDataFrame([], schema)
    # Of n paths with magic at once, Spark reads each n times.
    at_once = [[path] for path in paths] if any(map(_MAGIC.search, paths)) else [paths]
    return reduce(
        lambda frame, other: frame.union(other), (_read(spark, schema, some) for some in at_once)
    )


def _read(spark: SparkSession, schema: str, paths: Sequence[str]) -> DataFrame:
    reader = spark.read.schema(schema).option(_GLOBS, "false")
    reader = reader.option("ignoreCorruptFiles", "false").option("ignoreMissingFiles", "false")
    return reader.parquet(*map(as_url, paths))


def as_url(path: str) -> str:
    """So that it means the same to Spark: a path alone is one of the file system that its cluster prefers."""
    return path if is_url(path) else f"file://{path}"
