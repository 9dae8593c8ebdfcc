"""Spark reads what we wrote, shredded and annotated, and we read what it wrote."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pyarrow as pa
import pytest

from inlay.variant import Variant, from_pairs, read_table, write_table
from tests.variant.exchange import SCHEMA, SPARK_DOES_NOT_KNOW, column, differences, variants

if TYPE_CHECKING:
    from pyspark.sql import SparkSession

pytestmark = [
    pytest.mark.usefixtures("compiled_expressions"),
    pytest.mark.needs("Spark 4.1"),  # which opens and writes files with annotated Variants
]


ROWS = int(os.environ.get("INLAY_EXCHANGE_ROWS", "300"))
"""A long run: 100000, with `--timeout 900`."""


@pytest.mark.parametrize("shredding", [None, {"v": SCHEMA}, "auto"], ids=["plain", "given", "auto"])
def test_random_values_survive_both_ways(
    spark: SparkSession, tmp_path: Path, shredding: Any
) -> None:
    array = variants(ROWS, 3, SPARK_DOES_NOT_KNOW)
    ours, theirs = tmp_path / "ours.parquet", tmp_path / "theirs"
    write_table(pa.table({"n": list(range(ROWS)), "v": array}), ours, shred=shredding)
    frame = spark.read.parquet(str(ours))
    assert frame.schema["v"].dataType.simpleString() == "variant"
    seen = {row["n"]: row["v"] for row in frame.collect()}
    read = [seen[n] and Variant(bytes(seen[n].metadata), bytes(seen[n].value)) for n in range(ROWS)]
    assert list(differences(array, from_pairs(read))) == []

    frame.coalesce(1).write.parquet(str(theirs))
    (file,) = theirs.glob("*.parquet")
    assert list(differences(array, column(file))) == []


def test_what_spark_shredded_is_read(spark: SparkSession, tmp_path: Path) -> None:
    folder = tmp_path / "theirs"
    text = """SELECT id AS n, parse_json('{"a":' || id || ', "b":"x", "c":[1,2.5,null]}') AS v FROM range(300)"""
    spark.sql(text).coalesce(1).write.parquet(str(folder))
    (file,) = folder.glob("*.parquet")
    table = read_table(file)
    assert table.schema.field("v").type.is_shredded
    chunks: list[Any] = table.column("v").chunks
    values = [one for chunk in chunks for one in chunk.to_python()]
    assert values == [{"a": n, "b": "x", "c": [1, 2.5, None]} for n in range(300)]
