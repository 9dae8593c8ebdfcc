"""The same files through every kind of file system."""

from __future__ import annotations

import importlib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from fsspec.implementations.memory import MemoryFileSystem
from pyarrow import fs

import inlay
from inlay.ground.files.fsspec_store import FsspecStore
from inlay.ground.files.stores import store_of
from tests.tables.scan.lake import DAMAGE, plain_file, write_forms

LocalFileSystem: Any = importlib.import_module("fsspec.implementations.local").LocalFileSystem
Asynchronous: Any = importlib.import_module(
    "fsspec.implementations.asyn_wrapper"
).AsyncFileSystemWrapper
COLUMNS = ["path", "file_size", "form", "partition", "num_rows"]


@pytest.fixture(scope="module")
def lake(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("lake")
    write_forms(folder / "day=1")
    (folder / "day=2").mkdir()
    damage, _ = DAMAGE["cut"]
    (folder / "day=2" / "cut.parquet").write_bytes(damage(plain_file(folder)))
    (folder / "_SUCCESS").touch()
    return folder


def rows(path: str, filesystem: Any = None, table: str = "files") -> list[object]:
    columns = COLUMNS if table == "files" else ["path", "error_id", "offset"]
    found = inlay.scan_footers(path, filesystem, table=table, columns=columns)
    return [row for batch in found for row in batch.to_pylist()]


@pytest.mark.parametrize("table", ["files", "problems"])
def test_local_file_systems(lake: Path, table: str) -> None:
    expected = rows(str(lake), table=table)
    assert expected
    assert rows(f"file://{lake}", table=table) == expected
    assert rows(str(lake), fs.LocalFileSystem(), table=table) == expected
    assert rows(str(lake), LocalFileSystem(), table=table) == expected
    store = store_of([], Asynchronous(LocalFileSystem(), asynchronous=False))
    assert isinstance(store, FsspecStore)
    assert store.is_asynchronous
    assert rows(str(lake), store, table=table) == expected


@pytest.fixture
def in_memory(lake: Path) -> Iterator[str]:
    memory = MemoryFileSystem()
    for path in lake.rglob("*"):
        if path.is_file():
            memory.pipe_file(f"/scan/{path.relative_to(lake)}", path.read_bytes())
    yield "memory://scan"
    memory.rm("/scan", recursive=True)


@pytest.mark.parametrize("table", ["files", "problems"])
def test_urls(lake: Path, in_memory: str, table: str) -> None:
    expected = [
        {**row, "path": str(row["path"]).replace(str(lake), "memory:///scan")}
        for row in rows(str(lake), table=table)
        if isinstance(row, dict)
    ]
    found = rows(in_memory, table=table)
    assert [_slashes(row) for row in found] == [_slashes(row) for row in expected]


def _slashes(row: object) -> dict[str, object]:
    assert isinstance(row, dict)
    return {**row, "path": str(row["path"]).replace("memory:///", "memory://")}


def test_file_systems_of_fsspec_in_pyarrow(lake: Path) -> None:
    handler: Any = fs.FSSpecHandler
    wrapped = fs.PyFileSystem(handler(LocalFileSystem()))
    assert rows(str(lake), wrapped) == rows(str(lake))


def test_etags_come_from_the_listing(lake: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    filesystem: Any = LocalFileSystem(skip_instance_cache=True)
    plain_find = filesystem.find

    def find(path: str, **_options: object) -> dict[str, dict[str, object]]:
        return {
            name: {**filesystem.info(name), "ETag": f'"{Path(name).stem}"'}
            for name in plain_find(path)
        }

    monkeypatch.setattr(filesystem, "find", find)
    found = inlay.scan_footers(str(lake / "day=1"), filesystem, columns=["etag", "form"])
    rows = [row for batch in found for row in batch.to_pylist()]
    assert rows
    for row in rows:
        assert row["etag"] == row["form"]


def test_an_unknown_protocol_is_an_os_error() -> None:
    with pytest.raises(OSError, match="nowhere"):
        rows("nowhere://a/b")
