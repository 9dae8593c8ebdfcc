"""Delta tables of files that the tests write."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq
from deltalake import DeltaTable, QueryBuilder

import inlay
from inlay.verbs.register.register import Registration


def write_groups(path: Path, type_: pa.DataType, groups: list[list[Any]]) -> Path:
    """A file with a column `x`, and a row group for each list of values."""
    path.parent.mkdir(parents=True, exist_ok=True)
    with pq.ParquetWriter(path, pa.schema([("x", type_)])) as writer:
        for group in groups:
            writer.write_table(pa.table({"x": pa.array(group, type_)}))
    return path


def write(path: Path, **columns: Any) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    pq.write_table(pa.table(columns), path)
    return path


def register(folder: Path, *paths: Path, **options: Any) -> Registration:
    """`folder` is that of the table."""
    return inlay.register([*map(str, paths)], to="delta", table=str(folder), **options)


def ask(folder: Path, sql: str) -> list[dict[str, Any]]:
    """Of the table `t`, by DataFusion in deltalake."""
    table = QueryBuilder().register("t", DeltaTable(folder)).execute(sql)
    return pa.table(table).to_pylist()
