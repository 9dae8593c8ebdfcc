"""Folders with a manifest: the sink of a stream is read by its log, and tables of other formats are not read as files."""

from __future__ import annotations

import json
import shutil
from pathlib import Path
from typing import TYPE_CHECKING, Final

import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from pyspark.sql.types import LongType, StructType

from inlay_spark.footers.source import DefaultSource as Footers
from inlay_spark.rows.errors import UnreadableError
from inlay_spark.rows.source import DefaultSource as Rows
from tests.pipeline.test_user_mistakes import count

if TYPE_CHECKING:
    from pyspark.sql import SparkSession

X: Final = StructType().add("x", LongType())


@pytest.fixture
def sink(tmp_path: Path) -> Path:
    """Seven files, of which the first has 1 row, the second 2, the third 4, ..., and a log of three batches."""
    folder = tmp_path / "a sink"
    for at in range(7):
        path = folder / f"day={at % 2}" / f"part-{at}.parquet"
        path.parent.mkdir(parents=True, exist_ok=True)
        pq.write_table(pa.table({"x": range(1 << at)}), path)
    log(folder, "0", 0)
    log(folder, "1", 1, 2)
    log(folder, "2", 3)
    return folder


def log(
    folder: Path, batch: str, *parts: int, action: str = "add", text: str | None = None
) -> None:
    target = folder / "_spark_metadata" / batch
    target.parent.mkdir(exist_ok=True)
    lines = ["v1"]
    for at in parts:
        uri = (folder / f"day={at % 2}" / f"part-{at}.parquet").as_uri()
        lines.append(json.dumps({"path": uri, "size": 1, "isDir": False, "action": action}))
    target.write_text(text if text is not None else "\n".join(lines))


def rows(path: object, **options: str) -> int:
    return count(Rows, path, X, **options)


def test_what_the_log_lists_is_read(sink: Path, tmp_path: Path) -> None:
    assert rows(sink) == 1 + 2 + 4 + 8
    assert rows(sink / "day=1") == rows(f"{sink}/*=1") == 2 + 8
    assert rows(sink / "day=1" / "part-5.parquet") == 32, "a file that is named"
    assert rows(sink, pathGlobFilter="part-[15].parquet") == 2
    (tmp_path / "link").symlink_to(sink)
    assert rows(tmp_path / "link") == 1 + 2 + 4 + 8
    assert count(Footers, sink) == 7, "footers are of all files"


def test_a_compacted_batch_stands_for_those_before_it(sink: Path) -> None:
    log(sink, "1.compact", 0, 4)
    assert rows(sink) == 1 + 16 + 8
    (sink / "_spark_metadata" / "0").unlink()
    assert rows(sink) == 1 + 16 + 8
    log(sink, "3", 4, action="delete")
    assert rows(sink) == 1 + 8
    log(sink, "4")
    (sink / "_spark_metadata" / ".4.crc").write_text("x")
    assert rows(sink) == 1 + 8


def test_a_sink_without_a_batch_has_no_file(sink: Path) -> None:
    shutil.rmtree(sink / "_spark_metadata")
    (sink / "_spark_metadata").mkdir()
    assert rows(sink) == 0


def test_what_the_log_lists_and_is_not_there(sink: Path) -> None:
    path = sink / "day=1" / "part-3.parquet"
    path.unlink()
    with pytest.raises(UnreadableError, match=f"{path}: the log of the stream's sink has it"):
        rows(sink)
    assert rows(sink, ignoreMissingFiles="true") == 1 + 2 + 4


@pytest.mark.parametrize(
    ("batch", "text", "said"),
    [
        ("1", None, "batch 1 is not there, and later ones are"),
        ("1", "v2\n", "_spark_metadata/1: .*begins with v1, and this with 'v2'"),
        ("1", "", "begins with v1, and this with ''"),
        ("1", "v1\n{}", "_spark_metadata/1, line 2: it names no file"),
        ("2", "v1\n\xff", "_spark_metadata/2, line 2: it names no file"),
    ],
)
def test_a_damaged_log(sink: Path, batch: str, text: str | None, said: str) -> None:
    if text is None:
        (sink / "_spark_metadata" / batch).unlink()
    else:
        log(sink, batch, text=text)
    with pytest.raises(UnreadableError, match=said):
        rows(sink)


@pytest.mark.parametrize(
    ("mark", "said"),
    [
        ("_delta_log/0.json", r'a Delta table .*\n  try: format\("delta"\)'),
        (".hoodie/hoodie.properties", r'a Hudi table .*\n  try: format\("hudi"\)'),
        ("metadata/v1.metadata.json", r'an Iceberg table .*\n  try: format\("iceberg"\)'),
        ("schema/schema-0", r'a Paimon table .*\n  try: format\("paimon"\)'),
    ],
)
def test_a_table_is_not_read_as_files(tmp_path: Path, mark: str, said: str) -> None:
    table = tmp_path / "table"
    (table / mark).parent.mkdir(parents=True)
    (table / mark).touch()
    (table / "day=1").mkdir()
    pq.write_table(pa.table({"x": [1]}), table / "day=1" / "one.parquet")
    for path in (table, table / "day=1", f"{table}/*/*.parquet", tmp_path):
        with pytest.raises(UnreadableError, match=said):
            rows(path, recursiveFileLookup="true")
    assert rows(table / "day=1" / "one.parquet") == 1
    assert count(Footers, table / "day=1") == 1


def test_the_sink_of_a_real_stream(spark: SparkSession, tmp_path: Path) -> None:
    """With a log that was compacted, and a file of a batch that failed."""
    source, out = tmp_path / "in", tmp_path / "out"
    session = spark.newSession()
    session.conf.set("spark.sql.streaming.fileSink.log.compactInterval", "2")
    for batch in range(3):
        spark.range(batch * 10, batch * 10 + 10).coalesce(1).write.mode("append").parquet(
            str(source)
        )
        query = (
            session.readStream.schema("id long")
            .parquet(str(source))
            .selectExpr("id", "id % 2 AS part")
            .writeStream.format("parquet")
            .partitionBy("part")
            .option("checkpointLocation", str(tmp_path / "checkpoint"))
            .trigger(availableNow=True)
            .start(str(out))
        )
        query.awaitTermination(120)
    assert list((out / "_spark_metadata").glob("*.compact"))
    some = next((out / "part=0").glob("*.parquet"))
    shutil.copy(some, some.with_name("part-orphan.parquet"))
    expected, found = spark.read.parquet(str(out)), spark.read.format("inlay").load(str(out))
    assert found.schema == expected.schema
    assert sorted(found.collect()) == sorted(expected.collect())
    assert found.count() == 30
