"""Writes the classes of Spark, loaded and verified, into a file that Java maps: `python -m tests.support.spark_classes`.

A Java that starts with it has a session after a third of the processor's time. The Makefile has it written before the tests,
once for an installation; without it, or with another Java, they are the same and take longer.
"""

from __future__ import annotations

import sys
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any

from tests.support.quick_spark import CLASSES, PLAIN_JVM, QUICK

if TYPE_CHECKING:
    from pyspark.sql import SparkSession


def use(spark: SparkSession, folder: Path) -> None:
    """A little of what tests do, so that its classes are among them."""
    from pyspark.sql import functions

    rows = spark.range(20).selectExpr("id", "id % 3 AS kind", "struct(id AS n) AS inner")
    rows.write.partitionBy("kind").parquet(f"{folder}/lake")
    lake = spark.read.parquet(f"{folder}/lake")
    lake.groupBy("kind").agg(functions.max("id"), functions.collect_list("inner")).collect()
    lake.join(rows.select("id"), "id").orderBy("id").selectExpr(
        "to_json(inner)", "explode(array(id, 1))"
    ).collect()
    lake.select("id").mapInArrow(lambda batches: batches, "id long").write.json(f"{folder}/json")
    spark.read.json(f"{folder}/json").createOrReplaceTempView("numbers")
    spark.sql("SELECT id, row_number() OVER (ORDER BY id) FROM numbers WHERE id > 3").toArrow()


def main() -> str | None:
    """A sentence where there is no Java that could write the file."""
    from pyspark import SparkContext

    from inlay_spark.session import session
    from inlay_spark.session.java import JavaError

    unfinished = CLASSES.with_name(f"{CLASSES.name}.unfinished")
    options = f"{PLAIN_JVM} -XX:ArchiveClassesAtExit={unfinished} -Xlog:disable"
    settings = {"spark.driver.extraJavaOptions": options, "spark.log.level": "OFF"}
    try:
        spark = session("local[2]", conf={**QUICK, **settings})
    except JavaError as error:
        return str(error)
    with TemporaryDirectory() as folder:
        use(spark, Path(folder))
    spark.stop()
    gateway: Any = SparkContext._gateway
    gateway.shutdown()
    gateway.proc.stdin.close()  # its sign to end; Java writes the file at its end
    gateway.proc.wait()
    if not unfinished.is_file():
        return "Java has written no file of classes"
    unfinished.replace(CLASSES)
    return None


if __name__ == "__main__":
    sys.exit(main())
