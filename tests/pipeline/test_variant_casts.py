"""Spark says today what the golden file of its casts says."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from pyspark.errors import PySparkException

from inlay.variant import encode
from tests.variant.spark_casts import FILE, ask, write_table

if TYPE_CHECKING:
    from pyspark.sql import SparkSession


def test_the_golden_file_is_what_spark_says(spark: SparkSession) -> None:
    """If it is not: `python -m tests.variant.spark_casts` writes it anew."""
    said = write_table(ask(spark)).splitlines()
    golden = FILE.read_text().splitlines()
    assert len(said) == len(golden)
    assert [new for new, old in zip(said, golden, strict=True) if new != old] == []


@pytest.mark.parametrize(("value", "type_"), [("x", "int"), ({"a": 1}, "int"), (1, "date"), ([1], "map<string,int>"), (b"a", "int"), (["x"], "array<int>")])  # fmt: skip
def test_what_is_null_by_try_is_an_error_without_it(
    spark: SparkSession, value: object, type_: str
) -> None:
    from pyspark.sql.types import VariantVal

    variant = encode(value)
    frame = spark.createDataFrame([(VariantVal(variant.value, variant.metadata),)], "v variant")
    frame.selectExpr(f"try_variant_get(v, '$', '{type_}')").collect()
    with pytest.raises(PySparkException, match="INVALID_VARIANT_CAST"):
        frame.selectExpr(f"variant_get(v, '$', '{type_}')").collect()
