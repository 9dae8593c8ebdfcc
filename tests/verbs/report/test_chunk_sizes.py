"""Bytes by column and row group: every byte of a lake in a picture of bounded size."""

from __future__ import annotations

from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

import inlay
from tests.support.html_page import Page

LARGEST = (30, 60)
"""Lines and steps."""


def write_lake(folder: Path, columns: list[str], files: int, groups: int) -> Path:
    folder.mkdir()
    table = pa.table({name: range(groups) for name in columns})
    for at in range(files):
        pq.write_table(table, folder / f"{at:03}.parquet", row_group_size=1)
    return folder


WIDE = [*(f"feature_{at}" for at in range(40)), *(f"{letter}.{letter}" for letter in "abc")]
ALL_DIFFER = [chr(ord("A") + at) * 2 for at in range(32)]


@pytest.mark.parametrize(
    ("columns", "files", "groups", "lines", "steps"),
    [
        (["a1", "a2"], 2, 3, {"a1": 1, "a2": 1}, 6),
        (["a1"], 1, 1, {"a1": 1}, 1),
        (["a1", "a2"], 61, 1, {"a1": 1, "a2": 1}, 31),
        (WIDE, 2, 1, {"a.a": 1, "b.b": 1, "c.c": 1, "feature_0": 40}, 2),
        (ALL_DIFFER, 1, 2, {**dict.fromkeys(ALL_DIFFER[:29], 1), ALL_DIFFER[29]: 3}, 2),
    ],
)  # fmt: skip
def test_each_byte_is_in_one_cell(
    columns: list[str], files: int, groups: int, lines: dict[str, int], steps: int, tmp_path: Path
) -> None:
    lake = write_lake(tmp_path / "lake", columns, files, groups)
    report = inlay.report(lake)
    cells = report.answers["chunk_sizes"].to_pylist()
    assert {row["column_path"]: row["columns"] for row in cells} == lines
    whole = {row["place"]: row["row_groups"] for row in cells}
    assert (len(whole), sum(whole.values())) == (steps, files * groups)
    assert len(lines) <= LARGEST[0]
    assert steps <= LARGEST[1]
    assert sum(row["bytes"] for row in cells) == sum(
        row["bytes"] for row in report.answers["codecs"].to_pylist()
    )
    for row in cells:
        at, group = divmod(row["place"], groups)
        assert (Path(row["path"]).name, row["row_group"]) == (f"{at:03}.parquet", group)
    sizes = [row["bytes"] for row in cells]
    assert sizes == sorted(sizes, reverse=True)
    is_drawn = len(lines) > 1 and steps > 1
    assert ("<title>Bytes by column and row group</title>" in report.to_html()) == is_drawn


def test_names_and_numbers_on_the_map(tmp_path: Path) -> None:
    report = inlay.report(write_lake(tmp_path / "lake", [*WIDE, "<b>"], 31, 2))
    page = report.to_html()
    Page().feed(page)
    assert ">feature_0 and 39 more</text>" in page
    assert ">62 row groups, up to 2 in each cell</text>" in page
    assert ">...00.parquet [0] and 1 more</text>" in page
    assert ">...30.parquet [0] and 1 more</text>" in page
    assert ">&lt;b&gt;</text>" in page
    assert "<b>" not in page
    hidden = report.hide_names()
    assert all(
        (row["column_path"][0], row["path"][0]) == ("c", "f")
        for row in hidden.answers["chunk_sizes"].to_pylist()
    )
    shared = hidden.to_html()
    assert "feature" not in shared
    assert ".parquet" not in shared
    assert ">c1 and 39 more</text>" in shared
