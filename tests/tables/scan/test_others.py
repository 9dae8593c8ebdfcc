"""What is not a Parquet file and does not claim to be is counted, and is no problem; what claims to be one and is none, is."""

from __future__ import annotations

import json
import os
from collections.abc import Mapping
from pathlib import Path
from typing import Final

import pytest
from pyarrow import fs

import inlay
from inlay.__main__ import run
from inlay.footers.footer.errors import FooterError
from inlay.tables.scan.claims import claims_parquet
from inlay.tables.scan.schemas import TABLES
from inlay.tables.scan.tally import Tally
from tests.tables.scan.lake import plain_file

OTHERS: Final[Mapping[str, bytes]] = {
    "README.md": b"# The lake\n" * 30,
    "empty": b"",
    "one byte": b"P",
    "schema.json": b"{}",
    "a.parquet.bak": b"text" * 999,
    "PAR1": b"a name alone says nothing",
    "magic in the middle": b"x" * 50 + b"PAR1" + b"x" * 50,
}
CLAIM: Final[Mapping[str, bytes]] = {
    "README.parquet": b"# The lake\n" * 30,
    "EMPTY.PARQUET": b"",
    "a.parq": b"text" * 9,
    "b.pq": b"text" * 9,
    "begins so": b"PAR1" + b"x" * 99,
    "ends so": b"x" * 99 + b"PAR1",
    "begins as encrypted": b"PARE" + b"x" * 99,
    "ends as final": b"x" * 99 + b"PAR3",
    "only a magic": b"PAR1",
}
CASES: Final = {**dict.fromkeys(OTHERS, "others"), **dict.fromkeys(CLAIM, "problems")}


@pytest.fixture
def lake(tmp_path: Path) -> Path:
    folder = tmp_path / "lake"
    folder.mkdir()
    for name, data in {**OTHERS, **CLAIM, "good": plain_file(tmp_path)}.items():
        (folder / name).write_bytes(data)
    return folder


def names(lake: Path, table: str, tally: Tally | None = None) -> set[str]:
    found = inlay.scan_footers(str(lake), fs.LocalFileSystem(), table=table, tally=tally)
    return {os.path.basename(str(path)) for batch in found for path in batch["path"].to_pylist()}


@pytest.mark.parametrize("name", CASES)
def test_each_is_what_it_claims(lake: Path, name: str) -> None:
    tables = {table for table in TABLES if name in names(lake, table)}
    assert tables == {CASES[name]}
    assert claims_parquet(str(lake / name)) is (CASES[name] == "problems")


def test_they_are_counted(lake: Path) -> None:
    tally = Tally()
    assert names(lake, "files", tally) == {"good"}
    counts = (tally.files, tally.unreadable, tally.others)
    assert counts == (1 + len(CASES), len(CLAIM), len(OTHERS))


def test_the_command_says_how_many(lake: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["scan", str(lake)]) == 1
    both = capsys.readouterr().err
    assert f"{len(OTHERS)} of {1 + len(CASES)} files passed over: not Parquet" in both
    assert f"{len(CLAIM)} of {1 + len(CLAIM)} files could not be read" in both
    for name in CLAIM:
        (lake / name).unlink()
    assert run(["scan", str(lake)]) == 0
    assert "--table others lists them" in capsys.readouterr().err
    assert run(["scan", str(lake), "--table", "others", "--columns", "file_size,path"]) == 0
    lines = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert {os.path.basename(line["path"]): line["file_size"] for line in lines} == {
        name: len(data) for name, data in OTHERS.items()
    }


@pytest.mark.parametrize("name", OTHERS)
def test_a_file_that_is_named_was_said_to_be_parquet(
    lake: Path, name: str, capsys: pytest.CaptureFixture[str]
) -> None:
    tally = Tally()
    found = inlay.scan_footers(lake / name, table="problems", tally=tally).read_all()
    assert (tally.files, tally.unreadable, tally.others) == (1, 1, 0)
    assert found.column("path").to_pylist() == [str(lake / name)]
    assert run(["scan", str(lake / name)]) == 1
    assert capsys.readouterr().err.startswith("warning: 1 of 1 file could not be read")


@pytest.mark.parametrize("name", [*OTHERS, *CLAIM])
def test_one_file_that_cannot_be_read_is_no_table_without_rows(lake: Path, name: str) -> None:
    with pytest.raises(FooterError):
        inlay.scan_footers(lake / name).read_all()
    with pytest.raises(FooterError):
        inlay.scan_footers((lake / name).read_bytes(), table="schema").read_all()
    assert inlay.scan_footers([lake / name]).read_all().num_rows == 0
    assert inlay.scan_footers(lake / name, tally=Tally()).read_all().num_rows == 0


def test_a_folder_with_one_file_that_cannot_be_read_is_a_folder(tmp_path: Path) -> None:
    (tmp_path / "a.parquet").write_bytes(b"PAR1")
    for place in (tmp_path, f"file://{tmp_path}/", f"{tmp_path}/*.parquet"):
        assert inlay.scan_footers(place).read_all().num_rows == 0


def test_what_cannot_be_read_claims_to_be_parquet(tmp_path: Path) -> None:
    assert claims_parquet(str(tmp_path / "none"))
    (tmp_path / "lake").mkdir()
    (tmp_path / "lake" / "link").symlink_to(tmp_path / "none")
    assert names(tmp_path / "lake", "others") == set()
