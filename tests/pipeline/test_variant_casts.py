"""Spark says today what the golden file of its casts says."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

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


CASTS: Final[list[tuple[object, str]]] = [
    ("x", "int"),
    ({"a": 1}, "int"),
    (1, "date"),
    ([1], "map<string,int>"),
    (b"a", "int"),
    (["x"], "array<int>"),
]


def test_what_is_null_by_try_is_an_error_without_it(spark: SparkSession) -> None:
    """All in one frame, for each takes Spark as long as all: only an error ends a query."""
    from pyspark.sql.types import VariantVal

    variants = [encode(value) for value, _ in CASTS]
    row = tuple(VariantVal(variant.value, variant.metadata) for variant in variants)
    types = [type_ for _, type_ in CASTS]
    frame = spark.createDataFrame([row], ", ".join(f"v{at} variant" for at in range(len(row))))
    tried = [f"try_variant_get(v{at}, '$', '{type_}')" for at, type_ in enumerate(types)]
    (answer,) = frame.selectExpr(*tried).collect()
    assert list(answer) == [None] * (len(CASTS) - 1) + [[None]]
    for at, type_ in enumerate(types):
        with pytest.raises(PySparkException, match="INVALID_VARIANT_CAST"):
            frame.selectExpr(f"variant_get(v{at}, '$', '{type_}')").collect()
