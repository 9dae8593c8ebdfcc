"""Rows of a lake through `inlay_spark.read` and the data source `inlay`, against Spark's own reader over the same rows."""

from __future__ import annotations

import os
import shutil
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from statistics import median
from typing import TYPE_CHECKING, Final, TypeAlias

import inlay_spark
from inlay.changes.life_cycle.change_form import change_form
from inlay.changes.life_cycle.steps import add, finalize, promote

if TYPE_CHECKING:
    import pyarrow as pa
    from pyspark.sql import DataFrame, SparkSession

FILES: Final = 8
ROWS: Final = 1_000_000
ROUNDS: Final = 5
OURS: Final = '`format("inlay")`'

Query: TypeAlias = "Callable[[SparkSession, str], object]"


def run() -> str:
    with tempfile.TemporaryDirectory() as folder:
        lakes = write_lakes(Path(folder))
        megabytes = sum(path.stat().st_size for path in lakes["thrift"].iterdir()) / 1e6
        load = os.getloadavg()[0]
        seconds = _measure(lakes)
        lines = [
            "## Rows on Spark",
            "",
            f"{FILES} files, {FILES * ROWS:,} rows, 6 columns, {megabytes:.0f} MB; local[2], medians of {ROUNDS} rounds in turn "
            f"after one that does not count; load {load:.1f} before and {os.getloadavg()[0]:.1f} after. Footers are looked at in "
            "each round. Aims: 1.2 times `spark.read.parquet` for files that Spark can read, 1.5 times for others, and a "
            f"fifth of the time of {OURS} for a count.",
            "",
            "| query | files | reader | s | times spark.read.parquet |",
            "|---|---|---|---:|---:|",
        ]
    for (query, form, name), taken in seconds.items():
        base = seconds[query, "thrift", "`spark.read.parquet`"]
        lines.append(f"| {query} | {form} | {name} | {taken:.2f} | {taken / base:.2f} |")
    return "\n".join(lines)


def write_lakes(root: Path) -> dict[str, Path]:
    """The same rows as Spark can read them, in files of which half have no Thrift footer, and without any."""
    import pyarrow.parquet as pq

    lakes = {form: root / form for form in ("thrift", "mixed", "final")}
    for lake in lakes.values():
        lake.mkdir()
    source = root / "source.parquet"
    pq.write_table(_table(), source, row_group_size=ROWS // 4)
    for at in range(FILES):
        for form, lake in lakes.items():
            path = lake / f"{at}.parquet"
            shutil.copyfile(source, path)
            if form == "final" or (form == "mixed" and at % 2):
                for step in (add, promote, finalize):
                    change_form(str(path), step)
    return lakes


def _table() -> pa.Table:
    import pyarrow

    numbers = range(ROWS)
    return pyarrow.table(
        {
            "id": pyarrow.array(numbers),
            "price": [(at * 7919 % ROWS) / 7 for at in numbers],
            "name": [f"customer {at * 31 % 100_000}" for at in numbers],
            "city": [("Berlin", "Paris", "Rome")[at % 3] for at in numbers],
            "at": pyarrow.array(
                [1_700_000_000_000_000 + at * 1_000_003 for at in numbers],
                pyarrow.timestamp("us", "UTC"),
            ),
            "quantity": pyarrow.array([at % 100 for at in numbers], pyarrow.int32()),
        }
    )


def _all(frame: DataFrame) -> None:
    frame.write.format("noop").mode("overwrite").save()


def _sum(frame: DataFrame) -> object:
    return frame.selectExpr("sum(price)").collect()


def _contenders() -> dict[tuple[str, str, str], Query]:
    spark_own, read = "`spark.read.parquet`", "`inlay_spark.read`"
    contenders: dict[tuple[str, str, str], Query] = {}
    consumers: dict[str, Callable[[DataFrame], object]] = {
        "all columns": _all,
        "one column": _sum,
        "count": lambda frame: frame.count(),
    }
    for query, consume in consumers.items():

        def own(
            spark: SparkSession, path: str, consume: Callable[[DataFrame], object] = consume
        ) -> object:
            return consume(spark.read.parquet(path))

        def both(
            spark: SparkSession, path: str, consume: Callable[[DataFrame], object] = consume
        ) -> object:
            return consume(inlay_spark.read(spark, path))

        def ours(
            spark: SparkSession, path: str, consume: Callable[[DataFrame], object] = consume
        ) -> object:
            return consume(spark.read.format("inlay").load(path))

        contenders[query, "thrift", spark_own] = own
        contenders[query, "thrift", read] = both
        contenders[query, "thrift", OURS] = ours
        if query != "count":
            contenders[query, "mixed", read] = both
            contenders[query, "final", read] = both
    named = '`inlay_spark.read(columns=["price"])`'
    contenders["one column", "mixed", named] = _named
    contenders["one column", "final", named] = _named
    for form in ("thrift", "mixed", "final"):
        contenders["count", form, "`inlay_spark.count`"] = inlay_spark.count
    return contenders


def _named(spark: SparkSession, path: str) -> object:
    return _sum(inlay_spark.read(spark, path, columns=["price"]))


def _measure(lakes: dict[str, Path]) -> dict[tuple[str, str, str], float]:
    from inlay_spark.session import session

    conf = {"spark.ui.enabled": "false", "spark.log.level": "OFF", "spark.driver.memory": "1g"}
    spark = session("local[2]", conf=conf)
    contenders = _contenders()
    samples: dict[tuple[str, str, str], list[float]] = {key: [] for key in contenders}
    try:
        for at in range(ROUNDS + 1):
            for key, contender in contenders.items():
                start = time.perf_counter()
                contender(spark, str(lakes[key[1]]))
                if at:
                    samples[key].append(time.perf_counter() - start)
    finally:
        spark.stop()
    return {key: median(taken) for key, taken in samples.items()}


if __name__ == "__main__":
    print(run())
