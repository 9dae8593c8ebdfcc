"""Files whose bounds are in IEEE 754 total order, by every verb that goes by bounds: nothing is lost, and nothing false is said."""

from __future__ import annotations

from math import isnan
from pathlib import Path

import pytest

import inlay
from tests.compat.evidence import evidence
from tests.compat.pruning import write_in_total_order

EVIDENCE = {it.name: it for it in evidence() if it.half == "made"}
ZEROS = "order IEEE 754, zeros of one sign"
NANS = "order IEEE 754, bounds of NaN"


@pytest.fixture
def path(request: pytest.FixtureRequest, tmp_path: Path) -> Path:
    place = tmp_path / "a.parquet"
    EVIDENCE[request.param].write(place)
    return place


@pytest.mark.parametrize("path", [ZEROS, NANS], indirect=True)
def test_verify_finds_nothing(path: Path) -> None:
    assert inlay.verify(path, values=True).findings == ()


@pytest.mark.parametrize(
    ("path", "condition", "rows"),
    [
        (ZEROS, "c = 0.0", 3),
        (ZEROS, "c = -0.0", 3),
        (ZEROS, "c > 0.0", 1),
        (ZEROS, "c < 0.0", 0),
        (NANS, "c = 1.5", 1),
        (NANS, "c < 2.0", 1),
    ],
    indirect=["path"],
)
def test_filters_find_all_rows(path: Path, condition: str, rows: int) -> None:
    found = inlay.read_table(path, filters=condition)
    assert not any(it is not None and isnan(it) for it in found["c"].to_pylist())
    assert len(found) == rows


def test_prune_leaves_groups_out(tmp_path: Path) -> None:
    write_in_total_order(tmp_path / "a.parquet")
    (scanned,) = inlay.scan_footers(
        [str(tmp_path / "a.parquet")], table="column_chunks", columns=["min_text", "column_path"]
    )
    firsts = [row["min_text"] for row in scanned.to_pylist() if row["column_path"] == "double"]
    assert [float(it) for it in firsts] == [n * 2500.0 for n in range(10)], firsts
    for condition, groups in (("double = 12345.25", 1), ("float < 2500", 1), ("double >= 0", 10)):
        pruned = inlay.prune(tmp_path / "a.parquet", condition)
        assert len(pruned.row_groups) == groups, pruned
