"""Spark finds every row of a file with a statement that another contradicts: by its own filters, and by the option."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pytest

import inlay_spark
from tests.pipeline.test_footers import PUSHDOWN
from tests.rows.pruning.false_files import false_file

if TYPE_CHECKING:
    from pyspark.sql import SparkSession

NAMES = ("only nulls beside bounds", "nulls of a required column", "a null page without nulls")


@pytest.mark.needs("Spark 4.1")
def test_no_filter_on_spark_loses_a_row(spark: SparkSession, tmp_path: Path) -> None:
    for number, name in enumerate(NAMES):
        (tmp_path / f"{number}.parquet").write_bytes(false_file(name)[0])
    before = spark.conf.get(PUSHDOWN)
    spark.conf.set(PUSHDOWN, "true")
    try:
        # Spark pushes `v is not null` down beside the first.
        for condition, expected in (("v = 1", 3), ("v is null", 2)):
            pushed = spark.read.format("inlay").load(str(tmp_path)).where(condition)
            assert len(pushed.collect()) == expected, condition
        asked = inlay_spark.read(spark, str(tmp_path), filters="v is not null")
        assert len(asked.collect()) == 7
    finally:
        spark.conf.set(PUSHDOWN, before or "true")
