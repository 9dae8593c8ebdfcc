"""A file of a glob is called as the glob begins, as one of a folder is: what is printed can be pasted, and each file is there once."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

if TYPE_CHECKING:
    from pathlib import Path

    from tests.support.small_files import Inlay


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The working directory, with a lake of two folders."""
    for folder in ("lake", "lake/day=1"):
        (tmp_path / folder).mkdir()
        pq.write_table(pa.table({"id": [1]}), tmp_path / folder / "part.parquet")
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.mark.parametrize(
    ("glob", "files"),
    [
        ("lake/*.parquet", ["lake/part.parquet"]),
        ("./lake/*.parquet", ["./lake/part.parquet"]),
        ("lake/**", ["lake/day=1/part.parquet", "lake/part.parquet"]),
        ("lake/day=?", ["lake/day=1/part.parquet"]),
        ("l*/day=1/../*.parquet", ["./lake/part.parquet"]),
        ("*/part.parquet", ["./lake/part.parquet"]),
    ],
)
def test_files_are_spelled_as_their_glob(
    glob: str, files: list[str], here: Path, inlay: Inlay
) -> None:
    lines = inlay("verify", glob, "--format", "json").out.splitlines()
    assert sorted(json.loads(line)["path"] for line in lines) == files


def test_an_absolute_glob_stays_so(here: Path, inlay: Inlay) -> None:
    (line,) = inlay("verify", f"{here}/lake/*.parquet", "--format", "json").out.splitlines()
    assert json.loads(line)["path"] == f"{here}/lake/part.parquet"


def test_a_folder_and_a_glob_in_it_are_each_file_once(here: Path, inlay: Inlay) -> None:
    assert "2 files: 2 without findings" in inlay("verify", "lake", "lake/*.parquet").out


def test_a_glob_that_nothing_matches_is_named_as_it_was_given(here: Path, inlay: Inlay) -> None:
    assert inlay("verify", "lake/*.parq").err == "error: lake/*.parq: nothing matches\n"


@pytest.mark.parametrize("glob", ["lake/**", "./lake/**", "*/**"])
def test_results_lie_as_their_files_do(glob: str, here: Path, inlay: Inlay) -> None:
    assert inlay("seal", glob, "-o", "out/").code == 0
    below = "lake/" if glob == "*/**" else ""
    for name in ("part.parquet", "day=1/part.parquet"):
        assert (here / "out" / below / name).exists()
