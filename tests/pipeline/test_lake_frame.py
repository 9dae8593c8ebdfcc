"""`inlay_spark.read`: who reads which file, and that it makes no difference to the rows.

Which reader is chosen is tested in this process. That Spark reads right what it is given is held against our own reader, and
that against Spark's by `test_rows.py`.
"""

from __future__ import annotations

import re
from collections.abc import Callable
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
from parquet_format.parquet import CompressionCodec
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
