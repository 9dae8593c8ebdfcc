"""How readers that leave rows out are asked twice: with a filter, and without one, where the same condition is applied to all rows that
they read. Imports belong inside of methods: these run in a child process."""

from __future__ import annotations

import importlib
import json
import sys
from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any, ClassVar, Final, NamedTuple, TypeVar

from tests.indexed.random_tables import NUMBER
from tests.lies import pruning_readers
from tests.lies.kind import Query
from tests.lies.literals import CLICKHOUSE, DATAFUSION, DUCKDB, SPARK, condition_of, python_value
from tests.readers.other_readers import FastParquet, Hyparquet
from tests.readers.place import PLACE

T = TypeVar("T")


class Found(NamedTuple):
    """Rows, by how many they are and the sum of their numbers."""

    rows: int
    total: int


class Searcher(ABC):
    """A reader that is asked by `find` and `scan`; it is told one query after the other, unless it overrides `find_all`."""

    @abstractmethod
    def find(self, path: str, query: Query) -> Found: ...

    @abstractmethod
    def scan(self, path: str, queries: Sequence[Query]) -> list[Found]: ...

    def find_all(self, path: str, queries: Sequence[Query]) -> list[Found | None]:
        """None for a query that it refuses."""
        return [_attempt(partial(self.find, path, query)) for query in queries]

    def scan_all(self, path: str, queries: Sequence[Query]) -> list[Found | None]:
        """The same. All at once, unless one of them is refused."""
        together = _attempt(partial(self.scan, path, queries))
        if together is not None:
            return [*together]
        alone = [_attempt(partial(self.scan, path, [query])) for query in queries]
        return [it[0] if it is not None else None for it in alone]


def _attempt(do: Callable[[], T]) -> T | None:
    try:
        return do()
    except KeyboardInterrupt:
        raise
    except BaseException:  # a panic of a Rust library is not an Exception
        return None


class SqlSearcher(Searcher):
    words: ClassVar[Mapping[str, str]]
    nan: ClassVar[str] = "isnan({0})"

    @abstractmethod
    def run(self, sql: str) -> Sequence[Sequence[Any]]: ...

    @abstractmethod
    def source(self, path: str) -> str:
        """What stands behind FROM."""

    def condition(self, query: Query) -> str:
        return condition_of(query, self.words, self.nan)

    def find(self, path: str, query: Query) -> Found:
        where = self.condition(query)
        ((count, total),) = self.run(
            f"select count(*), sum({NUMBER}) from {self.source(path)} where {where}"
        )
        return Found(count, int(total or 0))

    def scan(self, path: str, queries: Sequence[Query]) -> list[Found]:
        """The rows are counted, too: with one condition alone, a reader might make a filter of it."""
        wanted = ["count(*)"]
        for query in queries:
            where = f"filter (where {self.condition(query)})"
            wanted += [f"count(*) {where}", f"sum({NUMBER}) {where}"]
        (row,) = self.run(f"select {', '.join(wanted)} from {self.source(path)}")
        values = [int(it or 0) for it in row[1:]]
        return [Found(*pair) for pair in zip(values[::2], values[1::2], strict=True)]


class SearchingDuckDB(SqlSearcher, pruning_readers.AskedDuckDB):
    words = DUCKDB

    def run(self, sql: str) -> Sequence[Sequence[Any]]:
        rows: list[Any] = self.database.execute(sql).fetchall()
        return rows

    def source(self, path: str) -> str:
        return f"read_parquet('{path}')"


class SearchingDuckDB1(SearchingDuckDB):
    """The version before, which lies beside."""

    def start(self) -> None:
        sys.path.insert(0, str(PLACE / "ducklake"))
        super().start()


class SearchingDataFusion(SqlSearcher, pruning_readers.AskedDataFusion):
    words = DATAFUSION
    pushes_filters = "false"
    path = ""

    def run(self, sql: str) -> Sequence[Sequence[Any]]:
        rows: dict[str, list[Any]] = self.context.sql(sql).to_pydict()
        return [*zip(*rows.values(), strict=True)]

    def source(self, path: str) -> str:
        if path != self.path:
            config = self.datafusion.SessionConfig().with_target_partitions(1)
            name = "datafusion.execution.parquet.pushdown_filters"
            self.context: Any = self.datafusion.SessionContext(
                config.set(name, self.pushes_filters)
            )
            self.context.register_parquet("t", path)
            self.path = path
        return "t"

    def condition(self, query: Query) -> str:
        head, _, inner = query.column.partition(".")
        return super().condition(query._replace(column=f"{head}['{inner}']") if inner else query)


class SearchingDataFusionByRows(SearchingDataFusion):
    """While it decodes it leaves out rows."""

    pushes_filters = "true"


class SearchingClickHouse(SqlSearcher, pruning_readers.AskedClickHouse):
    words = CLICKHOUSE
    nan = "isNaN({0})"

    def run(self, sql: str) -> Sequence[Sequence[Any]]:
        rows = str(self.database.query(f"{sql} settings max_threads = 1", "JSONCompactEachRow"))
        return [json.loads(line) for line in rows.splitlines()]

    def source(self, path: str) -> str:
        return f"file('{path}', Parquet)"


class SearchingSpark(SqlSearcher, pruning_readers.AskedSpark):
    """A job for all queries: each has its own scan."""

    words = SPARK
    vectorized = "true"
    path = ""

    def run(self, sql: str) -> Sequence[Sequence[Any]]:
        rows: list[Any] = self.spark.sql(sql).collect()
        return rows

    def source(self, path: str) -> str:
        if path != self.path:
            self.spark.conf.set("spark.sql.parquet.enableVectorizedReader", self.vectorized)
            self.spark.read.parquet(path).createOrReplaceTempView("t")
            self.path = path
        return "t"

    def find_all(self, path: str, queries: Sequence[Query]) -> list[Found | None]:
        source = self.source(path)
        scans = " union all ".join(
            f"select {at} q, {NUMBER} from {source} where {self.condition(query)}"
            for at, query in enumerate(queries)
        )
        query = f"select q, count(*), sum({NUMBER}) from ({scans}) group by q"
        rows = _attempt(partial(self.run, query))
        if rows is None:
            return super().find_all(path, queries)
        found = {at: Found(count, int(total)) for at, count, total in rows}
        return [found.get(at, Found(0, 0)) for at in range(len(queries))]


class SearchingSparkByRows(SearchingSpark):
    """By parquet-java alone."""

    vectorized = "false"


class SearchingPyArrow(Searcher, pruning_readers.AskedPyArrow):
    """`pyarrow.dataset`."""

    path = ""

    def find(self, path: str, query: Query) -> Found:
        if path != self.path:
            self.dataset: Any = importlib.import_module("pyarrow.dataset").dataset(path)
            self.path = path
        condition = self.condition(self.dataset.schema, query)
        return _count(self.dataset.to_table(columns=[NUMBER], filter=condition)[NUMBER])

    def scan(self, path: str, queries: Sequence[Query]) -> list[Found]:
        table = self.table(path)
        return [
            _count(table.filter(self.condition(table.schema, query))[NUMBER]) for query in queries
        ]


class SearchingInlay(Searcher, pruning_readers.AskedInlay):
    path = ""

    def start(self) -> None:
        super().start()
        self.conditions = pruning_readers.AskedPyArrow()

    def find(self, path: str, query: Query) -> Found:
        if path != self.path:
            self.schema: Any = importlib.import_module("pyarrow.parquet").read_schema(path)
            self.path = path
        condition = self.conditions.condition(self.schema, query)
        return _count(self.inlay.read_table(path, columns=[NUMBER], filters=condition)[NUMBER])

    def scan(self, path: str, queries: Sequence[Query]) -> list[Found]:
        table = self.table(path)
        return [
            _count(table.filter(self.conditions.condition(table.schema, query))[NUMBER])
            for query in queries
        ]


def _count(numbers: Any) -> Found:
    compute: Any = importlib.import_module("pyarrow.compute")
    return Found(len(numbers), compute.sum(numbers).as_py() or 0)


class SearchingPolars(Searcher, pruning_readers.AskedPolars):
    def find(self, path: str, query: Query) -> Found:
        scan = self.polars.scan_parquet(path, glob=False).filter(self.condition(query))
        numbers = scan.select(NUMBER).collect()[NUMBER]
        return Found(len(numbers), numbers.sum())

    def scan(self, path: str, queries: Sequence[Query]) -> list[Found]:
        frame = self.polars.read_parquet(path, glob=False)
        return [
            Found(len(numbers), numbers.sum())
            for query in queries
            for numbers in [frame.filter(self.condition(query))[NUMBER]]
        ]


class SearchingDaft(Searcher, pruning_readers.AskedDaft):
    def find(self, path: str, query: Query) -> Found:
        frame = self.daft.read_parquet(path).where(self.condition(query)).select(NUMBER)
        return _count(frame.to_arrow()[NUMBER])

    def scan(self, path: str, queries: Sequence[Query]) -> list[Found]:
        column = self.daft.col(NUMBER)
        answers = [self.condition(query).alias(f"q{at}") for at, query in enumerate(queries)]
        table = self.daft.read_parquet(path).select(column, *answers).to_arrow()
        return [
            _count(table[NUMBER].filter(table[f"q{at}"].combine_chunks()))
            for at in range(len(queries))
        ]


_OF_JAVASCRIPT: Final = {
    "=": "$eq",
    "!=": "$ne",
    "<": "$lt",
    "<=": "$lte",
    ">": "$gt",
    ">=": "$gte",
    "is null": "$eq",
    "is not null": "$ne",
}


class SearchingHyparquet(Searcher, Hyparquet):
    """Numbers and texts are asked for, and what is null."""

    def find(self, path: str, query: Query) -> Found:
        return Found(*json.loads(self._run("find", path, self._filter(query))))

    def scan(self, path: str, queries: Sequence[Query]) -> list[Found]:
        found = json.loads(self._run("scan", path, *map(self._filter, queries)))
        return [Found(*it) for it in found]

    def _filter(self, query: Query) -> str:
        if query.op.startswith("is"):
            return json.dumps([query.column, _OF_JAVASCRIPT[query.op], "null"])
        return json.dumps([query.column, _OF_JAVASCRIPT[query.op], query.kind, query.value])


class SearchingFastParquet(Searcher, FastParquet):
    """It leaves out row groups; the rows of others are compared here, for both answers alike."""

    def find(self, path: str, query: Query) -> Found:
        sign = "==" if query.op == "=" else query.op
        filters = [(query.column, sign, python_value(query))]
        file = self.fastparquet.ParquetFile(path)
        return self._search(file.to_pandas([NUMBER, query.column], filters=filters), query)

    def scan(self, path: str, queries: Sequence[Query]) -> list[Found]:
        columns = sorted({query.column for query in queries})
        frame = self.fastparquet.ParquetFile(path).to_pandas([NUMBER, *columns])
        return [self._search(frame, query) for query in queries]

    def _search(self, frame: Any, query: Query) -> Found:
        column = frame[query.column]
        rows = frame[pruning_readers.COMPARISONS[query.op](column, python_value(query))]
        return Found(len(rows), int(rows[NUMBER].sum()))


SEARCHERS: Final[dict[str, type[Any]]] = {
    "pyarrow": SearchingPyArrow,
    "DuckDB": SearchingDuckDB,
    "DuckDB 1": SearchingDuckDB1,
    "Polars": SearchingPolars,
    "DataFusion": SearchingDataFusion,
    "DataFusion by rows": SearchingDataFusionByRows,
    "fastparquet": SearchingFastParquet,
    "ClickHouse": SearchingClickHouse,
    "Daft": SearchingDaft,
    "hyparquet": SearchingHyparquet,
    "Spark": SearchingSpark,
    "Spark by rows": SearchingSparkByRows,
    "Inlay": SearchingInlay,
}
