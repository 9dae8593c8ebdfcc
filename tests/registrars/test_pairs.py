"""No file that has a row for a filter is passed over by what we registered: `python -m tests.registrars.soak` asks a million pairs."""

from __future__ import annotations

import io
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from tests.registrars.duckdb_process import DuckDBProcess
from tests.registrars.pairs import find_lost
from tests.registrars.random_lakes import COLUMN, TYPES, Filter, RandomLake, make_lake
from tests.registrars.soak import Soaked, soak

IN_PROCESS = ("iceberg", "delta")


@pytest.mark.parametrize("name", IN_PROCESS)
def test_no_file_with_a_row_is_passed_over(name: str) -> None:
    soaked = soak(find_lost(name, None), 8_000, seed=10**6, files=10, values=8)
    assert soaked.pairs >= 8_000
    assert soaked.lost == []


@pytest.mark.needs("DuckLake")
def test_no_row_is_lost_by_a_catalog(duckdb_process: DuckDBProcess) -> None:
    soaked = soak(find_lost("ducklake", duckdb_process), 2_000, seed=10**6, files=10, values=6)
    assert soaked.lost == []


@pytest.mark.needs("DuckLake")
def test_a_number_beside_nan_is_no_reason_to_leave_out_a_file(
    duckdb_process: DuckDBProcess, tmp_path: Path
) -> None:
    """DuckLake passes over a file for `!=` its only number, whether or not there is a NaN."""
    lake = make_lake(5, files=40, values=12)
    some = [29, 19]
    for at in some:
        texts = {str(it) for it in lake.values[at]}
        assert "nan" in texts
        assert len(texts) == 2
    fewer = lake._replace(
        files=[lake.files[at] for at in some], values=[lake.values[at] for at in some]
    )
    assert [*find_lost("ducklake", duckdb_process)(fewer, tmp_path)] == []


_SPELLED: Final = {
    "float": (
        *(0.38476645946502686, -0.24499227106571198, 0.2089739888906479, 0.1),
        *(-0.00022890679247211665, 0.0001927545526996255, -0.0038370718248188496),
    ),
    "double": (
        *(-0.24499227256032755, 0.41532661167070317, -0.44850483357639276, 0.1),
        *(0.00019275455410489294, -0.0015460803065965323),
    ),
}
"""DuckDB reads the text of each, but for the last of the first rows, as another number."""


@pytest.mark.needs("DuckLake")
@pytest.mark.parametrize("name", _SPELLED)
def test_a_number_whose_literal_is_another_one_is_found(
    name: str, duckdb_process: DuckDBProcess, tmp_path: Path
) -> None:
    """As a lower bound, and as an upper one."""
    type_, _ = TYPES[name]
    values = [[value, other] for value in _SPELLED[name] for other in (0.0, value * 2)]
    lake = RandomLake(
        name,
        type_,
        [_write_file(pa.table({COLUMN: pa.array(it, type_)})) for it in values],
        values,
        [Filter(sign, value) for value in _SPELLED[name] for sign in ("=", ">=", "<=")],
    )
    assert [*find_lost("ducklake", duckdb_process)(lake, tmp_path)] == []


def _write_file(table: pa.Table) -> bytes:
    sink = io.BytesIO()
    pq.write_table(table, sink)
    return sink.getvalue()


@pytest.mark.parametrize("name", IN_PROCESS)
def test_a_row_that_is_lost_is_told(name: str, tmp_path: Path) -> None:
    """Of another lake's values, whose rows are not in its files."""
    lake = next(_list_lakes("int32"))
    other = lake._replace(
        values=[[2**31 - 5] for _ in lake.values], filters=[Filter("=", 2**31 - 5)]
    )
    assert len([*find_lost(name, None)(other, tmp_path)]) > 0


def _list_lakes(name: str) -> Iterator[RandomLake]:
    for seed in range(1000):
        lake = make_lake(seed, files=4, values=4)
        if lake.name == name:
            yield lake


def test_a_seed_is_a_lake() -> None:
    first, again, other = (make_lake(seed, files=3, values=4) for seed in (7, 7, 8))
    assert str(first) == str(again)
    assert first.files == again.files
    assert first.files != other.files


def test_lakes_are_of_all_types() -> None:
    assert {make_lake(seed, files=1, values=2).name for seed in range(200)} == {*TYPES}


def test_lakes_are_made_until_there_are_enough() -> None:
    asked: list[RandomLake] = []

    def find(lake: RandomLake, _: Path) -> Iterator[str]:
        asked.append(lake)
        yield "one"

    soaked = soak(find, 50, seed=3, files=2, values=2)
    assert soaked == Soaked(
        sum(it.pairs for it in asked),
        len(asked),
        [f"seed {3 + at}: one" for at in range(len(asked))],
    )
    assert soaked.pairs - asked[-1].pairs < 50
