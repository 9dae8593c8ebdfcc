"""Small chunks of numbers that are looked at natively get what they get where each is read and decoded."""

from __future__ import annotations

import io
from pathlib import Path
from typing import Any, Final
from unittest.mock import patch

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from inlay.changes.rewrite.change import Target
from inlay.footers.footer.read import read_footer
from inlay.verbs.index import adding_runs, holding_ahead
from inlay.verbs.index.add import add_index
from inlay.verbs.index.measured_chunk import MeasuredChunk
from inlay_runtime.errors import InlayError
from tests.verbs.verify.values.test_plain import COLUMNS, OPTIONS

SAID: Final[dict[str, dict[str, Any]]] = {
    "all that pyarrow says": {},
    "no statistics": {"write_statistics": False},
    "statistics of a few": {"write_statistics": ["nulls", "doubles"]},
}


def write(path: Path, option: str, said: str) -> None:
    table = pa.table(COLUMNS)
    pq.write_table(table, path, row_group_size=25, **OPTIONS[option], **SAID[said])


def add(path: Path, *what: str) -> object:
    """What is said, and the new file; or what is raised."""
    out = path.with_name("out.parquet")
    out.unlink(missing_ok=True)
    try:
        added = add_index(str(path), what=what, target=Target(output=str(out)))
    except InlayError as error:
        return type(error), str(error)
    return added.statements, added.left_out, added.notes, out.read_bytes()


def add_slowly(path: Path, *what: str) -> object:
    with patch.object(holding_ahead, "describe_numbers", lambda *_: None):
        return add(path, *what)


@pytest.mark.parametrize("said", SAID)
@pytest.mark.parametrize("option", OPTIONS)
def test_they_get_the_same(tmp_path: Path, option: str, said: str) -> None:
    path = tmp_path / "f.parquet"
    write(path, option, said)
    for what in (["auto"], ["all"], ["sizes", "encoding-stats"], ["column-index", "offset-index"]):
        assert add(path, *what) == add_slowly(path, *what)


def test_a_false_statement_is_told_as_it_is_elsewhere(tmp_path: Path) -> None:
    """Any byte of the pages and of the footer may be another."""
    path = tmp_path / "f.parquet"
    write(path, "plain", "all that pyarrow says")
    data = path.read_bytes()
    begin = read_footer(io.BytesIO(data)).offset
    for place in [*range(4, begin, 97), *range(begin, len(data) - 8, 61)]:
        changed = bytearray(data)
        changed[place] ^= 1
        path.write_bytes(changed)
        assert add(path, "auto") == add_slowly(path, "auto")


REALS: Final[dict[str, list[float | None]]] = {
    "zeros": [0.0, -0.0, 0.0, 1.0],
    "negative": [-1.5, -0.0, -2.5, -1.5],
    "both": [3.5, -3.5, None, 0.0],
    "nulls": [None] * 4,
    "odd": [1.0, float("nan"), float("inf"), -1.0],
}


def write_in_total_order(path: Path, **options: Any) -> None:
    """All that is said of them is in that order but for the headers of pages and the deprecated bounds."""
    types: dict[str, pa.DataType] = {"wide": pa.float64(), "narrow": pa.float32()}
    columns: dict[str, pa.Array[Any]] = {
        f"{name} {width}": pa.array(REALS[name]).cast(type_)
        for name in REALS
        for width, type_ in types.items()
    }
    columns["integers"] = pa.array([1, 2, 3, 4])
    pq.write_table(pa.table(columns), path, row_group_size=2, use_dictionary=False, **options)
    add_index(str(path), what=["ieee754-order"])


def test_they_get_the_same_in_total_order(tmp_path: Path) -> None:
    path = tmp_path / "f.parquet"
    for options in ({}, {"write_statistics": False}, {"data_page_version": "2.0"}):
        write_in_total_order(path, **options)
        for what in ("all", "type-order", "bloom-filter"):
            assert add(path, what) == add_slowly(path, what)


def test_what_is_false_in_total_order_is_told_as_it_is_elsewhere(tmp_path: Path) -> None:
    path = tmp_path / "f.parquet"
    write_in_total_order(path)
    data = path.read_bytes()
    begin = read_footer(io.BytesIO(data)).offset
    for place in [*range(4, begin, 41), *range(begin, len(data) - 8, 83)]:
        changed = bytearray(data)
        changed[place] ^= 0x80
        path.write_bytes(changed)
        assert add(path, "column-index") == add_slowly(path, "column-index")


@pytest.mark.needs("native core")
def test_none_that_gets_another_order_is_decoded(tmp_path: Path) -> None:
    path = tmp_path / "f.parquet"
    pq.write_table(pa.table({"wide": REALS["both"]}), path, use_dictionary=False)
    with patch.object(MeasuredChunk, "_read_pages", side_effect=AssertionError):
        statements = add(path, "ieee754-order")
    assert isinstance(statements, tuple)
    assert [it.statement for it in statements[0]] == ["ieee754-order"]


@pytest.mark.needs("native core")
def test_none_of_them_is_decoded(tmp_path: Path) -> None:
    path = tmp_path / "f.parquet"
    pq.write_table(pa.table({name: COLUMNS[name] for name in ("integers", "nulls", "zeros")}), path)

    def refuse(chunk: MeasuredChunk) -> None:
        raise AssertionError(chunk.leaf.name)

    with patch.object(MeasuredChunk, "_read_pages", refuse):
        statements = add(path, "auto")
    assert isinstance(statements, tuple)
    assert [(it.statement, it.column) for it in statements[0]] == [("nan-counts", "zeros")]


@pytest.mark.needs("native core")
def test_they_are_worked_at_together(tmp_path: Path) -> None:
    """Of a wide file, a call for each chunk and statement takes longer than all else."""
    path = tmp_path / "f.parquet"
    pq.write_table(pa.table({f"c{at}": [0.5, at] for at in range(30)}), path, use_dictionary=False)
    with patch.object(adding_runs.AddingToRun, "_add_to_one") as one_by_one:
        assert add(path, "all") != add(path, "auto")
    one_by_one.assert_not_called()
