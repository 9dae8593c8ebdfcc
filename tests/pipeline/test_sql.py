"""What works in SQL, what does not, and that what is then advised does: each sentence of an error is tried as it stands."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Final

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from inlay.variant import variant_array, write_table

if TYPE_CHECKING:
    from pyspark.sql import SparkSession


@pytest.fixture(scope="module")
def lake(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Two partitions of three rows."""
    root = tmp_path_factory.mktemp("sql") / "lake"
    for day in (1, 2):
        path = root / f"day={day}" / "a.parquet"
        path.parent.mkdir(parents=True)
        pq.write_table(pa.table({"x": [1, 2, 3]}), path)
    return root


@pytest.fixture
def cleared(spark: SparkSession) -> Iterator[SparkSession]:
    yield spark
    for row in spark.sql("SHOW TABLES").collect():
        kind = "VIEW" if row.isTemporary else "TABLE"
        spark.sql(f"DROP {kind} IF EXISTS {row.tableName}")


SCRIPTS: Final = {
    "a view with options": [
        "CREATE TEMPORARY VIEW v USING inlay OPTIONS (path 'LAKE', recursiveFileLookup 'true', columns 'x')",
        "SELECT count(*), count(DISTINCT x) FROM v",
    ],
    "a view of some columns": [
        "CREATE TEMPORARY VIEW v (x bigint, day int, _file_name string) USING inlay OPTIONS (path 'LAKE')",
        "SELECT count(*), count(DISTINCT x) FROM v WHERE _file_name = 'a.parquet'",
    ],
    "a table with options for each query": [
        "CREATE TABLE t (x bigint, day int) USING inlay",
        "SELECT count(*), count(DISTINCT x) FROM t WITH (path = 'LAKE')",
    ],
}


@pytest.mark.parametrize("script", SCRIPTS)
def test_what_works(cleared: SparkSession, lake: Path, script: str) -> None:
    *before, query = [text.replace("LAKE", str(lake)) for text in SCRIPTS[script]]
    for statement in before:
        cleared.sql(statement)
    assert tuple(cleared.sql(query).collect()[0]) == (6, 3)


def test_views_of_frames(cleared: SparkSession, lake: Path) -> None:
    import inlay_spark

    inlay_spark.read(cleared, str(lake)).createOrReplaceTempView("v")
    assert cleared.sql("SELECT day, sum(x) AS n FROM v GROUP BY day ORDER BY day").collect() == [
        (1, 6),
        (2, 6),
    ]


@pytest.mark.usefixtures("compiled_expressions")
def test_functions_of_variants(cleared: SparkSession, tmp_path: Path) -> None:
    path = tmp_path / "v.parquet"
    write_table(pa.table({"v": variant_array([{"a": 1}, {"a": 2, "b": ["x"]}])}), path)
    cleared.sql(f"CREATE TEMPORARY VIEW v USING inlay OPTIONS (path '{path}')")
    query = "SELECT variant_get(v, '$.a', 'int') AS a, v:b[0]::string AS b FROM v ORDER BY a"
    assert cleared.sql(query).collect() == [(1, None), (2, "x")]


def failure(spark: SparkSession, statement: str) -> str:
    from pyspark.errors import PySparkException

    with pytest.raises(PySparkException) as caught:
        spark.sql(statement).collect()
    return str(caught.value)


@pytest.mark.parametrize("columns", ["(x bigint, day int)", ""])
def test_what_is_advised_for_a_table(cleared: SparkSession, lake: Path, columns: str) -> None:
    """A table that Spark makes has properties besides, which are not options of ours."""
    cleared.sql(
        f"CREATE TABLE t {columns} USING inlay OPTIONS (path '{lake}') TBLPROPERTIES ('a'='b')"
    )
    said = failure(cleared, "SELECT * FROM t")
    assert "Spark hands neither path nor options" in said
    advice = re.search(r"(CREATE TEMPORARY VIEW .*?\))[;,]", said)
    assert advice is not None
    cleared.sql(advice[1].replace("...", str(lake)))
    assert cleared.sql("SELECT * FROM name").count() == 6
    other = re.search(r"(SELECT \* FROM name WITH .*?\))", said)
    assert other is not None
    query = other[1].replace("...", str(lake)).replace("name", "t")
    assert cleared.sql(query).count() == 6


def test_what_is_advised_for_a_misspelt_option(cleared: SparkSession, lake: Path) -> None:
    statement = f"CREATE TEMPORARY VIEW v USING inlay OPTIONS (path '{lake}', pathGlobFliter 'a*')"
    said = failure(cleared, statement)
    advice = re.search(r"no option '(\w+)': did you mean (\w+)\?", said)
    assert advice is not None
    cleared.sql(re.sub(advice[1], advice[2], statement, flags=re.IGNORECASE))
    assert cleared.sql("SELECT * FROM v").count() == 6


def test_paths_in_a_query_are_not_for_sources_in_python(cleared: SparkSession, lake: Path) -> None:
    """Spark's own sentence, which we cannot change: `docs/spark.md` says what to write instead."""
    assert "UNSUPPORTED_DATASOURCE_FOR_DIRECT_QUERY" in failure(
        cleared, f"SELECT * FROM inlay.`{lake}`"
    )


@pytest.mark.parametrize(
    "statement", ["INSERT INTO t VALUES (1, 2)", "CREATE TABLE u USING inlay AS SELECT 1 AS x"]
)
def test_nothing_is_written(cleared: SparkSession, statement: str) -> None:
    cleared.sql("CREATE TABLE t (x bigint, day int) USING inlay")
    said = failure(cleared, statement)
    assert "format inlay reads, and writes nothing: write with .write.parquet(path)" in said
