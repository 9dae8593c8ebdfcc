"""Each feature once, on the Spark that is installed: `python -m tests.pipeline.spark_features [--connect]`.

Prints a line for each, and ends with 1 unless all do what `docs/spark.md` says of this version. With `--connect`, all goes
through a Spark Connect server.
"""

from __future__ import annotations

import contextlib
import io
import json
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import pyspark

import inlay_spark
from inlay_spark.session import session
from inlay_spark.spark_submit_entry import main as run_command
from tests.pipeline.cluster_jobs import BUSY
from tests.pipeline.shred.lakes import table, variants
from tests.support.quick_spark import CODE, COMPILED, QUICK
from tests.support.spark_versions import OPENS_VARIANTS, STREAMS
from tests.tables.scan.lake import DAMAGE, plain_file, write_forms

if TYPE_CHECKING:
    from pyspark.sql import SparkSession


class Lakes:
    """`rows` has a file of every form in a partition, `bad` damaged ones, `text` JSON in a column, `variant` Variants."""

    def __init__(self, folder: Path) -> None:
        import pyarrow as pa
        import pyarrow.parquet as pq

        from inlay.variant import write_table

        self.folder = folder
        self.rows, self.bad, self.text, self.variant = (
            str(folder / name) for name in ("rows", "bad", "text", "variant")
        )
        forms = write_forms(folder / "rows" / "day=2026-11-23")
        forms["encrypted"].unlink()
        self.files = len(forms) - 1
        Path(self.bad).mkdir()
        sound = plain_file(folder)
        for name, (damage, _) in DAMAGE.items():
            (Path(self.bad) / f"{name}.parquet").write_bytes(damage(sound))
        Path(self.text).mkdir()
        Path(self.variant).mkdir()
        for at in range(3):
            pq.write_table(table(at * 40, pa.string()), Path(self.text) / f"{at}.parquet")
            shred: Any = "auto" if at else None
            write_table(variants(at * 40), Path(self.variant) / f"{at}.parquet", shred=shred)


def run(*arguments: str) -> str:
    out, err = io.StringIO(), io.StringIO()
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
        code = run_command(arguments)
    if code not in (0, 1):
        raise AssertionError(f"{arguments[0]} ended with {code}: {err.getvalue()[-500:]}")
    return out.getvalue()


def expect(is_so: object, what: object = "") -> None:
    if not is_so:
        raise AssertionError(str(what))


def read_footers(spark: SparkSession, lakes: Lakes) -> None:
    frame = spark.read.format("parquet_footer").option("table", "column_chunks").load(lakes.rows)
    expect(frame.select("path").distinct().count() == lakes.files)
    problems = spark.read.format("parquet_footer").option("table", "problems").load(lakes.bad)
    expect(problems.count() == len(DAMAGE))


def read_rows(spark: SparkSession, lakes: Lakes) -> None:
    frame = spark.read.format("inlay").load(lakes.rows)
    expect(frame.count() == 6 * lakes.files)
    expect(frame.where("id >= 4").select("id", "day").distinct().count() == 2)


def read_with_options(spark: SparkSession, lakes: Lakes) -> None:
    reader = spark.read.format("inlay").option("mergeSchema", "true")
    expect(reader.option("pathGlobFilter", "thrift*").load(lakes.rows).count() == 6)
    reader = spark.read.format("inlay").option("modifiedAfter", "2000-01-01T00:00:00Z")
    expect(
        reader.option("ignoreCorruptFiles", "true").load([lakes.rows]).count() == 6 * lakes.files
    )
    try:
        spark.read.format("inlay").option("modifiedAftr", "2000").load(lakes.rows).count()
    except Exception as error:
        expect("modifiedAfter" in str(error), error)
    else:
        raise AssertionError("an unknown option is ignored")


def read_by_spark_where_it_can(spark: SparkSession, lakes: Lakes) -> None:
    expect(inlay_spark.count(spark, lakes.rows) == 6 * lakes.files)
    expect(inlay_spark.read(spark, lakes.rows).where("id >= 4").count() == 2 * lakes.files)


def read_variants(spark: SparkSession, lakes: Lakes) -> None:
    frame = spark.read.format("inlay").load(lakes.variant)
    got = [row[0] for row in frame.selectExpr("variant_get(v, '$.n', 'string')").collect()]
    expect(len(got) == 120 and "4" in got, got[:9])


def read_variants_by_spark(spark: SparkSession, lakes: Lakes) -> None:
    with contextlib.suppress(Exception):
        spark.conf.set(CODE, COMPILED)
    frame = spark.read.schema("id long, v variant").parquet(lakes.variant)
    got = [row[0] for row in frame.selectExpr("variant_get(v, '$.n', 'string')").collect()]
    expect(len(got) == 120 and "4" in got, got[:9])


def query_by_sql(spark: SparkSession, lakes: Lakes) -> None:
    spark.sql(
        f"CREATE OR REPLACE TEMPORARY VIEW inlay_rows USING inlay OPTIONS (path '{lakes.rows}')"
    )
    (row,) = spark.sql("SELECT count(*) AS n, max(id) AS m FROM inlay_rows WHERE id > 0").collect()
    expect((row.n, row.m) == (5 * lakes.files, 5), row)


def stream_footers(spark: SparkSession, lakes: Lakes) -> None:
    frame = spark.readStream.format("parquet_footer").load(lakes.rows)
    writer = frame.writeStream.format("parquet").option(
        "checkpointLocation", str(lakes.folder / "checkpoint")
    )
    query = writer.trigger(availableNow=True).start(str(lakes.folder / "stream"))
    query.awaitTermination()
    expect(spark.read.parquet(str(lakes.folder / "stream")).count() == lakes.files)


def catalog_and_report(spark: SparkSession, lakes: Lakes) -> None:
    out = str(lakes.folder / "catalog")
    run("catalog", lakes.rows, lakes.bad, "-o", out)
    answer = json.loads(run("report", out, "--query", "overview"))
    expect(answer["files"] == lakes.files, answer)
    expect("What to do" in Path(run("report", out).strip()).read_text(encoding="utf-8"))
    run("lint", out)


def migrate_and_back(_: SparkSession, lakes: Lakes) -> None:
    journal = str(lakes.folder / "journal")
    migrate(lakes, journal, "--to", "migration")
    verified = json.loads(run("verify", journal, "--fraction", "1", "--format", "json"))
    expect(verified["states"] == {"done": 3}, verified)
    roll_back(journal, 3)


def encode_and_back(_: SparkSession, lakes: Lakes) -> None:
    journal = str(lakes.folder / "encoded")
    migrate(lakes, journal, "--to", "encoding", "--columns", "id", "--encoding", "pco")
    roll_back(journal, 3)


def migrate(lakes: Lakes, journal: str, *change: str) -> None:
    options = ("--write", "--journal", journal, "--format", "json")
    there = json.loads(run("migrate", lakes.text, *change, *options))
    expect(there["states"] == {"done": 3}, there)


def roll_back(journal: str, files: int) -> None:
    back = json.loads(run("rollback", journal, "--format", "json"))
    expect(back["states"] == {"done": files}, back)


def compact_and_back(_: SparkSession, lakes: Lakes) -> None:
    journal = str(lakes.folder / "small")
    there = json.loads(
        run(
            "compact",
            lakes.text,
            "--target-size",
            "1MB",
            "--write",
            "--journal",
            journal,
            "--format",
            "json",
        )
    )
    expect(there["states"] == {"done": 1}, there)
    roll_back(journal, 1)


def shred(spark: SparkSession, lakes: Lakes) -> None:
    out = str(lakes.folder / "shredded")
    done = json.loads(run("shred", lakes.text, "--columns", "v", "-o", out, "--format", "json"))
    expect((done["files"], done["rows"]) == (3, 120), done)
    expect(spark.read.format("inlay").load(out).count() == 120)


FEATURES: Final[dict[str, Callable[[SparkSession, Lakes], None]]] = {
    "footers as rows": read_footers,
    "rows of any form": read_rows,
    "options of the sources": read_with_options,
    "`inlay_spark.read` and `count`": read_by_spark_where_it_can,
    "Variants by `inlay`": read_variants,
    "Variants by Spark's own reader": read_variants_by_spark,
    "temporary views in SQL": query_by_sql,
    "a stream of footers": stream_footers,
    "catalog, report, lint": catalog_and_report,
    "migrate, verify, rollback": migrate_and_back,
    "second encodings and back": encode_and_back,
    "compact and rollback": compact_and_back,
    "shred": shred,
}

LACKING: Final = {
    "a stream of footers": "" if STREAMS else "streams need Spark 4.2 or newer",
    "Variants by Spark's own reader": "" if OPENS_VARIANTS else "FAILED_READ_FILE",
}
"""What this version says instead."""


def _try_again_if_busy(
    feature: Callable[[SparkSession, Lakes], None], spark: SparkSession, lakes: Lakes
) -> None:
    """A machine with much else to do does not start every process of Python in time."""
    try:
        feature(spark, lakes)
    except Exception as error:
        if not any(words in str(error) for words in BUSY):
            raise
        feature(spark, lakes)


def main() -> None:
    is_connect = "--connect" in sys.argv
    spark = session(remote="local[2]") if is_connect else session("local[2]", conf=QUICK)
    wrong = 0
    with tempfile.TemporaryDirectory() as folder:
        lakes = Lakes(Path(folder))
        for name, feature in FEATURES.items():
            lacking = LACKING.get(name, "")
            try:
                _try_again_if_busy(feature, spark, lakes)
                said = "works" if not lacking else "WORKS, and is said to be lacking"
            except Exception as error:
                is_known = lacking and lacking in str(error)
                said = (
                    f"says: {lacking}"
                    if is_known
                    else f"WRONG: {type(error).__name__}: {str(error)[:600]}"
                )
            wrong += said[:5].isupper()
            print(
                f"{pyspark.__version__}{' connect' if is_connect else ''} | {name} | {said}",
                flush=True,
            )
    spark.stop()
    print(f"{len(FEATURES)} features, {wrong} wrong")
    sys.exit(bool(wrong))


if __name__ == "__main__":
    main()
