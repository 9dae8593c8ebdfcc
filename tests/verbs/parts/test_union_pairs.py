"""Copies of the schema in a union: each tells of the columns of all files, in the words of those who have them."""

from __future__ import annotations

import json
from importlib import import_module
from pathlib import Path
from typing import Any, Final

import pytest

import inlay
from inlay.ground.schema_copies import UnmergeableError
from tests.pages.encodings.files import pa, pq
from tests.verbs.parts.made import assert_whole

pd: Any = import_module("pandas")

SPARK: Final = "org.apache.spark.sql.parquet.row.metadata"

COLUMNS: Final[dict[str, Any]] = {
    "id": pa.array([1, 2], pa.int64()),
    "took": pa.array([1, None], pa.duration("ms")),
    "city": pa.array(["a", "b"]).dictionary_encode(),
    "text": pa.array(["x", None], pa.large_string()),
    "at": pa.array([1, 2], pa.timestamp("us", "Europe/Berlin")),
    "pairs": pa.array([{"a": 1}, None], pa.struct([("a", pa.int8())])),
}
"""Only Arrow's copy knows most of these types."""


def _pair(path: Path, key: str) -> str:
    pairs = inlay.read_metadata(path).key_value_metadata or []
    [value] = [pair.value for pair in pairs if pair.key == key]
    assert value is not None
    return value


def _table(names: str) -> Any:
    return pa.table({name: COLUMNS[name] for name in names.split()})


@pytest.mark.parametrize(
    "files",
    [
        ("id took", "id city"),
        ("id", "took id", "city id text"),
        ("at text", "text pairs", "id took"),
        ("id took at", "took", "at id"),
    ],
)
def test_types_that_only_arrow_knows_stay(files: tuple[str, ...], tmp_path: Path) -> None:
    tables = [_table(names) for names in files]
    paths = [tmp_path / f"{number}.parquet" for number in range(len(files))]
    for path, table in zip(paths, tables, strict=True):
        pq.write_table(table, path)
    out = tmp_path / "out.parquet"
    made = inlay.concat(paths, out, schema="union")
    expected = pa.concat_tables(tables, promote_options="default").unify_dictionaries()
    read = pq.read_table(out)
    assert read.schema.equals(expected.schema, check_metadata=False)
    assert read.to_pylist() == expected.to_pylist()
    assert made.notes == ()
    assert_whole(out)


def test_a_column_that_was_all_null_gets_the_type_of_the_others(tmp_path: Path) -> None:
    paths = [tmp_path / "0.parquet", tmp_path / "1.parquet"]
    pq.write_table(pa.table({"took": pa.nulls(2), "id": COLUMNS["id"]}), paths[0])
    pq.write_table(_table("took id"), paths[1])
    inlay.concat(paths, tmp_path / "out.parquet", schema="union")
    read = pq.read_table(tmp_path / "out.parquet")
    assert read.schema.field("took").type == pa.duration("ms")


def test_durations_are_refused_where_a_file_has_no_copy(tmp_path: Path) -> None:
    paths = [tmp_path / "0.parquet", tmp_path / "1.parquet"]
    pq.write_table(_table("took id"), paths[0])
    pq.write_table(_table("id"), paths[1], store_schema=False)
    with pytest.raises(UnmergeableError, match="durations"):
        inlay.concat(paths, tmp_path / "out.parquet", schema="union")


def test_pandas_keeps_its_index_and_learns_of_columns(tmp_path: Path) -> None:
    index = pd.Index(["r", "s"], name="row")
    first = pd.DataFrame({"a": [1, 2]}, index=index)
    second = pd.DataFrame({"b": pd.Categorical(["x", "y"])}, index=index)
    paths = [tmp_path / "0.parquet", tmp_path / "1.parquet"]
    first.to_parquet(paths[0])
    second.to_parquet(paths[1])
    out = tmp_path / "out.parquet"
    inlay.concat(paths, out, schema="union")
    read = pd.read_parquet(out)
    assert list(read.columns) == ["a", "b"]
    assert list(read.index) == ["r", "s", "r", "s"]
    assert read["b"].tolist()[2:] == ["x", "y"]
    described = json.loads(_pair(out, "pandas"))
    assert [entry["name"] for entry in described["columns"]] == ["a", "row", "b"]


def test_spark_learns_of_columns(tmp_path: Path) -> None:
    def spark(*names: str) -> str:
        fields = [
            {"name": name, "type": "long", "nullable": True, "metadata": {"of": name}}
            for name in names
        ]
        return json.dumps({"type": "struct", "fields": fields})

    paths = [tmp_path / "0.parquet", tmp_path / "1.parquet", tmp_path / "2.parquet"]
    for path, names in zip(paths, ("ab", "bc", "a"), strict=True):
        table = pa.table({name: pa.array([1, 2]) for name in names})
        with pq.ParquetWriter(path, table.schema, store_schema=False) as writer:
            writer.write_table(table)
            writer.add_key_value_metadata({SPARK: spark(*names)})
    out = tmp_path / "out.parquet"
    assert inlay.concat(paths, out, schema="union").notes == ()
    assert _pair(out, SPARK) == spark("a", "b", "c")
    pq.write_table(pa.table({"d": [1]}), paths[2], store_schema=False)
    made = inlay.concat(paths, out, schema="union", overwrite=True)
    assert made.notes == (f"{SPARK} is left out: {paths[2]} does not have one",)
