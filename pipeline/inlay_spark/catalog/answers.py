"""The answers from a catalog, by Spark: the queries are those of `inlay report`."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from inlay.verbs.report.query import Answer

if TYPE_CHECKING:
    from pyspark.sql import DataFrame, SparkSession

    from inlay.verbs.report.query import Query


def answer(spark: SparkSession, tables: Mapping[str, DataFrame], query: Query) -> DataFrame:
    """The answer, from the tables of `open_report_tables` that it names, as views that cannot be mistaken for tables of the user's."""
    names = {table: f"inlay_{table}" for table in query.tables}
    for table, name in names.items():
        tables[table].createOrReplaceTempView(name)
    return spark.sql(query.over(names))


def rows_of(frame: DataFrame) -> Answer:
    return Answer(frame.columns, [tuple(row) for row in frame.collect()])
