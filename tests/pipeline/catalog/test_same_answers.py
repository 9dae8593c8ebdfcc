"""Spark and DuckDB answer every question alike: each is written once, in forms that both have."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import inlay
from inlay.verbs.report.queries import QUERIES
from inlay_spark.catalog.answers import answer, rows_of
from inlay_spark.catalog.build import build_catalog
from inlay_spark.catalog.report_tables import open_report_tables
from tests.verbs.report.odd_lake import write_odd_lake

if TYPE_CHECKING:
    from pyspark.sql import SparkSession


def test_the_same_answers_from_spark_and_from_duckdb(spark: SparkSession, tmp_path: Path) -> None:
    lake, out = write_odd_lake(tmp_path / "lake"), tmp_path / "out"
    build_catalog(spark, str(lake), str(out))
    tables = open_report_tables(spark, str(out), {"drift"})
    here = inlay.report(lake)
    for query in QUERIES:
        columns, rows = rows_of(answer(spark, tables, query))
        assert (columns, rows) == here.rows(query.name), query.name
        assert rows, query.name
