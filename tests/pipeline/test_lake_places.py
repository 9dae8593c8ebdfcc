"""`inlay_spark.read`: partitions, names of folders and files, and columns about files, whoever reads the file."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Final

import pyarrow as pa
import pytest

from tests.pipeline.lake_frames import NATIVE, OURS, find_readers, list_rows, write

if TYPE_CHECKING:
    from pyspark.sql import SparkSession


def test_case_of_partitions_does_not_matter(spark: SparkSession, tmp_path: Path) -> None:
    """As in Spark, and whoever reads the file."""
    import inlay_spark

    write(tmp_path / "k=5" / "a.parquet", pa.table({"x": [1]}))
    write(tmp_path / "k=6" / "b.parquet", pa.table({"x": [1]}), compression="brotli")
    frame = inlay_spark.read(spark, str(tmp_path), schema="x long, K int")
    assert find_readers(frame) == {NATIVE, OURS}
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
    assert find_readers(frame) == {reader}
    frame = inlay_spark.read(spark, str(tmp_path), schema=f"x long, k {type_}")
    assert find_readers(frame) == {reader}
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
    assert find_readers(frame) == {DIRECTORIES[name]}
    assert list_rows(frame) == list_rows(
        source.option("columns", ",".join(columns)).load(str(tmp_path))
    )


def test_partitions_of_unequal_depth(spark: SparkSession, tmp_path: Path) -> None:
    import inlay_spark

    write(tmp_path / "k=1" / "a.parquet")
    write(tmp_path / "k=1" / "j=2" / "b.parquet")
    frame = inlay_spark.read(spark, str(tmp_path))
    assert find_readers(frame) == {NATIVE}
    assert list_rows(frame) == list_rows(spark.read.format("inlay").load(str(tmp_path)))


@pytest.mark.parametrize(
    "name", ["_h.parquet", ".h.parquet", "x._COPYING_", "_metadata", "a:b.parquet"]
)
def test_names_that_spark_skips_or_cannot_open(
    spark: SparkSession, tmp_path: Path, name: str
) -> None:
    import inlay_spark

    path = str(write(tmp_path / name))
    frame = inlay_spark.read(spark, path)
    assert find_readers(frame) == {OURS}
    assert list_rows(frame) == list_rows(spark.read.format("inlay").load(path))
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
    assert find_readers(frame) == {OURS}
    assert sorted(map(tuple, frame.collect())) == [(1, 7, 100), (2, 8, 200)]
    assert find_readers(inlay_spark.read(spark, path, columns=["x"])) == {NATIVE}
    path = str(write(tmp_path / "other" / "a.parquet", pa.table({"x": [1], "_metadata": [5]})))
    frame = inlay_spark.read(spark, path, columns=["x", "_metadata", "_file_name"])
    assert [tuple(row) for row in frame.collect()] == [(1, 5, "a.parquet")]
    path = str(write(tmp_path / "plain" / "a.parquet", pa.table({"x": [1]})))
    frame = inlay_spark.read(spark, path, schema="_metadata long, _file_name string")
    assert [tuple(row) for row in frame.collect()] == [(None, "a.parquet")]
    frame = inlay_spark.read(spark, path, schema="x long, _row_index int")
    assert [field.dataType.typeName() for field in frame.schema] == ["long", "integer"]
    assert [tuple(row) for row in frame.collect()] == [(1, 0)]
