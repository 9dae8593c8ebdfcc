"""A disk that fails under a file that is open: the error names the file, also among many."""

from __future__ import annotations

import errno
import os
from io import FileIO
from typing import TYPE_CHECKING

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

import inlay as inlay_package
from inlay.ground.files import source

if TYPE_CHECKING:
    from pathlib import Path

    from tests.support.small_files import Inlay

SAID = os.strerror(errno.EIO)


class FailingFile(FileIO):
    def read(self, _size: int | None = -1, /) -> bytes:
        raise OSError(errno.EIO, SAID)


@pytest.fixture
def lake(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Two files, of which one lies on a bad block."""
    for name in ("bad", "good"):
        pq.write_table(pa.table({"id": [1]}), tmp_path / f"{name}.parquet")
    opened = source.open_local

    def open_local(name: str, local: str | os.PathLike[str]) -> FileIO:
        return FailingFile(local) if "bad" in name else opened(name, local)

    monkeypatch.setattr(source, "open_local", open_local)
    return tmp_path


@pytest.mark.parametrize(
    "words", ["inspect", "verify", "layout", "lint", "compat", "pages", "prune", "recover"]
)
def test_a_command_names_it(words: str, lake: Path, inlay: Inlay) -> None:
    path = lake / "bad.parquet"
    found = inlay(*words.split(), path, *(["id = 1"] if words == "prune" else []))
    assert (found.code, found.err) == (6, f"error: {path}: {SAID}\n")


def test_the_others_of_many_are_read(lake: Path, inlay: Inlay) -> None:
    found = inlay("verify", lake)
    assert found.err == f"error: {lake}/bad.parquet: {SAID}\n"
    assert f"{lake}/good.parquet: 0 findings" in found.out


def test_a_file_of_a_caller_that_raises_something_else_is_left_alone(tmp_path: Path) -> None:
    class Mine(FileIO):
        def read(self, _size: int | None = -1, /) -> bytes:
            raise OSError("no more today")

    path = tmp_path / "a.parquet"
    pq.write_table(pa.table({"id": [1]}), path)
    with Mine(path) as file, pytest.raises(OSError, match=r"\Ano more today\Z"):
        inlay_package.open(file)
