"""Iceberg, by pyiceberg: `add_files`, and scans; and DuckDB's `iceberg_scan`."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from datetime import date, datetime, time
from decimal import Decimal
from functools import lru_cache
from math import isnan
from pathlib import Path
from typing import Any, Final

import pyarrow as pa
import pyarrow.parquet as pq
from pyiceberg.catalog import load_catalog
from pyiceberg.expressions import (
    AlwaysTrue,
    BooleanExpression,
    EqualTo,
    GreaterThan,
    GreaterThanOrEqual,
    LessThan,
    LessThanOrEqual,
    NotEqualTo,
)
from pyiceberg.expressions.parser import parse
from pyiceberg.expressions.visitors import bind
from pyiceberg.io.pyarrow import expression_to_pyarrow
from pyiceberg.manifest import DataFile, DataFileContent, FileFormat
from pyiceberg.schema import Schema
from pyiceberg.table import Table as IcebergTable
from pyiceberg.table import TableProperties
from pyiceberg.types import DoubleType, FloatType

import inlay
from tests.registrars.duckdb_process import DuckDBProcess, ask_duckdb
from tests.registrars.literals import cut, list_values
from tests.registrars.table_format import Answer, CompareTables, Count, Question, Table

_NAME: Final = "lake.t"
_LITERALS: Final = (bool, int, float, str, bytes, Decimal, date, datetime, time)
COMPARISONS: Final[dict[str, Any]] = {
    "=": EqualTo,
    ">=": GreaterThanOrEqual,
    "<=": LessThanOrEqual,
    "!=": NotEqualTo,
    "<": LessThan,
    ">": GreaterThan,
}


class Iceberg:
    name = "iceberg"
    peer = "pyiceberg"

    def __init__(self, duckdb: DuckDBProcess | None) -> None:
        self.readers: Mapping[str, CompareTables] = {"pyiceberg": _compare_by_pyiceberg}
        if duckdb is not None and {"avro", "iceberg"} <= {*duckdb.extensions}:
            self.readers = {**self.readers, "DuckDB": _compare_by_duckdb(duckdb)}

    def register_by_peer(self, table: Table) -> None:
        with _open(table) as catalog:
            catalog.create_namespace("lake")
            schema = pq.read_schema(table.paths[0])
            catalog.create_table(_NAME, schema).add_files([str(path) for path in table.paths])

    def register_by_inlay(self, table: Table) -> None:
        inlay.register(
            [str(table.place / "files")],
            to="iceberg",
            create=True,
            allow={"unsigned"},
            **self.name_table(table),
        )

    def name_table(self, table: Table) -> dict[str, Any]:
        return {"table": _NAME, "properties": _list_properties(table)}

    def silence(self, table: Table) -> None:
        """A table cannot be told otherwise of a file: it gets the same ones anew."""
        with _open(table) as catalog:
            loaded = catalog.load_table(_NAME)
            files = [task.file for task in loaded.scan().plan_files()]
            mapping = loaded.properties.get(TableProperties.DEFAULT_NAME_MAPPING)
            properties = {TableProperties.DEFAULT_NAME_MAPPING: mapping} if mapping else {}
            schema, spec = loaded.schema(), loaded.spec()
            catalog.drop_table(_NAME)
            silent = catalog.create_table(_NAME, schema, partition_spec=spec, properties=properties)
            with silent.transaction() as change, change.update_snapshot().fast_append() as append:
                for file in files:
                    append.append_data_file(_silence_entry(file, silent.spec().spec_id))


def _silence_entry(file: DataFile, spec_id: int) -> DataFile:
    silent = DataFile.from_args(
        content=DataFileContent.DATA,
        file_path=file.file_path,
        file_format=FileFormat.PARQUET,
        partition=file.partition,
        record_count=file.record_count,
        file_size_in_bytes=file.file_size_in_bytes,
        column_sizes={},
        value_counts={},
        null_value_counts={},
        nan_value_counts={},
        lower_bounds={},
        upper_bounds={},
        key_metadata=None,
        split_offsets=None,
        equality_ids=None,
        sort_order_id=None,
    )
    silent.spec_id = spec_id
    return silent


def _list_properties(table: Table) -> dict[str, str]:
    return {
        "type": "sql",
        "uri": f"sqlite:///{table.place}/catalog.db",
        "warehouse": f"file://{table.place}/warehouse",
    }


@contextmanager
def _open(table: Table) -> Iterator[Any]:
    catalog = load_catalog("default", **_list_properties(table))
    try:
        yield catalog
    finally:
        catalog.close()


def _load(table: Table) -> IcebergTable:
    return _load_once(table.place)


@lru_cache(maxsize=4)  # of a case, whose readers follow each other
def _load_once(place: Path) -> IcebergTable:
    """As it was registered: no reader changes it. To open a catalog takes longer than to ask it."""
    with _open(Table(place, ())) as catalog:
        loaded: IcebergTable = catalog.load_table(_NAME)
        return loaded


def _compare_by_pyiceberg(seen: Table, plain: Table, question: Question) -> list[Answer]:
    """In plain files, all rows are read before they are compared: a filter that is left to the reader of a file is of its type."""
    table, all_rows = _load(seen), _load(plain).scan().to_arrow()
    schema = table.schema()
    filters: dict[str, BooleanExpression] = {"all rows": AlwaysTrue()}
    if question.column:
        filters |= _list_filters(schema, all_rows, question)
    return [
        Answer(text, _count(table, it), _count_in_memory(all_rows, schema, it))
        for text, it in filters.items()
    ]


def _list_filters(
    schema: Schema, rows: pa.Table, question: Question
) -> dict[str, BooleanExpression]:
    """Of values that Python has: of days beyond its calendar, there is none."""
    column = ".".join(question.column)
    filters: dict[str, BooleanExpression] = {
        f"{column} is null": parse(f"{column} is null"),
        f"{column} is not null": parse(f"{column} is not null"),
    }
    if isinstance(schema.find_type(column), FloatType | DoubleType):
        filters |= {
            f"{column} is NaN": parse(f"{column} is nan"),
            f"{column} is not NaN": parse(f"{column} is not nan"),
        }
    values = [
        it
        for it in list_values(rows, question.column)
        if isinstance(it, _LITERALS) and not (isinstance(it, float) and isnan(it))
    ]
    for at, value in enumerate(values):
        for sign, comparison in COMPARISONS.items():
            if question.is_asked(sign, at):
                filters[f"{column} {sign} {cut(value)}"] = comparison(column, value)
    return filters


def _count(table: IcebergTable, expression: BooleanExpression) -> Count:
    try:
        return table.scan(row_filter=expression).to_arrow().num_rows
    except Exception as error:  # what it raises of a column it cannot read is of many classes
        return type(error).__name__


def _count_in_memory(rows: pa.Table, schema: Schema, expression: BooleanExpression) -> Count:
    try:
        bound = bind(schema, expression, case_sensitive=True)
        return rows.filter(expression_to_pyarrow(bound, schema)).num_rows
    except Exception as error:  # as above
        return type(error).__name__


def _compare_by_duckdb(duckdb: DuckDBProcess) -> CompareTables:
    def compare(seen: Table, plain: Table, question: Question) -> list[Answer]:
        return ask_duckdb(
            duckdb,
            lambda it: f"iceberg_scan('{_load(it).metadata_location}')",
            (seen, plain),
            question,
        )

    return compare
