"""What the folders of files say is told when it is lost: a file made of several has no folder of theirs."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

import inlay


@pytest.fixture
def lake(tmp_path: Path) -> Path:
    for day in (1, 2):
        folder = tmp_path / "lake" / f"day={day}" / "kind=a"
        folder.mkdir(parents=True)
        pq.write_table(pa.table({"x": [day]}), folder / "0.parquet")
    return tmp_path / "lake"


@pytest.mark.parametrize("verb", [inlay.rewrite, inlay.concat])
def test_what_folders_say_is_told_when_it_is_lost(
    verb: Callable[..., inlay.WrittenFile | inlay.RewrittenFile], lake: Path, tmp_path: Path
) -> None:
    """Of a name that has one value, the new file may lie in a folder of that."""
    assert verb(str(lake), tmp_path / "new.parquet", dry_run=True).notes[0] == (
        "lost: what the folders say of day (2 values), which no column of the files has; make a file of each folder to keep it"
    )
    (one,) = lake.glob("day=1")
    assert not [it for it in verb(str(one), tmp_path / "one.parquet").notes if "folder" in it]


@pytest.mark.parametrize("verb", [inlay.rewrite, inlay.concat])
def test_a_column_of_that_name_is_kept(
    verb: Callable[..., inlay.WrittenFile | inlay.RewrittenFile], tmp_path: Path
) -> None:
    for day in (1, 2):
        folder = tmp_path / "lake" / f"day={day}"
        folder.mkdir(parents=True)
        pq.write_table(pa.table({"day": [day]}), folder / "0.parquet")
    made = verb(str(tmp_path / "lake"), tmp_path / "new.parquet")
    assert not [it for it in made.notes if "folder" in it]
