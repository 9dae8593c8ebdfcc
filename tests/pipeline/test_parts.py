"""Spark as writer and as reader of files from parts: parquet-java's pages move like any others, and it sees every row."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Any, Final

import pytest

import inlay
from tests.pages.encodings.files import add_all, pa, pq
from tests.verbs.parts.made import assert_whole, pages_in, table
from tests.verbs.parts.test_law import WRITERS, plain

if TYPE_CHECKING:
    from pyspark.sql import SparkSession

Rows = list[tuple[Any, ...]]

PLANS: Final = 4
"""Random ones; each reads three files with Spark."""


def by_spark(spark: SparkSession, rows: Any, path: Path) -> None:
    folder = path.with_suffix(".folder")
    frame = spark.createDataFrame(rows.to_pandas(), schema="id long, name string")
    frame.coalesce(1).write.option("parquet.bloom.filter.enabled#id", "true").option(
        "parquet.block.size", "4096"
    ).parquet(str(folder))
    [file] = folder.glob("*.parquet")
    file.rename(path)


def _rows_by_spark(spark: SparkSession, path: Path, columns: list[str]) -> Rows:
    return [tuple(row) for row in spark.read.parquet(str(path)).select(*columns).collect()]


def _rows_of(rows: Any, columns: list[str]) -> Rows:
    return list(zip(*(rows.column(name).to_pylist() for name in columns), strict=True))


@pytest.mark.parametrize("seed", range(PLANS))
def test_spark_sees_the_rows_of_the_parts(spark: SparkSession, seed: int, tmp_path: Path) -> None:
    random = Random(seed)
    writers: dict[str, Callable[[Any, Path], None]] = {
        **WRITERS,
        "Spark": lambda rows, path: by_spark(spark, rows, path),
    }
    names = ["Spark", *random.choices(sorted(writers), k=2)]
    random.shuffle(names)
    paths = [tmp_path / f"{number}.parquet" for number in range(len(names))]
    tables = [
        plain(table(random.randint(1, 900), at).select(["id", "name"])) for at in range(len(names))
    ]
    for name, rows, path in zip(names, tables, paths, strict=True):
        writers[name](rows, path)
    together = pa.concat_tables(tables)
    out, chosen = tmp_path / "out.parquet", tmp_path / "chosen.parquet"
    inlay.concat(paths, out)
    assert_whole(out)
    assert pages_in(out) == [group for path in paths for group in pages_in(path)]
    both = ["id", "name"]
    assert sorted(_rows_by_spark(spark, out, both)) == sorted(_rows_of(together, both))
    wanted = random.choice(together.column("id").to_pylist())
    filtered = spark.read.parquet(str(out)).where(f"id = {wanted}").collect()
    assert [row["id"] for row in filtered] == [wanted]
    inlay.select(out, chosen, columns=["name"])
    read = [name for (name,) in _rows_by_spark(spark, chosen, ["name"])]
    assert sorted(map(str, read)) == sorted(map(str, together.column("name").to_pylist()))
    halves = inlay.split(out, tmp_path / "halves", row_groups=1)
    folder = spark.read.parquet(str(tmp_path / "halves"))
    assert folder.count() == len(together)
    assert len(halves) == pq.ParquetFile(out).num_row_groups


def test_spark_reads_parts_with_second_encodings(spark: SparkSession, tmp_path: Path) -> None:
    """Old encodings come last in a row group, and Spark looks for its middle (`docs/encoding.md`)."""
    paths = [tmp_path / f"{number}.parquet" for number in range(3)]
    tables = [plain(table(2_000, seed).select(["id", "name"])) for seed in range(3)]
    for path, rows in zip(paths, tables, strict=True):
        pq.write_table(rows, path, row_group_size=700)
        add_all(path)
    out = tmp_path / "out.parquet"
    inlay.concat(paths, out)
    expected = sorted(pa.concat_tables(tables).column("id").to_pylist())
    assert sorted(row["id"] for row in spark.read.parquet(str(out)).collect()) == expected
    inlay.select(paths[0], out, columns=["id"], overwrite=True)
    spark.catalog.refreshByPath(str(out))
    assert spark.read.parquet(str(out)).count() == 2_000
