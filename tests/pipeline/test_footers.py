"""`spark.read.format("parquet_footer")`: what `inlay.scan_footers` gives, with the types of Spark."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

import inlay
from inlay.tables.scan.schemas import ALL_TABLES, OF_PAGES
from tests.support.noted_files import write_noted
from tests.tables.page_tables.files import write_paged, write_with_bloom
from tests.tables.scan.lake import DAMAGE

if TYPE_CHECKING:
    from pyspark.sql import DataFrame, SparkSession

PUSHDOWN = "spark.sql.python.filterPushdown.enabled"


def footers(spark: SparkSession, path: object, **options: object) -> DataFrame:
    reader = spark.read.format("parquet_footer")
    for name, value in options.items():
        reader = reader.option(name, str(value))
    return reader.load(path if isinstance(path, list) else str(path))


def names(frame: DataFrame) -> set[str]:
    return {Path(row.path).name for row in frame.select("path").collect()}


@pytest.mark.parametrize("table", ALL_TABLES)
def test_the_rows_are_those_of_the_core(
    spark: SparkSession, forms: dict[str, Path], table: str
) -> None:
    folder = forms["thrift"].parent
    found = footers(spark, folder, table=table).drop("mtime").toArrow().to_pylist()
    expected = [
        {name: value for name, value in row.items() if name != "mtime"}
        for batch in inlay.scan_footers(str(folder), table=table)
        for row in batch.to_pylist()
    ]
    assert sorted(map(repr, found)) == sorted(map(repr, expected))


@pytest.fixture(scope="module")
def paged(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A lake whose files have pages, page indexes and Bloom filters between them."""
    folder = tmp_path_factory.mktemp("paged")
    write_paged(folder / "indexed.parquet")
    write_with_bloom(folder / "bloom.parquet")
    return folder


@pytest.mark.parametrize("table", sorted(OF_PAGES))
def test_tables_of_pages_are_those_of_the_core(
    spark: SparkSession, paged: Path, table: str
) -> None:
    """Each has rows here, which files without indexes do not show; a filter on the path reads one of the files."""
    found = footers(spark, paged, table=table).toArrow()
    expected = pa.Table.from_batches(inlay.scan_footers(str(paged), table=table))
    assert found.num_rows == expected.num_rows > 1
    assert found.column_names == expected.column_names
    wanted = [name for name in found.column_names if name not in ("mtime", "path")]
    rows = [sorted(map(repr, rows.select(wanted).to_pylist())) for rows in (found, expected)]
    assert rows[0] == rows[1]
    one = footers(spark, paged, table=table, columns="path, column_path").where(
        "path like '%bloom.parquet'"
    )
    assert names(one) <= {"bloom.parquet"}


def test_times_are_instants(spark: SparkSession, forms: dict[str, Path]) -> None:
    (row,) = footers(spark, forms["thrift"]).selectExpr("unix_micros(mtime) AS t").collect()
    assert row.t == forms["thrift"].stat().st_mtime_ns // 1000


def test_bad_files_are_problems_and_the_job_succeeds(spark: SparkSession, lake: Path) -> None:
    bad = {f"bad-{name}.parquet" for name in DAMAGE}
    assert names(footers(spark, lake, table="problems")) == bad
    files = names(footers(spark, lake))
    assert len(files) == 12
    assert not files & bad
    assert footers(spark, lake, table="column_chunks").select("path").distinct().count() == 12


def test_several_paths_globs_and_names(spark: SparkSession, lake: Path) -> None:
    both = [f"{lake}/day=2026-11-11", f"{lake}/day=2026-11-12"]
    assert len(names(footers(spark, both))) == 8
    assert len(names(footers(spark, f"{lake}/day=2026-11-1[12]"))) == 8
    assert len(names(footers(spark, f"file:{lake}", pathGlobFilter="part-0*"))) == 10


def test_partitions_are_columns(spark: SparkSession, lake: Path) -> None:
    found = footers(spark, lake).groupBy("day").count().collect()
    assert {row.day: row["count"] for row in found} == {f"2026-11-{day}": 4 for day in (10, 11, 12)}
    first = footers(spark, lake).selectExpr("day = partition['day'] AS same").distinct().collect()
    assert [row.same for row in first] == [True]


def test_a_schema_chooses_columns_and_types(spark: SparkSession, lake: Path) -> None:
    wanted = "num_rows int, day date, path string not null, nothing string"
    frame = spark.read.format("parquet_footer").schema(wanted).load(f"{lake}").where("num_rows > 0")
    assert frame.columns == ["num_rows", "day", "path", "nothing"]
    (row,) = frame.selectExpr(
        "sum(num_rows) AS n", "max(day) AS day", "max(nothing) AS no"
    ).collect()
    assert (row.n, str(row.day), row.no) == (72, "2026-11-12", None)
    named = footers(spark, lake, table="column_chunks", columns="codec, path")
    assert named.columns == ["codec", "path"]
    assert named.select("codec").distinct().count() == 1


def test_payloads_only_on_request(spark: SparkSession, forms: dict[str, Path]) -> None:
    path = forms["migration"]
    assert "payload" not in footers(spark, path, table="extensions").columns
    (row,) = footers(spark, path, table="extensions", payloads="true").collect()
    data = path.read_bytes()
    assert bytes(row.payload) == data[row.offset : row.offset + row.length]


FILTERS = {
    "path like '%part-03%'": {"part-03.parquet"},
    "path like '%part-03.parquet'": {"part-03.parquet"},
    "day = '2026-11-11' and path not like '%part-0%'": {"part-10.parquet"},
    "day in ('2026-11-11', 'x') and path like '%part-1%'": {"part-10.parquet"},
    "path like '%part-03%' or path like '%part-04%'": {"part-03.parquet", "part-04.parquet"},
    "file_size < 100": set[str](),
    "mtime > timestamp '2020-01-01' and path like '%part-03%'": {"part-03.parquet"},
    "mtime < timestamp '2020-01-01'": set[str](),
    "day is null": set[str](),
    "num_rows = 6 and path like '%part-03%'": {"part-03.parquet"},
}


@pytest.mark.parametrize("enabled", ["true", "false"])
def test_filters_mean_the_same_pushed_down_or_not(
    spark: SparkSession, lake: Path, enabled: str
) -> None:
    before = spark.conf.get(PUSHDOWN)
    spark.conf.set(PUSHDOWN, enabled)
    try:
        for condition, expected in FILTERS.items():
            assert names(footers(spark, lake).where(condition)) == expected, condition
        frame = footers(spark, lake, table="problems").where("path like '%bad-empty%'")
        assert names(frame) == {"bad-empty.parquet"}
    finally:
        spark.conf.set(PUSHDOWN, before or "true")


def test_nothing_is_still_a_table(spark: SparkSession, tmp_path: Path) -> None:
    assert footers(spark, tmp_path).collect() == []
    assert "num_rows" in footers(spark, tmp_path).columns


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ({"table": "chunks"}, "no table 'chunks'; there are files, schema"),
        ({"columns": "codec"}, "no column 'codec'"),
        ({"payloads": "maybe"}, "payloads is true or false"),
        ({"filesPerPartition": "0"}, "filesPerPartition is a whole number"),
    ],
)
def test_wrong_options_say_what_is_allowed(
    spark: SparkSession, lake: Path, options: dict[str, Any], said: str
) -> None:
    from pyspark.errors import PySparkException

    with pytest.raises(PySparkException, match=said):
        footers(spark, lake, **options).collect()


def test_the_footers_of_the_corpus(spark: SparkSession, parquet_testing: Path) -> None:
    """Good files are in `files`, bad ones in `problems`, none in both or neither."""
    options = {"pathGlobFilter": "*.parquet*"}
    files = {row.path for row in footers(spark, parquet_testing, **options).collect()}
    problems = footers(spark, parquet_testing, table="problems", **options)
    bad = {row.path for row in problems.where("not is_readable").collect()}
    assert not files & bad
    visible = [path for path in parquet_testing.rglob("*.parquet*") if path.name[0] != "_"]
    assert files | bad == set(map(str, visible))
    assert len(files) > 100


def test_typed_extensions_have_a_column_a_field(spark: SparkSession, tmp_path: Path) -> None:
    """The schema is compiled beside the driver, and what was generated travels to the workers."""
    lake, schema = tmp_path / "lake", tmp_path / "note.fbs"
    (lake / "day=1").mkdir(parents=True)
    pq.write_table(pa.table({"id": [1]}), lake / "day=1" / "plain.parquet")
    write_noted(lake / "day=1" / "plain.parquet", lake / "day=1" / "noted.parquet", schema)
    frame = footers(spark, lake, table="extensions", types=schema)
    rows = frame.select("path", "type", "error", "owner", "day").collect()
    assert [(Path(row.path).name, *row[1:]) for row in rows] == [
        ("noted.parquet", "Note", None, None, "1")
    ]
    some = footers(spark, lake, table="extensions", types=schema, columns="owner,type")
    assert some.columns == ["owner", "type"]
    assert some.count() == 1
    with pytest.raises(Exception, match="option types is of the table extensions"):
        footers(spark, lake, types=schema)
