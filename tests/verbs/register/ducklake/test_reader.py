"""DuckLake's own reader finds every row of what was registered, by whichever filter, and writes on."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from inlay.errors import RefusedError
from inlay.verbs.register.register import register
from tests.readers.place import find_ducklake
from tests.verbs.register.ducklake.ducklake_client import ask_ducklake, run_python
from tests.verbs.register.ducklake.test_kinds import KINDS

_WITH_NAN: Final = {f"t{at}" for at, name in enumerate(KINDS) if name.startswith("NaN")}
"""DuckDB's reader of Parquet passes over their row groups by the bounds in the file, whatever the catalog says."""

pytestmark = pytest.mark.needs("DuckLake")


def _ask(catalog: Path, *statements: str) -> list[Any]:
    return ask_ducklake(catalog, catalog.parent / "data", *statements)


def _register(catalog: Path, paths: Sequence[Path], **options: Any) -> None:
    register(
        [str(path) for path in paths],
        to="ducklake",
        catalog=str(catalog),
        **{"allow": {"ownership"}, **options},
    )


def test_no_filter_loses_a_row(tmp_path: Path) -> None:
    """A file of all values, one of nulls, and one for each value."""
    catalog = tmp_path / "lake.ducklake"
    _ask(catalog, "SELECT 1")
    for number, (type_, values, *_) in enumerate(KINDS.values()):
        folder = tmp_path / f"t{number}"
        folder.mkdir()
        for at, some in enumerate([values, [None], *([value] for value in values)]):
            pq.write_table(pa.table({"x": pa.array(some, type_)}), folder / f"{at}.parquet")
        _register(catalog, [folder], table=f"t{number}", create=True)
    filters = Path(__file__).with_name("filters.py")
    wrong = set(json.loads(run_python(str(filters), str(catalog), str(find_ducklake()))))
    assert {it.partition(":")[0] for it in wrong} <= _WITH_NAN


def test_a_table_of_ducklake_gets_files_and_goes_on(tmp_path: Path) -> None:
    """Its own rows, ours, and its own again: columns in groups, in lists, and of folders; it may be partitioned."""
    catalog = tmp_path / "lake.ducklake"
    create = "CREATE TABLE lake.t (a INT, s STRUCT(x BIGINT, y DOUBLE), l STRUCT(q INT)[], m MAP(VARCHAR, INT), day DATE)"
    own = "INSERT INTO lake.t (a, day) SELECT i, DATE '2024-01-01' FROM range(20) t(i)"
    _ask(catalog, create, "ALTER TABLE lake.t SET PARTITIONED BY (day)", own)
    path = tmp_path / "lake" / "day=2024-01-02" / "a.parquet"
    path.parent.mkdir(parents=True)
    table = pa.table(
        {
            "a": pa.array([100, None], pa.int32()),
            "s": pa.array([{"x": 5, "y": 1.5}, None]),
            "l": pa.array([[{"q": 1}], []], pa.list_(pa.struct([("q", pa.int32())]))),
            "m": pa.array([[("k", 1)], None], pa.map_(pa.string(), pa.int32())),
        }
    )
    pq.write_table(table, path)
    with pytest.raises(RefusedError, match="give the folder"):
        _register(catalog, [path], table="t")
    _register(catalog, [tmp_path / "lake"], table="t")
    rows = _ask(catalog, "SELECT a, s.x, l[1].q, m['k'], day FROM lake.t WHERE day > '2024-01-01'")
    assert rows == [[100, 5, 1, 1, "2024-01-02"], [None, None, None, None, "2024-01-02"]]
    counts = "SELECT count(*), count(a), max(a), count(s.x), count(DISTINCT rowid) FROM lake.t"
    assert _ask(catalog, counts) == [[22, 21, 100, 1, 22]]
    assert _ask(catalog, own, "DELETE FROM lake.t WHERE a = 100", counts) == [[41, 40, 19, 0, 41]]


def test_a_rewritten_file_outlives_its_snapshots(tmp_path: Path) -> None:
    catalog = tmp_path / "lake.ducklake"
    path = tmp_path / "a.parquet"
    _ask(catalog, "SELECT 1")
    pq.write_table(pa.table({"x": [1, 2]}), path)
    _register(catalog, [path], table="t", create=True)
    pq.write_table(pa.table({"x": [1, 2]}), path, compression="none", use_dictionary=False)
    _register(catalog, [path], table="t", replace=True)
    expire = "CALL ducklake_expire_snapshots('lake', older_than => now() + INTERVAL 1 DAY)"
    clean = "CALL ducklake_cleanup_old_files('lake', cleanup_all => true)"
    rows = _ask(catalog, expire, clean, "SELECT x, rowid FROM lake.t WHERE x >= 1")
    assert rows == [[1, 0], [2, 1]]


def test_its_own_statistics_are_those_of_its_files(tmp_path: Path) -> None:
    """What DuckLake says of a file that it wrote, and what is said when that file is registered anew."""
    catalog = tmp_path / "lake.ducklake"
    select = (
        "SELECT i::INT AS a, 'v' || i AS s, i / 3 AS f, (i / 4)::DECIMAL(9,2) AS d,"
        " TIMESTAMP '2024-01-01' + to_microseconds(i) AS ts, DATE '2024-01-01' + i::INT AS day,"
        " CASE WHEN i % 2 = 0 THEN i END AS n FROM range(100) t(i)"
    )
    _ask(catalog, f"CREATE TABLE lake.own AS {select}")
    (written,) = (tmp_path / "data").rglob("*.parquet")
    copied = tmp_path / "copy.parquet"
    copied.write_bytes(written.read_bytes())
    _register(catalog, [copied], table="ours", create=True)
    said = (
        "SELECT column_id, value_count, null_count, min_value, max_value, contains_nan"
        " FROM __ducklake_metadata_lake.ducklake_file_column_stats WHERE table_id ="
        " (SELECT table_id FROM __ducklake_metadata_lake.ducklake_table WHERE table_name = '{}')"
        " ORDER BY column_id"
    )
    own, ours = (_ask(catalog, said.format(name)) for name in ("own", "ours"))
    # Its writer has seen the values, and the footer does not say whether there is a NaN; a zero may be of both signs.
    assert [row[:5] for row in ours] == [
        [
            "-0.0" if (row[0], at, value) == (3, 3, "0.0") else value
            for at, value in enumerate(row[:5])
        ]
        for row in own
    ]


def test_ducklake_goes_on_with_columns_that_a_registration_added(tmp_path: Path) -> None:
    catalog = tmp_path / "lake.ducklake"
    _ask(catalog, "SELECT 1")
    a, b = tmp_path / "a.parquet", tmp_path / "b.parquet"
    pq.write_table(pa.table({"x": [1], "s": [{"p": 1}]}), a)
    pq.write_table(pa.table({"x": [2], "s": [{"p": 2, "q": 2.5}], "y": ["b"]}), b)
    _register(catalog, [a], table="t", create=True)
    _register(catalog, [b], table="t", allow={"ownership", "evolve"})
    rows = [[1, {"p": 1, "q": None}, None], [2, {"p": 2, "q": 2.5}, "b"]]
    assert _ask(catalog, "SELECT * FROM lake.t ORDER BY x") == rows
    assert _ask(catalog, "SELECT x FROM lake.t WHERE y IS NULL") == [[1]]
    assert _ask(catalog, "SELECT x FROM lake.t WHERE s.q > 2") == [[2]]
    assert _ask(catalog, "SELECT * FROM lake.t AT (VERSION => 1)") == [[1, {"p": 1}]]
    more = "INSERT INTO lake.t VALUES (3, {'p': 3, 'q': 0.5}, 'c')"
    alter = "ALTER TABLE lake.t ADD COLUMN z INTEGER"
    last = _ask(catalog, more, alter, "SELECT x, y, z FROM lake.t ORDER BY x")
    assert last == [[1, None, None], [2, "b", None], [3, "c", None]]


def test_a_table_with_rows_in_the_catalog_gets_columns_from_ducklake_alone(tmp_path: Path) -> None:
    catalog = tmp_path / "lake.ducklake"
    _ask(catalog, "CREATE TABLE lake.t(x BIGINT)", "INSERT INTO lake.t VALUES (1)")
    path = tmp_path / "b.parquet"
    pq.write_table(pa.table({"x": [2], "y": ["b"]}), path)
    with pytest.raises(RefusedError, match="small inserts"):
        _register(catalog, [path], table="t", allow={"ownership", "evolve"})
    _ask(catalog, "ALTER TABLE lake.t ADD COLUMN y VARCHAR")
    _register(catalog, [path], table="t")
    assert _ask(catalog, "SELECT * FROM lake.t ORDER BY x") == [[1, None], [2, "b"]]
