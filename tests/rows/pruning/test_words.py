"""What `inlay prune` says to people: in the words of filters, and with the reason why a value or a name does not fit."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import TYPE_CHECKING

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

import inlay as inlay_package
from inlay.errors import FilterError

if TYPE_CHECKING:
    from pathlib import Path

    from tests.support.small_files import Inlay


def test_bounds_of_booleans_are_written_as_filters_have_them(tmp_path: Path, inlay: Inlay) -> None:
    path = tmp_path / "a.parquet"
    pq.write_table(pa.table({"ok": [True, False]}), path)
    assert "statistics: false to true" in inlay("prune", path, "ok = true").out


@pytest.mark.parametrize("kind", ["int96", "local"])
def test_a_moment_with_a_zone_is_told_to_leave_it_out(kind: str, tmp_path: Path) -> None:
    path = tmp_path / "a.parquet"
    moments = pa.table({"at": pa.array([datetime(2026, 1, 2)], pa.timestamp("us"))})
    pq.write_table(moments, path, use_deprecated_int96_timestamps=kind == "int96")
    for zone in ("Z", "+02:00"):
        with pytest.raises(FilterError, match="compare it with a moment without a time zone, such"):
            inlay_package.prune(path, f"at = '2026-01-02T00:00:00{zone}'")
    with pytest.raises(FilterError, match="compare it with a moment, such as"):
        inlay_package.prune(path, "at = 'yesterday'")


def test_a_moment_of_utc_may_have_a_zone(tmp_path: Path) -> None:
    path = tmp_path / "a.parquet"
    at = datetime(2026, 1, 2, tzinfo=UTC)
    pq.write_table(pa.table({"at": pa.array([at], pa.timestamp("us", tz="UTC"))}), path)
    assert inlay_package.prune(path, "at = '2026-01-02T02:00:00+02:00'").row_groups == [0]


def test_a_row_group_without_rows_is_skipped_for_that(tmp_path: Path, inlay: Inlay) -> None:
    path = tmp_path / "a.parquet"
    pq.write_table(pa.table({"id": pa.array([], pa.int64())}), path)
    assert inlay("prune", path, "id = 5").out.splitlines() == [
        f"{path}: 0 of 1 row group and 0 of 0 rows may match",
        "row group 0: skipped, 0 rows",
    ]


def test_a_column_of_folders_is_told_from_one_that_is_nowhere(tmp_path: Path, inlay: Inlay) -> None:
    folder = tmp_path / "city=K%C3%B6ln"
    folder.mkdir()
    path = folder / "a.parquet"
    pq.write_table(pa.table({"id": [1]}), path)
    said = inlay("prune", path, "city = 'Köln'")
    assert said.code == 2
    assert "the file has no column 'city': its folder has it in its name" in said.err
    assert "choose one of 'id'" in inlay("prune", path, "town = 'Köln'").err
