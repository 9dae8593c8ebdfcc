"""A map of amounts: every byte is in a cell, neighbours are put together, and names are text."""

from __future__ import annotations

import re
from xml.etree import ElementTree

import pytest
from hypothesis import given
from hypothesis import strategies as st

from inlay.ground.wording.heat_map import (
    MOST_ACROSS,
    MOST_DOWN,
    HeatAxis,
    draw_heat_map,
    height_of,
)

SVG = "{http://www.w3.org/2000/svg}"


def draw(down: int, across: int, cells: list[tuple[int, int, int]]) -> str:
    names = [f"c{at}" for at in range(down)]
    return draw_heat_map(
        "t", HeatAxis("column", names), HeatAxis("row group", range(across)), cells
    )


def cells_of(drawn: str) -> int:
    root = ElementTree.fromstring(drawn)
    shades = [each for each in root.iter(f"{SVG}path") if each.find(f"{SVG}title") is not None]
    return sum(each.attrib["d"].count("M") for each in shades)


def test_each_cell_has_the_shade_of_its_bytes() -> None:
    drawn = draw(2, 2, [(0, 0, 4096), (0, 1, 1024), (1, 0, 3), (1, 1, 0)])
    titles = re.findall(r'fill-opacity="([\d.]+)" d="[^"]*"><title>(.*?)</title>', drawn)
    assert titles == [("0.12", "up to 4 B"), ("0.82", "up to 1.0 KiB"), ("1.0", "up to 4.0 KiB")]
    assert cells_of(drawn) == 3


@pytest.mark.parametrize(
    ("down", "across", "cells"),
    [(60, 200, 12_000), (61, 200, 31 * 200), (60, 201, 60 * 101), (10_000, 1, 60), (1, 5_000, 200)],
)
def test_neighbours_are_put_together(down: int, across: int, cells: int) -> None:
    drawn = draw(down, across, [(at, to, 1) for at in range(down) for to in range(across)])
    assert cells_of(drawn) == cells <= MOST_DOWN * MOST_ACROSS
    assert len(drawn) < 400_000
    assert 0 < height_of(drawn) < 900


@given(st.lists(st.tuples(st.integers(0, 99), st.integers(0, 299), st.integers(0, 2**62))))
def test_any_amounts_are_drawn(cells: list[tuple[int, int, int]]) -> None:
    drawn = draw(100, 300, cells)
    assert bool(drawn) == any(size > 0 for _, _, size in cells)
    if drawn:
        assert cells_of(drawn) == len({(at // 2, to // 2) for at, to, size in cells if size})


def test_names_are_text() -> None:
    names = ["<script>", "\u202etxt", "x" * 999]
    drawn = draw_heat_map("<t>", HeatAxis("column", names), HeatAxis("folder", names), [(0, 0, 1)])
    ElementTree.fromstring(drawn)
    assert "<script>" not in drawn
    assert "\u202e" not in drawn
    assert len(drawn) < 2_000
