"""The table of `docs/geo.md` is what readers do: those that are asked fast, each in a process of its own."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from tests.readers.geometries import (
    PAGE,
    ask_elsewhere,
    find_row,
    name_crs,
    put_rows,
    render_row,
    write_files,
)

ASKED = ("pyarrow", "GeoPandas", "DuckDB", "Polars", "DataFusion", "fastparquet")


@pytest.fixture(scope="module")
def paths(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    return write_files(tmp_path_factory.mktemp("geometries"))


@pytest.mark.parametrize("reader", ASKED)
def test_a_row_is_what_the_reader_does(reader: str, paths: dict[str, Path]) -> None:
    answers = ask_elsewhere(reader, sys.executable, [str(path) for path in paths.values()])
    assert answers is not None
    assert render_row(reader, answers) == find_row(PAGE.read_text(encoding="utf-8"), reader)


def test_a_table_takes_the_place_of_the_one_before() -> None:
    page = "# A\n\n| reader | a |\n|---|---|\n| X 1.0 | old |\n\nB\n"
    rows = [render_row("X", ["2.0", "new", "it"])]
    after = put_rows(page, ["a", "b"], rows)
    assert after == "# A\n\n| reader | a | b |\n|---|---|---|\n| X 2.0 | new | it |\n\nB\n"
    assert find_row(after, "X") == rows[0]
    assert find_row(after, "Y") is None
    assert put_rows(after, ["a", "b"], rows) == after


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ('{"a": {"id": {"authority":"EPSG","code":7001}}, "id": {"authority": "OGC", "code": "CRS84"}}', "OGC:CRS84"),
        ("EPSG:2154", "EPSG:2154"),
        ('{"name": "without"}', '{"name": "without"}'),
    ],
)  # fmt: skip
def test_systems_have_codes(text: str, name: str) -> None:
    assert name_crs(text) == name
