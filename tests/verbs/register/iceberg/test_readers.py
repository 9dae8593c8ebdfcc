"""What readers find in tables that we made: pyiceberg's scans and deletes, and the statistics of its own writes."""

from __future__ import annotations

from datetime import date, datetime, time
from decimal import Decimal
from math import nan
from pathlib import Path
from typing import Any, Final

import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from pyiceberg.manifest import DataFile
from pyiceberg.table import Table

from tests.verbs.register.iceberg.tables import (
    NAME,
    ids_of,
    open_catalog,
    plan_of,
    register,
)

_ROWS: Final[dict[str, Any]] = {
    "id": [1, 2, 3],
    "flag": [True, False, None],
    "small": pa.array([1, 200, 255], pa.uint8()),
    "wide": pa.array([1, 2**40, 2**63 - 1], pa.uint64()),
    "real": [1.5, -2.5, nan],
    "price": [Decimal("1.25"), Decimal("-3.50"), None],
    "name": ["a" * 30, "b", None],
    "raw": [b"a" * 30, b"\xff" * 30, b""],
    "day": [date(2026, 11, 28), date(1, 1, 1), None],
    "clock": [time(1, 2, 3), time(23), None],
    "at": pa.array([datetime(2026, 11, 28, 1), datetime(1900, 1, 1), None], pa.timestamp("ms")),
    "point": [{"x": 1, "y": 2}, {"x": 3, "y": None}, None],
    "tags": [["a", None], [], None],
}
FILTERS: Final[tuple[tuple[str, list[int]], ...]] = (
    ("flag = true", [1]),
    ("small = 255", [3]),
    ("wide > 4294967296", [2, 3]),
    ("real < 0", [2]),
    ("real is nan", [3]),
    ("price = -3.50", [2]),
    (f"name = '{'a' * 30}'", [1]),
    ("name >= 'b'", [2]),
    ("name is null", [3]),
    ("day < '1000-01-01'", [2]),
    ("at >= '2026-11-28T01:00:00'", [1]),
    ("point.x = 3", [2]),
    ("point.x = 7", []),
    ("id != 2", [1, 3]),
)


@pytest.fixture(scope="module")
def table(tmp_path_factory: pytest.TempPathFactory) -> Table:
    folder = tmp_path_factory.mktemp("readers")
    pq.write_table(pa.table(_ROWS), folder / "a.parquet", row_group_size=2)
    pq.write_table(pa.table({"id": [9]}), folder / "b.parquet")
    register(folder, folder / "a.parquet", folder / "b.parquet", create=True)
    with open_catalog(folder) as catalog:
        return catalog.load_table(NAME)


@pytest.mark.parametrize(("filter_", "ids"), FILTERS)
def test_filters_find_what_a_full_scan_finds(filter_: str, ids: list[int], table: Table) -> None:
    ids_found = ids_of(table.scan(filter_).to_arrow().to_pylist())
    if "is null" in filter_ or "!=" in filter_:
        ids = [*ids, 9]
    assert ids_found == ids


def test_a_file_without_the_column_is_passed_over(table: Table) -> None:
    tasks = [task.file.file_path for task in table.scan("name = 'b'").plan_files()]
    assert len(tasks) == 1
    assert tasks[0].endswith("a.parquet")


def test_a_delete_keeps_rows_that_nobody_counted(tmp_path: Path) -> None:
    """pyiceberg drops a file whose bounds all match, and takes NaNs that are not counted for none; its own tables lose this row."""
    pq.write_table(pa.table({"id": [1, 2, 3], "x": [1.0, nan, 5.0]}), tmp_path / "a.parquet")
    register(tmp_path, tmp_path / "a.parquet", create=True)
    with open_catalog(tmp_path) as catalog:
        table = catalog.load_table(NAME)
        table.delete("x >= 1.0")
        assert ids_of(table.scan().to_arrow().to_pylist()) == [2]


def test_statistics_of_pyicebergs_own_writes_are_reproduced(tmp_path: Path) -> None:
    """But for floats, whose NaNs it does not count, and structs, whose members it gives no bounds."""
    columns = {name: _ROWS[name] for name in _ROWS if name not in ("small", "wide", "at", "raw")}
    data = pa.table({**columns, "raw": [b"a" * 30, b"b", b""]})
    with open_catalog(tmp_path) as catalog:
        catalog.create_namespace("lake")
        table = catalog.create_table("lake.theirs", data.schema)
        table.append(data)
        (theirs,) = _list_entries(table)
        ids = {it.name: it.field_id for it in table.schema().fields}
        x, y = (table.schema().find_field(f"point.{name}").field_id for name in "xy")
    path = Path(theirs.file_path.removeprefix("file://"))
    (ours,) = plan_of(register(tmp_path, path, create=True)).entries
    assert ours.record_count == theirs.record_count
    assert ours.file_size_in_bytes == theirs.file_size_in_bytes
    assert ours.column_sizes == theirs.column_sizes
    assert ours.value_counts == theirs.value_counts
    assert ours.null_value_counts == theirs.null_value_counts
    assert ours.split_offsets == theirs.split_offsets
    for our_bounds, their_bounds in (
        (ours.lower_bounds, theirs.lower_bounds),
        (ours.upper_bounds, theirs.upper_bounds),
    ):
        assert {at: raw for at, raw in our_bounds.items() if at not in (x, y)} == {
            at: raw for at, raw in their_bounds.items() if at != ids["real"]
        }
        assert our_bounds.keys() >= {x, y}


def _list_entries(table: Table) -> list[DataFile]:
    return [task.file for task in table.scan().plan_files()]
