"""Spark and DuckDB answer every question alike: each is written once, in forms that both have."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import inlay
from inlay.verbs.report.page import render_page
from inlay.verbs.report.queries import QUERIES
from inlay_spark.catalog.build import build_catalog
from inlay_spark.catalog.report import answer_all
from tests.support.html_page import Page
from tests.verbs.report.odd_lake import write_odd_lake

if TYPE_CHECKING:
    from pyspark.sql import SparkSession


def test_the_same_answers_from_spark_and_from_duckdb(spark: SparkSession, tmp_path: Path) -> None:
    """And the page has a section for each: all are asked on Spark here, and in no other test of the report."""
    lake, out = write_odd_lake(tmp_path / "lake"), tmp_path / "out"
    build_catalog(spark, str(lake), str(out))
    answers = answer_all(spark, str(out))
    here = inlay.report(lake)
    for query in QUERIES:
        columns, rows = answers[query.name]
        assert (columns, rows) == here.rows(query.name), query.name
        assert rows, query.name
    parsed = Page()
    parsed.feed(render_page("of all answers", answers))
    assert parsed.sections == [query.name for query in QUERIES]
    assert (parsed.outside, parsed.open) == ([], [])
