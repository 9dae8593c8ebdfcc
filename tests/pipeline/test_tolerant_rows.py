"""The option `tolerant`: Variants whose fields are not sorted, on Spark; and tests of whole Variants in the option `filters`."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from pyspark.sql import types as spark_types

import inlay_spark
from inlay.rows.pruning.filter_text import parse_filter
from inlay.variant import Variant, encode, from_pairs, variant_array, write_table
from inlay_spark.rows.filter_types import find_misfit
from inlay_spark.rows.source import parse_row_options
from inlay_spark.rows.wanted_rows import parse_row_filter, require_columns
from inlay_spark.sources.option_names import OptionError
from inlay_variant.value.containers import write_object
from inlay_variant.value.metadata import write_metadata

if TYPE_CHECKING:
    from pyspark.sql import SparkSession

NAMES: Final = [f"n{at:02}" for at in range(40)]
"""More than Spark looks through one by one."""


def make_row(number: int) -> Variant:
    fields = [(at, encode(number + at).value) for at in reversed(range(len(NAMES)))]
    return Variant(write_metadata([name.encode() for name in NAMES]), write_object(fields))


@pytest.fixture(scope="module")
def lake(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Two files, one of them with a typed column of numbers, as DuckDB writes it."""
    folder = tmp_path_factory.mktemp("unsorted")
    rows = from_pairs([make_row(number) for number in range(3)])
    write_table(pa.table({"n": [0, 1, 2], "v": rows}), folder / "whole.parquet")
    storage: Any = rows.storage
    group = pa.StructArray.from_arrays(
        [storage.field(0), storage.field(1), pa.nulls(3, pa.int32())],
        fields=[
            pa.field("metadata", pa.binary(), nullable=False),
            pa.field("value", pa.binary()),
            pa.field("typed_value", pa.int32()),
        ],
    )
    from inlay_variant.arrow.variant_type import wrap

    write_table(pa.table({"n": [3, 4, 5], "v": wrap(group)}), folder / "shredded.parquet")
    return folder


PATH: Final = "variant_get(v, '$.n03', 'int') AS found"
FOUND: Final = [3, 4, 5, 3, 4, 5]


@pytest.mark.needs("Spark 4.1")
def test_fields_in_any_order_are_found_and_come_sorted(spark: SparkSession, lake: Path) -> None:
    with pytest.raises(Exception, match="the option tolerant on Spark"):
        spark.read.format("inlay").load(str(lake / "shredded.parquet")).collect()
    source = spark.read.format("inlay").option("tolerant", "true").load(str(lake))
    both = inlay_spark.read(spark, str(lake), tolerant=True)
    columns = ("n", PATH, "to_json(v) AS text")
    rows = source.selectExpr(*columns).union(both.selectExpr(*columns)).collect()
    assert sorted((row.n, row.found) for row in rows) == sorted([*enumerate(FOUND)] * 2)
    assert all(list(json.loads(row.text)) == NAMES for row in rows)
    wanted = "variant_get(v, '$.n00') >= 1 and v is not null"
    some = inlay_spark.read(spark, str(lake), tolerant=True, filters=wanted)
    assert sorted(row.n for row in some.select("n").collect()) == [1, 2, 4, 5]


@pytest.mark.parametrize("text", ["maybe", "1"])
def test_it_is_true_or_false(text: str) -> None:
    with pytest.raises(OptionError, match=f"option tolerant is true or false, not '{text}'"):
        parse_row_options({"path": "x", "tolerant": text})


SCHEMA: Final = spark_types.StructType([spark_types.StructField("v", spark_types.VariantType())])


@pytest.mark.parametrize("text", ["v is null", "v is not null", "V is null"])
def test_null_of_a_whole_variant_fits(text: str) -> None:
    require_columns(parse_filter(text), SCHEMA, [])
    options = parse_row_options({"path": "x", "filters": text})
    assert parse_row_filter(options) is not None


def test_what_else_is_asked_of_one_says_what_to_write() -> None:
    test: Any = parse_filter("v = 5")
    assert (
        find_misfit(test, spark_types.VariantType())
        == "v is a Variant: write variant_get(v, '$.path')"
    )
    said = "v.metadata is inside of a Variant, where each file has columns of its own: write variant_get"
    with pytest.raises(OptionError, match=said):
        require_columns(parse_filter("v.metadata is not null"), SCHEMA, [])


@pytest.mark.needs("Spark 4.1")
def test_null_of_a_whole_variant_is_that_of_sql(spark: SparkSession, tmp_path: Path) -> None:
    rows: list[object] = [None, {"a": 1}, encode(None), None]
    write_table(pa.table({"n": [0, 1, 2, 3], "v": variant_array(rows)}), tmp_path / "a.parquet")
    pq.write_table(pa.table({"n": pa.array([4], pa.int64())}), tmp_path / "lacks.parquet")
    schema = "n bigint, v variant"
    for text, wanted in (("v is null", [0, 3, 4]), ("v is not null", [1, 2])):
        source = spark.read.format("inlay").schema(schema)
        by_option = source.option("filters", text).load(str(tmp_path))
        by_where = source.load(str(tmp_path)).where(text)
        for frame in (by_option, by_where):
            assert sorted(row.n for row in frame.select("n").collect()) == wanted
