"""Each job once, wherever this is run; a line of the output, in JSON, says what came of them.

`test_cluster` and `standalone` run it, with workers that do not know this checkout.

    cluster_jobs.py JOB FOLDER [whole] [serve]

`whole` makes all of the report, and reads frames of a whole lake. With `serve` the session is that of a Spark Connect server,
too: a line says at which port, and the session is there until the standard input ends.
"""

from __future__ import annotations

import contextlib
import io
import json
import os
import runpy
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any
from unittest import mock

if TYPE_CHECKING:
    import pyarrow as pa
    from pyspark.sql import SparkSession
    from pyspark.sql.streaming.readwriter import DataStreamWriter


BUSY = ("worker failed to connect back", "CANNOT_OPEN_SOCKET")
"""What Spark says if a process of Python was not there in time."""


def where(batches: Iterator[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
    """Which process, where it has the packages from, and which core decodes."""
    import pyarrow as pa

    import inlay
    import inlay_spark
    from inlay_runtime.core import describe
    from inlay_variant.arrow import kernels

    for _ in batches:
        found = {
            "executor": [os.getcwd()],
            "origin": [f"{inlay.__file__} {inlay_spark.__file__}"],
            "core": [f"{describe()}, variants {'native' if kernels.native else 'pure'}"],
        }
        yield pa.RecordBatch.from_pydict(found)


def command(job: str, *arguments: str, code: int = 0) -> str:
    """What the one file prints, as if spark-submit had been given it."""
    sys.argv = [job, *arguments]
    out = io.StringIO()
    ended: object = 0
    with contextlib.redirect_stdout(out):
        try:
            runpy.run_path(job, run_name="__main__")
        except SystemExit as error:
            ended = int(str(error.code or 0))
    if ended != code:
        raise RuntimeError(f"{arguments} ended with {ended}: {out.getvalue()}")
    return out.getvalue()


def workers(spark: SparkSession) -> dict[str, Any]:
    numbers = spark.range(0, 8, 1, 8)
    rows = numbers.mapInArrow(where, "executor string, origin string, core string").collect()
    return {
        "executors": len({row.executor for row in rows}),
        "origins": sorted({origin for row in rows for origin in row.origin.split()}),
        "cores": sorted({row.core for row in rows}),
    }


def catalog(job: str, lake: Path, out: Path, is_whole: bool) -> dict[str, Any]:
    """One answer of the report, or all of them, which takes Spark as long as everything else here."""
    arguments = ("catalog", str(lake), "--output", str(out), "--files-per-task", "9")
    done = json.loads(command(job, *arguments).splitlines()[-1])
    answer = json.loads(command(job, "report", str(out), "--query", "writers").splitlines()[0])
    found = {
        "catalog": [done["files"] - done["unreadable"], done["unreadable"]],
        "writers": answer["files"],
    }
    if is_whole:
        html = Path(command(job, "report", str(out)).strip()).read_text(encoding="utf-8")
        found["report"] = html[:15]
    return found


def sources(spark: SparkSession, lake: Path, forms: Path) -> dict[str, Any]:
    footers = spark.read.format("parquet_footer").option("filesPerPartition", 9).load(str(lake))
    rows = spark.read.format("inlay").load(f"{forms}/final.parquet")
    return {
        "footers": footers.count(),
        "pushed": footers.where("day = '3'").count(),
        "rows": rows.count(),
    }


def lake_frame(spark: SparkSession, forms: Path) -> dict[str, Any]:
    """Files for Spark's own reader and files for Python; the footers are read on the driver, and then on the workers."""
    import inlay_spark
    from inlay_spark.rows import division

    paths = [f"{forms}/{form}.parquet" for form in ("thrift", "migration", "final")]
    counts: list[list[int]] = []
    for most in (len(paths), 0):
        with mock.patch.object(division, "MOST_ON_DRIVER", most):
            frame = inlay_spark.read(spark, paths, columns=["id", "_file_name"])
            total = inlay_spark.count(spark, paths)
        counts.append([total, frame.count(), frame.where("id >= 4").count()])
    return {"lake frame": counts}


def stream(spark: SparkSession, lake: Path, out: Path) -> dict[str, Any]:
    reader = spark.readStream.format("parquet_footer").schema("path string, num_rows bigint")
    writer = reader.load(str(lake)).writeStream.format("parquet").trigger(availableNow=True)
    run_to_end(writer.option("checkpointLocation", f"{out}-checkpoint"), out)
    return {"streamed": spark.read.schema("path string").parquet(str(out)).distinct().count()}


def run_to_end(writer: DataStreamWriter, out: Path) -> None:
    """Spark and its processes of Python wait seconds for each other, however busy the machine is; a stream can be started
    again."""
    for attempts_left in reversed(range(9)):
        try:
            writer.start(str(out)).awaitTermination()
        except Exception as error:
            if not attempts_left or not any(reason in str(error) for reason in BUSY):
                raise
        else:
            break


def migration(job: str, lake: Path, journal: Path) -> dict[str, Any]:
    """Plan, there, verify, back. The lake has bad files, which is what exit code 1 says."""
    to = ("migrate", str(lake), "--to", "migration")
    before = contents(lake)
    planned = states(job, *to, code=1)
    unchanged = contents(lake) == before
    written = states(job, *to, "--write", "--journal", str(journal), code=1)
    changed = sum(data != before[name] for name, data in contents(lake).items())
    verified = states(job, "verify", str(journal), "--fraction", "1")
    undone = states(job, "rollback", str(journal))
    return {
        "planned": planned,
        "plan changes nothing": unchanged,
        "written": written,
        "changed": changed,
        "verified": verified,
        "undone": undone,
        "as before": contents(lake) == before,
    }


def encoding(job: str, lake: Path, journal: Path) -> dict[str, Any]:
    """There and back, with a plug-in that workers have to find."""
    to = ("--to", "encoding", "--columns", "a", "--encoding", "pco")
    before = contents(lake)
    written = states(job, "migrate", str(lake), *to, "--write", "--journal", str(journal))
    changed = sum(data != before[name] for name, data in contents(lake).items())
    undone = states(job, "rollback", str(journal))
    return {
        "written": written,
        "changed": changed,
        "undone": undone,
        "as before": contents(lake) == before,
    }


def states(job: str, *arguments: str, code: int = 0) -> dict[str, int]:
    """How many files came to which state, or would."""
    said = said_by(command(job, *arguments, "--format", "json", code=code))
    counts: dict[str, int] = said.get("actions") or said["states"]
    return counts


def shredding(job: str, spark: SparkSession, lake: Path, out: Path) -> dict[str, Any]:
    """JSON to shredded Variants, which Spark reads."""
    arguments = ("shred", str(lake), "--columns", "j", "--output", str(out), "--format", "json")
    done = said_by(command(job, *arguments))
    spark.conf.set("spark.sql.codegen.factoryMode", "FALLBACK")  # else Spark does not read them
    values = spark.read.parquet(str(out)).selectExpr("sum(variant_get(j, '$.a', 'bigint')) AS sum")
    return {"shredded": [done["files"], done["rows"]], "sum": values.collect()[0]["sum"]}


def said_by(printed: str) -> dict[str, Any]:
    """The document in what a command printed."""
    document: dict[str, Any] = json.loads(printed[max(printed.find("{\n"), 0) :])
    return document


def contents(lake: Path) -> dict[str, bytes]:
    return {
        str(path): path.read_bytes()
        for path in lake.rglob("*")
        if path.is_file() and not path.name.endswith(".crc")
    }


def serve(spark: SparkSession) -> None:
    """The plugin of Spark Connect listens at a port that was free."""
    jvm: Any = spark._jvm
    connect = jvm.org.apache.spark.sql.connect.service
    service = getattr(getattr(connect, "SparkConnectService$"), "MODULE$")
    print(f"serves at {service.localPort()}", flush=True)
    sys.stdin.read()


def main() -> None:
    job, root, words = sys.argv[1], Path(sys.argv[2]), sys.argv[3:]
    from inlay_spark.session import session

    spark = session(
        os.environ.get("JOBS_MASTER"), conf=json.loads(os.environ.get("JOBS_CONF", "{}"))
    )
    lake, out = root / "lake", root / "out"
    found = workers(spark)
    import inlay

    found["driver"] = inlay.__file__
    found |= catalog(job, lake, out / "catalog", "whole" in words)
    found |= sources(spark, lake, root / "forms")
    if "whole" in words:
        found |= lake_frame(spark, root / "forms")
    found |= stream(spark, lake, out / "stream")
    found["footers to migration"] = migration(job, lake, out / "j1")
    found["encoding"] = encoding(job, root / "numbers", out / "j2")
    found |= shredding(job, spark, root / "numbers", out / "shredded")
    print(json.dumps(found), flush=True)
    if "serve" in words:
        serve(spark)
    spark.stop()


if __name__ == "__main__":
    main()
