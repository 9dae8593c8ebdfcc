"""Partitions have the types and the values that Spark gives them: each case is a directory level of one lake of two files."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Final
from urllib.parse import quote
from zoneinfo import ZoneInfo

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from inlay.ground.files.entries import NULL_PARTITION, FileEntry
from inlay_spark.rows.errors import UnreadableError
from inlay_spark.rows.partition_types import infer_partition_types
from inlay_spark.rows.partition_values import read_partition_value

if TYPE_CHECKING:
    from pyspark.sql import SparkSession

CASES: Final[dict[tuple[str, str], str]] = {
    ("1", "2"): "int",
    ("-5", "0001"): "int",
    ("1", NULL_PARTITION): "int",
    (NULL_PARTITION, NULL_PARTITION): "void",
    ("1", "2147483648"): "bigint",
    ("1", "1.5"): "double",
    ("2147483648", "1.5"): "string",
    ("1", "9223372036854775808"): "decimal(19,0)",
    ("5000000000", "9223372036854775808"): "decimal(20,0)",
    ("99999999999999999999", "1.5"): "string",
    ("1" * 39, ".5"): "double",
    ("1e5", "2e5"): "decimal(6,0)",
    ("1d", "2.5F"): "double",
    ("0x1p3", "1.5"): "double",
    ("NaN", "-Infinity"): "double",
    ("2026-01-01", "2026-02-28"): "date",
    ("2026-01-01", "2026-02-30"): "string",
    ("2026-01-01", "5"): "string",
    ("2026-1-5", "2026-01"): "string",
    ("2026-01-01", "2026-07-01 12:00:00"): "timestamp",
    ("2026-01-01 12:00:00.5", "2026-07-01 12:00:00"): "timestamp",
    ("2026-01-01 12:00:00.123", "2026-07-01 12:00:00"): "string",
    ("2026-01-01T12:00:00", "2026-01-01 25:00:00"): "string",
    ("true", "false"): "string",
    ("a", "1"): "string",
    ("a b", "c/d%"): "string",
    ("1_000", "1"): "string",
}
"""The two values, and their type."""


def lake_of(folder: Path) -> Path:
    for at in (0, 1):
        path = folder
        for number, values in enumerate(CASES):
            path = path / f"p{number}={quote(values[at], safe=' ')}"
        path.mkdir(parents=True)
        pq.write_table(pa.table({"x": [at]}), path / "a.parquet")
    return folder


@pytest.mark.parametrize("values", CASES)
def test_types(values: tuple[str, str]) -> None:
    entries = [FileEntry(f"p={quote(value)}/a.parquet", 1, 1) for value in values]
    assert infer_partition_types(entries)["p"].simpleString() == CASES[values]
    as_text = infer_partition_types(entries, as_text=True)["p"].simpleString()
    assert as_text == ("void" if CASES[values] == "void" else "string")


def test_they_are_those_of_spark(spark: SparkSession, tmp_path: Path) -> None:
    import inlay_spark

    path = str(lake_of(tmp_path / "lake"))
    expected = spark.read.parquet(path)
    types = [field.dataType.simpleString() for field in expected.schema.fields[1:]]
    assert types == list(CASES.values())
    zone = spark.conf.get("spark.sql.session.timeZone") or ""
    by_source = spark.read.format("inlay").option("timeZone", zone).load(path)
    for frame in (by_source, inlay_spark.read(spark, path)):
        assert frame.schema == expected.schema
        assert sorted(map(repr, frame.collect())) == sorted(map(repr, expected.collect()))
    setting = "spark.sql.sources.partitionColumnTypeInference.enabled"
    session = spark.newSession()  # for its configuration
    session.conf.set(setting, "false")
    as_text = inlay_spark.read(session, path)
    assert as_text.schema == session.read.parquet(path).schema
    assert {field.dataType.simpleString() for field in as_text.schema.fields[1:]} == {
        "string",
        "void",
    }


def test_a_local_time_needs_a_zone() -> None:
    entry = FileEntry("/lake/p=2026-07-01 12:00:00/a.parquet", 1, 1, root=6)
    field = pa.field("p", pa.timestamp("us", "UTC"))
    with pytest.raises(UnreadableError, match=r"a time without a zone\n  try: .option\('timeZone'"):
        read_partition_value(field, entry, None)
    value = read_partition_value(field, entry, ZoneInfo("Europe/Berlin"))
    assert value.as_py().isoformat() == "2026-07-01T10:00:00+00:00"
