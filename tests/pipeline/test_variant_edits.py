"""Edits of Variants are those of Spark's functions of the same names."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pyarrow as pa

from inlay.variant import from_json_array, to_python
from tests.variant.edit_cases import DOCUMENTS, list_cases

if TYPE_CHECKING:
    from pyspark.sql import SparkSession


def test_every_edit_is_that_of_spark(spark: SparkSession) -> None:
    rows = list(enumerate(DOCUMENTS))
    frame = spark.createDataFrame(rows, "n int, t string").selectExpr("n", "parse_json(t) v")
    cases = list_cases()
    names = [f"to_json({case.sql}) AS c{at}" for at, case in enumerate(cases)]
    said = frame.coalesce(1).selectExpr("n", *names).toArrow().sort_by("n")
    array: Any = from_json_array(pa.array(DOCUMENTS))
    wrong: list[str] = []
    for at, case in enumerate(cases):
        theirs = to_python(from_json_array(said.column(f"c{at}").combine_chunks()))
        ours = to_python(case.ours(array))
        if (
            ours != theirs
            or case.ours(array).is_valid() != said.column(f"c{at}").combine_chunks().is_valid()
        ):
            wrong.append(f"{case.sql}: Spark {theirs}, ours {ours}")
    assert wrong == []
    assert len(cases) > 120
