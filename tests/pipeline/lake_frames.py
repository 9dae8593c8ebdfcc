"""What tests of `inlay_spark.read` share: files, changes of their footers, and who reads the files of a frame."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import pyarrow as pa
import pyarrow.parquet as pq

from parquet_format.parquet import KeyValue

if TYPE_CHECKING:
    from pyspark.sql import DataFrame

    from parquet_format.parquet import FileMetaData

ROWS: Final = pa.table({"x": [1, 2, 3], "s": ["a", None, "c"], "l": [[1], None, []]})
NATIVE, OURS = "FileScan parquet", "BatchScan inlay"
"""What the scans of a plan are called."""


def write(path: Path, table: pa.Table = ROWS, **options: Any) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    pq.write_table(table, path, **options)
    return path


def set_field(name: str, value: object) -> Callable[[FileMetaData], None]:
    return lambda footer: setattr(footer, name, value)


def set_key_value(key: str, value: str) -> Callable[[FileMetaData], None]:
    return set_field("key_value_metadata", [KeyValue(key=key, value=value)])


def list_rows(frame: DataFrame) -> list[str]:
    return sorted(map(repr, frame.collect()))


def find_readers(frame: DataFrame) -> set[str]:
    """Of the scans in the plan."""
    inside: Any = frame
    plan: str = inside._jdf.queryExecution().executedPlan().toString()
    return set(re.findall(r"FileScan parquet|BatchScan inlay", plan))
