"""VARIANT columns through `spark.read.format("inlay")`: what Spark's own reader gives, and of files that it cannot open."""

from __future__ import annotations

import json
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from inlay.changes.life_cycle.change_form import change_form
from inlay.changes.life_cycle.steps import add, finalize, promote
from inlay.ground.files.local_store import LocalStore
from inlay.variant import Scalar, Variant, from_pairs, shred, variant_array, write_table
from inlay_spark.rows.errors import UnreadableError
from inlay_spark.rows.plan import FilePart
from inlay_spark.rows.read import read_rows
from inlay_spark.sources.arrow_schema import widen_schema
from tests.variant.exchange import SCHEMA, SPARK_DOES_NOT_KNOW, T, differences, variants

if TYPE_CHECKING:
    from pyspark.sql import DataFrame, SparkSession

pytestmark = pytest.mark.usefixtures("compiled_expressions")


opens_variants = pytest.mark.needs("Spark 4.1")
"""By its own reader: files whose groups are annotated."""

MEANT = "CASE WHEN v IS NULL THEN NULL ELSE schema_of_variant(v) || ' ' || to_json(v) END"
"""Type and value, which is all that Spark tells of a Variant."""


def ours(spark: SparkSession, path: object, schema: str | None = None) -> DataFrame:
    reader = spark.read.format("inlay")
    return (reader.schema(schema) if schema else reader).load(str(path))


def theirs(spark: SparkSession, path: object, schema: str | None = None) -> DataFrame:
    return (spark.read.schema(schema) if schema else spark.read).parquet(str(path))


def meant(frame: DataFrame, *columns: str) -> list[str]:
    """The rows, with Variants told apart by type and value."""
    chosen = columns or (f"{MEANT} AS v", "n")
    return sorted(map(repr, frame.selectExpr(*chosen).collect()))


def same(spark: SparkSession, path: object, *columns: str, schema: str | None = None) -> None:
    found, expected = ours(spark, path, schema), theirs(spark, path, schema)
    assert found.schema == expected.schema
    rows = meant(expected, *columns)
    assert rows
    assert meant(found, *columns) == rows


NESTED = """
    SELECT id AS n, parse_json('{"a":' || id || ', "b": "x", "c": [1, 2.5, null, {"d": "' || id || '"}]}') AS v,
           array(parse_json('{"a":' || id || '}'), null, parse_json('"x"')) AS list,
           if(id % 3 = 0, null, named_struct('in', parse_json('{"a": ' || id || ', "b": true}'), 'n', id)) AS struct,
           map('k', parse_json('[' || id || ']'), 'l', null) AS map,
           array(named_struct('deep', map('k', parse_json('{"a": ' || id || '}')))) AS far
    FROM range(40)
"""
PARTS = [f"{MEANT} AS v"] + [f"to_json({one}) AS {one}" for one in ("list", "struct", "map", "far")]


@pytest.mark.parametrize("shredded", ["true", "false"])
def test_what_spark_wrote_at_any_depth(spark: SparkSession, tmp_path: Path, shredded: str) -> None:
    session = spark.newSession()  # for its configuration
    session.conf.set("spark.sql.variant.writeShredding.enabled", shredded)
    session.sql(NESTED).coalesce(1).write.parquet(str(tmp_path / "spark"))
    same(spark, tmp_path / "spark", *PARTS)


@opens_variants
@pytest.mark.parametrize("shredding", [None, {"v": SCHEMA}], ids=["plain", "shredded"])
def test_random_values_that_inlay_wrote(
    spark: SparkSession, tmp_path: Path, shredding: Any
) -> None:
    array = variants(300, 4, SPARK_DOES_NOT_KNOW)
    path = tmp_path / "ours.parquet"
    write_table(pa.table({"n": list(range(300)), "v": array}), path, shred=shredding)
    same(spark, path)
    rows = {row.n: row.v for row in ours(spark, path).collect()}
    back = [rows[n] and Variant(bytes(rows[n].metadata), bytes(rows[n].value)) for n in range(300)]
    assert list(differences(array, from_pairs(back))) == []


@opens_variants
def test_what_duckdb_wrote(spark: SparkSession, tmp_path: Path) -> None:
    duckdb = import_module("duckdb")
    path = tmp_path / "duckdb.parquet"
    with duckdb.connect() as connection:
        connection.execute(
            "COPY (SELECT i AS n, CASE WHEN i % 7 = 0 THEN NULL WHEN i % 5 = 0 THEN i::VARIANT "
            "ELSE {'a': i, 'b': 'x' || i, 'c': [i, NULL]}::VARIANT END AS v FROM range(100) t(i)) "
            f"TO '{path}' (FORMAT parquet)"
        )
    assert "typed_value" in str(pq.ParquetFile(path).schema)
    same(spark, path)


@opens_variants
@pytest.mark.parametrize("form", ["migration", "final"])
def test_forms_that_spark_cannot_open(spark: SparkSession, tmp_path: Path, form: str) -> None:
    plain, other = tmp_path / "plain.parquet", tmp_path / "other.parquet"
    array = variants(60, 5, SPARK_DOES_NOT_KNOW)
    write_table(pa.table({"n": list(range(60)), "v": array}), plain, shred={"v": SCHEMA})
    other.write_bytes(plain.read_bytes())
    for step in [add, promote] + [finalize] * (form == "final"):
        change_form(str(other), step)
    found = ours(spark, other)
    assert found.schema == theirs(spark, plain).schema
    assert meant(found) == meant(theirs(spark, plain))


@opens_variants
def test_a_schema_makes_variants_of_plain_structs_and_the_other_way_round(
    spark: SparkSession, tmp_path: Path
) -> None:
    """As Spark does without an annotation; with one it refuses structs."""
    array = shred(
        variant_array([{"a": 1, "b": "x"}, None, {"a": "y"}, 3]), pa.struct([("a", pa.int64())])
    )
    bare, annotated = tmp_path / "bare.parquet", tmp_path / "annotated.parquet"
    numbers = list(range(4))
    pq.write_table(pa.table({"n": numbers, "v": array.storage}), bare, store_schema=False)
    write_table(pa.table({"n": numbers, "v": array}), annotated)
    assert ours(spark, bare).schema == theirs(spark, bare).schema
    same(spark, bare, schema="n long, v variant")
    raw = "v struct<value: binary, typed_value: struct<a: struct<typed_value: bigint>>>, n long"
    expected = sorted(map(repr, theirs(spark, bare, raw).collect()))
    assert sorted(map(repr, ours(spark, bare, raw).collect())) == expected
    assert sorted(map(repr, ours(spark, annotated, raw).collect())) == expected
    lacking = ours(spark, annotated, "n long, w variant, s struct<v: variant>").collect()
    assert {(row.w, row.s) for row in lacking} == {(None, None)}


def failure(spark: SparkSession, path: object, schema: str | None = None) -> str:
    from pyspark.errors import PySparkException

    with pytest.raises(PySparkException) as caught:
        ours(spark, path, schema).collect()
    return str(caught.value)


def test_what_spark_refuses_says_in_which_row(spark: SparkSession, tmp_path: Path) -> None:
    path = tmp_path / "newer.parquet"
    time = Scalar(T.TIME_NTZ, (5).to_bytes(8, "little"))
    rows = [{"a": at, "r": "D"} for at in range(900)] + [{"a": 1, "r": [time]}]
    array = shred(variant_array(rows), pa.struct([("a", pa.int64())]))
    write_table(pa.table({"v": array}), path, row_group_size=500)
    said = "column v, row 900: $.r[0]: a TIME_NTZ (type 17) is not a value of Spark's VARIANT"
    assert f"{path}: {said}" in failure(spark, path)


def test_errors_name_file_column_and_row(tmp_path: Path) -> None:
    path = tmp_path / "one.parquet"

    def said(column: str, second_group_only: bool = False) -> str:
        with pytest.raises(UnreadableError) as caught:
            list(_rows_of(path, column, (1,) if second_group_only else None))
        assert str(caught.value).startswith(f"{path}: column {column}")
        return str(caught.value).removeprefix(f"{path}: column {column}")

    time = Scalar(T.TIME_NTZ, (5).to_bytes(8, "little"))
    array = shred(
        variant_array([1, {"a": 1}, None, {"b": {"c": time}}]), pa.struct([("a", pa.int64())])
    )
    write_table(pa.table({"v": array}), path, row_group_size=2)
    assert (
        said("v", True) == ", row 3: $.b.c: a TIME_NTZ (type 17) is not a value of Spark's VARIANT"
    )

    lists = pa.ListArray.from_arrays(pa.array([0, 1, 1, 4, 4], pa.int32()), array)
    write_table(pa.table({"v": lists}), path)
    assert said("v").startswith(".element, row 2: $.b.c: ")

    pq.write_table(pa.table({"v": ["x"]}), path)
    assert said("v") == " is string, which is not a VARIANT"
    pq.write_table(pa.table({"v": [{"value": b""}]}), path)
    assert said("v") == ".storage: there is no field named 'metadata'"
    pq.write_table(pa.table({"v": [{"value": b"", "metadata": one} for one in (b"", None)]}), path)
    assert said("v") == ".metadata: is null in a row that is not"


@opens_variants
def test_every_case_of_the_corpus(spark: SparkSession, parquet_testing: Path) -> None:
    """Those that break a rule, and types that Spark does not have, are errors with a row, the others are as Spark
    reads them."""
    folder = parquet_testing / "shredded_variant"
    cases = json.loads((folder / "cases.json").read_bytes())
    paths = [folder / one["parquet_file"] for one in cases if "parquet_file" in one]
    there = [str(path) for path in paths if path.exists()]
    contradictory = {40, 42, 43, 87, 125, 128}  # columns; of some Spark takes one
    of_no_type = {*range(32, 37), *range(118, 123)}  # types 17 to 19
    unfit = {127, 137}  # no Variant is shredded into these types of Parquet
    unknown = {*range(76, 81)}  # types 17 to 19, not shredded: bytes that no function takes
    lenient = {37, 84, 85, 129}  # read here, and an error in Spark
    numbers = {path: int(Path(path).stem.split("-")[1]) for path in there}
    refused = contradictory | of_no_type | unfit
    bad = [path for path in there if numbers[path] in refused]
    assert len(bad) >= 9
    good = [path for path in there if numbers[path] not in refused | unknown | lenient]
    assert len(good) > 50
    schema = "id int, v variant, var variant"
    chosen = ("id", MEANT.replace("(v)", "(var)").replace("v IS", "var IS"))
    found = spark.read.format("inlay").schema(schema).load(good)
    assert meant(found, *chosen) == meant(spark.read.schema(schema).parquet(*good), *chosen)
    for path in bad:
        where = r"column var\.typed_value: " if numbers[path] in unfit else "column var, row 0: "
        with pytest.raises(Exception, match=f"{Path(path).name}: {where}"):
            next(_rows_of(path, "var"))


def _rows_of(path: str | Path, column: str, row_groups: tuple[int, ...] | None = None) -> Any:
    """As a task reads them, without Spark, for which each would be a second."""
    from pyspark.sql.types import ArrayType, StructType, VariantType

    store = LocalStore()
    entry = store.entry(str(path))
    assert entry is not None
    is_list = pa.types.is_list(pq.ParquetFile(path).schema_arrow.field(column).type)
    type_ = ArrayType(VariantType()) if is_list else VariantType()
    schema = widen_schema(StructType().add(column, type_))
    return read_rows(store, [FilePart(entry, row_groups)], schema)
