"""The option `filters` of rows on Spark: exactly the rows for which it is true, and nothing read that cannot match."""

from __future__ import annotations

from collections.abc import Generator
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from hypothesis import given
from pyspark.sql.types import (
    ArrayType,
    BinaryType,
    BooleanType,
    DateType,
    DecimalType,
    DoubleType,
    LongType,
    StringType,
    StructType,
    TimestampNTZType,
    TimestampType,
    VariantType,
)

import inlay_spark
from inlay.changes.life_cycle.change_form import change_form
from inlay.changes.life_cycle.steps import add, finalize, promote
from inlay.ground.files.local_store import LocalStore
from inlay.rows.pruning import FilterError, parse_filter
from inlay.rows.pruning.filters import FilterTree
from inlay.variant import read_table, shred, to_python, variant_array, write_table
from inlay_spark.rows.errors import UnreadableError, is_passed_over
from inlay_spark.rows.plan import FilePart
from inlay_spark.rows.read import read_rows
from inlay_spark.rows.row_tally import LOGGER, RowTally
from inlay_spark.rows.schema import schema_of_file
from inlay_spark.rows.source import DefaultSource
from inlay_spark.rows.wanted_rows import require_columns
from inlay_spark.sources.option_names import ROWS as ROWS_OPTIONS
from inlay_spark.sources.option_names import OptionError
from inlay_spark.sources.options import SourceOptions
from tests.rows.filtering.filter_meaning import is_true
from tests.rows.filtering.filtered_events import Events, as_text, filters, written_events
from tests.support.examples import examples

if TYPE_CHECKING:
    from pyspark.sql import SparkSession

SHREDDED: Final = pa.struct([("age", pa.int64()), ("name", pa.string())])
NUMBERS: Final = pa.schema([("id", pa.int64()), ("_row_index", pa.int64())])
ROWS: Final = 300


def numbers_of(file: Path, tree: FilterTree, **options: Any) -> list[tuple[int, int]]:
    entry = LocalStore().entry(str(file))
    assert entry is not None
    batches = read_rows(LocalStore(), [FilePart(entry, None)], NUMBERS, only=tree, **options)
    return [(row["id"], row["_row_index"]) for batch in batches for row in batch.to_pylist()]


@examples(25, shrink=False)
@given(written_events(), filters())
def test_what_comes_is_what_filtering_afterwards_gives(
    tmp_path: Path, written: Events, tree: FilterTree
) -> None:
    file = written.write(tmp_path)
    rows = to_python(read_table(file)["event"])
    tree = parse_filter(as_text(tree))
    matching = [at for at, event in enumerate(rows) if is_true(tree, {"id": at, "event": event})]
    assert numbers_of(file, tree) == [(at, at) for at in matching]


def events(first: int = 0) -> pa.Table:
    rows = [{"age": (first + at) // 10, "name": f"n{at % 7}"} for at in range(ROWS)]
    ids = pa.array(range(first, first + ROWS), pa.int64())
    return pa.table({"id": ids, "event": variant_array(rows)})


@pytest.fixture(scope="module")
def lake(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Files in partitions: shredded, not shredded, without a Thrift footer, without the column, and in other letters."""
    folder = tmp_path_factory.mktemp("wanted")
    for at, name in enumerate(("plain", "shredded", "final")):
        path = folder / f"day={at % 2}/{name}.parquet"
        path.parent.mkdir(exist_ok=True)
        by: Any = {"event": SHREDDED} if at else None
        write_table(events(at * ROWS), path, shred=by, row_group_size=100)
    for step in (add, promote, finalize):
        change_form(str(folder / "day=0/final.parquet"), step)
    pq.write_table(pa.table({"id": pa.array([9_000], pa.int64())}), folder / "day=1/lacks.parquet")
    other = events(3 * ROWS).rename_columns(["id", "Event"])
    write_table(other, folder / "day=1/other.parquet", shred={"Event": SHREDDED})
    return folder


WANTED: Final = (
    "variant_get(event, '$.age') between 28 and 61 and variant_get(event, '$.name') = 'n3'"
)
EXPECTED: Final = [at for at in range(4 * ROWS) if 28 <= at // 10 <= 61 and at % ROWS % 7 == 3]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("variant_get(event, '$.age') is null", [9_000]),
        ("variant_get(event, '$.age') is not null and id < 2", [0, 1]),
        ("id >= 9000 or variant_get(event, '$.age') = 119", [*range(1_190, 1_200), 9_000]),
        ("not variant_get(event, '$.age') < 119", list(range(1_190, 1_200))),
        ("variant_get(EVENT, '$.age') < 1 and ID in (3, 4)", [3, 4]),
        (WANTED, EXPECTED),
    ],
)
def test_what_a_file_lacks_is_null(lake: Path, text: str, expected: list[int]) -> None:
    found = [
        row for file in lake.glob("*/*.parquet") for row in numbers_of(file, parse_filter(text))
    ]
    assert sorted(id_ for id_, _ in found) == expected


@pytest.mark.parametrize("schema", [None, SHREDDED], ids=["plain", "shredded"])
def test_variants_without_annotation(tmp_path: Path, schema: pa.DataType | None) -> None:
    """As Spark 4.0 writes them."""
    rows = events()
    column: Any = rows.column("event").chunk(0)
    if schema is not None:
        column = shred(column, schema)
    columns: Any = {"id": rows.column("id"), "event": column.storage}
    pq.write_table(
        pa.table(columns), tmp_path / "bare.parquet", row_group_size=100, store_schema=False
    )
    found = numbers_of(tmp_path / "bare.parquet", parse_filter(WANTED))
    assert [number for number, _ in found] == [at for at in EXPECTED if at < ROWS]


def test_row_groups_without_a_match_are_not_read(tmp_path: Path) -> None:
    file = tmp_path / "damaged.parquet"
    write_table(events(), file, shred={"event": SHREDDED}, row_group_size=100)
    metadata = pq.read_metadata(file)
    first = [metadata.row_group(0).column(at) for at in range(metadata.num_columns)]
    data = bytearray(file.read_bytes())
    data[4 : 4 + sum(column.total_compressed_size for column in first)] = bytes(
        sum(column.total_compressed_size for column in first)
    )
    file.write_bytes(data)
    tree = parse_filter("variant_get(event, '$.age') = 25")
    assert [number for number, _ in numbers_of(file, tree)] == list(range(250, 260))
    with pytest.raises(UnreadableError, match=r"damaged\.parquet"):
        numbers_of(file, parse_filter("variant_get(event, '$.age') = 5"))


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("variant_get(event, '$.age') = 25", (3, 300, 1, 100, 1, 10)),
        ("variant_get(event, '$.age') = 25 and id >= 255", (3, 300, 1, 100, 1, 5)),
        ("variant_get(event, '$.age') > 99", (3, 300, 0, 0, 0, 0)),
        ("other is null", (3, 300, 3, 300, 3, 300)),
        ("other = 1", (3, 300, 0, 0, 0, 0)),
        (None, (3, 300, 3, 300, 3, 300)),
    ],
)
def test_a_tally_counts_what_filters_leave(
    tmp_path: Path, text: str | None, expected: tuple[int, ...], caplog: pytest.LogCaptureFixture
) -> None:
    file = tmp_path / "events.parquet"
    write_table(events(), file, shred={"event": SHREDDED}, row_group_size=100)
    tally = RowTally()
    entry = LocalStore().entry(str(file))
    assert entry is not None
    only = None if text is None else parse_filter(text)
    batches = read_rows(LocalStore(), [FilePart(entry, None)], NUMBERS, only=only, tally=tally)
    with caplog.at_level(1):
        rows = sum(batch.num_rows for batch in tally.log_after(batches))
    counts = vars(tally)
    assert tuple(counts.values()) == (1, *expected)
    assert rows == tally.matching_rows
    # py4j, too, logs at any moment when it lets go of an object of Java.
    (record,) = (it for it in caplog.records if it.name == LOGGER.name)
    assert vars(record)["context"] == counts


def test_a_task_that_ends_early_logs_its_tally(caplog: pytest.LogCaptureFixture) -> None:
    """As with LIMIT: Spark closes what it no longer reads."""
    tally = RowTally()
    batch = pa.record_batch({"a": [1]})
    batches = tally.log_after(iter([batch, batch]))
    assert isinstance(batches, Generator)
    with caplog.at_level(1):
        assert next(batches) is batch
        batches.close()
    (record,) = (it for it in caplog.records if it.name == LOGGER.name)
    assert vars(record)["context"] == vars(tally)


def test_errors_count_the_rows_of_the_file(tmp_path: Path) -> None:
    """Times of day, which Spark's VARIANT has not: one lies in a row that is wanted."""
    from datetime import time

    file = tmp_path / "time.parquet"
    rows: Any = variant_array([{"a": at, "t": time(1) if at in (3, 8) else 0} for at in range(10)])
    ids = pa.array(range(10), pa.int64())
    write_table(pa.table({"id": ids, "v": rows}), file, shred={"v": pa.struct([("a", pa.int64())])})
    from inlay_spark.sources.arrow_schema import widen_schema

    entry = LocalStore().entry(str(file))
    assert entry is not None
    schema = widen_schema(StructType().add("id", LongType()).add("v", VariantType()))

    def read(text: str) -> int:
        part = [FilePart(entry, None)]
        return sum(
            it.num_rows for it in read_rows(LocalStore(), part, schema, only=parse_filter(text))
        )

    assert read("variant_get(v, '$.a') in (1, 5, 9)") == 3
    with pytest.raises(UnreadableError, match="row 8: "):
        read("variant_get(v, '$.a') >= 5")


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("id > 'x'", "option filters: id is bigint: compare it with a number"),
        ("variant_get(evnt, '$.age') = 1", "there is no column 'evnt': did you mean event?"),
        ("day = 1", "day is a partition: filter it by"),
        ("_file_name = 'a'", "_file_name is a column about files: filter it by"),
        ("age >", "option filters: filter, character"),
        ("EVEMT is null", "there is no column 'EVEMT': did you mean event?"),
        ("`id` = 1", "a name with other characters is written in double quotes, not in backquotes"),
    ],
)
def test_mistakes(lake: Path, text: str, said: str) -> None:
    source = DefaultSource({"path": str(lake), "filters": text})
    with pytest.raises(OptionError) as caught:
        source.schema()
    assert said in str(caught.value)
    with pytest.raises(OptionError) as caught:
        source.reader(StructType().add("id", LongType()))
    assert said in str(caught.value)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("s.Y = 4", [2]),
        ("s.y = 4", [2]),
        ("S.X = 3", [3]),
        ("S.Inner.VALUE = 2", [2]),
        ('"a.b" = 3', [3]),
        ('"A.B" = 3', [3]),
        ("a.B = 3", [3]),
        ("variant_get(s.EV, '$.a') = 2", [2]),
        ("twin = 1", [1]),
        ("Twin = 10", [1]),
    ],
)
def test_names_are_found_as_in_spark(tmp_path: Path, text: str, expected: list[int]) -> None:
    rows = range(5)
    variants: Any = variant_array([{"a": at} for at in rows])
    inner = pa.StructArray.from_arrays([pa.array(rows)], names=["Value"])
    group: Any = pa.StructArray.from_arrays(
        [pa.array(rows), pa.array([2 * at for at in rows]), inner, variants],
        names=["x", "Y", "inner", "Ev"],
    )
    columns = {"id": pa.array(rows, pa.int64()), "s": group, "a.b": pa.array(rows)}
    columns |= {"Twin": pa.array([10 * at for at in rows]), "twin": pa.array(rows)}
    file = tmp_path / "names.parquet"
    write_table(pa.table(columns), file)
    tree = parse_filter(text)
    assert [number for number, _ in numbers_of(file, tree)] == expected
    with pq.ParquetFile(file) as opened:
        require_columns(tree, schema_of_file(opened, str(file)), [])


COLUMNS: Final = (
    StructType()
    .add("id", LongType())
    .add("price", DoubleType())
    .add("name", StringType())
    .add("sold", BooleanType())
    .add("day", DateType())
    .add("at", TimestampType())
    .add("local", TimestampNTZType())
    .add("amount", DecimalType(9, 2))
    .add("data", BinaryType())
    .add("tags", ArrayType(LongType()))
    .add("event", VariantType())
    .add("bare", StructType().add("value", BinaryType()).add("metadata", BinaryType()))
    .add("place", StructType().add("city", StringType()))
)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("id > 'x'", "id is bigint: compare it with a number"),
        ("not id in (1, true)", "id is bigint: compare it with a number"),
        ("price = 'x'", "price is double: compare it with a number"),
        ("amount = '1.5'", r"amount is decimal\(9,2\): compare it with a number"),
        ("name = 7", "name is string: compare it with text"),
        ("sold = 1", "sold is boolean: compare it with true or false"),
        ("id", "id is bigint: compare it with a number"),
        ("day = 'today'", "day is date: compare it with a date"),
        ("at > 7", "at is timestamp: compare it with a moment"),
        ("local > '2026-01-02 12:00:00+01:00'", "local is timestamp_ntz: compare it with a moment"),
        ("data = 7", "data is binary: compare it with text in single quotes, or bytes"),
        ("tags = 7", "tags is array<bigint>, and a filter compares one value a row"),
        ("event = 7", r"event is a Variant: write variant_get\(event, '\$.path'\)"),
        ("bare in (7)", r"bare is a Variant: write variant_get\(bare, '\$.path'\)"),
        ("place is null", "place is a group of columns: name one of them"),
        ("place.city = 7", "place.city is string: compare it with text"),
        ("variant_get(id, '$.a') = 7", "id is not a Variant: compare id itself"),
    ],
)
def test_values_that_a_type_is_not_compared_with(text: str, said: str) -> None:
    with pytest.raises(OptionError, match=f"^option filters: {said}"):
        require_columns(parse_filter(text), COLUMNS, [])


@pytest.mark.parametrize(
    "text",
    [
        "id > 1.5 and id is not null and id > '2026-01-02' and id < '12:30:00'",
        "price < 1e3 and amount = 7 and not sold and name >= ''",
        "day = '2026-01-02' and at > '2026-01-02 12:00:00+01:00' and local > '2026-01-02'",
        "data = 'text' and data != x'00ff' or place.city is null",
        "event is null or bare is not null",
        "variant_get(event, '$.a') = 'x' and variant_get(bare, '$.a') = 7",
    ],
)
def test_values_that_a_type_may_be_compared_with(text: str) -> None:
    require_columns(parse_filter(text), COLUMNS, [])


def test_a_filter_that_does_not_fit_a_file_is_never_passed_over(lake: Path) -> None:
    """The schema may be of another file."""
    options = SourceOptions({"ignoreCorruptFiles": "true"}, ROWS_OPTIONS)
    file = lake / "day=0/plain.parquet"
    with pytest.raises(FilterError) as caught:
        numbers_of(
            file, parse_filter("id = 'x'"), passes_over=partial(is_passed_over, options=options)
        )
    assert str(caught.value) == f"{file}: filter: id is INT64: compare it with a number"


@pytest.mark.needs("Spark 4.1")
def test_spark_keeps_what_was_skipped(spark: SparkSession, lake: Path) -> None:
    """Of a filter that Spark pushes down, too: in a partition there are three row groups, or one of a single row."""
    spark.conf.set("spark.sql.pyspark.worker.logging.enabled", "true")
    spark.conf.set("spark.sql.python.filterPushdown.enabled", "true")
    try:
        inlay_spark.read(spark, str(lake), filters=WANTED).collect()
        spark.read.format("inlay").load(str(lake)).where("id > 9000").collect()
        logs = spark.tvf.python_worker_logs().where("logger = 'inlay_spark.filters'").collect()
    finally:
        spark.conf.set("spark.sql.pyspark.worker.logging.enabled", "false")
        spark.conf.unset("spark.sql.python.filterPushdown.enabled")
    counts = [{name: int(log.context[name]) for name in vars(RowTally())} for log in logs]
    chosen = [count for count in counts if count["matching_rows"]]
    assert sum(count["matching_rows"] for count in chosen) == len(EXPECTED)
    assert len(counts) > len(chosen)  # of the other query, no row group may match
    assert all(count["left_rows"] < count["rows"] for count in counts)


def test_spark_gives_these_rows(spark: SparkSession, lake: Path) -> None:
    path = str(lake)
    source = spark.read.format("inlay").option("filters", WANTED)
    for frame in (
        inlay_spark.read(spark, path, filters=WANTED),
        source.load(path),
        source.schema("id bigint, day int").load(path),
        inlay_spark.read(spark, path, filters=WANTED, columns=["id", "_row_index"]),
    ):
        assert sorted(row.id for row in frame.select("id").collect()) == EXPECTED
    days = inlay_spark.read(spark, path, filters=WANTED).where("day = 1").select("id").collect()
    assert sorted(row.id for row in days) == [at for at in EXPECTED if at // ROWS in (1, 3)]
    with pytest.raises(OptionError, match="no footer says how many rows match"):
        inlay_spark.count(spark, path, filters=WANTED)
    with pytest.raises(OptionError, match="did you mean event"):
        inlay_spark.read(spark, path, filters="variant_get(evant, '$.a') = 1")
