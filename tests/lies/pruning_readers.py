"""How each reader that prunes is asked a query. Imports belong inside of methods: these run in a child process."""

from __future__ import annotations

import importlib
import operator
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final, Protocol

from tests.lies.kind import AGGREGATES, Query
from tests.lies.literals import CLICKHOUSE, DATAFUSION, DUCKDB, SPARK, python_value, sql_of
from tests.readers.arrow_readers import ClickHouse, Daft, DataFusion, DuckDB, Inlay, Polars, PyArrow
from tests.readers.reader import NotAskedError
from tests.readers.spark_reader import Spark

COMPARISONS: Final[Mapping[str, Callable[[Any, Any], Any]]] = {
    "=": operator.eq,
    "!=": operator.ne,
    "<": operator.lt,
    "<=": operator.le,
    ">": operator.gt,
    ">=": operator.ge,
}


class PruningReader(Protocol):
    distribution: str
    spoils_memory: bool

    def start(self) -> None: ...

    def ask(self, path: str, query: Query) -> Sequence[Any]:
        """The answer: numbers of rows, or one value. Raises NotAskedError where the reader has no such question."""
        ...


class AskedPyArrow(PyArrow):
    def ask(self, path: str, query: Query) -> Sequence[Any]:
        if query.op == "read":
            return [self.table(path).num_rows]
        dataset: Any = importlib.import_module("pyarrow.dataset").dataset(path)
        if query.op in ("min", "max", "first"):
            raise NotAskedError
        if query.op == "count":
            return [dataset.count_rows()] if query.column == "*" else [self._count(path)]
        condition = self.condition(dataset.schema, query)
        rows: list[Any] = dataset.to_table(columns=["row"], filter=condition)["row"].to_pylist()
        return rows

    def condition(self, schema: Any, query: Query) -> Any:
        compute: Any = importlib.import_module("pyarrow.compute")
        names = query.column.split(".")
        field = compute.field(*names)
        if query.op.startswith("is"):
            return {
                "is null": field.is_null,
                "is not null": field.is_valid,
                "is nan": lambda: compute.is_nan(field),
            }[query.op]()
        arrow: Any = importlib.import_module("pyarrow")
        kind = schema
        for name in names:
            kind = kind.field(name).type
        if query.kind == "decimal":
            kind = arrow.decimal128(30, 2)
        value = arrow.scalar(python_value(query), getattr(kind, "storage_type", kind))
        return COMPARISONS[query.op](field, value)

    def _count(self, path: str) -> int:
        column = self.table(path)["c"]
        return len(column) - int(column.null_count)


class AskedDuckDB(DuckDB):
    def ask(self, path: str, query: Query) -> Sequence[Any]:
        if query.op == "read":
            return [self.table(path).num_rows]
        rows = self._ask(sql_of(query, "read_parquet(?)", DUCKDB), path).fetchall()
        return [row[0] for row in rows]


class AskedPolars(Polars):
    def ask(self, path: str, query: Query) -> Sequence[Any]:
        polars = self.polars
        if query.op == "read":
            return [polars.read_parquet(path, glob=False).height]
        scan = polars.scan_parquet(path, glob=False)
        if query.column == "*":
            return [scan.select(polars.len()).collect().item()]
        column = self._column(query)
        if query.op == "first":
            frame = scan.sort(column, nulls_last=True).head(1).select("row").collect()
        elif query.op in AGGREGATES:
            frame = scan.select(getattr(column, query.op)()).collect()
        else:
            frame = scan.filter(self.condition(query)).select("row").sort("row").collect()
        rows: list[Any] = frame.to_series().to_list()
        return rows

    def _column(self, query: Query) -> Any:
        head, *inner = query.column.split(".")
        column = self.polars.col(head)
        for name in inner:
            column = column.struct.field(name)
        return column

    def condition(self, query: Query) -> Any:
        column = self._column(query)
        if query.op.startswith("is"):
            names = {"is null": "is_null", "is not null": "is_not_null", "is nan": "is_nan"}
            return getattr(column, names[query.op])()
        return COMPARISONS[query.op](column, self.polars.lit(python_value(query)))


class AskedDataFusion(DataFusion):
    def ask(self, path: str, query: Query) -> Sequence[Any]:
        config = self.datafusion.SessionConfig().with_target_partitions(1)
        context = self.datafusion.SessionContext(config)
        context.register_parquet("t", path)
        head, _, inner = query.column.partition(".")
        if inner:
            query = query._replace(column=f"{head}['{inner}']")
        table = context.sql(sql_of(query, "t", DATAFUSION)).to_arrow_table()
        if query.op == "read":
            return [table.num_rows]
        rows: list[Any] = table.column(0).to_pylist()
        return rows


class AskedClickHouse(ClickHouse):
    def ask(self, path: str, query: Query) -> Sequence[Any]:
        literal = path.replace("\\", "\\\\").replace("'", "\\'")
        if query.op == "read":
            sql = f"select sum(1 + ignore(c)) from file('{literal}', Parquet)"
            return str(self.database.query(sql, "TSV")).split()
        sql = sql_of(query, f"file('{literal}', Parquet)", CLICKHOUSE, nan="isNaN({0})")
        return str(self.database.query(f"{sql} settings max_threads = 1", "TSV")).split()


class AskedDaft(Daft):
    def ask(self, path: str, query: Query) -> Sequence[Any]:
        frame = self.daft.read_parquet(path)
        if query.op == "read":
            return [len(frame.to_pydict()["row"])]
        if query.op == "count" and query.column == "*":
            return [frame.count_rows()]
        column = self._column(query)
        if query.op == "first":
            frame = frame.sort(column).limit(1).select("row")
        elif query.op in AGGREGATES:
            frame = frame.agg(getattr(column, query.op)())
        else:
            frame = frame.where(self.condition(query)).select("row").sort("row")
        (rows,) = frame.to_pydict().values()
        return list(rows)

    def _column(self, query: Query) -> Any:
        head, *inner = query.column.split(".")
        column = self.daft.col(head)
        for name in inner:
            column = column[name]
        return column

    def condition(self, query: Query) -> Any:
        column = self._column(query)
        if query.op == "is nan":
            return importlib.import_module("daft.functions").is_nan(column)
        if query.op.startswith("is"):
            return column.is_null() if query.op == "is null" else column.not_null()
        return COMPARISONS[query.op](column, self.daft.lit(python_value(query)))


class AskedSpark(Spark):
    def ask(self, path: str, query: Query) -> Sequence[Any]:
        self.spark.read.parquet(path).createOrReplaceTempView("t")
        rows = self.spark.sql(sql_of(query, "t", SPARK)).collect()
        return [len(rows)] if query.op == "read" else [row[0] for row in rows]


class AskedInlay(Inlay):
    def ask(self, path: str, query: Query) -> Sequence[Any]:
        if query.op == "read":
            return [self.table(path).num_rows]
        if query.op in AGGREGATES or query.op == "is nan":
            raise NotAskedError
        filters: Any = f"{query.column} {query.op}"
        if not query.op.startswith("is"):
            filters = [(query.column, query.op, python_value(query))]
        table = self.inlay.read_table(path, filters=filters)
        rows: list[Any] = table["row"].to_pylist()
        return rows


PRUNING: Final[Mapping[str, type[PruningReader]]] = {
    "pyarrow": AskedPyArrow,
    "DuckDB": AskedDuckDB,
    "Polars": AskedPolars,
    "DataFusion": AskedDataFusion,
    "Spark": AskedSpark,
    "ClickHouse": AskedClickHouse,
    "Daft": AskedDaft,
    "Inlay": AskedInlay,
}
"""By the names of `tests/readers/registry.py`."""
