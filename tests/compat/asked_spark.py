"""Spark, which reads by parquet-java and by a vectorized reader of its own; this is the one that it takes by itself."""

from __future__ import annotations

import importlib
import os
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final

from tests.compat.asking import AskedReader
from tests.readers.spark_reader import cause_in
from tests.support.quick_spark import PLAIN_JVM

SETTINGS: Final = {
    "spark.ui.enabled": "false",
    "spark.driver.host": "127.0.0.1",
    "spark.driver.bindAddress": "127.0.0.1",
    "spark.driver.memory": "1g",
    "spark.driver.extraJavaOptions": PLAIN_JVM,
    "spark.sql.session.timeZone": "UTC",
    "spark.sql.shuffle.partitions": "1",
    "spark.sql.codegen.wholeStage": "false",
}
"""What its answers do not depend on, but for the zone, which is that of the files."""


class Spark(AskedReader):
    def start(self) -> None:
        os.environ |= {
            "SPARK_HOME": str(Path(self.folder) / "pyspark"),
            "SPARK_LOCAL_IP": "127.0.0.1",
            "TZ": "UTC",
        }
        time.tzset()
        sql: Any = importlib.import_module("pyspark.sql")
        self.functions: Any = importlib.import_module("pyspark.sql.functions")
        builder = sql.SparkSession.builder.master("local[1]")
        for name, value in SETTINGS.items():
            builder = builder.config(name, value)
        self.spark: Any = builder.getOrCreate()
        self.spark.sparkContext.setLogLevel("OFF")

    def column(self, path: str, name: str) -> Sequence[Any]:
        try:
            frame = self.spark.read.parquet(path)
            wanted = frame.select(_quoted(name)) if name else frame
            return [row[0] for row in wanted.collect()]
        except Exception as error:
            raise OSError(cause_in(str(error))) from error

    def count(self, path: str, name: str) -> tuple[int, int]:
        column = self.functions.col(_quoted(name))
        condition = column == self.functions.lit(self.column(path, name)[0])
        found = self.spark.read.parquet(path).where(condition).count()
        # An expression leaves nothing out.
        there = self.spark.read.parquet(path).select(condition).collect()
        return found, sum(row[0] is True for row in there)


def _quoted(name: str) -> str:
    return f"`{name}`"
