"""Spark reads a file of its own after a rename: new names, the same types and comments, values as before."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import inlay

if TYPE_CHECKING:
    from pyspark.sql import SparkSession


def _flat(value: object) -> dict[str, object]:
    """Leaves by their places, whatever the names are."""
    match value:
        case dict():
            parts = list(value.values())
        case list():
            parts = list(value)
        case _:
            return {"": value}
    return {
        f"{at}.{place}": leaf
        for at, part in enumerate(parts)
        for place, leaf in _flat(part).items()
    }


def test_spark_reads_the_new_names(spark: SparkSession, tmp_path: Path) -> None:
    from pyspark.sql import functions as f

    folder = str(tmp_path / "lake")
    frame = spark.range(5).select(
        f.col("id").alias("a", metadata={"comment": "of a"}),
        f.expr("make_dt_interval(id) as i"),
        f.expr("named_struct('x', date '2020-01-01', 'l', array(named_struct('p', id))) as s"),
        f.expr("map('k', named_struct('v', id)) as m"),
    )
    frame.coalesce(1).write.parquet(folder)
    (path,) = (tmp_path / "lake").glob("*.parquet")
    old = spark.read.parquet(folder)
    before = [row.asDict(recursive=True) for row in old.orderBy("a").collect()]
    renames = {
        "a": "aa",
        "i": "ii",
        "s.x": "xx",
        "s.l.list.element.p": "pp",
        "m.key_value.value.v": "vv",
    }
    result = inlay.set_metadata(str(path), rename=renames)
    assert result.warnings == ()
    spark.catalog.refreshByPath(folder)
    new = spark.read.parquet(folder)
    text = old.schema.json()
    for name in ("a", "i", "x", "p", "v"):
        text = text.replace(f'"name":"{name}"', f'"name":"{name * 2}"')
    assert new.schema.json() == text
    assert "of a" in text
    assert "interval" in text
    after = [row.asDict(recursive=True) for row in new.orderBy("aa").collect()]
    assert list(map(_flat, after)) == list(map(_flat, before))
    assert new.where("aa > 2 and s.xx = date '2020-01-01'").count() == 2
