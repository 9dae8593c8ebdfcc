"""Columns are known by id where files have ids, else by a mapping of names; what says both ways is refused."""

from __future__ import annotations

from pathlib import Path
from typing import Any, Final

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from inlay.ground.refusals import RefusedError
from tests.verbs.register.iceberg.tables import NAME, open_catalog, register

Ids = dict[str, int | None]


def _write(path: Path, ids: Ids, columns: dict[str, Any]) -> Path:
    table = pa.table(columns)
    fields = [
        (
            field
            if ids.get(field.name) is None
            else field.with_metadata({b"PARQUET:field_id": str(ids[field.name]).encode()})
        )
        for field in table.schema
    ]
    pq.write_table(table.cast(pa.schema(fields)), path)
    return path


def _scan(folder: Path, filter_: str) -> list[dict[str, Any]]:
    with open_catalog(folder) as catalog:
        rows: list[dict[str, Any]] = catalog.load_table(NAME).scan(filter_).to_arrow().to_pylist()
        return sorted(rows, key=str)


def test_ids_of_files_are_those_of_the_table(tmp_path: Path) -> None:
    first = _write(tmp_path / "1.parquet", {"a": 7, "b": 3}, {"a": [1], "b": ["x"]})
    renamed = _write(tmp_path / "2.parquet", {"old": 7, "b": 3}, {"old": [2], "b": ["y"]})
    register(tmp_path, first, create=True, partition_by=["b"])
    with open_catalog(tmp_path) as catalog:
        table = catalog.load_table(NAME)
        assert {it.name: it.field_id for it in table.schema().fields} == {"a": 7, "b": 3}
        assert table.name_mapping() is None
    register(tmp_path, renamed)
    assert _scan(tmp_path, "a = 2") == [{"a": 2, "b": "y"}]
    assert _scan(tmp_path, "b = 'x'") == [{"a": 1, "b": "x"}]


def test_files_without_ids_are_mapped_by_name(tmp_path: Path) -> None:
    register(tmp_path, _write(tmp_path / "1.parquet", {}, {"a": [1]}), create=True)
    more = _write(tmp_path / "2.parquet", {}, {"b": ["x"], "a": [2]})
    with pytest.raises(RefusedError, match="the table would get other columns: column b: added"):
        register(tmp_path, more)
    register(tmp_path, more, allow={"evolve"})
    assert _scan(tmp_path, "b = 'x'") == [{"a": 2, "b": "x"}]
    assert _scan(tmp_path, "b is null") == [{"a": 1, "b": None}]
    with open_catalog(tmp_path) as catalog:
        catalog.load_table(NAME).update_schema().rename_column("a", "c").commit()
    with pytest.raises(RefusedError, match="has this name for field 1"):
        register(tmp_path, _write(tmp_path / "3.parquet", {}, {"a": [3]}), allow={"evolve"})


def test_types_are_widened_with_their_bounds(tmp_path: Path) -> None:
    def write(at: int, x: pa.Array[Any]) -> Path:
        return _write(tmp_path / f"{at}.parquet", {}, {"x": x})

    register(tmp_path, write(1, pa.array([-5, 1], pa.int32())), create=True)
    with pytest.raises(RefusedError, match="int32 becomes int64"):
        register(tmp_path, write(2, pa.array([2**40], pa.int64())))
    register(tmp_path, write(2, pa.array([2**40], pa.int64())), allow={"evolve"})
    register(tmp_path, write(3, pa.array([-7], pa.int16())))
    assert _scan(tmp_path, "x < -6") == [{"x": -7}]
    assert _scan(tmp_path, "x > 1") == [{"x": 2**40}]
    with pytest.raises(RefusedError, match="the column x fits no table: int64 here and string"):
        register(tmp_path, write(4, pa.array(["a"])), allow={"evolve"})


CONTRADICTIONS: Final[tuple[tuple[Ids, str], ...]] = (
    ({"a": 2, "b": 1}, "column a has field id 2, and 1 in the table"),
    ({"a": 1}, "column b has no field id, and others have"),
    ({"a": 1, "b": 2**31 - 5}, "which no column of a table has"),
)


@pytest.mark.parametrize(("ids", "what"), CONTRADICTIONS)
def test_ids_that_say_something_else(ids: Ids, what: str, tmp_path: Path) -> None:
    columns = {"a": [1], "b": [2]}
    register(tmp_path, _write(tmp_path / "1.parquet", {"a": 1, "b": 2}, columns), create=True)
    path = _write(tmp_path / "2.parquet", ids, columns)
    with pytest.raises(RefusedError, match=what) as raised:
        register(tmp_path, path, allow={"evolve"})
    assert raised.value.path == str(path)


def test_an_id_that_the_table_has_dropped(tmp_path: Path) -> None:
    columns = {"a": [1], "b": [2]}
    register(tmp_path, _write(tmp_path / "1.parquet", {"a": 1, "b": 2}, columns), create=True)
    with open_catalog(tmp_path) as catalog:
        catalog.load_table(NAME).update_schema().delete_column("b").commit()
    path = _write(tmp_path / "2.parquet", {"a": 1, "b": 2}, columns)
    with pytest.raises(RefusedError, match="field id 2, which the table had for another one"):
        register(tmp_path, path, allow={"evolve"})


def test_a_dot_in_a_name_beside_a_struct(tmp_path: Path) -> None:
    path = _write(tmp_path / "1.parquet", {}, {"a.b": [1], "a": [{"b": 2}]})
    with pytest.raises(RefusedError, match="Iceberg has no table of these columns"):
        register(tmp_path, path, create=True)


def test_names_that_differ_in_case_are_refused(tmp_path: Path) -> None:
    for name in ("Id", "id"):
        pq.write_table(pa.table({name: [1]}), tmp_path / f"{name}.parquet")
    register(tmp_path, tmp_path / "Id.parquet", create=True)
    with pytest.raises(RefusedError, match="columns Id and id are one in Spark and in DuckDB"):
        register(tmp_path, tmp_path / "id.parquet", allow={"evolve"})
    assert _scan(tmp_path, "Id = 1") == [{"Id": 1}]
