"""DuckDB reads what we wrote, shredded and annotated, and we read what it wrote."""

from __future__ import annotations

from importlib import import_module
from pathlib import Path
from typing import Any

import pyarrow as pa
import pytest

import inlay
from inlay.variant import (
    PrimitiveType,
    Scalar,
    decoded,
    read_path,
    read_table,
    scalar,
    to_python,
    variant_array,
    variant_get,
    write_table,
)
from tests.variant.duckdb_structs import list_differences
from tests.variant.exchange import through_duckdb

duckdb = import_module("duckdb")
T = PrimitiveType


def test_random_values_survive_both_ways(tmp_path: Path) -> None:
    assert through_duckdb(400, tmp_path, seed=2) == []


@pytest.mark.parametrize("seed", range(3))
def test_structs_that_duckdb_did_not_sort_are_read_as_duckdb_reads_them(
    tmp_path: Path, seed: int
) -> None:
    rows = 200
    differing, disordered = list_differences(rows, tmp_path, seed)
    assert differing == []
    assert disordered > rows // 4  # of both forms together: the test is about these


@pytest.fixture
def json_numbers(tmp_path: Path) -> Path:
    """Numbers of JSON, of which DuckDB shreds the negative ones only: the others stay in `value`."""
    file = tmp_path / "numbers.parquet"
    with duckdb.connect() as connection:
        connection.execute(
            f"""COPY (SELECT i n, ('{{"a": ' || i || '}}')::JSON::VARIANT v FROM range(-50, 50) t(i))
            TO '{file}' (FORMAT parquet, ROW_GROUP_SIZE 2048)"""
        )
    return file


def test_numbers_that_duckdb_left_in_value_are_found(json_numbers: Path) -> None:
    """crypto_geo_variant F1: a typed column of nulls beside numbers decides nothing."""
    group = inlay.read_table(json_numbers).column("v").type.storage_type
    assert "typed_value: int64" in str(group)
    assert read_path(json_numbers, "v", "$.a", pa.int64()).to_pylist() == list(range(-50, 50))
    tests = {
        "= 7": [7],
        "> 47": [48, 49],
        "< -48": [-50, -49],
        "between -1 and 1": [-1, 0, 1],
        "is null": [],
    }
    for test, wanted in tests.items():
        text = f"variant_get(v, '$.a') {test}"
        assert inlay.read_table(json_numbers, filters=text).column("n").to_pylist() == wanted, text
        assert inlay.prune(json_numbers, text).num_rows_left >= len(wanted)


TYPES = {
    "VARIANT_NULL": Scalar(T.NULL),
    "BOOL_TRUE": Scalar(T.TRUE),
    "BOOL_FALSE": Scalar(T.FALSE),
    "INT8": scalar(T.INT8, 1),
    "INT16": scalar(T.INT16, 1),
    "INT32": scalar(T.INT32, 1),
    "INT64": scalar(T.INT64, 1),
    "DOUBLE": 1.5,
    "FLOAT": scalar(T.FLOAT, 1.5),
    "DATE": scalar(T.DATE, 1),
    "TIMESTAMP_MICROS_TZ": scalar(T.TIMESTAMP, 1),
    "TIMESTAMP_MICROS": scalar(T.TIMESTAMP_NTZ, 1),
    "TIMESTAMP_NANOS_TZ": scalar(T.TIMESTAMP_NANOS, 1),
    "TIMESTAMP_NANOS": scalar(T.TIMESTAMP_NTZ_NANOS, 1),
    "BLOB": b"x",
    "VARCHAR": "x",
    "TIME_MICROS": scalar(T.TIME_NTZ, 1),
    "UUID": scalar(T.UUID, __import__("uuid").UUID(int=1)),
    "OBJECT(a)": {"a": 1},
    "ARRAY(1)": [1],
}


@pytest.mark.parametrize("schema", [None, {"v": pa.struct([("a", pa.int64())])}, {"v": pa.int64()}])
def test_duckdb_sees_the_types_that_were_written(tmp_path: Path, schema: None) -> None:
    file = tmp_path / "types.parquet"
    write_table(pa.table({"v": variant_array(TYPES.values())}), file, shred=schema)
    with duckdb.connect() as connection:
        found = connection.sql(f"SELECT variant_typeof(v) FROM '{file}'").fetchall()
    widened = {"INT8", "INT16", "INT32"} if schema == {"v": pa.int64()} else set()
    assert [one for (one,) in found] == ["INT64" if one in widened else one for one in TYPES]


def test_what_duckdb_shredded_is_read(tmp_path: Path) -> None:
    file = tmp_path / "theirs.parquet"
    with duckdb.connect() as connection:
        connection.sql(
            f"""COPY (SELECT ('{{"a":' || i || ', "b":"x", "c":[1,2.5,null]}}')::JSON::VARIANT AS v
            FROM range(3) t(i)) TO '{file}' (FORMAT parquet)"""
        )
    table = read_table(file)
    assert table.schema.field("v").type.is_shredded
    chunk: Any = table.column("v").chunk(0)
    assert chunk.to_python() == [{"a": i, "b": "x", "c": [1, 2.5, None]} for i in range(3)]


INSIDE = ["items.element", "prices.value", "inside.v"]


@pytest.mark.parametrize("schema", [None, pa.struct([("a", pa.int64())])], ids=["plain", "shredded"])  # fmt: skip
def test_duckdb_reads_lists_maps_and_structs_of_ours(tmp_path: Path, schema: Any) -> None:
    """It writes none (2.0): its writer refuses a VARIANT that is not a column."""
    variants: Any = variant_array([{"a": 1}, None, {"a": 3}])
    offsets: Any = pa.array([0, 2, 2, 3], pa.int32())
    maps: Any = pa.MapArray.from_arrays(offsets, pa.array(list("xyz")), variants)
    table = pa.table(
        {
            "items": pa.ListArray.from_arrays(offsets, variants),
            "prices": maps,
            "inside": pa.StructArray.from_arrays([variants], names=["v"]),
        }
    )
    file = tmp_path / "ours.parquet"
    chosen: Any = None if schema is None else dict.fromkeys(INSIDE, schema)
    write_table(table, file, shred=chosen)
    with duckdb.connect() as connection:
        rows = connection.sql(
            f"SELECT items, prices, inside, typeof(items) FROM '{file}'"
        ).fetchall()
    assert rows == [
        ([{"a": 1}, None], {"x": {"a": 1}, "y": None}, {"v": {"a": 1}}, "VARIANT[]"),
        ([], {}, {"v": None}, "VARIANT[]"),
        ([{"a": 3}], {"z": {"a": 3}}, {"v": {"a": 3}}, "VARIANT[]"),
    ]


def test_a_relation_of_duckdb_is_a_table_with_variants() -> None:
    text = """SELECT 1 AS n, [('{"a":1}')::JSON::VARIANT, NULL] AS items, 'x'::VARIANT AS v"""
    with duckdb.connect() as connection:
        row = {"n": 1, "items": [{"a": 1}, None], "v": "x"}
        assert to_python(connection.sql(text)) == [row]
        assert decoded(connection.sql(text)).to_pylist() == [row]
        items = connection.sql(f"SELECT items FROM ({text})")
        assert variant_get(items, "$.a", pa.int64()).to_pylist() == [[1, None]]
