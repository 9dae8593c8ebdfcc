"""The report on a catalog: the page of `inlay report`, with answers by Spark."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from inlay.verbs.report.page import render_page
from inlay.verbs.report.queries import QUERIES
from inlay_spark.catalog.answers import answer, rows_of
from inlay_spark.catalog.report_tables import open_report_tables

if TYPE_CHECKING:
    from pyspark.sql import SparkSession

    from inlay.verbs.report.query import Answer


def build_report(
    spark: SparkSession,
    directory: str,
    progress: Callable[[int, int], None] = lambda _done, _total: None,
) -> str:
    """The HTML. `progress` is told how many of how many questions are answered. Raises CatalogError for a directory in which there is no
    catalog."""
    return render_page(f"Catalog of {directory}", answer_all(spark, directory, progress))


def answer_all(
    spark: SparkSession,
    directory: str,
    progress: Callable[[int, int], None] = lambda _done, _total: None,
) -> dict[str, Answer]:
    """By the name of the query. Raises CatalogError for a directory in which there is no catalog."""
    tables = open_report_tables(spark, directory, {"drift"})
    # Nothing is cached: each query reads a few columns, and the tables of a lake have many.
    answers: dict[str, Answer] = {}
    for query in QUERIES:
        progress(len(answers), len(QUERIES))
        answers[query.name] = rows_of(answer(spark, tables, query))
    return answers
