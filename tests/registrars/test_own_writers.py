"""Tables that Iceberg's, Delta's and DuckLake's own writers filled: what these say of their files is what the footers say, but for a few
things, each with its reason."""

from __future__ import annotations

from datetime import UTC, date, datetime
from decimal import Decimal
from math import nan
from pathlib import Path
from typing import Any, Final

import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from deltalake import write_deltalake

import inlay
from inlay.verbs.register.check.check_table import TableCheck
from tests.registrars.duckdb_process import DuckDBProcess
from tests.verbs.register.iceberg.tables import NAME, open_catalog, properties_of

Differences = dict[tuple[str, str, str], str]
"""By weight, code and column: why."""

_FIRST: Final = datetime(1900, 1, 1)
_LAST: Final = datetime(2026, 11, 28, 1, 2, 3, 456789)
ROWS: Final[dict[str, Any]] = {
    "flag": [True, False, None],
    "small": pa.array([1, 2, None], pa.int32()),
    "wide": [1, 2**40, 2**63 - 1],
    "real": [1.5, -2.5, nan],
    "plain": [1.5, -2.5, 0.5],
    "zero": [0.0, 0.0, 0.0],
    "half": pa.array([0.1, 3e38, None], pa.float32()),
    "price": pa.array([Decimal("1.25"), Decimal("-3.50"), None], pa.decimal128(9, 2)),
    "long": pa.array(
        [Decimal("9007199254740993.01"), Decimal("9007199254740995.03"), None],
        pa.decimal128(20, 2),
    ),
    "name": ["a" * 40, "b", None],
    "huge": ["a", "m" * 5000, "b"],
    "day": [date(2026, 11, 28), date(1, 1, 1), None],
    "at": pa.array([_LAST, _FIRST, None], pa.timestamp("us")),
    "moment": pa.array([_LAST.replace(tzinfo=UTC), _FIRST.replace(tzinfo=UTC), None], pa.timestamp("us", "UTC")),
    "raw": [b"a" * 30, b"\xff" * 30, b""],
    "nothing": pa.array([None] * 3, pa.int64()),
    "point": [{"x": 1, "y": 2}, {"x": 3, "y": None}, None],
    "tags": [["a", None], [], None],
}  # fmt: skip

_NAN: Final = {("unproved", "nan-above", "real"): "the values have a NaN, which no count tells"}
_MEMBERS: Final = "pyiceberg gives members of structs no bounds"
_CUT: Final = "pyiceberg drops both bounds where Arrow leaves one out"
ICEBERG: Final[Differences] = {
    ("absent", "no-bound", "huge"): _CUT,
    ("absent", "no-bound", "point.x"): _MEMBERS,
    ("absent", "no-bound", "point.y"): _MEMBERS,
}
_DOUBLE: Final = "deltalake makes doubles of decimals: 9007199254740994.00 is neither"
DELTA: Final[Differences] = {
    ("wrong", "false-bound", "long"): _DOUBLE,
    ("absent", "no-null-count", "raw"): "deltalake counts no nulls of bytes",
}
_SEEN: Final = "DuckDB knows from the values what it does not write to footers beside a NaN"
DUCKLAKE: Final[Differences] = {
    ("unproved", "unproved-bound", "real"): _SEEN,
    ("unproved", "unproved-bound", "zero"): "it tells its own zeros apart, and Parquet does not",
}


def _list_differences(check: TableCheck) -> set[tuple[str, str, str]]:
    assert check.unread == ()
    return {
        (it.weight.value, it.finding.code, it.finding.at)
        for file in check.files
        for it in file.differences
    }


def test_of_iceberg(tmp_path: Path) -> None:
    data = pa.table(ROWS)
    with open_catalog(tmp_path) as catalog:
        catalog.create_namespace("lake")
        catalog.create_table(NAME, data.schema).append(data)
    named: dict[str, Any] = {"table": NAME, "properties": properties_of(tmp_path)}
    assert _list_differences(inlay.check_table(to="iceberg", **named)) == {*ICEBERG}
    by_values = inlay.check_table(to="iceberg", values=True, **named)
    assert _list_differences(by_values) == {*ICEBERG, *_NAN}


def test_of_delta(tmp_path: Path) -> None:
    write_deltalake(str(tmp_path), pa.table(ROWS))
    assert _list_differences(inlay.check_table(to="delta", table=str(tmp_path))) == {*DELTA}
    by_values = inlay.check_table(to="delta", table=str(tmp_path), values=True)
    assert _list_differences(by_values) == {*DELTA, *_NAN}


@pytest.mark.needs("DuckLake")
def test_of_ducklake(tmp_path: Path, duckdb_process: DuckDBProcess) -> None:
    """The values have what the footers do not say: then there is no difference."""
    rows, catalog = tmp_path / "rows.parquet", str(tmp_path / "lake.ducklake")
    pq.write_table(pa.table(ROWS), rows)
    statement = f"CREATE TABLE lake.t AS SELECT * FROM read_parquet('{rows}')"
    duckdb_process.ask("write", catalog=catalog, statements=[statement])
    named: dict[str, Any] = {"table": "main.t", "catalog": catalog}
    assert _list_differences(inlay.check_table(to="ducklake", **named)) == {*DUCKLAKE}
    assert _list_differences(inlay.check_table(to="ducklake", values=True, **named)) == set()
