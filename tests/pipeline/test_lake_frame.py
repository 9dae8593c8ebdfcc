"""`inlay_spark.read`: that it makes no difference to the rows who reads which file.

That Spark reads right what it is given is held against our own reader, and that against Spark's by `test_rows.py`. Which reader
is chosen is in `test_reader_choice.py`.
"""

from __future__ import annotations

from datetime import UTC, date, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pyarrow as pa
import pytest

from inlay.changes.life_cycle.change_form import change_form
from inlay.changes.life_cycle.steps import add, finalize, promote
from inlay.verbs.set.convert_footer import convert_footer
from tests.pipeline.lake_frames import (
    NATIVE,
    OURS,
    find_readers,
    list_rows,
    set_field,
    set_key_value,
    write,
)
from tests.pipeline.test_rows import TYPES
from tests.verbs.verify.files import changed_footer

if TYPE_CHECKING:
    from pyspark.sql import SparkSession

    from parquet_format.parquet import FileMetaData


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
    changed_footer(path, path, set_field("created_by", "Polars"))
    return root


def test_a_lake_of_all_forms_is_as_the_data_source_has_it(spark: SparkSession, mixed: Path) -> None:
    import inlay_spark

    expected = spark.read.format("inlay").load(str(mixed))
    frame = inlay_spark.read(spark, str(mixed))
    assert frame.schema == expected.schema
    assert list_rows(frame) == list_rows(expected)
    assert find_readers(frame) == {NATIVE, OURS}
    assert inlay_spark.count(spark, str(mixed)) == frame.count() == 8 * TYPES.num_rows
    names = ["_row_index", "part", "_file_path", "_file_name", "TEXT", "_file_size"]
    source = spark.read.format("inlay").option("columns", ",".join(names)).load(str(mixed))
    frame = inlay_spark.read(spark, str(mixed), columns=names)
    assert frame.columns == ["_row_index", "part", "_file_path", "_file_name", "text", "_file_size"]
    assert frame.schema == source.schema
    assert list_rows(frame) == list_rows(source)
    where = "part = date'2026-01-02' AND text = 'größe'"
    assert list_rows(inlay_spark.read(spark, str(mixed)).where(where)) == list_rows(
        expected.where(where)
    )


def test_what_only_spark_reads_costs_no_python(spark: SparkSession, tmp_path: Path) -> None:
    import inlay_spark

    for at in range(3):
        write(tmp_path / f"n={at}" / "a.parquet", row_group_size=2)
    frame = inlay_spark.read(spark, str(tmp_path))
    assert find_readers(frame) == {NATIVE}
    assert list_rows(frame) == list_rows(spark.read.parquet(str(tmp_path)))
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
    assert find_readers(frame) == {OURS}
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
    assert find_readers(frame) == {NATIVE}
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
    assert find_readers(frame) == {NATIVE, OURS}
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
    assert find_readers(inlay_spark.read(spark, str(tmp_path / "crc"))) == {NATIVE}
    write(path, pa.table({"id": [7]}))
    assert [row.id for row in inlay_spark.read(spark, str(tmp_path / "crc")).collect()] == [7]


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ({"columns": []}, "option columns is empty"),
        ({"columns": "x"}, r"say columns=\['x'\]: a list of names is meant"),
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


def test_no_date_is_shifted_whatever_the_session_says(spark: SparkSession, tmp_path: Path) -> None:
    import inlay_spark

    day, moment = date(1500, 1, 1), datetime(1500, 1, 1)
    write(tmp_path / "a.parquet", pa.table({"day": [day], "moment": pa.array([moment])}))
    path = write(tmp_path / "b.parquet", pa.table({"day": [day], "moment": pa.array([moment])}))
    changed_footer(path, path, set_key_value("org.apache.spark.version", "2.4.0"))
    setting = "spark.sql.parquet.datetimeRebaseModeInRead"
    try:
        spark.conf.set(setting, "LEGACY")
        frame = inlay_spark.read(spark, str(tmp_path))
        assert find_readers(frame) == {NATIVE, OURS}
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
        assert list_rows(frame) == list_rows(spark.read.format("inlay").load(path))
        assert find_readers(inlay_spark.read(spark, path, columns=["x"])) == {NATIVE}
    finally:
        for name, old in before.items():
            spark.conf.set(name, str(old))
