"""The law of boxes, of few geometries: `python -m tests.verbs.geo.boxes_law` holds a million to it."""

from __future__ import annotations

from pathlib import Path

from parquet_format.parquet import BoundingBox
from tests.verbs.geo.boxes_law import Drawn, find_outside, hold


def test_every_box_contains_its_row_group(tmp_path: Path) -> None:
    """Of some row groups there are boxes, and of others none."""
    tallies = hold(1_500, 5, 25, tmp_path)
    assert [line for it in tallies.values() for line in it.wrong] == []
    assert all(20 < it.boxes < it.row_groups for it in tallies.values())


def test_what_lies_outside_is_told() -> None:
    box = BoundingBox(xmin=0, xmax=1, ymin=0, ymax=1)
    drawn = [Drawn(b"", [(0.5, 1.0, 9.0, None)]), Drawn(b"", [(0.5, 1.5, None, None)])]
    assert find_outside(box, drawn[:1]) == ""
    assert find_outside(box, drawn) == "row 1: y 1.5 is not in 0 to 1"
