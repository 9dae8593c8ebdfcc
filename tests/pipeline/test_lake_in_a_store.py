"""`inlay_spark.read` of objects: Spark's own reader has them where Spark has a file system for the store, else Python."""

from __future__ import annotations

import warnings
from pathlib import Path
from typing import TYPE_CHECKING
from unittest.mock import MagicMock

import pytest
from pyspark.sql.types import StructType

import inlay_spark
from inlay.ground.files.entries import FileEntry
from inlay_spark.rows.plan import plan_tasks
from inlay_spark.rows.read import read_rows
from inlay_spark.rows.source import parse_row_options
from inlay_spark.rows.spark_sight import SparkSight
from inlay_spark.sources.arrow_schema import widen_schema
from tests.pipeline.lake_frames import NATIVE, OURS, find_readers, write

if TYPE_CHECKING:
    from pyspark.sql import SparkSession

    from tests.faults.s3_emulation import S3Emulation

COLUMNS = ["x", "k", "_file_path", "_row_index"]


def put(s3: S3Emulation, bucket: str, folder: Path) -> None:
    """A lake in two partitions, the same on this machine and in the bucket."""
    for at in range(2):
        file = write(folder / f"k={at}" / "a.parquet")
        s3.objects[bucket, f"rows/k={at}/a.parquet"] = file.read_bytes()


def test_spark_opens_no_such_store(spark: SparkSession, s3: S3Emulation, tmp_path: Path) -> None:
    put(s3, "unopened", tmp_path)
    says = "Spark cannot open s3://unopened, so Python reads all files there: "
    with pytest.warns(UserWarning, match=says) as told:
        frame = inlay_spark.read(spark, "s3://unopened/rows", columns=COLUMNS)
    assert find_readers(frame) == {OURS}
    (warning,) = told
    assert warning.filename == __file__
    assert str(warning.message) == f'{says}No FileSystem for scheme "s3"'
    assert inlay_spark.count(spark, "s3a://unopened/rows") == 6


def test_words_that_a_session_reserves_do_not_matter() -> None:
    """`spark.sql.ansi.enforceReservedKeywords`: a store is opened without Spark's parser."""
    spark = MagicMock()
    entry = FileEntry("s3://bucket/a.parquet", 0, 0)
    assert SparkSight(spark, [entry], StructType(), "s3").sees(entry)
    (schema,), _ = spark.read.schema.call_args
    assert isinstance(schema, StructType)


@pytest.fixture
def hadoop_s3a(spark: SparkSession, tmp_path: Path) -> None:
    """A file system of Hadoop for `s3a`, which shows the files of this machine."""
    overload = "org.apache.hadoop.fs.viewfs.ViewFileSystemOverloadScheme"
    local = "org.apache.hadoop.fs.LocalFileSystem"
    spark.conf.set("fs.s3a.impl", overload)
    for scheme in ("s3a", "file"):
        spark.conf.set(f"fs.viewfs.overload.scheme.target.{scheme}.impl", local)
    spark.conf.set("fs.viewfs.mounttable.opened.link./rows", tmp_path.as_uri())


@pytest.mark.usefixtures("hadoop_s3a")
def test_spark_opens_the_store(spark: SparkSession, s3: S3Emulation, tmp_path: Path) -> None:
    put(s3, "opened", tmp_path)
    with warnings.catch_warnings():
        warnings.simplefilter("error", UserWarning)
        frame = inlay_spark.read(spark, "s3a://opened/rows", columns=COLUMNS)
    assert find_readers(frame) == {NATIVE}
    by_spark = sorted(tuple(row) for row in frame.collect())
    assert by_spark[0] == (1, 0, "s3a://opened/rows/k=0/a.parquet", 0)

    # What the other reader gives of the same objects, in the process that knows where they are.
    options = parse_row_options({"path": "s3a://opened/rows", "columns": ",".join(COLUMNS)})
    (task,) = plan_tasks(options)
    schema = widen_schema(frame.schema)
    batches = read_rows(options.store(), task.pieces, schema, scheme=options.scheme)
    assert sorted(tuple(row.values()) for batch in batches for row in batch.to_pylist()) == by_spark
