"""`spark.read.format("inlay")`: plain files give what Spark gives, the others what they were."""

from __future__ import annotations

from datetime import date, datetime
from decimal import Decimal
from pathlib import Path
from typing import TYPE_CHECKING

import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from pyspark.sql.datasource import DataSourceReader

from inlay.changes.life_cycle.change_form import change_form
from inlay.changes.life_cycle.steps import add, finalize, promote
from inlay.ground.files.local_store import LocalStore
from inlay.pages.encodings.choose import choose_columns
from inlay.pages.encodings.configuration import read_configured
from inlay.pages.encodings.on_files import add_to_file, ratify_file
from inlay.verbs.set.convert_footer import convert_footer
from inlay_spark.rows.errors import UnreadableError
from inlay_spark.rows.plan import FilePart
from inlay_spark.rows.read import read_rows
from parquet_format.parquet import KeyValue
from tests.pages.encodings.files import ENCODINGS, add_all
from tests.readers.sources import footer_of, with_footer
from tests.verbs.verify.files import changed_footer

if TYPE_CHECKING:
    from pyspark.sql import DataFrame, SparkSession

TIMES = [datetime(1969, 12, 31, 23, 59, 59, 5), None, datetime(2026, 11, 20, 12, 0, 0, 123456)]
TYPES = pa.table(
    {
        "flag": pa.array([True, None, False]),
        "i8": pa.array([-128, None, 127], pa.int8()),
        "i16": pa.array([-(2**15), None, 7], pa.int16()),
        "i32": pa.array([-(2**31), None, 7], pa.int32()),
        "i64": pa.array([-(2**63), None, 7], pa.int64()),
        "u8": pa.array([255, None, 7], pa.uint8()),
        "u16": pa.array([65_535, None, 7], pa.uint16()),
        "u32": pa.array([2**32 - 1, None, 7], pa.uint32()),
        "u64": pa.array([2**64 - 1, None, 7], pa.uint64()),
        "f32": pa.array([0.5, None, float("inf")], pa.float32()),
        "f64": pa.array([-0.0, None, 1e300], pa.float64()),
        "text": pa.array(["", None, "größe"], pa.string()),
        "large_text": pa.array(["a", None, "b"], pa.large_string()),
        "dictionary": pa.array(["a", None, "a"]).dictionary_encode(),
        "data": pa.array([b"", None, b"\xff"], pa.binary()),
        "fixed": pa.array([b"abc", None, b"def"], pa.binary(3)),
        "day": pa.array([date(1582, 10, 15), None, date(9999, 12, 31)], pa.date32()),
        "instant": pa.array(TIMES, pa.timestamp("us", "Europe/Berlin")),
        "millis": pa.array([0, None, 1_700_000_000_123], pa.timestamp("ms", "UTC")),
        "local": pa.array(TIMES, pa.timestamp("us")),
        "small": pa.array([Decimal("1.25"), None, Decimal("-9.99")], pa.decimal128(7, 2)),
        "middle": pa.array([Decimal("1.25"), None, Decimal("-9.99")], pa.decimal128(16, 2)),
        "large": pa.array([Decimal("1.5"), None, Decimal(-(10**36))], pa.decimal128(38, 1)),
        "elapsed": pa.array([1, None, 3], pa.duration("us")),
        "list": pa.array([[1, None], None, []], pa.list_(pa.int32())),
        "deep": pa.array(
            [[{"a": [1], "b": {"c": "x"}}, None], None, [{"a": None, "b": None}]],
            pa.list_(
                pa.struct([("a", pa.list_(pa.int64())), ("b", pa.struct([("c", pa.string())]))])
            ),
        ),
        "map": pa.array(
            [[("k", Decimal("1.5")), ("l", None)], None, []],
            pa.map_(pa.string(), pa.decimal128(5, 1)),
        ),
        "struct": pa.array(
            [{"x": 1, "when": TIMES[0]}, None, {"x": None, "when": None}],
            pa.struct([("x", pa.int16()), ("when", pa.timestamp("us", "UTC"))]),
        ),
    }
)


def rows(frame: DataFrame) -> list[str]:
    return sorted(map(repr, frame.collect()))


def ours(spark: SparkSession, path: object) -> DataFrame:
    return spark.read.format("inlay").load(str(path))


def same(spark: SparkSession, path: object, found: DataFrame | None = None) -> None:
    expected = spark.read.parquet(str(path))
    found = found if found is not None else ours(spark, path)
    assert found.schema == expected.schema
    assert rows(found) == rows(expected)


@pytest.fixture(scope="module")
def typed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("typed") / "types.parquet"
    pq.write_table(TYPES, path, row_group_size=2, write_page_index=True)
    return path


def test_every_type_is_as_spark_reads_it(spark: SparkSession, typed: Path) -> None:
    same(spark, typed)


def test_times_as_int96(spark: SparkSession, tmp_path: Path) -> None:
    path = tmp_path / "int96.parquet"
    pq.write_table(TYPES.select(["instant", "i32"]), path, use_deprecated_int96_timestamps=True)
    same(spark, path)


def test_files_that_spark_wrote(spark: SparkSession, tmp_path: Path) -> None:
    path = tmp_path / "spark"
    frame = spark.sql("""
        SELECT id, cast(id AS byte) AS small, timestamp_seconds(id) AS t, date_add(date'2026-01-01', int(id)) AS d,
               cast(id AS decimal(12, 3)) AS n, array(named_struct('a', id, 'b', string(id))) AS s,
               map(string(id), id) AS m, interval '1' day * id AS elapsed, id % 3 AS part,
               cast(timestamp_seconds(id) AS timestamp_ntz) AS ntz
        FROM range(20)
    """)
    frame.write.partitionBy("part").option("compression", "zstd").parquet(str(path))
    same(spark, path)


ALONE = ("final", "modular", "parx")
"""Without a Thrift footer where Spark looks for it."""


@pytest.mark.parametrize("form", ["private", "migration", *ALONE])
def test_other_forms_give_what_the_file_was(
    spark: SparkSession, typed: Path, tmp_path: Path, form: str
) -> None:
    path = tmp_path / "other.parquet"
    path.write_bytes(typed.read_bytes())
    steps = {"private": [add], "migration": [add, promote], "final": [add, promote, finalize]}
    for step in steps.get(form, []):
        change_form(str(path), step)
    if form not in steps:
        convert_footer(str(path), form)
    expected, found = spark.read.parquet(str(typed)), ours(spark, path)
    assert found.schema == expected.schema
    assert rows(found) == rows(expected)
    footers = spark.read.format("parquet_footer").load(str(path)).select("form", "num_rows")
    assert [tuple(row) for row in footers.collect()] == [(form, len(rows(expected)))]
    if form in ALONE:
        with pytest.raises(Exception, match=r"Could not read footer|is not a Parquet file"):
            spark.read.parquet(str(path)).collect()


def test_no_source_in_python_is_told_which_columns_are_wanted() -> None:
    """spark.md says so. Once Spark tells it, our reader should listen."""
    methods = {name for name in vars(DataSourceReader) if not name.startswith("_")}
    assert methods <= {"pushFilters", "partitions", "read"}


def test_encodings_that_only_the_configuration_names(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As a task reads them: workers have the configuration of the machine that they run on."""
    path, config = tmp_path / "ratified.parquet", tmp_path / "config.toml"
    table = pa.table({"x": [at / 7 for at in range(2_000)], "n": range(2_000)})
    pq.write_table(table, path, row_group_size=500)
    add_all(path)
    ratify_file(str(path), encodings=ENCODINGS)
    entry = LocalStore().entry(str(path))
    assert entry is not None
    with pytest.raises(UnreadableError, match=r"ratified.parquet: .*encoding"):
        list(read_rows(LocalStore(), [FilePart(entry, None)], table.schema))
    config.write_text("[encodings.ratified]\npco = 77\n")
    monkeypatch.setenv("INLAY_CONFIG", str(config))
    for form in ("thrift", "final"):
        for step in [add, promote, finalize] * (form == "final"):
            change_form(str(path), step)
        entry = LocalStore().entry(str(path))
        assert entry is not None
        batches = read_rows(LocalStore(), [FilePart(entry, (2, 3))], table.schema)
        assert pa.Table.from_batches(batches).equals(table.slice(1_000))


def test_alp_needs_no_configuration(spark: SparkSession, tmp_path: Path) -> None:
    """Beside the old pages, and ratified, which Spark itself refuses."""
    path = tmp_path / "alp.parquet"
    table = pa.table({"x": [at / 4 for at in range(2_000)], "n": range(2_000)})
    pq.write_table(table, path, row_group_size=500)
    alp = read_configured().find_named("alp")
    assert alp is not None
    add_to_file(str(path), choose_columns(["x"], alp))
    for is_ratified in (False, True):
        if is_ratified:
            ratify_file(str(path))
        read = spark.read.format("inlay").load(str(path)).orderBy("n").collect()
        assert [row["x"] for row in read] == table["x"].to_pylist()
    with pytest.raises(Exception, match=r"ALP|[Ee]ncoding"):
        spark.read.parquet(str(path)).collect()


def test_a_schema_prunes_reorders_and_adds(spark: SparkSession, typed: Path) -> None:
    wanted = (
        "TEXT string, missing int, deep array<struct<b: struct<c: string, no: int>>>, i32 bigint,"
        "map map<string, decimal(9, 2)>"
    )
    found = spark.read.format("inlay").schema(wanted).load(str(typed))
    assert found.columns == ["TEXT", "missing", "deep", "i32", "map"]
    first = found.where("text = ''").first()
    assert first is not None
    assert (first.TEXT, first.missing, first.i32) == ("", None, -(2**31))
    assert first.deep[0].b.asDict() == {"c": "x", "no": None}
    assert first.map == {"k": Decimal("1.50"), "l": None}


def test_partitions_are_typed_as_spark_types_them(spark: SparkSession, tmp_path: Path) -> None:
    values = ["n=1/d=2026-01-01/f=1.5/s=a b/w=5000000000", "n=2/d=2026-01-02/f=2/s=c/w=1"]
    values.append("n=__HIVE_DEFAULT_PARTITION__/d=2026-01-02/f=2/s=c%2Fd/w=1")
    for value in values:
        path = tmp_path / value
        path.mkdir(parents=True)
        pq.write_table(TYPES.select(["i32"]), path / "one.parquet")
    same(spark, tmp_path)


def test_row_groups_of_a_large_file_are_dealt_out(spark: SparkSession, tmp_path: Path) -> None:
    path = tmp_path / "large.parquet"
    table = pa.table({"x": range(4000), "y": [f"{at:050}" for at in range(4000)]})
    pq.write_table(table, path, row_group_size=500, compression="none", use_dictionary=False)
    reader = spark.read.format("inlay").option("maxPartitionBytes", 80_000)
    found = reader.load(str(path)).selectExpr("*", "spark_partition_id() AS task")
    assert found.select("task").distinct().count() > 3
    assert rows(found.drop("task")) == rows(spark.read.parquet(str(path)))


@pytest.mark.parametrize(
    ("name", "said"), [("damaged", "not a Parquet file"), ("PARE", "encrypted")]
)
def test_a_file_that_cannot_be_read_is_named(
    spark: SparkSession, tmp_path: Path, forms: dict[str, Path], name: str, said: str
) -> None:
    from pyspark.errors import PySparkException

    path = tmp_path / f"{name}.parquet"
    path.write_bytes(b"text" * 20 if name == "damaged" else forms["encrypted"].read_bytes())
    with pytest.raises(PySparkException, match=f"{name}.parquet: .*{said}"):
        spark.read.format("inlay").schema("x int").load(str(path)).collect()
    with pytest.raises(PySparkException, match=f"{name}.parquet: .*{said}"):
        ours(spark, path)


def test_a_row_group_with_fewer_than_no_rows_is_refused(
    spark: SparkSession, tmp_path: Path
) -> None:
    path = tmp_path / "a.parquet"
    pq.write_table(pa.table({"x": [1, 2, 3, 4, 5]}), path, row_group_size=2)
    changed_footer(path, path, lambda footer: setattr(footer.row_groups[0], "num_rows", -2))
    with pytest.raises(Exception, match=r"a\.parquet: row_groups\[0\]\.num_rows: -2, and rows are"):
        ours(spark, path).collect()


def test_stale_checksums_of_hadoop_do_not_matter(spark: SparkSession, tmp_path: Path) -> None:
    """Spark leaves `.crc` files, and fails when somebody rewrites what they are of."""
    spark.range(5).coalesce(1).write.parquet(str(tmp_path / "crc"))
    (path,) = (tmp_path / "crc").glob("*.parquet")
    assert list((tmp_path / "crc").glob(f".{path.name}.crc"))
    pq.write_table(pa.table({"id": [7]}), path)
    assert [row.id for row in ours(spark, tmp_path / "crc").collect()] == [7]
    files = spark.read.format("parquet_footer").load(str(tmp_path / "crc"))
    assert [row.num_rows for row in files.collect()] == [1]


def test_a_key_without_a_value(spark: SparkSession, tmp_path: Path) -> None:
    """parquet.thrift allows it, whoever wrote the file; of Spark's own readers one of two takes it."""
    path = tmp_path / "key.parquet"
    pq.write_table(TYPES.select(["i32", "deep"]), path, store_schema=False)
    metadata = footer_of(path)
    metadata.key_value_metadata = [KeyValue(key="empty")]
    with_footer(path, metadata)
    session = spark.newSession()  # for its configuration
    session.conf.set("spark.sql.parquet.enableVectorizedReader", "false")
    assert rows(ours(spark, path)) == rows(session.read.parquet(str(path)))
    assert (
        spark.read.format("parquet_footer").option("table", "key_values").load(str(path)).collect()
    )
