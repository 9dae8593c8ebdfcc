"""What the tests of the catalogue ask of it: its rows, its commands."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from inlay_spark.catalog.views import open_catalog

if TYPE_CHECKING:
    from pyspark.sql import SparkSession


def paths(spark: SparkSession, out: Path, table: str) -> list[str]:
    return sorted(row.path for row in open_catalog(spark, str(out))[table].select("path").collect())


def run_spark(*arguments: str) -> int:
    """In the session that is there, as in a notebook or under spark-submit."""
    from inlay_spark.spark_submit_entry import main

    return main(arguments)
