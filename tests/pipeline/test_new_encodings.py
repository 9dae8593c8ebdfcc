"""Spark as a writer and as a reader of files with new encodings: the cases are in `tests/encoding`."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from tests.encoding.spark_cases import no_row_is_lost_or_read_twice, what_spark_wrote_comes_back

if TYPE_CHECKING:
    from pyspark.sql import SparkSession


def test_no_row_is_lost_or_read_twice(spark: SparkSession, tmp_path: Path) -> None:
    no_row_is_lost_or_read_twice(spark, tmp_path)


def test_what_spark_wrote_comes_back(spark: SparkSession, tmp_path: Path) -> None:
    what_spark_wrote_comes_back(spark, tmp_path)
