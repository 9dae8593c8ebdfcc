"""What holds of every table: all files or none, schemas that are united, and what is told of those without bounds."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

import inlay
from inlay.errors import RefusedError, RequestError
from inlay.verbs.register.lake_file import LakeFile, read_lake
from inlay.verbs.register.register import Registration, commit_files, register
from inlay.verbs.register.targets.target import OpenTable, TableWishes, find_target, list_targets
from tests.verbs.register.ducklake.catalogs import make_catalog
from tests.verbs.register.iceberg.tables import properties_of


def _write(path: Path, statistics: Any = True, **columns: Any) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    pq.write_table(pa.table(columns), path, write_statistics=statistics)


def _register(folder: Path, **options: Any) -> Registration:
    return register(str(folder / "lake"), to="records", output=folder / "out.parquet", **options)


def test_every_folder_of_targets_is_a_target() -> None:
    for name in list_targets():
        assert find_target(name).name == name


def test_what_is_known_of_files_is_let_go_of_before_the_commit(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    _write(tmp_path / "a.parquet", x=pa.array([1]))
    target = find_target("delta")
    opened = target.open(TableWishes(table=str(tmp_path), create=True))
    files = [file for file in read_lake(str(tmp_path)) if isinstance(file, LakeFile)]
    commit, left = type(opened).commit, list[int]()

    def count_and_commit(table: OpenTable, plan: Any) -> str:
        left.append(len(files))
        return commit(table, plan)

    monkeypatch.setattr(type(opened), "commit", count_and_commit)
    options: dict[str, Any] = {"replace": False, "allow": ()}
    planned = commit_files(target, opened, files, (), dry_run=True, **options)
    assert (planned.committed, len(files)) == (None, 1)
    done = commit_files(target, opened, files, (), dry_run=False, **options)
    assert (done.committed, done.files, left) == ("version 0", 1, [0])


def test_nothing_is_registered_beside_a_bad_file(tmp_path: Path) -> None:
    _write(tmp_path / "lake" / "a.parquet", x=pa.array([1]))
    (tmp_path / "lake" / "bad.parquet").write_bytes(b"PAR1 and then nothing")
    registration = _register(tmp_path)
    assert registration.committed is None
    assert not (tmp_path / "out.parquet").exists()
    (unread,) = registration.unread
    assert unread.entry.path.endswith("bad.parquet")
    registration = _register(tmp_path, skip_bad=True)
    assert registration.committed
    assert (registration.files, len(registration.unread)) == (1, 1)


def test_what_is_no_parquet_is_passed_over(tmp_path: Path) -> None:
    _write(tmp_path / "lake" / "a.parquet", x=pa.array([1]))
    (tmp_path / "lake" / "notes.txt").write_text("not a table")
    registration = _register(tmp_path)
    assert (registration.files, registration.unread) == (1, ())


def test_schemas_that_fit_no_table_name_the_file_and_the_column(tmp_path: Path) -> None:
    _write(tmp_path / "lake" / "a.parquet", s=pa.array([{"x": 1}]))
    _write(tmp_path / "lake" / "b.parquet", s=pa.array([{"x": "text"}]))
    with pytest.raises(RefusedError) as raised:
        _register(tmp_path)
    assert raised.value.path.endswith("b.parquet")
    assert "column s.x" in str(raised.value)
    assert "int64 here and string there" in str(raised.value)


def test_a_file_outside_of_the_partitions_is_refused(tmp_path: Path) -> None:
    _write(tmp_path / "lake" / "day=1" / "a.parquet", x=pa.array([1]))
    _write(tmp_path / "lake" / "b.parquet", x=pa.array([1]))
    with pytest.raises(RefusedError, match="no day=") as raised:
        _register(tmp_path)
    assert raised.value.path.endswith("lake/b.parquet")


def test_columns_without_bounds_are_told_with_the_reason(tmp_path: Path) -> None:
    _write(tmp_path / "lake" / "a.parquet", x=pa.array([1]), y=pa.array(["b"]))
    _write(tmp_path / "lake" / "b.parquet", ["x"], x=pa.array([1]), y=pa.array(["b"]))
    (column,) = _register(tmp_path).unbounded
    assert (column.column, column.files, column.all_files) == ("y", 1, 2)
    assert column.first_path.endswith("b.parquet")
    assert column.why.startswith("row group 0")


@pytest.mark.parametrize("values", [[1, 2], [None, 3]])
def test_bounds_that_may_be_added_are_named(tmp_path: Path, values: list[int | None]) -> None:
    """And then there are some."""
    path = tmp_path / "lake" / "a.parquet"
    _write(path, [], x=pa.array(values))
    registration = _register(tmp_path)
    command = f"`inlay index add {path} --what bounds` works them out, then register it again"
    assert command in str(registration)
    inlay.add_index(path, what=["bounds"])
    assert "index add" not in str(register(path, to="records", output=tmp_path / "other"))


def test_a_table_names_files(tmp_path: Path) -> None:
    data: Any = b"a whole file, as far as the type goes"
    with pytest.raises(RequestError, match="give a path or a URL"):
        register(data, to="records", output=tmp_path / "out.parquet")


def test_an_empty_folder_makes_no_table(tmp_path: Path) -> None:
    (tmp_path / "lake").mkdir()
    registration = _register(tmp_path)
    assert (registration.files, registration.committed) == (0, None)


def test_a_name_that_is_no_text_cannot_be_read(tmp_path: Path) -> None:
    path = os.fsencode(tmp_path / "a") + b"\xff.parquet"
    pq.write_table(pa.table({"x": [1]}), tmp_path / "b.parquet")
    os.rename(tmp_path / "b.parquet", path)
    registration = register(tmp_path, to="records", output=tmp_path / "out.parquet")
    assert [it.finding.code for it in registration.unread] == ["name"]


@pytest.mark.parametrize("to", ["iceberg", "delta", "ducklake"])
def test_a_table_has_columns(to: str, tmp_path: Path) -> None:
    """DuckLake opens no catalog with a table that has none."""
    _write(tmp_path / "a.parquet")
    with pytest.raises(RefusedError, match="no file has a column"):
        _create(to, tmp_path)


@pytest.mark.parametrize("to", ["iceberg", "delta", "ducklake"])
def test_two_columns_of_one_name_are_refused_with_the_file(to: str, tmp_path: Path) -> None:
    table = pa.Table.from_arrays([pa.array([1]), pa.array([2])], names=["x", "x"])
    pq.write_table(table, tmp_path / "a.parquet")
    with pytest.raises(RefusedError, match=r"a\.parquet: .*column x .*two columns have this name"):
        _create(to, tmp_path)


def _create(to: str, folder: Path) -> Registration:
    """Of what the files are."""
    options: dict[str, dict[str, Any]] = {
        "iceberg": {"table": "lake.t", "properties": properties_of(folder)},
        "delta": {"table": str(folder)},
        "ducklake": {
            "table": "main.t",
            "catalog": f"sqlite:{make_catalog(folder)}" if to == "ducklake" else "",
            "allow": {"ownership"},
        },
    }
    return register(str(folder / "a.parquet"), to=to, create=True, **options[to])
