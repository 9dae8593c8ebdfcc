"""One snapshot or none: rows that go together, two clients, files that are known, and those that were rewritten."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any, Final

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from inlay.errors import RefusedError, RequestError
from inlay.verbs.register.register import Registration, register
from inlay.verbs.register.targets.ducklake.commit import write_snapshot
from inlay.verbs.register.targets.ducklake.databases.connect import connect
from tests.verbs.register.ducklake.catalogs import ask, dump, make_catalog

_FILE: Final = (
    "SELECT path, path_is_relative, record_count, row_id_start, mapping_id, begin_snapshot,"
    " end_snapshot FROM ducklake_data_file ORDER BY data_file_id"
)


def _write(path: Path, **columns: Any) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    pq.write_table(pa.table(columns), path)
    return path


def _register(catalog: Path, *paths: Path, **options: Any) -> Registration:
    options = {"allow": {"ownership"}, "table": "main.t", **options}
    return register(
        [str(path) for path in paths], to="ducklake", catalog=f"sqlite:{catalog}", **options
    )


def test_a_table_is_created_and_gets_more_files(tmp_path: Path) -> None:
    catalog = make_catalog(tmp_path)
    a = _write(tmp_path / "a.parquet", x=[1, 2], s=[{"y": 1.5}, None])
    b = _write(tmp_path / "b.parquet", x=[7, None, 9])
    assert _register(catalog, a, create=True).committed == "snapshot 1"
    assert _register(catalog, b).committed == "snapshot 2"
    snapshots = (
        "SELECT snapshot_id, schema_version, next_catalog_id, next_file_id FROM ducklake_snapshot"
    )
    assert ask(catalog, snapshots) == [(0, 0, 1, 0), (1, 1, 2, 2), (2, 1, 2, 4)]
    changes = "SELECT changes_made FROM ducklake_snapshot_changes"
    assert ask(catalog, changes) == [
        ('created_table:"main"."t",inserted_into_table:1',),
        ("inserted_into_table:1",),
    ]
    assert ask(catalog, _FILE) == [
        (str(a), 0, 2, 0, 0, 1, None),
        (str(b), 0, 3, 2, 2, 2, None),
    ]
    footers = "SELECT file_size_bytes, footer_size FROM ducklake_data_file ORDER BY data_file_id"
    assert ask(catalog, footers) == [
        (len(data), int.from_bytes(data[-8:-4], "little"))
        for data in (a.read_bytes(), b.read_bytes())
    ]
    total = a.stat().st_size + b.stat().st_size
    assert ask(catalog, "SELECT * FROM ducklake_table_stats") == [(1, 5, 5, total)]
    columns = "SELECT column_id, column_name, column_type, parent_column FROM ducklake_column"
    assert ask(catalog, columns) == [
        (1, "x", "int64", None),
        (2, "s", "struct", None),
        (3, "y", "float64", 2),
    ]
    statistics = "SELECT column_id, contains_null, min_value, max_value FROM ducklake_table_column_stats ORDER BY 1"
    # The second file lacks s: all of its rows are null there. A NaN beside 1.5 would be lost behind an upper bound of 1.5.
    assert ask(catalog, statistics) == [(1, 1, "1", "9"), (3, 1, "1.5", None)]


def test_values_of_folders_are_of_the_mapping_and_have_bounds(tmp_path: Path) -> None:
    catalog = make_catalog(tmp_path)
    _write(tmp_path / "lake" / "day=2024-01-02" / "a.parquet", x=[1])
    _write(tmp_path / "lake" / "day=2024-01-03" / "a.parquet", x=[1])
    _register(catalog, tmp_path / "lake", create=True)
    mapping = "SELECT source_name, target_field_id, is_partition FROM ducklake_name_mapping"
    assert ask(catalog, mapping) == [("x", 1, 0), ("day", 2, 1)]
    bounds = "SELECT min_value, max_value, null_count FROM ducklake_{}_stats WHERE column_id = 2"
    assert ask(catalog, bounds.format("file_column")) == [
        ("2024-01-02", "2024-01-02", 0),
        ("2024-01-03", "2024-01-03", 0),
    ]
    assert ask(catalog, bounds.format("table_column").replace("null_count", "contains_null")) == [
        ("2024-01-02", "2024-01-03", 0)
    ]


def test_what_an_older_client_does_not_know_stays_unknown(tmp_path: Path) -> None:
    """Bounds of new files say nothing of the rows that were there."""
    catalog = make_catalog(tmp_path)
    a = _write(tmp_path / "a.parquet", x=[1])
    b = _write(tmp_path / "b.parquet", x=[2])
    _register(catalog, a, create=True)
    for change in ("UPDATE ducklake_table_column_stats SET {}", "DELETE FROM {}"):
        table = "ducklake_table_column_stats"
        ask(catalog, change.format("min_value = NULL" if "UPDATE" in change else table))
    _register(catalog, b)
    statistics = "SELECT contains_null, min_value, max_value FROM ducklake_table_column_stats"
    assert ask(catalog, statistics) == [(1, None, None)]


def test_files_are_registered_once(tmp_path: Path) -> None:
    catalog = make_catalog(tmp_path)
    a = _write(tmp_path / "a.parquet", x=[1])
    _register(catalog, a, create=True)
    before = dump(catalog)
    with pytest.raises(RefusedError, match="in the table already"):
        _register(catalog, a)
    with pytest.raises(RefusedError, match="another table"):
        _register(catalog, a, create=True, table="other")
    assert dump(catalog) == before


def test_a_file_that_was_rewritten_keeps_its_rows(tmp_path: Path) -> None:
    """In its own row: DuckLake deletes the path of a row that ended, and the file is still there."""
    catalog = make_catalog(tmp_path)
    a = _write(tmp_path / "a.parquet", x=[1, 2])
    b = _write(tmp_path / "b.parquet", x=[3])
    _register(catalog, a, b, create=True)
    pq.write_table(pa.table({"x": [1, 2]}), a, use_dictionary=False, compression="none")
    _register(catalog, a, replace=True, allow=())
    assert ask(catalog, _FILE) == [
        (str(a), 0, 2, 0, 3, 1, None),
        (str(b), 0, 1, 2, 0, 1, None),
    ]
    data = a.read_bytes()
    size = "SELECT file_size_bytes, footer_size FROM ducklake_data_file WHERE data_file_id = 1"
    assert ask(catalog, size) == [(len(data), int.from_bytes(data[-8:-4], "little"))]
    assert ask(catalog, "SELECT * FROM ducklake_table_stats") == [
        (1, 3, 3, len(data) + b.stat().st_size)
    ]
    assert ask(catalog, "SELECT count(*) FROM ducklake_file_column_stats") == [(2,)]


def test_other_rows_are_no_replacement(tmp_path: Path) -> None:
    catalog = make_catalog(tmp_path)
    a = _write(tmp_path / "a.parquet", x=[1, 2])
    _register(catalog, a, create=True)
    _write(a, x=[1, 2, 3])
    with pytest.raises(RefusedError, match="not the same rows"):
        _register(catalog, a, replace=True)
    _write(a, x=[2, 1])
    ask(catalog, "INSERT INTO ducklake_delete_file VALUES (9, 1, 2, NULL, 1, 'd')")
    with pytest.raises(RefusedError, match="deleted by their places"):
        _register(catalog, a, replace=True)


def test_one_of_two_clients_loses_and_says_so(tmp_path: Path) -> None:
    catalog = make_catalog(tmp_path)
    a = _write(tmp_path / "a.parquet", x=[1])
    b = _write(tmp_path / "b.parquet", x=[2])
    planned = _register(catalog, a, create=True, dry_run=True).plan
    _register(catalog, b, create=True)
    before = dump(catalog)
    plan: Any = planned
    with (
        closing(connect(f"sqlite:{catalog}")) as connection,
        pytest.raises(RefusedError, match="another snapshot"),
    ):
        write_snapshot(connection, plan.commit)
    assert dump(catalog) == before


def test_a_failure_within_leaves_nothing(tmp_path: Path) -> None:
    """The last row that is written cannot be: none is."""
    catalog = make_catalog(tmp_path)
    a = _write(tmp_path / "a.parquet", x=[1])
    ask(catalog, "INSERT INTO ducklake_snapshot_changes (snapshot_id) VALUES (1)")
    before = dump(catalog)
    with pytest.raises(RefusedError, match="UNIQUE"):
        _register(catalog, a, create=True)
    assert dump(catalog) == before


def test_a_dry_run_writes_nothing_and_shows_the_entries(tmp_path: Path) -> None:
    catalog = make_catalog(tmp_path)
    a = _write(tmp_path / "a.parquet", x=[1])
    before = dump(catalog)
    registration = _register(catalog, a, create=True, dry_run=True)
    assert registration.committed is None
    (entry,) = registration.describe_entries()
    assert entry["path"] == str(a)
    assert entry["columns"]["1"]["least"] == "1"
    assert dump(catalog) == before


def test_what_is_refused(tmp_path: Path) -> None:
    catalog = make_catalog(tmp_path)
    a = _write(tmp_path / "a.parquet", x=[1])
    with pytest.raises(RefusedError, match="owns its files"):
        _register(catalog, a, create=True, allow=())
    with pytest.raises(RefusedError, match="no table main"):
        _register(catalog, a)
    with pytest.raises(RefusedError, match="no schema"):
        _register(catalog, a, create=True, table="other.t")
    with pytest.raises(RequestError, match="has a name"):
        _register(catalog, a, create=True, table="")
    _register(catalog, a, create=True)
    with pytest.raises(RefusedError, match="there already"):
        _register(catalog, a, create=True)
    b = _write(tmp_path / "b.parquet", x=[1], y=[1])
    with pytest.raises(RefusedError, match="column y: added"):
        _register(catalog, b)
    for name, values in (("c", pa.array([1.5])), ("d", ["a"]), ("e", pa.nulls(1))):
        path = _write(
            tmp_path / f"{name}.parquet", **({"z": values} if name == "e" else {"x": values})
        )
        with pytest.raises(RefusedError):
            _register(catalog, path, allow={"ownership", "evolve"})
    day = tmp_path / "lake" / "day=1" / "f.parquet"
    _write(day, x=[1])
    with pytest.raises(RefusedError, match="ALTER TABLE"):
        _register(catalog, tmp_path / "lake", allow={"ownership", "evolve"})


def test_a_table_gets_more_columns_in_the_snapshot_of_the_files(tmp_path: Path) -> None:
    catalog = make_catalog(tmp_path)
    a = _write(tmp_path / "a.parquet", x=[1], s=[{"p": 1}])
    _register(catalog, a, create=True)
    b = _write(tmp_path / "b.parquet", x=[2], y=["b"], s=[{"p": 2, "q": 2.5}])
    registration = _register(catalog, b, allow={"ownership", "evolve"})
    assert registration.committed == "snapshot 2"
    columns = (
        "SELECT column_id, column_name, begin_snapshot, parent_column FROM ducklake_column"
        " WHERE begin_snapshot = 2 ORDER BY column_order"
    )
    assert ask(catalog, columns) == [(4, "q", 2, 2), (5, "y", 2, None)]
    snapshots = "SELECT schema_version, next_catalog_id FROM ducklake_snapshot"
    assert ask(catalog, snapshots) == [(0, 1), (1, 2), (2, 2)]
    changes = "SELECT changes_made FROM ducklake_snapshot_changes"
    assert ask(catalog, changes)[-1] == ("altered_table:1,inserted_into_table:1",)
    # The first file has nulls there, and nobody knows bounds of the whole table.
    stats = (
        "SELECT contains_null, min_value FROM ducklake_table_column_stats WHERE column_id IN (4, 5)"
    )
    assert ask(catalog, stats) == [(1, None), (1, None)]
    c = _write(tmp_path / "c.parquet", x=[3])
    assert _register(catalog, c).committed == "snapshot 3"


@pytest.mark.parametrize(
    ("said", "words"),
    [({"version": "0.3"}, "version 0.3"), ({"encrypted": "true"}, "encrypts")],
)
def test_catalogs_that_are_not_written(tmp_path: Path, said: dict[str, str], words: str) -> None:
    catalog = make_catalog(tmp_path, **said)
    with pytest.raises(RefusedError, match=words):
        _register(catalog, _write(tmp_path / "a.parquet", x=[1]), create=True)


def test_catalogs_that_are_none(tmp_path: Path) -> None:
    a = _write(tmp_path / "a.parquet", x=[1])
    with pytest.raises(FileNotFoundError, match="no such catalog"):
        _register(tmp_path / "none", a)
    with pytest.raises(RefusedError, match="not a database"):
        _register(a, a)
    sqlite3.connect(tmp_path / "empty").close()
    with pytest.raises(RefusedError, match="no such table"):
        _register(tmp_path / "empty", a)
    with pytest.raises(RequestError, match="sqlite:FILE"):
        register(str(a), to="ducklake", catalog="mysql:x", table="t")
