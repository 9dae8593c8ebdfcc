"""Arrays, maps and structs of Variants: Spark reads ours, shredded or not, and we read Spark's."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import pyarrow as pa
import pytest

from inlay.variant import decoded, read_path, read_table, to_python, write_table

if TYPE_CHECKING:
    from pyspark.sql import SparkSession

pytestmark = pytest.mark.usefixtures("compiled_expressions")

ROWS: Final[list[dict[str, Any]]] = [
    {
        "n": n,
        "items": None if n % 5 == 4 else [{"a": i, "b": ["x"]} if i % 3 else "text" for i in range(n % 4)],
        "prices": None if n % 7 == 6 else [(f"k{i}", {"a": i}) for i in range(n % 3)],
        "inside": {"v": None if n % 2 else {"a": n}, "m": n},
    }
    for n in range(60)
]  # fmt: skip

TYPES: Final = "n bigint, items array<variant>, prices map<string, variant>, inside struct<v: variant, m: bigint>"


def json_of(row: Any) -> dict[str, Any]:
    """A row of Spark, whose Variants are VariantVals."""

    def plain(value: Any) -> Any:
        return None if value is None else json.loads(value.toJson())

    items, prices, inside = row["items"], row["prices"], row["inside"]
    return {
        "n": row["n"],
        "items": None if items is None else [plain(item) for item in items],
        "prices": None if prices is None else [(key, plain(one)) for key, one in prices.items()],
        "inside": {"v": plain(inside["v"]), "m": inside["m"]},
    }


@pytest.fixture(scope="module")
def theirs(spark: SparkSession, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A file of Spark's with the rows."""
    folder = tmp_path_factory.mktemp("theirs")
    source, out = folder / "rows.json", folder / "out"
    rows = [
        {**row, "prices": None if row["prices"] is None else dict(row["prices"])} for row in ROWS
    ]
    source.write_text("\n".join(json.dumps(row) for row in rows))
    frame = spark.read.schema(TYPES).json(str(source))
    frame.coalesce(1).write.parquet(str(out))
    (file,) = out.glob("*.parquet")
    return file


def test_what_spark_wrote_is_read(theirs: Path) -> None:
    table = read_table(theirs)
    assert table.to_pylist() == ROWS
    assert read_path(theirs, "items.element", "$.a", pa.int64()).to_pylist() == [
        row["items"] and [one["a"] if isinstance(one, dict) else None for one in row["items"]]
        for row in ROWS
    ]
    assert read_path(theirs, "prices.value", "$.a", pa.int64()).to_pylist() == [
        row["prices"] and [(key, one["a"]) for key, one in row["prices"]] for row in ROWS
    ]


@pytest.mark.parametrize("shredding", ["none", "auto", "given"])
def test_spark_reads_ours(
    spark: SparkSession, theirs: Path, shredding: str, tmp_path: Path
) -> None:
    table = read_table(theirs, unshred=True)
    schema = pa.struct([("a", pa.int64()), ("b", pa.list_(pa.string()))])
    chosen: Any = {
        "none": None,
        "auto": "auto",
        "given": dict.fromkeys(["items.element", "prices.value", "inside.v"], schema),
    }[shredding]
    ours = tmp_path / "ours.parquet"
    write_table(table, ours, shred=chosen)
    frame = spark.read.parquet(str(ours))
    assert frame.schema.simpleString() == spark.read.schema(TYPES).parquet(str(ours)).schema.simpleString()  # fmt: skip
    rows = sorted((json_of(row) for row in frame.collect()), key=lambda row: row["n"])
    assert rows == ROWS
    asked = frame.selectExpr("n", "transform(items, i -> try_variant_get(i, '$.a', 'bigint')) a")
    values = {row["n"]: row["a"] for row in asked.collect()}
    assert [values[n] for n in range(len(ROWS))] == read_path(ours, "items.element", "a", pa.int64()).to_pylist()  # fmt: skip


def test_what_spark_gives_as_arrow_is_decoded(spark: SparkSession, theirs: Path) -> None:
    table = spark.read.parquet(str(theirs)).orderBy("n").toArrow()
    assert to_python(table) == decoded(table).to_pylist() == ROWS
