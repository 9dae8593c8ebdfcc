"""The report on a catalog: the page of `inlay report`, with answers by Spark."""

from __future__ import annotations

from typing import TYPE_CHECKING

from inlay.verbs.report.page import render_page
from inlay.verbs.report.queries import QUERIES
from inlay_spark.catalog.answers import answer, rows_of
from inlay_spark.catalog.report_tables import open_report_tables

if TYPE_CHECKING:
    from pyspark.sql import SparkSession


def build_report(spark: SparkSession, directory: str) -> str:
    """The HTML. Raises CatalogError for a directory in which there is no catalog."""
    tables = open_report_tables(spark, directory, {"drift"})
    # Nothing is cached: each query reads a few columns, and the tables of a lake have many.
    answers = {query.name: rows_of(answer(spark, tables, query)) for query in QUERIES}
    return render_page(f"Catalog of {directory}", answers)
