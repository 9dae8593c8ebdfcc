"""Statistics of a catalog held against the footers: those of ours are right, and what is poisoned is named and fixed."""

from __future__ import annotations

from datetime import date, datetime, time
from decimal import Decimal
from pathlib import Path
from typing import Any, Final

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

import inlay
from inlay.verbs.register.check.check_table import TableCheck
from inlay.verbs.register.check.differences import Weight
from inlay.verbs.register.schema.table_types import LeafType, SimpleType, TimestampType
from inlay.verbs.register.targets.ducklake.held import parse_bound
from parquet_format.parquet import FileMetaData
from tests.support.footers import edit_footer
from tests.verbs.register.ducklake.catalogs import ask, make_catalog
from tests.verbs.register.ducklake.ducklake_client import ask_ducklake

COLUMNS: Final[dict[str, Any]] = {
    "i": pa.array([1, None, 3], pa.int32()),
    "d": pa.array([Decimal("1.50"), Decimal("-2.25"), None], pa.decimal128(9, 2)),
    "t": pa.array([datetime(2024, 1, 1, 1, 2, 3, 4)] * 3, pa.timestamp("us")),
    "z": pa.array([datetime(2024, 1, 1)] * 3, pa.timestamp("ms", "UTC")),
    "c": pa.array([time(1, 2, 3, 4)] * 3, pa.time64("us")),
    "y": [date(2024, 1, 1), date(9999, 12, 31), None],
    "s": ["a" * 40, "b", None],
    "b": [True, False, None],
    "f": [0.0, 1.5, None],
    "g": [{"x": 1}, {"x": None}, None],
    "l": [[1], [], None],
}


def _check(folder: Path, **options: Any) -> TableCheck:
    catalog = f"sqlite:{folder / 'lake.sqlite'}"
    return inlay.check_table(to="ducklake", table="main.t", catalog=catalog, **options)


@pytest.fixture
def lake(tmp_path: Path) -> Path:
    catalog = make_catalog(tmp_path)
    pq.write_table(pa.table(COLUMNS), tmp_path / "a.parquet")
    inlay.register(
        tmp_path / "a.parquet",
        to="ducklake",
        table="main.t",
        catalog=f"sqlite:{catalog}",
        create=True,
        allow={"ownership"},
    )
    return tmp_path


def test_a_table_of_ours_has_no_difference(lake: Path) -> None:
    check = _check(lake)
    assert (check.all_files, check.files, check.unread) == (1, (), ())


def test_a_poisoned_bound_is_named_and_fixed(lake: Path) -> None:
    catalog = lake / "lake.sqlite"
    ask(catalog, "UPDATE ducklake_file_column_stats SET max_value = '2' WHERE max_value = '3'")
    check = _check(lake)
    (file,) = check.files
    assert [(it.weight, it.finding.at) for it in file.differences] == [(Weight.WRONG, "i")]
    assert _check(lake, fix=True).fixed
    assert _check(lake).files == ()


def test_what_is_left_out_is_named(lake: Path) -> None:
    catalog = lake / "lake.sqlite"
    ask(catalog, "UPDATE ducklake_file_column_stats SET min_value = NULL, null_count = NULL")
    weights = {it.weight for file in _check(lake).files for it in file.differences}
    assert weights == {Weight.ABSENT}


@pytest.mark.parametrize(
    ("text", "type_", "value"),
    [
        ("0222-09-04 (BC)", SimpleType.DATE, None),
        ("11968-12-31", SimpleType.DATE, None),
        ("1970-01-01 00:00:00.000000001", TimestampType(10**9, is_utc=False), 1),
        ("1969-12-31 23:59:59.5+00", TimestampType(10**6, is_utc=True), -(10**9) // 2),
        ("no number", SimpleType.DOUBLE, None),
        ("0.1", SimpleType.DOUBLE, 0.1),
        ("0.1", SimpleType.FLOAT, 0.10000000149011612),
        ("-3e+38", SimpleType.FLOAT, -3.0000000054977558e38),
        ("1e39", SimpleType.FLOAT, None),
    ],
)
def test_texts_are_values_or_nothing(text: str, type_: LeafType, value: float | None) -> None:
    assert parse_bound(text, type_) == value


_ROW: Final = "SELECT contains_null, min_value, max_value FROM ducklake_table_column_stats WHERE column_id = 1"


@pytest.mark.parametrize(
    ("poison", "words"),
    [
        ("contains_null = 0", "IS NULL does not find them"),
        ("min_value = '2'", "min of the table is '2', and its files have '1'"),
        ("max_value = '9'", "max of the table is '9', and its files have '3'"),
    ],
)
def test_what_is_false_of_the_whole_table_is_named_and_fixed(
    lake: Path, poison: str, words: str
) -> None:
    catalog = lake / "lake.sqlite"
    before = ask(catalog, _ROW)
    ask(catalog, f"UPDATE ducklake_table_column_stats SET {poison} WHERE column_id = 1")
    check = _check(lake)
    assert not check.is_right
    (whole,) = check.files
    assert whole.path == "main.t, the whole table"
    assert [it.weight for it in whole.differences] == [Weight.WRONG]
    assert words in str(check)
    assert _check(lake, fix=True).fixed == "snapshot 2"
    assert _check(lake).files == ()
    assert ask(catalog, _ROW) == before == [(1, "1", "3")]


def _widen(metadata: FileMetaData) -> None:
    meta = metadata.row_groups[0].columns[0].meta_data
    assert meta is not None
    assert meta.statistics is not None
    meta.statistics.min_value = (1).to_bytes(8, "little")
    meta.statistics.is_min_value_exact = False


def test_a_bound_that_is_no_value_is_no_minimum_of_the_whole_table(tmp_path: Path) -> None:
    """By the footer it may be one, by the values it is not."""
    path = tmp_path / "a.parquet"
    pq.write_table(pa.table({"x": [5, 7]}), path)
    path.write_bytes(edit_footer(path.read_bytes(), _widen))
    catalog = make_catalog(tmp_path)
    target = f"sqlite:{catalog}"
    options: dict[str, Any] = {"to": "ducklake", "table": "main.t", "catalog": target}
    inlay.register(path, create=True, allow={"ownership"}, **options)
    ask(catalog, "UPDATE ducklake_table_column_stats SET min_value = '1'")
    assert _check(tmp_path).is_right
    whole = _check(tmp_path, values=True).files[-1]
    assert "min of the table is '1', and its files have '5'" in str(whole.differences[0].finding)


@pytest.mark.needs("DuckLake")
def test_a_table_that_ducklake_wrote_is_right(tmp_path: Path) -> None:
    catalog = tmp_path / "lake.ducklake"
    rows = "SELECT i, CASE WHEN i % 3 = 0 THEN NULL ELSE i / 2 END d, 'name' || i s FROM range(30000) r(i)"
    ask_ducklake(catalog, tmp_path / "data", f"CREATE TABLE lake.t AS {rows}", "SELECT 1")
    for values in (False, True):
        check = inlay.check_table(
            to="ducklake", table="main.t", catalog=str(catalog), values=values
        )
        assert check.count(Weight.WRONG) == 0
        assert not any("whole table" in it.path for it in check.files)
