"""`inlay index` on a terminal and as JSON, on one file and on several."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pyarrow as pa
import pytest

from inlay.__main__ import run
from tests.verbs.index.files import pq

if TYPE_CHECKING:
    from tests.support.small_files import Inlay


@pytest.fixture
def lake(tmp_path: Path) -> Path:
    folder = tmp_path / "lake"
    folder.mkdir()
    for name in ("a", "b"):
        table = pa.table({"id": range(9), "x": [1.0, float("nan"), *[None] * 7]})
        pq.write_table(table, folder / f"{name}.parquet", write_statistics=False)
    return folder


def test_what_is_said_of_one_file(lake: Path, inlay: Inlay) -> None:
    path = lake / "a.parquet"
    size = path.stat().st_size
    dry = inlay("index", "add", path, "--dry-run")
    assert dry.code == 0
    assert path.stat().st_size == size
    outcome = inlay("index", "add", path)
    assert outcome.out == dry.out.replace("would add", "added")
    first, second = outcome.out.splitlines()
    assert first.startswith(f"{path}: added null-counts of 2 columns, bounds of 1 column")
    assert (
        second
        == f"  file {size:,} -> {path.stat().st_size:,} bytes (+{path.stat().st_size - size:,})"
    )
    assert f"{path}: bounds of x is left out in 1 row group: a value is NaN" in outcome.err
    assert inlay("index", "add", path).out == f"{path}: nothing to add\n"
    assert "removed null-counts" in inlay("index", "strip", path, "--what", "all").out
    assert inlay("index", "strip", path).out == f"{path}: nothing to remove\n"


def test_what_is_said_of_several(lake: Path, inlay: Inlay) -> None:
    before = [path.read_bytes() for path in sorted(lake.iterdir())]
    undo = lake.parent / "undo"
    undo.mkdir()
    outcome = inlay("index", "add", lake, "--undo-to", undo, "--columns", "id")
    assert outcome.code == 0
    assert len(outcome.out.splitlines()) == 3
    assert inlay("set", lake, "--undo", undo).code == 0
    assert [path.read_bytes() for path in sorted(lake.iterdir())] == before


def test_documents(lake: Path, inlay: Inlay) -> None:
    path = lake / "a.parquet"
    outcome = inlay("index", "add", path, "--format", "json", "--what", "bounds,bloom-filter")
    document: dict[str, Any] = json.loads(outcome.out)
    assert document["command"] == "index add"
    assert document["statements"] == [
        {"statement": "bounds", "column": "id", "row_groups": 1, "num_bytes": 0},
        {"statement": "bloom-filter", "column": "id", "row_groups": 1, "num_bytes": 47},
        {"statement": "bloom-filter", "column": "x", "row_groups": 1, "num_bytes": 47},
    ]
    assert [it["column"] for it in document["left_out"]] == ["x"]
    assert document["new_size"] == path.stat().st_size
    lines = inlay("index", "strip", lake, "--format", "json").out.splitlines()
    assert [json.loads(line)["changed"] for line in lines] == [True, False]


def test_what_a_filter_costs_is_told_before(lake: Path, inlay: Inlay) -> None:
    """Bounds of row groups and pages leave out what is fetched without them."""
    path = lake / "a.parquet"
    options = {"write_statistics": False, "use_dictionary": False, "compression": "none"}
    table = pa.table({"id": range(400), "other": range(400)})
    pq.write_table(table, path, row_group_size=200, max_rows_per_page=50, **options)
    before = path.read_bytes()
    outcome = inlay("index", "add", path, "--for", "id < 10", "--dry-run")
    assert path.read_bytes() == before
    (line,) = [it for it in outcome.out.splitlines() if "the filter fetches" in it]
    whole, few = (int(it.replace(",", "")) for it in line.split() if it[0].isdigit())
    assert 7.5 < whole / few < 8.5  # a page of eight, in both columns
    told = inlay("index", "add", path, "--for", "id < 10", "--format", "json")
    assert json.loads(told.out)["fetched"] == {"before": whole, "after": few}
    again = inlay("index", "add", path, "--for", "id < 10")
    assert again.out.splitlines()[-1].endswith(f"fetches {few:,} -> {few:,} bytes of pages")


@pytest.mark.parametrize(
    ("words", "code", "says"),
    [
        (
            ["--what", "bound"],
            2,
            "no statement is called 'bound'; did you mean 'bounds'?",
        ),
        (["--what", "all,bounds"], 2, "all stands alone"),
        (["--columns", "idd"], 2, "did you mean 'id'?"),
        (["--false-positives", "1"], 2, "0<x<1"),
        (["--for", "idd > 1"], 2, "\n  idd > 1\n  ^"),
        (["--for", "id >"], 2, "id >"),
    ],
)
def test_mistakes(words: list[str], code: int, says: str, lake: Path, inlay: Inlay) -> None:
    outcome = inlay("index", "add", lake / "a.parquet", *words)
    assert outcome.code == code
    assert says in outcome.err


def test_many_reasons_are_cut(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "a.parquet"
    pq.write_table(pa.table({f"c{at}": [float("nan")] for at in range(30)}), path)
    assert run(["index", "add", str(path), "--what", "bounds"]) == 0
    lines = capsys.readouterr().err.splitlines()
    assert len(lines) == 21
    assert lines[-1].endswith("10 more are left out (--format json has all)")
