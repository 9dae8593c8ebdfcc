"""A catalog in PostgreSQL: DuckLake's own reader finds what was registered, one of two clients loses, and no password is shown."""

from __future__ import annotations

from collections.abc import Generator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path
from threading import Barrier
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

import inlay
from inlay.errors import RefusedError, RequestError
from inlay.verbs.register.targets.ducklake.databases.connect import connect
from tests.support.postgres import serving_postgres
from tests.verbs.register.ducklake.ducklake_client import ask_ducklake


class Lake:
    """A database with a catalog that DuckLake made."""

    def __init__(self, database: str, folder: Path) -> None:
        self.catalog = f"postgres:{database}"
        self._folder = folder

    def ask(self, *statements: str) -> Any:
        extensions = ("ducklake", "postgres_scanner")
        data = self._folder / "data"
        return ask_ducklake(self.catalog, data, *statements, extensions=extensions)

    def register(self, *paths: Path, **options: Any) -> str | None:
        names = [str(path) for path in paths]
        allow = {"ownership"}
        return inlay.register(
            names, to="ducklake", catalog=self.catalog, allow=allow, **options
        ).committed


@pytest.fixture(scope="module")
def lake(tmp_path_factory: pytest.TempPathFactory) -> Generator[Lake]:
    with serving_postgres() as database:
        lake = Lake(database, tmp_path_factory.mktemp("lake"))
        lake.ask("SELECT 1")
        yield lake


def _write(path: Path, **columns: Any) -> Path:
    pq.write_table(pa.table(columns), path)
    return path


@pytest.mark.needs("PostgreSQL")
@pytest.mark.needs("DuckLake")
def test_ducklake_reads_and_writes_on(lake: Lake, tmp_path: Path) -> None:
    a = _write(tmp_path / "a.parquet", x=[1, 2, None], s=["a", None, "z'%s?"], l=[[1], [], None])
    b = _write(tmp_path / "b.parquet", x=[11, 12, None], s=["b", "c", "d"], l=[[1], [2, 3], None])
    assert lake.register(a, table="read", create=True) == "snapshot 1"
    assert lake.register(b, table="read") == "snapshot 2"
    assert lake.ask("SELECT x, l FROM lake.read WHERE x >= 2 ORDER BY x") == [
        [2, []],
        [11, [1]],
        [12, [2, 3]],
    ]
    own = "INSERT INTO lake.read VALUES (5, 'own', [9])"
    count = "SELECT count(*), count(DISTINCT rowid), sum(x) FROM lake.read"
    assert lake.ask(own, count) == [[7, 7, 31]]
    _write(tmp_path / "b.parquet", x=[12, 11, None], s=["c", "b", "d"], l=[[2, 3], [1], None])
    assert lake.register(b, table="read", replace=True) == "snapshot 4"
    assert lake.ask(count) == [[7, 7, 31]]
    check = inlay.check_table(table="read", to="ducklake", catalog=lake.catalog)
    assert "2 files: 0 wrong, 0 unproved" in repr(check)


@pytest.mark.needs("PostgreSQL")
@pytest.mark.needs("DuckLake")
def test_clients_at_once_get_a_snapshot_each_or_are_told(lake: Lake, tmp_path: Path) -> None:
    first = _write(tmp_path / "first.parquet", x=[0])
    files = [_write(tmp_path / f"{at}.parquet", x=[at]) for at in range(4)]
    lake.register(first, table="many", create=True)
    ready = Barrier(len(files))

    def add(file: Path) -> bool:
        ready.wait()
        try:
            lake.register(file, table="many")
        except RefusedError as error:
            if error.name != "concurrent":
                raise
            return False
        return True

    with ThreadPoolExecutor(len(files)) as pool:
        added = [file for file, is_in in zip(files, pool.map(add, files), strict=True) if is_in]
    assert added
    rows = lake.ask("SELECT x, rowid FROM lake.many ORDER BY x")
    assert [x for x, _ in rows] == sorted([0, *(int(file.stem) for file in added)])
    assert len({row for _, row in rows}) == len(rows)


@pytest.mark.needs("PostgreSQL")
@pytest.mark.needs("DuckLake")
def test_the_slower_client_writes_nothing(lake: Lake) -> None:
    add = "INSERT INTO ducklake_snapshot (snapshot_id) VALUES (?)"
    with closing(connect(lake.catalog)) as faster, closing(connect(lake.catalog)) as slower:
        ((newest,),) = faster.query("SELECT max(snapshot_id) FROM ducklake_snapshot")
        slower.begin()
        slower.query("SELECT count(*) FROM ducklake_snapshot")
        slower.query("INSERT INTO ducklake_metadata (key, value) VALUES (?, ?)", ["x", "y"])
        faster.query(add, [newest + 1])
        with pytest.raises(RefusedError, match="another client wrote at the same time"):
            slower.query(add, [newest + 1])
        slower.rollback()
        faster.query("DELETE FROM ducklake_snapshot WHERE snapshot_id = ?", [newest + 1])
        assert not faster.query("SELECT 1 FROM ducklake_metadata WHERE key = ?", ["x"])


@pytest.mark.parametrize(
    ("catalog", "said"),
    [
        ("postgres:dbname= x y password=hush", "not a connection string of PostgreSQL"),
        ("postgres:host=/nowhere password=hush", "No such file or directory"),
        ("postgres:postgresql://nobody:hush@localhost:1/lake", "port=1"),
        ("postgresql://nobody:hush@localhost/lake", "allowed: sqlite:FILE"),
    ],
)
def test_no_message_shows_a_password(tmp_path: Path, catalog: str, said: str) -> None:
    path = _write(tmp_path / "a.parquet", x=[1])
    with pytest.raises((RefusedError, RequestError)) as caught:
        inlay.register([path], to="ducklake", catalog=catalog, table="t", allow={"ownership"})
    assert said in str(caught.value)
    assert "hush" not in str(caught.value)
