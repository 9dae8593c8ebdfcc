"""Whatever a reader does to its folder, there is a verdict, and nothing that it put there is opened, followed or waited for."""

from __future__ import annotations

import os
import tempfile
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from inlay.verbs.vet.ask import ChildEnd, ask_reader
from inlay.verbs.vet.limits import VettingLimits
from inlay.verbs.vet.scratch import make_scratch
from tests.verbs.vet.bad_readers import reader_of

LEAVES_BEHIND = [
    "puts_a_pipe_for_the_log",
    "puts_a_device_for_the_log",
    "puts_a_file_for_the_log",
    "removes_the_log",
    "removes_the_folder",
    "shuts_the_folder",
    "nests_folders",
    "links_to_what_is_elsewhere",
]


@pytest.fixture
def file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """In a folder of its own, and temporary files are in another."""
    (tmp_path / "temporary").mkdir()
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path / "temporary"))
    (tmp_path / "files").mkdir()
    path = tmp_path / "files" / "good.parquet"
    pq.write_table(pa.table({"id": [1, 2, 3]}), path)
    return path


def ask(name: str, file: Path) -> ChildEnd:
    return ask_reader(reader_of(name), file, VettingLimits())


@pytest.mark.parametrize("name", LEAVES_BEHIND)
def test_what_a_reader_leaves_is_removed_and_not_looked_at(name: str, file: Path) -> None:
    before = file.read_bytes()
    end = ask(name, file)
    assert (end.answer, end.code, end.is_late, end.said) == (None, 3, False, "")
    assert os.listdir(tempfile.gettempdir()) == []
    assert [path.name for path in file.parent.iterdir()] == [file.name]
    assert file.read_bytes() == before


def test_a_process_that_goes_on_making_files_is_no_error(file: Path) -> None:
    """The folder may stay."""
    end_it = file.with_name("end")
    os.mkfifo(end_it)
    assert ask("lets_another_make_files", file).code == 3
    end_it.write_bytes(b"!")


def test_what_cannot_be_removed_is_no_error(file: Path) -> None:
    """Another folder has taken the place of ours."""
    with make_scratch() as folder:
        outer = folder.parent
        outer.rename(file.with_name("moved"))
        outer.symlink_to(file.parent)
    assert file.exists()
    assert file.with_name("moved").exists()
