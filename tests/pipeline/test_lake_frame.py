"""`inlay_spark.read`: who reads which file, and that it makes no difference to the rows.

Which reader is chosen is tested in this process. That Spark reads right what it is given is held against our own reader, and
that against Spark's by `test_rows.py`.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import UTC, date, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from inlay.amend.convert_footer import convert_footer
from inlay.files.local_store import LocalStore
from inlay.footer.read import read_footer
from inlay.life_cycle.change_form import change_form
from inlay.life_cycle.steps import add, finalize, promote
from inlay.scan.tail_file import TailFile
from inlay_spark.rows.spark_reader import FileReader, choose_reader
from parquet_format.parquet import CompressionCodec, KeyValue
from tests.pipeline.test_rows import TYPES
from tests.scan.lake import write_forms
from tests.toolkit.checks.files import changed_footer

if TYPE_CHECKING:
    from pyspark.sql import DataFrame, SparkSession

    from parquet_format.parquet import FileMetaData

ROWS: Final = pa.table({"x": [1, 2, 3], "s": ["a", None, "c"], "l": [[1], None, []]})
SPARK, CAREFUL, INLAY = FileReader.SPARK, FileReader.SPARK_WITHOUT_BOUNDS, FileReader.INLAY


def chosen(path: Path, *columns: str) -> FileReader:
    store = LocalStore()
    entry = store.entry(str(path))
    assert entry is not None
    with store.open(entry) as handle:
        return choose_reader(read_footer(TailFile(str(path), handle)), columns or ("x", "s", "l"))


def write(path: Path, table: pa.Table = ROWS, **options: Any) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    pq.write_table(table, path, **options)
    return path


FORMS: Final = {
    "thrift": SPARK,
    "private": SPARK,
    "migration": SPARK,
    "final": INLAY,
    "modular": INLAY,
    "page-first": INLAY,
    "parx": INLAY,
    "encrypted": INLAY,
}


@pytest.mark.parametrize("form", FORMS)
def test_forms(form: str, tmp_path: Path) -> None:
    if form == "encrypted":
        assert chosen(write_forms(tmp_path)[form]) is INLAY
        return
    path = write(tmp_path / "a.parquet")
    steps = {"private": [add], "migration": [add, promote], "final": [add, promote, finalize]}
    for step in steps.get(form, []):
        change_form(str(path), step)
    if form not in (*steps, "thrift"):
        convert_footer(str(path), form)
    assert chosen(path) is FORMS[form]


def test_a_flatbuffer_that_is_not_what_the_thrift_says(tmp_path: Path) -> None:
    """Whichever of the two is right: our reader says which, and Spark does not look."""
    path = write(tmp_path / "a.parquet")
    change_form(str(path), add)
    data = path.read_bytes()
    changed = data.replace(b"parquet-cpp-arrow", b"parquet-cpp-Arrow", 1)
    assert changed != data
    path.write_bytes(changed)
    assert chosen(path) is INLAY


COLUMNS: Final[dict[str, tuple[Any, dict[str, Any], FileReader]]] = {
    "gzip": (pa.array([1]), {"compression": "gzip"}, SPARK),
    "zstd": (pa.array([1]), {"compression": "zstd"}, SPARK),
    "raw lz4": (pa.array([1]), {"compression": "lz4"}, SPARK),
    "brotli": (pa.array([1]), {"compression": "brotli"}, INLAY),
    "delta": (pa.array([1]), {"column_encoding": "DELTA_BINARY_PACKED"}, SPARK),
    "split": (pa.array([1.5]), {"column_encoding": "BYTE_STREAM_SPLIT"}, SPARK),
    "unsigned": (pa.array([1], pa.uint32()), {}, SPARK),
    "unsigned 64": (pa.array([1], pa.uint64()), {}, INLAY),
    "half": (pa.array([1.5], pa.float16()), {}, INLAY),
    "time": (pa.array([1], pa.time64("us")), {}, INLAY),
    "micros": (pa.array([1], pa.timestamp("us", "UTC")), {}, SPARK),
    "nanos": (pa.array([1], pa.timestamp("ns")), {}, INLAY),
    "int96": (pa.array([1], pa.timestamp("us")), {"use_deprecated_int96_timestamps": True}, SPARK),
    "struct": (pa.array([{"a": {"b": 1}}]), {}, SPARK),
    "map": (pa.array([[("k", 1)]], pa.map_(pa.string(), pa.int64())), {}, SPARK),
    "list of times": (pa.array([[1]], pa.list_(pa.time32("ms"))), {}, INLAY),
    "struct of like names": (pa.array([{"a": 1, "A": 2}]), {}, INLAY),
    "two-level list": (pa.array([[1]]), {"use_compliant_nested_type": False}, SPARK),
}


@pytest.mark.parametrize("name", COLUMNS)
def test_columns(name: str, tmp_path: Path) -> None:
    array, options, expected = COLUMNS[name]
    if "column_encoding" in options:
        options = {**options, "use_dictionary": False}
    path = write(tmp_path / "a.parquet", pa.table({"x": array}), **options)
    assert chosen(path, "x") is expected
    if options.get("compression") != "brotli":  # of a column that is not wanted nothing matters
        assert chosen(path, "y") is SPARK


def _rename(old: str, new: str) -> Callable[[FileMetaData], None]:
    def change(footer: FileMetaData) -> None:
        footer.schema = [
            element.replace(name=new) if element.name == old else element
            for element in footer.schema
        ]

    return change


def _set(name: str, value: object) -> Callable[[FileMetaData], None]:
    return lambda footer: setattr(footer, name, value)


def _set_codec(footer: FileMetaData) -> None:
    known = footer.row_groups[0].columns[0].meta_data
    assert known is not None
    known.codec = CompressionCodec.LZ4


def _say(key: str, value: str) -> Callable[[FileMetaData], None]:
    return _set("key_value_metadata", [KeyValue(key=key, value=value)])


FOOTERS: Final[dict[str, tuple[Callable[[FileMetaData], None], FileReader]]] = {
    "rows that do not add up": (_set("num_rows", 7), INLAY),
    "fewer rows than none": (lambda footer: setattr(footer.row_groups[0], "num_rows", -3), INLAY),
    "names that differ in case": (_rename("s", "X"), INLAY),
    "another case than is asked for": (_rename("s", "S"), INLAY),
    "a list of another shape": (_rename("list", "array"), INLAY),
    "a writer of wrong bounds": (_set("created_by", "Polars"), CAREFUL),
    "a writer of wrong pages": (_set("created_by", "parquet-cpp version 1.5.0"), INLAY),
    "lz4 of one kind or the other": (_set_codec, INLAY),
    "a chunk elsewhere": (
        lambda footer: setattr(footer.row_groups[0].columns[0], "file_path", "b"),
        INLAY,
    ),
}


@pytest.mark.parametrize("name", FOOTERS)
def test_footers(name: str, tmp_path: Path) -> None:
    change, expected = FOOTERS[name]
    path = write(tmp_path / "a.parquet")
    changed_footer(path, path, change)
    assert chosen(path) is expected


def rows(frame: DataFrame) -> list[str]:
    return sorted(map(repr, frame.collect()))


def readers(frame: DataFrame) -> set[str]:
    """Of the scans in the plan."""
    inside: Any = frame
    plan: str = inside._jdf.queryExecution().executedPlan().toString()
    return set(re.findall(r"FileScan parquet|BatchScan inlay", plan))


NATIVE, OURS = "FileScan parquet", "BatchScan inlay"


@pytest.fixture(scope="module")
def mixed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """All forms, two partitions, names that mean something to Hadoop or to a locale, all types of `test_rows`."""
    root = tmp_path_factory.mktemp("mixed") / "lake"
    table = TYPES.drop_columns(["u64"])
    for at, form in enumerate(("thrift", "private", "migration", "final", "modular")):
        path = write(root / f"part=2026-01-0{at % 2 + 1}" / f"{form} {at}.parquet", table)
        steps = {"private": [add], "migration": [add, promote], "final": [add, promote, finalize]}
        for step in steps.get(form, []):
            change_form(str(path), step)
        if form == "modular":
            convert_footer(str(path), form)
    write(root / "part=2026-01-03" / "a{b}[c]*.parquet", table)
    write(root / "part=2026-01-03" / "größe.parquet", table)
    write(root / "part=2026-01-03" / "wrong bounds.parquet", table)
    path = root / "part=2026-01-03" / "wrong bounds.parquet"
    changed_footer(path, path, _set("created_by", "Polars"))
    return root


def test_a_lake_of_all_forms_is_as_the_data_source_has_it(spark: SparkSession, mixed: Path) -> None:
    import inlay_spark

    expected = spark.read.format("inlay").load(str(mixed))
    frame = inlay_spark.read(spark, str(mixed))
    assert frame.schema == expected.schema
    assert rows(frame) == rows(expected)
    assert readers(frame) == {NATIVE, OURS}
    assert inlay_spark.count(spark, str(mixed)) == frame.count() == 8 * TYPES.num_rows
    names = ["_row_index", "part", "_file_path", "_file_name", "TEXT", "_file_size"]
    source = spark.read.format("inlay").option("columns", ",".join(names)).load(str(mixed))
    frame = inlay_spark.read(spark, str(mixed), columns=names)
    assert frame.columns == ["_row_index", "part", "_file_path", "_file_name", "text", "_file_size"]
    assert frame.schema == source.schema
    assert rows(frame) == rows(source)
    where = "part = date'2026-01-02' AND text = 'größe'"
    assert rows(inlay_spark.read(spark, str(mixed)).where(where)) == rows(expected.where(where))


def test_what_only_spark_reads_costs_no_python(spark: SparkSession, tmp_path: Path) -> None:
    import inlay_spark

    for at in range(3):
        write(tmp_path / f"n={at}" / "a.parquet", row_group_size=2)
    frame = inlay_spark.read(spark, str(tmp_path))
    assert readers(frame) == {NATIVE}
    assert rows(frame) == rows(spark.read.parquet(str(tmp_path)))
    metadata = (
        "_metadata.file_path p, _metadata.file_name n, _metadata.file_size s, _metadata.row_index i"
    )
    expected = spark.read.parquet(str(tmp_path)).selectExpr(*metadata.split(", "))
    names = ["_file_path", "_file_name", "_file_size", "_row_index"]
    own = spark.read.format("inlay").option("columns", ",".join(names)).load(str(tmp_path))
    for columns in (own, inlay_spark.read(spark, str(tmp_path), columns=names)):
        assert sorted(map(tuple, columns.collect())) == sorted(map(tuple, expected.collect()))


def test_columns_that_would_be_widened_or_cut_are_read_here(
    spark: SparkSession, tmp_path: Path
) -> None:
    """Spark cuts 70,000 to 4,464 where `smallint` is asked for."""
    import inlay_spark

    write(tmp_path / "a.parquet", pa.table({"x": pa.array([7], pa.int32())}))
    write(tmp_path / "b.parquet", pa.table({"x": pa.array([70_000], pa.int32())}))
    frame = inlay_spark.read(spark, str(tmp_path), schema="x bigint, more string")
    assert readers(frame) == {OURS}
    assert [tuple(row) for row in frame.orderBy("x").collect()] == [(7, None), (70_000, None)]
    with pytest.raises(Exception, match=r"b\.parquet: column x is int32, and int16 is asked for"):
        inlay_spark.read(spark, str(tmp_path), schema="x smallint").collect()


def test_wrong_bounds_lose_no_rows(spark: SparkSession, tmp_path: Path) -> None:
    """Of a writer that is known for them. Spark believes them."""
    import inlay_spark

    table = pa.table({"x": ["a", "m", "z"]})
    path = write(tmp_path / "a.parquet", table)

    def lie(footer: FileMetaData) -> None:
        footer.created_by = "Polars"
        known = footer.row_groups[0].columns[0].meta_data
        assert known is not None
        assert known.statistics is not None
        known.statistics = known.statistics.replace(max_value=b"b")

    changed_footer(path, path, lie)
    assert spark.read.parquet(str(path)).where("x = 'z'").count() == 0
    frame = inlay_spark.read(spark, str(path))
    assert readers(frame) == {NATIVE}
    assert frame.where("x = 'z'").count() == 1


def test_footers_of_a_large_lake_are_read_by_workers(
    spark: SparkSession, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    import inlay_spark
    from inlay_spark.rows import division

    write(tmp_path / "a.parquet")
    write(tmp_path / "b.parquet", compression="brotli")
    (tmp_path / "c.parquet").write_bytes(b"text" * 20)
    monkeypatch.setattr(division, "MOST_ON_DRIVER", 0)
    frame = inlay_spark.read(spark, str(tmp_path), ignoreCorruptFiles=True)
    assert readers(frame) == {NATIVE, OURS}
    assert frame.count() == 6
    assert inlay_spark.count(spark, str(tmp_path), ignoreCorruptFiles=True) == 6
    with pytest.raises(Exception, match=r"c\.parquet: not a Parquet file"):
        inlay_spark.count(spark, str(tmp_path))
    with pytest.raises(Exception, match=r"c\.parquet: not a Parquet file"):
        inlay_spark.read(spark, str(tmp_path)).collect()


def test_stale_checksums_of_hadoop_do_not_matter(spark: SparkSession, tmp_path: Path) -> None:
    import inlay_spark

    spark.range(5).coalesce(1).write.parquet(str(tmp_path / "crc"))
    (path,) = (tmp_path / "crc").glob("*.parquet")
    assert readers(inlay_spark.read(spark, str(tmp_path / "crc"))) == {NATIVE}
    write(path, pa.table({"id": [7]}))
    assert [row.id for row in inlay_spark.read(spark, str(tmp_path / "crc")).collect()] == [7]


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ({"columns": []}, "option columns is empty"),
        ({"columns": ["x", "X"]}, "names a column twice"),
        ({"columns": ["xs"]}, "there is no column 'xs': did you mean x"),
        ({"recursive": True}, "inlay has no option 'recursive': did you mean recursiveFileLookup"),
    ],
)
def test_mistakes(spark: SparkSession, tmp_path: Path, given: dict[str, Any], said: str) -> None:
    import inlay_spark

    write(tmp_path / "a.parquet")
    with pytest.raises(ValueError, match=said):
        inlay_spark.read(spark, str(tmp_path), **given)


CALENDARS: Final[dict[tuple[str, str], tuple[FileReader, FileReader, FileReader]]] = {
    ("org.apache.spark.version", "2.4.0"): (INLAY, INLAY, SPARK),
    ("org.apache.spark.version", "3.0.3"): (SPARK, INLAY, SPARK),
    ("org.apache.spark.version", "4.1.0"): (SPARK, SPARK, SPARK),
    ("org.apache.spark.legacyDateTime", ""): (INLAY, SPARK, SPARK),
    ("org.apache.spark.legacyINT96", ""): (SPARK, INLAY, SPARK),
}
"""Who reads a date, an INT96 and a number of a file that says so."""


@pytest.mark.parametrize("said", CALENDARS)
def test_calendars(said: tuple[str, str], tmp_path: Path) -> None:
    day, moment = date(1500, 1, 1), datetime(1500, 1, 1)
    for name, values in {"date": pa.array([[day]]), "moment": pa.array([[moment]])}.items():
        table = pa.table({"x": values, "number": [1]})
        path = write(tmp_path / name, table, use_deprecated_int96_timestamps=True)
        changed_footer(path, path, _say(*said))
    dated = chosen(tmp_path / "date", "x"), chosen(tmp_path / "moment", "x")
    assert (*dated, chosen(tmp_path / "date", "number")) == CALENDARS[said]


def test_no_date_is_shifted_whatever_the_session_says(spark: SparkSession, tmp_path: Path) -> None:
    import inlay_spark

    day, moment = date(1500, 1, 1), datetime(1500, 1, 1)
    write(tmp_path / "a.parquet", pa.table({"day": [day], "moment": pa.array([moment])}))
    path = write(tmp_path / "b.parquet", pa.table({"day": [day], "moment": pa.array([moment])}))
    changed_footer(path, path, _say("org.apache.spark.version", "2.4.0"))
    setting = "spark.sql.parquet.datetimeRebaseModeInRead"
    try:
        spark.conf.set(setting, "LEGACY")
        frame = inlay_spark.read(spark, str(tmp_path))
        assert readers(frame) == {NATIVE, OURS}
        assert [tuple(row) for row in frame.collect()] == [(day, moment)] * 2
    finally:
        spark.conf.unset(setting)


def test_no_int96_is_shifted_whatever_the_session_says(spark: SparkSession, tmp_path: Path) -> None:
    import inlay_spark

    table = pa.table({"x": [1], "moment": [datetime(2020, 1, 1)]})
    path = str(write(tmp_path / "a", table, use_deprecated_int96_timestamps=True))
    settings = {
        "spark.sql.parquet.int96TimestampConversion": "true",
        "spark.sql.session.timeZone": "Asia/Tokyo",
    }
    before = {name: spark.conf.get(name) for name in settings}
    shown = "unix_seconds(moment) AS moment"
    try:
        for name, value in settings.items():
            spark.conf.set(name, value)
        frame = inlay_spark.read(spark, path)
        (row,) = frame.selectExpr(shown).collect()
        assert row.moment == datetime(2020, 1, 1, tzinfo=UTC).timestamp()
        assert rows(frame) == rows(spark.read.format("inlay").load(path))
        assert readers(inlay_spark.read(spark, path, columns=["x"])) == {NATIVE}
    finally:
        for name, old in before.items():
            spark.conf.set(name, str(old))


def test_case_of_partitions_does_not_matter(spark: SparkSession, tmp_path: Path) -> None:
    """As in Spark, and whoever reads the file."""
    import inlay_spark

    write(tmp_path / "k=5" / "a.parquet", pa.table({"x": [1]}))
    write(tmp_path / "k=6" / "b.parquet", pa.table({"x": [1]}), compression="brotli")
    frame = inlay_spark.read(spark, str(tmp_path), schema="x long, K int")
    assert readers(frame) == {NATIVE, OURS}
    assert sorted(tuple(row) for row in frame.collect()) == [(1, 5), (1, 6)]
    source = spark.read.format("inlay").schema("x long, K int").load(str(tmp_path))
    assert [tuple(row) for row in source.where("K > 5").collect()] == [(1, 6)]


PARTITIONS: Final[dict[tuple[str, str], tuple[str, str]]] = {
    ("5", "decimal(10,2)"): (OURS, "5.00"),
    ("1.5", "decimal(10,2)"): (OURS, "1.50"),
    ("1.256", "decimal(4,1)"): (OURS, "refused"),
    ("300", "tinyint"): (OURS, "refused"),
    ("5", "bigint"): (OURS, "5"),
    ("5", "int"): (NATIVE, "5"),
    ("5", "string"): (NATIVE, "5"),
    ("05", "string"): (NATIVE, "05"),
    ("1.5", "double"): (NATIVE, "1.5"),
    ("99999999999999999999", "decimal(20,0)"): (NATIVE, "99999999999999999999"),
}
"""By directory and type that is asked for: who reads it, and what."""


@pytest.mark.parametrize(("text", "type_"), PARTITIONS)
def test_types_of_partitions(spark: SparkSession, tmp_path: Path, text: str, type_: str) -> None:
    import inlay_spark

    write(tmp_path / f"k={text}" / "a.parquet")
    reader, value = PARTITIONS[text, type_]
    frame = inlay_spark.read(spark, str(tmp_path), schema=f"x long, K {type_}")
    assert readers(frame) == {reader}
    frame = inlay_spark.read(spark, str(tmp_path), schema=f"x long, k {type_}")
    assert readers(frame) == {reader}
    if value == "refused":
        with pytest.raises(Exception, match=f"the partition k is '{text}', and .* is asked for"):
            frame.collect()
    else:
        assert {str(row.k) for row in frame.collect()} == {value}


DIRECTORIES: Final[dict[str, str]] = {
    "k=/a.parquet": OURS,
    "k=1/=2/a.parquet": OURS,
    "k=1/below/a.parquet": OURS,
    "k=1/k=2/a.parquet": OURS,
    "_file_name=zz/a.parquet": OURS,
    "_metadata=1/a.parquet": OURS,
    "k=1/_j=2/a.parquet": NATIVE,
}


@pytest.mark.parametrize("name", DIRECTORIES)
def test_directories(spark: SparkSession, tmp_path: Path, name: str) -> None:
    import inlay_spark

    write(tmp_path / name)
    source = spark.read.format("inlay")
    columns = ["x", "_file_name"]
    if name.startswith("k="):
        columns.append("k")
    frame = inlay_spark.read(spark, str(tmp_path), columns=columns)
    assert readers(frame) == {DIRECTORIES[name]}
    assert rows(frame) == rows(source.option("columns", ",".join(columns)).load(str(tmp_path)))


def test_partitions_of_unequal_depth(spark: SparkSession, tmp_path: Path) -> None:
    import inlay_spark

    write(tmp_path / "k=1" / "a.parquet")
    write(tmp_path / "k=1" / "j=2" / "b.parquet")
    frame = inlay_spark.read(spark, str(tmp_path))
    assert readers(frame) == {NATIVE}
    assert rows(frame) == rows(spark.read.format("inlay").load(str(tmp_path)))


@pytest.mark.parametrize(
    "name", ["_h.parquet", ".h.parquet", "x._COPYING_", "_metadata", "a:b.parquet"]
)
def test_names_that_spark_skips_or_cannot_open(
    spark: SparkSession, tmp_path: Path, name: str
) -> None:
    import inlay_spark

    path = str(write(tmp_path / name))
    frame = inlay_spark.read(spark, path)
    assert readers(frame) == {OURS}
    assert rows(frame) == rows(spark.read.format("inlay").load(path))
    assert frame.count() == 3


def test_hidden_folders_above_lose_nothing(spark: SparkSession, tmp_path: Path) -> None:
    import inlay_spark

    for above in ("_a", ".b", "c._COPYING_"):
        write(tmp_path / above / "a.parquet")
        assert inlay_spark.read(spark, str(tmp_path / above)).count() == 3


def test_columns_of_files_come_before_those_about_files(
    spark: SparkSession, tmp_path: Path
) -> None:
    import inlay_spark

    table = {"x": [1, 2], "_file_size": [7, 8], "_row_index": [100, 200]}
    path = str(write(tmp_path / "own" / "a.parquet", pa.table(table)))
    frame = inlay_spark.read(spark, path)
    assert readers(frame) == {OURS}
    assert sorted(map(tuple, frame.collect())) == [(1, 7, 100), (2, 8, 200)]
    assert readers(inlay_spark.read(spark, path, columns=["x"])) == {NATIVE}
    path = str(write(tmp_path / "other" / "a.parquet", pa.table({"x": [1], "_metadata": [5]})))
    frame = inlay_spark.read(spark, path, columns=["x", "_metadata", "_file_name"])
    assert [tuple(row) for row in frame.collect()] == [(1, 5, "a.parquet")]
    path = str(write(tmp_path / "plain" / "a.parquet", pa.table({"x": [1]})))
    frame = inlay_spark.read(spark, path, schema="_metadata long, _file_name string")
    assert [tuple(row) for row in frame.collect()] == [(None, "a.parquet")]
    frame = inlay_spark.read(spark, path, schema="x long, _row_index int")
    assert [field.dataType.typeName() for field in frame.schema] == ["long", "integer"]
    assert [tuple(row) for row in frame.collect()] == [(1, 0)]
