"""Tables of Iceberg in a catalog of SQLite, and what their own evaluators make of our entries."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq
from pyiceberg.catalog import Catalog, load_catalog
from pyiceberg.expressions import BooleanExpression
from pyiceberg.expressions.visitors import (
    _InclusiveMetricsEvaluator,
    _StrictMetricsEvaluator,
)
from pyiceberg.manifest import DataFile
from pyiceberg.schema import Schema

import inlay
from inlay.verbs.register.register import Registration
from inlay.verbs.register.targets.iceberg.plan import IcebergPlan

NAME = "lake.t"


def properties_of(folder: Path) -> dict[str, str]:
    return {
        "type": "sql",
        "uri": f"sqlite:///{folder}/catalog.db",
        "warehouse": f"file://{folder}/warehouse",
    }


def open_catalog(folder: Path) -> Catalog:
    return load_catalog("default", **properties_of(folder))


def register(folder: Path, *paths: Path, table: str = NAME, **options: Any) -> Registration:
    wishes: dict[str, Any] = {"properties": {}, **options}
    wishes["properties"] = {**properties_of(folder), **wishes["properties"]}
    return inlay.register([str(path) for path in paths], to="iceberg", table=table, **wishes)


def plan_of(registration: Registration) -> IcebergPlan:
    assert isinstance(registration.plan, IcebergPlan)
    return registration.plan


def plan_files(folder: Path, *paths: Path, **options: Any) -> IcebergPlan:
    """What a table that is created would get."""
    return plan_of(register(folder, *paths, create=True, dry_run=True, **options))


def write_groups(path: Path, type_: pa.DataType, groups: Sequence[Sequence[Any]]) -> Path:
    """A file with a column `x`, and a row group for each list of values."""
    with pq.ParquetWriter(path, pa.schema([("x", type_)])) as writer:
        for group in groups:
            writer.write_table(pa.table({"x": pa.array(group, type_)}))
    return path


def may_match(schema: Schema, filter_: BooleanExpression, entry: DataFile) -> bool:
    """By the evaluator with which pyiceberg plans scans."""
    return _InclusiveMetricsEvaluator(schema, filter_).eval(entry)


def must_match(schema: Schema, filter_: BooleanExpression, entry: DataFile) -> bool:
    """By the evaluator with which pyiceberg drops whole files in a delete."""
    return _StrictMetricsEvaluator(schema, filter_).eval(entry)


def ids_of(rows: Sequence[Mapping[str, Any]]) -> list[Any]:
    return sorted(row["id"] for row in rows)
