"""New parts that are too many for memory wait in a temporary file, and the file becomes what it becomes otherwise; so with an undo."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from importlib import import_module
from pathlib import Path
from random import Random
from typing import Any, Final

import pytest

import inlay
from inlay.ground.files import spill, steps

fsspec: Any = import_module("fsspec")
pa: Any = import_module("pyarrow")
pq: Any = import_module("pyarrow.parquet")

WAYS: Final = ("in its place", "in place", "another file", "an object")


@pytest.fixture
def few(monkeypatch: pytest.MonkeyPatch) -> None:
    """As if memory had no room for what is new."""
    monkeypatch.setattr(spill, "IN_MEMORY", 100)
    monkeypatch.setattr(steps, "STEP", 1000)


@contextmanager
def written(folder: Path, way: str) -> Iterator[tuple[str, bytes]]:
    rng = Random(1)
    table = pa.table(
        {"a": [rng.random() for _ in range(3000)], "b": [str(it) for it in range(3000)]}
    )
    path = folder / "a.parquet"
    options = {"write_statistics": False, "row_group_size": 500, "data_page_size": 500}
    pq.write_table(table, path, **options)
    data = path.read_bytes()
    if way != "an object":
        yield str(path), data
        return
    files = fsspec.filesystem("memory")
    files.pipe_file("/spilled/a.parquet", data)
    yield "memory://spilled/a.parquet", data
    files.rm("/spilled", recursive=True)


def target_of(folder: Path, way: str) -> inlay.Target:
    if way == "another file":
        return inlay.Target(folder / "b.parquet")
    return inlay.Target(in_place=way == "in place")


def read(path: str) -> bytes:
    with fsspec.open(path, "rb") as file:
        data: bytes = file.read()
    return data


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.usefixtures("few")
def test_there_and_back(way: str, tmp_path: Path) -> None:
    undo, expected = tmp_path / "undo", tmp_path / "expected.parquet"
    target = target_of(tmp_path, way)
    with written(tmp_path, way) as (path, before):
        with pytest.MonkeyPatch.context() as usual:
            usual.setattr(spill, "IN_MEMORY", 1 << 30)
            usual.setattr(steps, "STEP", 1 << 30)
            dry = inlay.add_index(path, what=["all"], target=inlay.Target(dry_run=True))
            expected.write_bytes(before)
            inlay.add_index(expected, what=["all"])
        done = inlay.add_index(path, what=["all"], undo_to=undo, target=target)
        changed = target.output or path
        assert done.statements == dry.statements
        assert read(changed) == expected.read_bytes()
        assert inlay.verify(changed, values=True).findings == ()
        inlay.undo_metadata(changed, undo, target=inlay.Target(in_place=way == "in place"))
        assert read(changed) == before


@pytest.mark.usefixtures("few")
def test_what_moves_waits_too(tmp_path: Path) -> None:
    """Indexes move behind new filters, and back when these go."""
    with written(tmp_path, "in place") as (path, _):
        target = inlay.Target(in_place=True)
        inlay.add_index(path, what=["offset-index", "column-index"], target=target)
        indexed = read(path)
        inlay.add_index(path, what=["bloom-filter"], target=target)
        assert inlay.verify(path, values=True).findings == ()
        inlay.strip_index(path, what=["bloom-filter"], target=target)
        assert read(path) == indexed
