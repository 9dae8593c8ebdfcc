"""Run by spark-submit in `test_cluster.py`: each job once; the last line of the output says what came of them."""

from __future__ import annotations

import contextlib
import io
import json
import os
import runpy
import sys
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import pyarrow as pa


def where(batches: Iterator[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
    """Which process, and where it has the packages from."""
    import pyarrow as pa

    import inlay
    import inlay_spark

    for _ in batches:
        found = {"executor": [os.getcwd()], "origin": [f"{inlay.__file__} {inlay_spark.__file__}"]}
        yield pa.RecordBatch.from_pydict(found)


def command(job: str, *arguments: str) -> str:
    """What the one file prints, as if spark-submit had been given it."""
    sys.argv = [job, *arguments]
    out = io.StringIO()
    with contextlib.redirect_stdout(out):
        try:
            runpy.run_path(job, run_name="__main__")
        except SystemExit as ended:
            if ended.code:
                raise RuntimeError(f"{arguments} ended with {ended.code}") from ended
    return out.getvalue()


def main() -> None:
    job, lake, forms, out = sys.argv[1:]
    from pyspark.sql import SparkSession

    from inlay_spark.session import session

    SparkSession.Builder().getOrCreate()
    spark = session()
    found: dict[str, Any] = {}
    numbers = spark.range(0, 8, 1, 8).mapInArrow(where, "executor string, origin string")
    rows = numbers.distinct().collect()
    import inlay

    found["origins"] = [inlay.__file__, *(origin for row in rows for origin in row.origin.split())]
    found["executors"] = len({row.executor for row in rows})
    lines = command(job, "catalog", lake, "--out", out, "--files-per-task", "9").splitlines()
    done = json.loads(lines[-1])
    found["catalog"] = [done["files"] - done["unreadable"], done["unreadable"]]
    with open(command(job, "report", out).strip(), encoding="utf-8") as file:
        found["report"] = file.read(15)
    footers = spark.read.format("parquet_footer").option("filesPerPartition", 9)
    found["footers"] = footers.load(lake).count()
    found["rows"] = spark.read.format("inlay").load(f"{forms}/final.parquet").count()
    print(json.dumps(found))


if __name__ == "__main__":
    main()
