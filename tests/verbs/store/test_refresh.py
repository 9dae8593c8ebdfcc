"""A store says what the files say that are there, and a refresh opens none that it knows."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from contextlib import AbstractContextManager
from pathlib import Path
from typing import Any

import pyarrow.parquet as pq
import pytest

import inlay
from inlay.errors import RefusedError, RequestError
from inlay.ground.files.entries import FileEntry
from inlay.ground.files.local_store import LocalStore
from inlay.ground.files.store import Handle
from inlay.verbs.store.manifest import StoreManifest, read_manifest
from inlay.verbs.store.update_store import update_store
from tests.verbs.store.lakes import rewrite_unseen, write_file

EVERYTHING = "x >= -1000"


def _names(store: Path, filter: str = EVERYTHING) -> list[str]:
    return sorted(os.path.basename(path) for path in inlay.plan_store(store, filter).paths)


def test_what_happens_to_files_happens_to_their_records(tmp_path: Path) -> None:
    lake, store = tmp_path / "lake", tmp_path / "store"
    paths = [write_file(lake / f"{at}.parquet", {"x": [at, at + 1]}) for at in range(5)]
    built = inlay.build_store(lake, output=store)
    assert (built.files, built.read, built.removed, built.unread) == (5, 5, 0, ())

    rewrite_unseen(paths[0])  # it would be found out by who opens it
    os.remove(paths[1])
    write_file(Path(paths[2]), {"x": [500, 600, 700]})
    write_file(lake / "day=2026-01-02" / "new.parquet", {"x": [800]})
    refreshed = inlay.refresh_store(store)
    assert (refreshed.files, refreshed.read, refreshed.removed) == (5, 2, 2)
    assert refreshed.unread == ()
    assert _names(store) == ["0.parquet", "2.parquet", "3.parquet", "4.parquet", "new.parquet"]
    assert _names(store, "x > 100") == ["2.parquet", "new.parquet"]

    before = (store / "store.json").read_bytes()
    unchanged = inlay.refresh_store(store)
    assert (unchanged.read, unchanged.removed) == (0, 0)
    assert (store / "store.json").read_bytes() == before


def test_a_file_of_another_time_is_read_again(tmp_path: Path) -> None:
    path = write_file(tmp_path / "lake" / "a.parquet", {"x": [1]})
    inlay.build_store(tmp_path / "lake", output=tmp_path / "store")
    os.utime(path, (1, 1))
    assert inlay.refresh_store(tmp_path / "store").read == 1
    assert _names(tmp_path / "store") == ["a.parquet"]


def test_what_cannot_be_read_is_kept_and_tried_again(tmp_path: Path) -> None:
    lake, store = tmp_path / "lake", tmp_path / "store"
    good = write_file(lake / "a.parquet", {"x": [1]})
    (lake / "b.parquet").write_bytes(b"PAR1 and no more PAR1")
    (lake / "note.txt").write_text("no Parquet")
    (lake / "worse.parquet").mkdir()
    (lake / "bad.parquet").symlink_to(lake / "nothing")
    built = inlay.build_store(lake, output=store)
    assert (built.files, len(built.unread)) == (1, 2)
    plan = inlay.plan_store(store, "x > 5")
    assert sorted(map(os.path.basename, plan.paths)) == ["b.parquet", "bad.parquet"]
    assert (plan.unknown, plan.all_files) == (2, 3)

    shutil.copy(good, lake / "b.parquet")
    (lake / "bad.parquet").unlink()
    refreshed = inlay.refresh_store(store)
    assert (refreshed.files, refreshed.read, refreshed.unread) == (2, 1, ())
    assert _names(store, "x > 5") == []


def test_a_file_that_has_become_bad_is_kept_by_every_plan(tmp_path: Path) -> None:
    path = write_file(tmp_path / "lake" / "a.parquet", {"x": [1]})
    inlay.build_store(tmp_path / "lake", output=tmp_path / "store")
    Path(path).write_bytes(b"PAR1")
    refreshed = inlay.refresh_store(tmp_path / "store")
    assert (refreshed.files, refreshed.removed, len(refreshed.unread)) == (0, 1, 1)
    assert inlay.plan_store(tmp_path / "store", "x > 5").paths == [path]


class _Listing:
    """Files of this machine in a listing that a test makes up; each one that is opened is noted."""

    concurrency = 1
    has_links = False

    def __init__(self, entries: list[FileEntry]) -> None:
        self._entries = entries
        self._store = LocalStore()
        self.opened: list[str] = []

    def entry(self, path: str) -> FileEntry | None:
        return self._store.entry(path)

    def real(self, path: str) -> str:
        return path

    def below(self, path: str) -> Iterator[FileEntry]:
        return iter(self._entries)

    def open(self, entry: FileEntry) -> AbstractContextManager[Handle]:
        self.opened.append(os.path.basename(entry.path))
        return self._store.open(entry)


@pytest.fixture
def entries(tmp_path: Path) -> list[FileEntry]:
    paths = [write_file(tmp_path / "lake" / f"{at}.parquet", {"x": [at]}) for at in range(3)]
    return [FileEntry(path, os.stat(path).st_size, 7, f"tag {path}") for path in paths]


def _update(store: Path, entries: list[FileEntry]) -> list[str]:
    """The names of the files that were opened."""
    store.mkdir(exist_ok=True)
    is_there = (store / "store.json").exists()
    before = read_manifest(str(store)) if is_there else StoreManifest(("/lake",))
    listing = _Listing(entries)
    update_store(str(store), before, before, [(listing, ["/"])])
    return listing.opened


@pytest.mark.parametrize(
    ("change", "is_read"),
    [
        ({}, False),
        ({"mtime": 8}, False),  # of a file with an ETag no time is asked
        ({"etag": "other"}, True),
        ({"etag": None}, True),
        ({"etag": None, "mtime": 0}, True),  # nothing tells
    ],
)
def test_an_etag_says_whether_a_file_is_the_same(
    tmp_path: Path, entries: list[FileEntry], change: dict[str, Any], is_read: bool
) -> None:
    assert len(_update(tmp_path / "store", entries)) == 3
    entries[1] = entries[1]._replace(**change)
    assert _update(tmp_path / "store", entries) == ["1.parquet"] * is_read


def test_what_lies_below_a_folder_that_cannot_be_listed_is_kept(
    tmp_path: Path, entries: list[FileEntry]
) -> None:
    store = tmp_path / "store"
    _update(store, entries)
    hidden = FileEntry(str(tmp_path / "lake"), 0, 0, error=PermissionError(13, "denied"))
    _update(store, [hidden])
    plan = inlay.plan_store(store, "x = 1")
    assert plan.paths == [entries[1].path, hidden.path]
    _update(store, entries[:1])
    assert _names(store) == ["0.parquet"]


def test_parts_stay_few_and_rows_that_do_not_count_are_dropped(tmp_path: Path) -> None:
    lake, store = tmp_path / "lake", tmp_path / "store"
    for at in range(12):
        write_file(lake / f"{at}.parquet", {"x": [at]})
        write_file(lake / f"other {at}.parquet", {"y": [at]})
        inlay.build_store(lake, output=store) if at == 0 else inlay.refresh_store(store)
    manifest = read_manifest(str(store))
    assert sorted(part.files for part in manifest.parts) == [12, 12]
    for at in range(8):
        (lake / f"{at}.parquet").unlink()
    inlay.refresh_store(store)
    manifest = read_manifest(str(store))
    assert sorted(part.files for part in manifest.parts) == [4, 12]
    assert manifest.removed is not None
    assert manifest.removed.files == 0
    assert _names(store, "x < 10") == [
        *(f"{at}.parquet" for at in (8, 9)),
        *sorted(f"other {at}.parquet" for at in range(12)),
    ]
    named = {*manifest.names, "store.json", ".lock"}
    before = {name for name in os.listdir(store) if name not in named}
    assert len(before) <= 2, "parts of the store before the last change alone"


def test_ids_of_columns_stay(tmp_path: Path) -> None:
    lake, store = tmp_path / "lake", tmp_path / "store"
    write_file(lake / "a.parquet", {"x": [1], "y": ["a"]})
    inlay.build_store(lake, output=store)
    write_file(lake / "b.parquet", {"z": [1.5], "y": ["b"]})
    inlay.refresh_store(store)
    manifest = read_manifest(str(store))
    assert manifest.ids == {"x": 1, "y": 2, "z": 3}
    for part in manifest.parts:
        schema = pq.read_schema(store / part.name)
        for field in schema.field("content_stats").type:
            first = 10_000 + 200 * manifest.ids[field.name]
            assert field.metadata[b"PARQUET:field_id"] == str(first).encode()


def test_a_store_keeps_its_place(tmp_path: Path) -> None:
    lake, store = tmp_path / "lake", tmp_path / "store"
    write_file(lake / "a.parquet", {"x": [1]})
    with pytest.raises(RefusedError, match="among the files"):
        inlay.build_store(lake, output=lake / "store")
    inlay.build_store(lake, output=lake / "_store")
    assert inlay.refresh_store(lake / "_store").read == 0
    inlay.build_store(lake, output=store)
    with pytest.raises(RefusedError, match="something already"):
        inlay.build_store(lake, output=store)
    assert inlay.build_store(lake, output=store, overwrite=True).files == 1
    (tmp_path / "mine").mkdir()
    (tmp_path / "mine" / "letter.txt").write_text("dear")
    with pytest.raises(RefusedError, match=r"letter\.txt"):
        inlay.build_store(lake, output=tmp_path / "mine", overwrite=True)
    assert os.listdir(tmp_path / "mine") != []
    with pytest.raises(FileNotFoundError):
        inlay.build_store(tmp_path / "nothing", output=tmp_path / "never")
    assert not (tmp_path / "never").exists()
    with pytest.raises(RequestError, match="folder of this machine"):
        inlay.build_store(lake, output="s3://bucket/store")
    with pytest.raises(FileNotFoundError):
        inlay.refresh_store(tmp_path / "nothing")
    shutil.rmtree(lake)
    with pytest.raises(FileNotFoundError):
        inlay.refresh_store(store)
    assert _names(store) == ["a.parquet"]


def test_two_do_not_write_one_store(tmp_path: Path) -> None:
    write_file(tmp_path / "lake" / "a.parquet", {"x": [1]})
    store = tmp_path / "store"
    inlay.build_store(tmp_path / "lake", output=store)

    def refresh_within(_: int) -> None:
        with pytest.raises(RefusedError, match="another process"):
            inlay.refresh_store(store)

    write_file(tmp_path / "lake" / "b.parquet", {"x": [2]})
    assert inlay.refresh_store(store, progress=refresh_within).read == 1
