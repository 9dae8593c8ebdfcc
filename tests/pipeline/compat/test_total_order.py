"""Spark's filters on bounds in IEEE 754 total order, by the data source and by `inlay_spark.read`: no row is lost."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import inlay_spark
from tests.compat.evidence import evidence

if TYPE_CHECKING:
    from pyspark.sql import SparkSession

ROWS = {
    ("order IEEE 754, zeros of one sign", "c = 0.0"): 3,
    ("order IEEE 754, zeros of one sign", "c < 0.0"): 0,
    ("order IEEE 754, bounds of NaN", "c = 1.5"): 1,
    ("order IEEE 754, bounds of NaN", "c < 3.0"): 2,
}


def test_no_row_is_lost(spark: SparkSession, tmp_path: Path) -> None:
    names = {name for name, _ in ROWS}
    paths: dict[str, str] = {}
    for each in evidence():
        if each.name in names and each.half == "made":
            paths[each.name] = str(tmp_path / f"{len(paths)}.parquet")
            each.write(Path(paths[each.name]))
    for (name, condition), rows in ROWS.items():
        source = spark.read.format("inlay").load(paths[name])
        assert source.where(condition).count() == rows, (name, condition)
        filtered = inlay_spark.read(spark, paths[name], filters=condition)
        assert filtered.count() == rows, (name, condition)
