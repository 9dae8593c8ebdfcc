"""No label of a picture begins left of it, whatever letters it has."""

from __future__ import annotations

import re

import pytest

from inlay.ground.wording.heat_map import HeatAxis, draw_heat_map
from inlay.ground.wording.stacks import draw_stacks
from inlay.ground.wording.svg import ALONE, PAGE, Canvas

ADVANCES = {"0": 1303, "c": 1126, "i": 569, "m": 1995, "W": 2025, "_": 1024, "Q": 1612, "n": 1298}
"""Of DejaVu Sans 2.37, of which 2048 are as wide as a letter is high."""
NAMES = ["0000", "c000", "iiii", "mmmm", "WWWW", "n_n_", "QQQQ"]


@pytest.mark.parametrize("canvas", [PAGE, ALONE], ids=["page", "alone"])
@pytest.mark.parametrize("name", NAMES)
def test_a_label_has_room(canvas: Canvas, name: str) -> None:
    stacks = draw_stacks("sizes", {name: {"values": 9}}, {name: "9 B"}, canvas)
    heat = draw_heat_map(
        "chunks",
        HeatAxis("column", [name, name]),
        HeatAxis("row group", range(2)),
        [(0, 0, 9)],
        canvas,
    )
    taken = canvas.font * sum(ADVANCES[letter] for letter in name) / 2048
    for drawing in (stacks.svg, heat):
        ends = re.findall(rf'x="([\d.]+)" y="[\d.]+" text-anchor="end">{name}<', drawing)
        assert ends
        assert min(map(float, ends)) >= taken
