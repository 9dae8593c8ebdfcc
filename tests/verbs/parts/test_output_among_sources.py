"""An output in the folder that was read is written, and it is said that the folder has its rows twice."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

import inlay as inlay_package

if TYPE_CHECKING:
    from pathlib import Path

    from tests.support.small_files import Inlay

SAID = "lies in lake: who reads that folder finds the rows twice, until the old files are gone"


@pytest.fixture(autouse=True)
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    for folder in ("lake", "lake/day=1", "out"):
        (tmp_path / folder).mkdir()
        if folder != "out":
            pq.write_table(pa.table({"id": [1]}), tmp_path / folder / "part.parquet")
    return tmp_path


@pytest.mark.parametrize("verb", ["concat", "rewrite"])
@pytest.mark.parametrize("source", ["lake", "lake/", "lake/*.parquet"])
@pytest.mark.parametrize("output", ["lake/all.parquet", "lake/day=1/all.parquet"])
def test_it_is_said(verb: str, source: str, output: str, inlay: Inlay) -> None:
    for words in (["--dry-run"], []):
        found = inlay(verb, source, "-o", output, *words)
        assert found.code == 0
        assert f"  {output} {SAID}\n" in found.out


@pytest.mark.parametrize("verb", ["concat", "rewrite"])
@pytest.mark.parametrize("output", ["out/all.parquet", "all.parquet", "lake/_all.parquet"])
def test_elsewhere_and_where_nobody_looks_nothing_is(verb: str, output: str, inlay: Inlay) -> None:
    found = inlay(verb, "lake", "-o", output)
    assert (found.code, "twice" in found.out) == (0, False)


def test_of_files_that_are_named_nothing_is(inlay: Inlay) -> None:
    found = inlay(
        "concat", "lake/part.parquet", "lake/day=1/part.parquet", "-o", "lake/all.parquet"
    )
    assert (found.code, "twice" in found.out) == (0, False)


def test_in_python_it_is_a_note(here: Path) -> None:
    (note,) = inlay_package.concat(here / "lake", here / "lake" / "all.parquet").notes
    assert note.startswith(f"{here}/lake/all.parquet lies in {here}/lake: ")
