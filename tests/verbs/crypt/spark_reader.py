"""Spark among the readers of encrypted files."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

from tests.pipeline.spark_encryption import options_of, options_of_key, write_by_spark
from tests.support.encrypted_files import MASTERS

if TYPE_CHECKING:
    from pyspark.sql import SparkSession


class SparkReader:
    """The session knows the classes of `spark_encryption`."""

    def __init__(self, spark: SparkSession) -> None:
        self._spark = spark

    def list_files(self, rows: int) -> dict[str, Callable[[Path], None]]:
        """What it writes, by the name of the row."""
        sealed = {"footer.key": "of-footers", "column.keys": "of-columns:a"}
        clear = {**sealed, "plaintext.footer": "true"}
        filters = {"parquet.bloom.filter.enabled": "true"}

        def write(path: Path, encryption: dict[str, str], others: dict[str, str]) -> None:
            table = self._spark.range(rows).selectExpr("id AS a", "concat('text ', id) AS b")
            write_by_spark(table, path, {**options_of(MASTERS, **encryption), **others})

        return {
            "Spark, own key for `a`": lambda path: write(path, sealed, {}),
            "Spark, own key for `a`, Bloom filters": lambda path: write(path, sealed, filters),
            "Spark, own key for `a`, footer in the clear": lambda path: write(path, clear, {}),
        }

    def read(self, path: Path, key: bytes | None) -> list[Any]:
        """Column `b`, with the key of a file or with master keys, under a filter."""
        options = options_of(MASTERS) if key is None else options_of_key(key)
        rows = self._spark.read.options(**options).parquet(str(path)).where("a >= 0")
        return [row["b"] for row in rows.select("b").collect()]

    def read_plainly(self, path: Path) -> list[Any]:
        rows = self._spark.read.parquet(str(path)).select("b")
        return [row["b"] for row in rows.collect()]
