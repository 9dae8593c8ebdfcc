"""What the tests of the catalogue ask of it: its rows, its commands, pages of a few questions."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from inlay.verbs.report import page
from inlay.verbs.report.queries import BY_NAME
from inlay_spark.catalog import report
from inlay_spark.catalog.views import open_catalog

if TYPE_CHECKING:
    import pytest
    from pyspark.sql import SparkSession


def ask_only(names: Sequence[str], monkeypatch: pytest.MonkeyPatch) -> None:
    """What is on a page takes Spark seconds; `test_same_answers.py` asks all."""
    for module in (report, page):
        monkeypatch.setattr(module, "QUERIES", [BY_NAME[name] for name in names])


def paths(spark: SparkSession, out: Path, table: str) -> list[str]:
    return sorted(row.path for row in open_catalog(spark, str(out))[table].select("path").collect())


def run_spark(*arguments: str) -> int:
    """In the session that is there, as in a notebook or under spark-submit."""
    from inlay_spark.spark_submit_entry import main

    return main(arguments)
