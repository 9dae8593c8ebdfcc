"""All files in one commit or none: two clients, a kill, files that are there, files that were rewritten."""

from __future__ import annotations

import shutil
import sys
from pathlib import Path
from types import SimpleNamespace
from typing import Any, Final

import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from pyiceberg.io import FileIO
from pyiceberg.io.pyarrow import PyArrowFileIO
from pyiceberg.manifest import ManifestContent
from pyiceberg.table.snapshots import Snapshot

import inlay
from inlay.ground.mistakes import RequestError
from inlay.ground.refusals import RefusedError
from inlay.verbs.register.targets.iceberg import file_names
from inlay.verbs.register.targets.iceberg.target import TARGET
from inlay.verbs.register.targets.target import TableWishes
from tests.verbs.register.iceberg.tables import (
    NAME,
    ids_of,
    open_catalog,
    plan_of,
    properties_of,
    register,
)


def _write(path: Path, *ids: int) -> Path:
    pq.write_table(pa.table({"id": list(ids), "x": [f"{it:04}" for it in ids]}), path)
    return path


def _scan(folder: Path, filter_: str = "id >= 0") -> list[int]:
    with open_catalog(folder) as catalog:
        return ids_of(catalog.load_table(NAME).scan(filter_).to_arrow().to_pylist())


def test_files_that_the_table_has(tmp_path: Path) -> None:
    path = _write(tmp_path / "a.parquet", 1, 2)
    register(tmp_path, path, create=True)
    link = tmp_path / "link"
    link.symlink_to(tmp_path)
    for same in (path, link / "a.parquet", tmp_path / "warehouse" / ".." / "a.parquet"):
        with pytest.raises(RefusedError, match="1 file in the table already"):
            register(tmp_path, same)
    both = register(tmp_path, path, link / "a.parquet", table="lake.u", create=True)
    assert both.files == 1
    with pytest.raises(RefusedError, match=r"has a table lake\.t already"):
        register(tmp_path, path, create=True)
    with pytest.raises(RefusedError, match=r"the catalog has no table lake\.v"):
        register(tmp_path, path, table="lake.v")


def test_a_file_that_was_rewritten(tmp_path: Path) -> None:
    paths = [_write(tmp_path / f"{at}.parquet", at, at + 10) for at in range(3)]
    register(tmp_path, *paths, create=True)
    _write(paths[1], 101, 111)
    assert _scan(tmp_path, "id > 100") == []
    registration = register(tmp_path, paths[1], replace=True)
    assert _scan(tmp_path, "id > 100") == [101, 111]
    assert _scan(tmp_path) == [0, 2, 10, 12, 101, 111]
    with open_catalog(tmp_path) as catalog:
        table = catalog.load_table(NAME)
        assert len(table.metadata.snapshots) == 2
        snapshot = table.current_snapshot()
        assert snapshot is not None
        assert registration.committed == f"snapshot {snapshot.snapshot_id}"
    with pytest.raises(RefusedError, match="it had 2 rows, and has 1"):
        register(tmp_path, _write(paths[1], 5), replace=True)
    with pytest.raises(RefusedError, match="the table does not have them"):
        register(tmp_path, _write(tmp_path / "new.parquet", 7), replace=True)


def test_rows_that_are_deleted_do_not_come_back(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """pyiceberg writes no delete files, and other writers do."""
    path = _write(tmp_path / "a.parquet", 1, 2)
    register(tmp_path, path, create=True)
    usual = Snapshot.manifests

    def list_with_deletes(self: Snapshot, io: FileIO) -> list[Any]:
        return [*usual(self, io), SimpleNamespace(content=ManifestContent.DELETES)]

    monkeypatch.setattr(Snapshot, "manifests", list_with_deletes)
    with pytest.raises(RefusedError, match="rows that they delete would come back"):
        register(tmp_path, path, replace=True)


def test_a_dry_run_writes_nothing(tmp_path: Path) -> None:
    registration = register(tmp_path, _write(tmp_path / "a.parquet", 1), create=True, dry_run=True)
    assert registration.committed is None
    assert registration.describe_entries()[0]["rows"] == 1
    assert not (tmp_path / "warehouse").exists()
    with open_catalog(tmp_path) as catalog:
        assert catalog.list_namespaces() == []


@pytest.mark.parametrize("create", [True, False])
def test_of_two_clients_one_loses(create: bool, tmp_path: Path) -> None:
    paths = [_write(tmp_path / f"{at}.parquet", at) for at in range(3)]
    if not create:
        register(tmp_path, paths[0], create=True)
    ours = TARGET.open(TableWishes(NAME, create=create, properties=properties_of(tmp_path)))
    plan = plan_of(register(tmp_path, paths[1], create=create, dry_run=True))
    register(tmp_path, paths[1], create=create)
    with pytest.raises(RefusedError, match="in between"):
        ours.commit(plan)
    ours.close()
    assert _scan(tmp_path) == ([1] if create else [0, 1])


class _KilledError(BaseException):
    """As a signal, it is not an error that anybody handles."""


@pytest.fixture
def kill_at(monkeypatch: pytest.MonkeyPatch) -> dict[str, int]:
    left = {"files": 10**6}
    usual = PyArrowFileIO.new_output

    def write(self: PyArrowFileIO, location: str) -> Any:
        left["files"] -= 1
        if left["files"] < 0:
            raise _KilledError
        return usual(self, location)

    monkeypatch.setattr(PyArrowFileIO, "new_output", write)
    return left


@pytest.mark.parametrize("replace", [False, True])
def test_killed_anywhere_it_is_the_old_table(
    replace: bool, tmp_path: Path, kill_at: dict[str, int]
) -> None:
    path = _write(tmp_path / "a.parquet", 1)
    register(tmp_path, path, create=True)
    if replace:
        _write(path, 2)
    else:
        path = _write(tmp_path / "b.parquet", 2)
    for files in range(10):
        kill_at["files"] = files
        try:
            register(tmp_path, path, replace=replace)
            break
        except _KilledError:
            kill_at["files"] = 10**6
            with open_catalog(tmp_path) as catalog:
                assert len(catalog.load_table(NAME).metadata.snapshots) == 1
    assert files >= 3
    kill_at["files"] = 10**6
    assert _scan(tmp_path) == ([2] if replace else [1, 2])


def test_many_files_are_several_manifests_and_one_commit(tmp_path: Path) -> None:
    lake = tmp_path / "lake"
    lake.mkdir()
    first = _write(lake / "0.parquet", 1)
    for at in range(1, 12):
        shutil.copy(first, lake / f"{at}.parquet")
    properties = {"commit.manifest.target-size-bytes": "400"}
    register(tmp_path, lake, create=True, properties=properties)
    with open_catalog(tmp_path) as catalog:
        table = catalog.load_table(NAME)
        snapshot = table.current_snapshot()
        assert snapshot is not None
        manifests = snapshot.manifests(table.io)
        assert 2 < len(manifests) < 12
        assert len(table.metadata.snapshots) == len(manifests)
        assert len(table.metadata.metadata_log) == 0
        assert table.scan().to_arrow().num_rows == 12


ASKED_WRONGLY: Final = (
    ({"table": "t"}, RequestError, "a namespace and a name"),
    ({"create": True, "replace": True}, RequestError, "no files to replace"),
    ({"partition_by": ["id"]}, RequestError, "needs create=True"),
    ({"output": "x.parquet"}, RequestError, "has a name and no output"),
    (
        {"properties": {"write.metadata.metrics.default": "full"}},
        RequestError,
        "gets with create=True",
    ),
    (
        {"create": True, "properties": {"format-version": "3"}},
        RefusedError,
        "Iceberg 3: pyiceberg writes",
    ),
    (
        {"create": True, "properties": {"write.metadata.metrics.default": "some"}},
        RefusedError,
        "none, counts, truncate",
    ),
    (
        {"create": True, "properties": {"uri": "sqlite:////no/such/folder/c.db"}},
        RefusedError,
        "unable to open",
    ),
    (
        {"create": True, "properties": {"type": "nothing"}},
        RequestError,
        "'nothing' is not a valid CatalogType",
    ),
    ({"create": True, "allow": {"nothing"}}, RequestError, "iceberg has evolve, unsigned"),
)


@pytest.mark.parametrize(("options", "kind", "what"), ASKED_WRONGLY, ids=lambda it: str(it)[:30])
def test_wishes_that_cannot_be(
    options: dict[str, Any], kind: type[Exception], what: str, tmp_path: Path
) -> None:
    with pytest.raises(kind, match=what):
        register(tmp_path, _write(tmp_path / "a.parquet", 1), **options)


def test_no_error_shows_a_password(tmp_path: Path) -> None:
    path = str(_write(tmp_path / "a.parquet", 1))
    properties = {"token": "a-secret"}
    with pytest.raises(RequestError, match="catalog default") as raised:
        inlay.register([path], to="iceberg", table=NAME, properties=properties)
    assert "a-secret" not in str(raised.value)


def test_a_catalog_that_nobody_has_configured(tmp_path: Path) -> None:
    with pytest.raises(RequestError, match="name one of pyiceberg's configuration"):
        inlay.register([str(_write(tmp_path / "a.parquet", 1))], to="iceberg", table=NAME)


@pytest.mark.parametrize(
    ("mode", "bounds"),
    [
        ("none", (None, None)),
        ("counts", (None, None)),
        ("truncate(2)", (b"00", b"01")),
        ("full", (b"0001", b"0009")),
    ],
)
def test_a_table_says_how_much_it_wants(
    mode: str, bounds: tuple[bytes | None, bytes | None], tmp_path: Path
) -> None:
    path = _write(tmp_path / "a.parquet", 1, 9)
    properties = {"write.metadata.metrics.column.x": mode}
    registration = register(tmp_path, path, create=True, properties=properties)
    (entry,) = plan_of(registration).entries
    assert (entry.lower_bounds.get(2), entry.upper_bounds.get(2)) == bounds
    assert entry.null_value_counts == ({1: 0} if mode == "none" else {1: 0, 2: 0})
    assert entry.column_sizes.keys() == {1, 2}
    assert entry.lower_bounds[1] == (1).to_bytes(8, "little")


SPELLINGS: Final = (
    ("/a/b.parquet", "file:///a//b.parquet"),
    ("file:/a/b.parquet", "file:///a/./b.parquet"),
    ("s3://a/b.parquet", "s3a://a/b.parquet"),
    ("/a/b#c.parquet", "file:///a/b#c.parquet"),
)


@pytest.mark.parametrize("spellings", SPELLINGS, ids=str)
def test_spellings_of_a_file(spellings: tuple[str, str]) -> None:
    one, other = map(file_names.identify, spellings)
    assert one == other
    assert file_names.identify(file_names.name_in_table(spellings[0])) == one


def test_without_pyiceberg_it_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delitem(
        sys.modules, "inlay.verbs.register.targets.iceberg.open_catalog", raising=False
    )
    monkeypatch.setitem(sys.modules, "pyiceberg.catalog", None)
    what = "--to iceberg needs pyiceberg, which is not installed: pip install"
    with pytest.raises(ModuleNotFoundError, match=what):
        TARGET.open(TableWishes(NAME))
