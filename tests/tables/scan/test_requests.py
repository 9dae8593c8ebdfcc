"""One request for a footer, a second only for one that is longer than 64 KiB."""

from __future__ import annotations

from collections.abc import Generator, Iterator
from contextlib import contextmanager
from pathlib import Path
from threading import Barrier
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

import inlay
from inlay.changes.life_cycle.change_form import change_form
from inlay.changes.life_cycle.steps import add, finalize, promote
from inlay.ground.files.entries import FileEntry
from inlay.ground.files.local_store import LocalStore
from inlay.ground.files.store import Handle
from inlay.tables.scan.listing import list_files
from tests.tables.scan.lake import DAMAGE, plain_file


class Counting(LocalStore):
    """Counts the ranges that are asked for."""

    def __init__(self, concurrency: int = 1) -> None:
        self.concurrency = concurrency
        self.reads: list[tuple[int, int]] = []

    @contextmanager
    def open(self, entry: FileEntry) -> Generator[Any]:
        with super().open(entry) as handle:
            yield _Counted(handle, self.reads)

    def below(self, path: str) -> Iterator[FileEntry]:
        return super().below(path)


class _Counted:
    def __init__(self, handle: Handle, reads: list[tuple[int, int]]) -> None:
        self.size = handle.size
        self._handle = handle
        self._reads = reads

    def read(self, offset: int, size: int) -> bytes:
        self._reads.append((offset, size))
        return self._handle.read(offset, size)


def write(path: Path, columns: int) -> None:
    table = pa.table({f"column_{at}": pa.array([1]) for at in range(columns)})
    pq.write_table(table, path, store_schema=False)


@pytest.mark.parametrize(("columns", "requests"), [(3, 1), (1000, 2)])
@pytest.mark.parametrize("form", ["thrift", "private", "final"])
def test_requests(tmp_path: Path, columns: int, requests: int, form: str) -> None:
    path = tmp_path / "one.parquet"
    write(path, columns)
    steps = {"thrift": [], "private": [add], "final": [add, promote, finalize]}
    for step in steps[form]:
        change_form(str(path), step)
    store = Counting()
    (batch,) = inlay.scan_footers(str(path), store, columns=["num_columns", "form"])
    assert batch.to_pylist() == [{"num_columns": columns, "form": form}]
    assert len(store.reads) == requests
    assert sum(size for _, size in store.reads) <= path.stat().st_size


def test_damage_is_explained_with_few_requests(tmp_path: Path) -> None:
    data = plain_file(tmp_path)
    for name, (damage, _) in DAMAGE.items():
        (tmp_path / "bad.parquet").write_bytes(damage(data))
        store = Counting()
        assert list(inlay.scan_footers(str(tmp_path / "bad.parquet"), store, table="problems"))
        assert len(store.reads) <= 2, name


def test_several_at_a_time_keep_their_order(tmp_path: Path) -> None:
    for at in range(40):
        write(tmp_path / f"{at:02}", 1 + at % 5)
    one, many = Counting(), Counting(concurrency=8)
    expected = list(inlay.scan_footers(str(tmp_path), one))
    assert list(inlay.scan_footers(str(tmp_path), many)) == expected
    assert sorted(one.reads) == sorted(many.reads)


class Together(LocalStore):
    """Answers only when so many ask at once."""

    concurrency = 4

    def __init__(self) -> None:
        self.barrier = Barrier(4, timeout=600)

    def entry(self, path: str) -> FileEntry | None:
        self.barrier.wait()
        return super().entry(path)


def test_named_files_are_asked_for_several_at_a_time(tmp_path: Path) -> None:
    paths = [str(tmp_path / f"{at}.parquet") for at in range(8)]
    for path in paths[:7]:
        write(Path(path), 1)
    listed = list_files(Together(), paths)
    assert [next(listed).path for _ in range(7)] == paths[:7]
    with pytest.raises(FileNotFoundError, match=r"7\.parquet"):
        next(listed)
