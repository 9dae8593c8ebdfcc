"""What each writer's reader reads after a rename: the new name, the same types and values."""

from __future__ import annotations

import datetime
import json
from importlib import import_module
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

import inlay
from parquet_format.parquet import KeyValue

pd: Any = import_module("pandas")


def test_pyarrow(tmp_path: Path) -> None:
    path = tmp_path / "a.parquet"
    kinds: list[tuple[str, pa.DataType, Any]] = [
        ("d", pa.duration("ms"), datetime.timedelta(seconds=1)),
        ("c", pa.dictionary(pa.int32(), pa.string()), "x"),
        ("z", pa.timestamp("us", "Europe/Paris"), datetime.datetime(2020, 1, 1)),
        ("l", pa.large_list(pa.struct([("p", pa.large_string())])), [{"p": "y"}]),
        ("m", pa.map_(pa.string(), pa.struct([("v", pa.int8())])), [("k", {"v": 1})]),
    ]
    fields = [pa.field(name, kind, metadata={"of": name}) for name, kind, _ in kinds]
    columns = [pa.array([value], kind) for _, kind, value in kinds]
    table = pa.Table.from_arrays(columns, schema=pa.schema(fields, {"who": "me"}))
    pq.write_table(table, path)
    old = pq.read_table(path)
    new_names = {name: f"new {name}" for name, _, _ in kinds}
    inlay.set_metadata(str(path), rename=new_names, keys={"who": "you"})
    new = pq.read_table(path)
    assert new.column_names == list(new_names.values())
    assert new.columns == old.columns
    assert new.schema.types == old.schema.types
    assert [field.metadata for field in new.schema] == [field.metadata for field in old.schema]
    assert new.schema.metadata == {b"who": b"you"}


@pytest.mark.parametrize(
    ("frame", "rename", "expected"),
    [
        (
            pd.DataFrame({"a": [1, 2]}, index=pd.Index(["x", "y"], name="i")),
            {"a": "b", "i": "j"},
            pd.DataFrame({"b": [1, 2]}, index=pd.Index(["x", "y"], name="j")),
        ),
        (
            pd.DataFrame({"a": [1, 2]}, index=pd.Index(["x", "y"])),
            {"a": "b"},
            pd.DataFrame({"b": [1, 2]}, index=pd.Index(["x", "y"])),
        ),
        (
            pd.DataFrame({"a": pd.Categorical(["u", "v"])}, index=pd.RangeIndex(5, 9, 2, name="r")),
            {"a": "b"},
            pd.DataFrame({"b": pd.Categorical(["u", "v"])}, index=pd.RangeIndex(5, 9, 2, name="r")),
        ),
        (
            pd.DataFrame({0: [1, 2], 1: [3, 4]}),
            {"0": "price"},
            pd.DataFrame({"price": [1, 2], "1": [3, 4]}),
        ),
        (
            pd.DataFrame(
                {"a": pd.array([1, None], "Int16"), "t": pd.to_datetime(["2020", "2021"])}
            ),
            {"t": "a", "a": "t"},
            pd.DataFrame(
                {"t": pd.array([1, None], "Int16"), "a": pd.to_datetime(["2020", "2021"])}
            ),
        ),
    ],
    ids=["index", "index without a name", "range", "numbers as labels", "swapped"],
)
def test_pandas(frame: Any, rename: dict[str, str], expected: Any, tmp_path: Path) -> None:
    path = tmp_path / "a.parquet"
    frame.to_parquet(path)
    inlay.set_metadata(str(path), rename=rename)
    pd.testing.assert_frame_equal(pd.read_parquet(path), expected, check_column_type=False)


def test_pandas_keeps_its_index_where_another_column_gets_a_type(tmp_path: Path) -> None:
    path = tmp_path / "a.parquet"
    index = pd.Index(["x", "y"], name="i")
    pd.DataFrame({"a": [1, 2], "b": pd.array([1, 2], "Int8")}, index=index).to_parquet(path)
    inlay.set_metadata(str(path), logical_types={"a": "TIMESTAMP(MILLIS, UTC)"})
    frame = pd.read_parquet(path)
    assert frame.index.equals(index)
    assert str(frame["a"].dtype) == "datetime64[ms, UTC]"
    assert str(frame["b"].dtype) == "Int8"


def test_duckdb(tmp_path: Path) -> None:
    duckdb: Any = import_module("duckdb")
    path = tmp_path / "a.parquet"
    duckdb.sql(
        "copy (select i as a, {'x': i::date + 1, 'y': [i]} as s from "
        f"(select date '2020-01-01' + i::int as i from range(9) t(i))) to '{path}' (field_ids {{a: 3}})"
    )
    old = duckdb.sql(f"from '{path}'")
    rows, types = old.fetchall(), [str(kind) for kind in old.types]
    inlay.set_metadata(str(path), rename={"a": "b", "s.x": "z"})
    new = duckdb.sql(f"from '{path}'")
    assert new.columns == ["b", "s"]
    assert [str(kind) for kind in new.types] == [types[0], types[1].replace("x ", "z ")]
    assert [str(row).replace("'z'", "'x'") for row in new.fetchall()] == [str(row) for row in rows]
    assert duckdb.sql(f"select b from '{path}' where b > '2020-01-05'").fetchall() != []


def test_polars(tmp_path: Path) -> None:
    polars: Any = import_module("polars")
    path = tmp_path / "a.parquet"
    frame = polars.DataFrame(
        {
            "c": polars.Series(["a", "b"], dtype=polars.Categorical),
            "e": polars.Series(["u", "v"], dtype=polars.Enum(["u", "v"])),
            "d": polars.Series([1, 2], dtype=polars.Duration("ms")),
            "s": [{"x": 1}, {"x": 2}],
        }
    )
    frame.write_parquet(path)
    inlay.set_metadata(str(path), rename={"c": "cc", "e": "ee", "d": "dd", "s.x": "z"})
    expected = frame.rename({"c": "cc", "e": "ee", "d": "dd"}).with_columns(
        polars.col("s").struct.rename_fields(["z"])
    )
    new = polars.read_parquet(path)
    assert new.schema == expected.schema
    assert new.equals(expected)


def test_geoparquet(tmp_path: Path) -> None:
    path = tmp_path / "a.parquet"
    about = {"encoding": "WKB", "geometry_types": ["Point"], "crs": None}
    covering = {"bbox": {corner: ["box", corner] for corner in ("xmin", "ymin", "xmax", "ymax")}}
    geo = {
        "version": "1.1.0",
        "primary_column": "geometry",
        "columns": {"geometry": {**about, "covering": covering}},
    }
    box = dict.fromkeys(("xmin", "ymin", "xmax", "ymax"), 0.0)
    table = pa.table({"geometry": [b"\1"], "box": [box]})
    pq.write_table(table.replace_schema_metadata({"geo": json.dumps(geo)}), path)
    inlay.set_metadata(str(path), rename={"geometry": "place", "box": "around"})
    pairs = {pair.key: pair.value for pair in inlay.read_metadata(path).key_value_metadata or []}
    read = json.loads(pairs["geo"] or "")
    assert read["primary_column"] == "place"
    assert read["columns"]["place"]["covering"]["bbox"]["xmin"] == ["around", "xmin"]
    assert json.loads(pq.read_schema(path).metadata[b"geo"]) == read


def test_a_key_is_seen_by_pyarrow_which_reads_those_inside_its_schema(tmp_path: Path) -> None:
    path = tmp_path / "a.parquet"
    pq.write_table(pa.table({"a": [1]}).replace_schema_metadata({"who": "me", "x": "1"}), path)
    inlay.set_metadata(str(path), keys={"new": "2"}, delete=["x"])
    assert pq.read_schema(path).metadata == {b"who": b"me", b"new": b"2"}
    pairs = inlay.read_metadata(path).key_value_metadata or []
    assert KeyValue(key="new", value="2") in pairs
    assert [pair.key for pair in pairs] == ["who", "ARROW:schema", "new"]
