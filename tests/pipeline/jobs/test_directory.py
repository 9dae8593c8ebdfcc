"""The directory of a job: what is published stays, one run at a time, and what a kill leaves is nobody's."""

from __future__ import annotations

import os
import pickle
import stat
from pathlib import Path
from typing import Any

import pytest

from inlay_spark.catalog.directory import CatalogDirectory, CatalogError
from inlay_spark.catalog.manifest import Manifest
from inlay_spark.catalog.work import WorkItem
from inlay_spark.jobs.directory import JobDirectory, LockedError
from inlay_spark.migration.journal import Job, MigrationJournal
from inlay_spark.migration.operations import Operation
from inlay_spark.shredding.directory import ShredDirectory
from inlay_spark.shredding.log import DONE, Shredded
from inlay_spark.shredding.shred_schema import ShredSchema
from inlay_spark.shredding.sources import WantedFile

JOB = Job("inlay-0123456789ab", ("/lake",), Operation("private"))


@pytest.fixture
def synced(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """What was synced and renamed, in order: `file`, `folder`, and the new name of what is renamed."""
    calls: list[str] = []
    sync, rename = os.fsync, os.rename

    def fsync(descriptor: int) -> None:
        calls.append("folder" if stat.S_ISDIR(os.fstat(descriptor).st_mode) else "file")
        sync(descriptor)

    def record_rename(old: str, new: str) -> None:
        calls.append(os.path.basename(new))
        rename(old, new)

    monkeypatch.setattr(os, "fsync", fsync)
    monkeypatch.setattr(os, "rename", record_rename)
    return calls


def test_what_makes_a_run_true_is_synced_before_and_after(
    tmp_path: Path, synced: list[str]
) -> None:
    CatalogDirectory(str(tmp_path)).write_manifest(Manifest())
    assert synced == ["file", "catalog.json", "folder"]
    synced.clear()
    ShredDirectory(str(tmp_path)).write_schema(ShredSchema({}))
    assert synced == ["file", "_shred.json", "folder"]
    ShredDirectory(str(tmp_path)).log.add([Shredded("/a", 1, 1, state=DONE)])
    assert synced[-3:] == ["file", "000000001-files.parquet", "folder"]
    with MigrationJournal.begin(str(tmp_path / "journal"), JOB):
        assert synced[-3:] == ["file", "job.json", "folder"]


def test_folders_are_made_for_good(tmp_path: Path, synced: list[str]) -> None:
    directory = JobDirectory(str(tmp_path / "a" / "b"))
    directory.make("c", "d")
    assert (tmp_path / "a" / "b" / "c" / "d").is_dir()
    assert synced == ["folder"] * 4
    directory.make("c", "d")
    assert synced == ["folder"] * 4


@pytest.mark.parametrize("at", ["directory", "a::b", "memory::z", "%41", "[x]*{y}", "two\nlines"])
def test_the_same_on_any_file_system(at: str, tmp_path: Path) -> None:
    for path in (str(tmp_path / at), f"memory://{tmp_path}"):
        directory = JobDirectory(path)
        assert (directory.has(), directory.names(), directory.files_below()) == (False, set(), {})
        directory.make("below", "deep")
        directory.publish(b"old", "state.json")
        directory.publish(b"newer", "state.json")
        directory.write(b"row", "below", "deep", "part-0")
        directory.write(b"x", "below", "_SUCCESS")
        directory.write(b"rows", "below", "part-1")
        assert directory.read("state.json") == b"newer"
        assert directory.names() == {"state.json", "below"}
        assert directory.files_below("below") == {
            "below/deep/part-0": 3,
            "below/_SUCCESS": 1,
            "below/part-1": 4,
        }
        assert directory.sizes("below").get("part-1") == 4
        assert "_SUCCESS" not in directory.sizes("below")
        travelled: JobDirectory = pickle.loads(pickle.dumps(directory))
        assert travelled.read("state.json") == b"newer"
        with directory.lock():
            directory.remove("below")
            directory.remove("below")
            directory.remove("state.json")
        assert directory.names() == set()
        with pytest.raises(FileNotFoundError):
            directory.sizes("below")


def test_the_root_of_a_file_system_is_a_directory() -> None:
    root = JobDirectory("/")
    assert (root.at(), root.at("a", "b"), root.url("a")) == ("/", "/a/b", "/a")


@pytest.mark.parametrize("path", ["foo://a", "s3://", "", "a\0b"])
def test_what_is_no_directory(path: str) -> None:
    with pytest.raises(OSError, match=r"Protocol not known|no bucket|not a path|Bucket"):
        JobDirectory(path)


def test_one_run_at_a_time_whatever_the_job(tmp_path: Path) -> None:
    path = str(tmp_path / "new")
    with JobDirectory(path).lock():
        for kind in (JobDirectory, CatalogDirectory, ShredDirectory):
            with pytest.raises(LockedError, match=f"{path}: another run is using it"):
                kind(path).lock().__enter__()
    with JobDirectory(path).lock():
        pass


def test_what_a_kill_left_of_a_publication(tmp_path: Path) -> None:
    """It counts as nothing, and the next run removes it; what earlier versions left does not keep it from its work."""
    for name in ("catalog.json.new", ".catalog.json.inlay-0123456789abcdef.tmp"):
        (tmp_path / name).write_bytes(b"half")
    directory = CatalogDirectory(str(tmp_path))
    assert directory.manifest() == Manifest()
    with directory.lock():
        assert sorted(os.listdir(tmp_path)) == [".lock", "catalog.json.new"]
    (tmp_path / "data.csv").touch()
    with pytest.raises(CatalogError, match="holds other files"):
        directory.manifest()


def test_names_beside_a_shredded_lake_are_no_outputs(tmp_path: Path) -> None:
    directory = ShredDirectory(str(tmp_path))
    directory.publish(b"", "_problems.jsonl")
    (tmp_path / "._shred.json.inlay-0123456789abcdef.tmp").write_bytes(b"half")
    (tmp_path / "part.parquet").write_bytes(b"data")
    assert directory.outputs() == {"part.parquet": 4}


@pytest.mark.parametrize("part", ["../files/part", "/etc/part", 3, None])
def test_a_part_lies_in_its_folder(part: Any) -> None:
    item = WorkItem([], "part-000001-000000-0badcafe", ("/a", "/b"))
    assert WorkItem.from_json(item.as_json()) == item
    with pytest.raises(TypeError):
        WorkItem.from_json({**item.as_json(), "part": part})


def as_any(value: Any) -> Any:
    return value


def test_a_place_outside_of_the_directory_is_no_place() -> None:
    from inlay.ground.files.entries import FileEntry
    from inlay_spark.shredding.work import files_as_json, files_from_json

    files = [
        WantedFile(FileEntry("/lake/a=1/b", 1, 2), "a=1/b"),
        WantedFile(FileEntry("/c", 1, 2), "c..d"),
    ]
    assert files_from_json(files_as_json(files)) == files
    for place in ("/etc/passwd", "../x", "a/../../x", 3, None):
        with pytest.raises(TypeError, match="not a place"):
            files_from_json({**files_as_json(files), "outputs": ["x", as_any(place)]})
