"""Spark as a writer and as a reader of files with new encodings: the cases are in `tests/pages/encodings`."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from inlay_spark.migration.operations import Operation
from inlay_spark.migration.planning import plan_file
from tests.pages.encodings.spark_cases import (
    no_row_is_lost_or_read_twice,
    what_spark_wrote_comes_back,
)

if TYPE_CHECKING:
    from pyspark.sql import SparkSession


def test_no_row_is_lost_or_read_twice(spark: SparkSession, tmp_path: Path) -> None:
    no_row_is_lost_or_read_twice(spark, tmp_path)


def test_what_spark_wrote_comes_back(spark: SparkSession, tmp_path: Path) -> None:
    what_spark_wrote_comes_back(spark, tmp_path)


def test_a_worker_that_lacks_pcodec(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The files are refused, with what to install, and stay as they are."""
    path = tmp_path / "one.parquet"
    pq.write_table(pa.table({"a": [n * n for n in range(3_000)]}), path)
    before = path.read_bytes()
    monkeypatch.setitem(sys.modules, "pcodec", None)
    planned = plan_file(str(path), Operation("encoding", ("a",), "pco"))
    assert planned.action == "refused"
    assert "pco needs the package pcodec" in planned.reason
    assert "pip install 'inlay-parquet[encodings]'" in planned.reason
    assert path.read_bytes() == before
