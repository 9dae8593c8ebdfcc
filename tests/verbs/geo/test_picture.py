"""The map of boxes: a rectangle for each, over a graticule, and how many of them a place lies in."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING
from xml.etree import ElementTree

import pytest
from hypothesis import given
from hypothesis import strategies as st

from inlay.verbs.geo.drawn_boxes import DrawnBox, list_boxes, measure_depth
from inlay.verbs.geo.picture import describe_boxes, draw_boxes
from inlay.verbs.geo.show import show_geometries
from parquet_format.parquet import BoundingBox, GeographyType, GeometryType
from tests.verbs.geo.files import LAMBERT, points
from tests.verbs.verify.values.geometry_files import native, point

if TYPE_CHECKING:
    from tests.support.small_files import Inlay

SVG = "{http://www.w3.org/2000/svg}"


def list_rectangles(svg: str) -> list[list[float]]:
    """x, y, width and height of each."""
    return [
        [float(it.attrib[name]) for name in ("x", "y", "width", "height")]
        for it in ElementTree.fromstring(svg).iter(f"{SVG}rect")
    ]


def box(*corners: float, file: str = "a", crs: str = "", row_group: int | None = 0) -> DrawnBox:
    return DrawnBox(file, crs, row_group, *corners)


@pytest.mark.parametrize(
    ("boxes", "depth"),
    [
        ([box(0, 0, 1, 1)], 1.0),
        ([box(0, 0, 1, 2), box(1, 0, 2, 2)], 1.0),
        ([box(0, 0, 2, 2), box(0, 0, 2, 2)], 2.0),
        ([box(0, 0, 1, 1), box(9, 9, 10, 10)], 0.02),
        ([box(0, 0, 5, 0)], None),
        ([], None),
    ],
)
def test_how_many_boxes_a_place_lies_in(boxes: Sequence[DrawnBox], depth: float | None) -> None:
    assert measure_depth(boxes) == (None if depth is None else pytest.approx(depth))


def test_a_box_over_the_antimeridian_is_in_two_places() -> None:
    around = BoundingBox(xmin=170, ymin=0, xmax=-170, ymax=5)
    file = show_geometries(native([point(175, 1)], around, [1], GeographyType()))
    boxes = list_boxes("a", file)
    assert [it[3:] for it in boxes] == [(170, 0, 180, 5), (-180, 0, -170, 5)]
    assert describe_boxes(boxes).startswith("1 box of 1 file")


def test_what_has_no_place_is_not_drawn() -> None:
    infinite = BoundingBox(xmin=0, ymin=0, xmax=float("inf"), ymax=float("nan"))
    assert list_boxes("a", show_geometries(native([point(1, 2)], infinite, [1]))) == []
    upside_down = BoundingBox(xmin=0, ymin=5, xmax=1, ymax=0)
    assert list_boxes("a", show_geometries(native([point(1, 2)], upside_down, [1]))) == []
    assert list_boxes("a", show_geometries(native([point(1, 2)]))) == []


def test_the_key_stands_in_for_boxes() -> None:
    (drawn,) = list_boxes("a", show_geometries(points((1, 2), (3, 4), crs=LAMBERT)))
    assert drawn == DrawnBox("a", "EPSG:2154", None, 1, 2, 3, 4)


def test_higher_is_further_north_and_names_are_escaped() -> None:
    south, north = box(0, 0, 1, 1, file="<b>&"), box(0, 8, 1, 9, file="c")
    svg = draw_boxes([south, north])
    below, above = list_rectangles(svg)
    assert above[1] + above[3] < below[1]
    assert "<b>" not in svg
    titles = [it.text for it in ElementTree.fromstring(svg).iter(f"{SVG}title")]
    assert "<b>&, row group 0: x 0 .. 1, y 0 .. 1" in titles


def test_another_system_is_another_map() -> None:
    boxes = [box(0, 0, 1, 1), box(5e5, 6e6, 6e5, 7e6, file="b", crs="EPSG:2154")]
    svg = draw_boxes(boxes, left_out=3)
    assert len(list_rectangles(svg)) == 1
    assert "3 files without a box, 1 file in another reference system" in svg


NUMBER = st.floats(-1e12, 1e12)


@given(st.lists(st.tuples(NUMBER, NUMBER, NUMBER, NUMBER), min_size=1, max_size=5))
def test_every_box_is_on_the_map(corners: list[tuple[float, float, float, float]]) -> None:
    """Wherever they lie, however small they are."""
    boxes = [box(min(a, c), min(b, d), max(a, c), max(b, d)) for a, b, c, d in corners]
    svg = draw_boxes(boxes)
    root = ElementTree.fromstring(svg)
    width, height = (float(root.attrib[name]) for name in ("width", "height"))
    rectangles = list_rectangles(svg)
    assert len(rectangles) == len(boxes)
    for x, y, across, down in rectangles:
        assert x >= 0
        assert y >= 0
        assert x + across <= width
        assert y + down <= height
    assert len(list(root.iter(f"{SVG}line"))) <= 20


def test_one_picture_of_all_files(tmp_path: Path, inlay: Inlay) -> None:
    lake = tmp_path / "lake"
    lake.mkdir()
    edge = BoundingBox(xmin=1, ymin=2, xmax=3, ymax=4)
    for name, meaning in (("a", GeometryType()), ("b", GeographyType())):
        data = native([point(1, 2), point(3, 4)], edge, [1], meaning, row_group_size=1)
        (lake / f"{name}.parquet").write_bytes(data)
    (lake / "c.parquet").write_bytes(native([point(1, 2)]))
    outcome = inlay("geo", "show", lake, "--format", "svg", "--jobs", "2")
    assert outcome.code == 0
    assert "4 boxes of 2 files; a place lies in 4.00 of them on average" in outcome.out
    assert "1 file without a box" in outcome.out
    assert len(list_rectangles(outcome.out)) == 4
    page = inlay("geo", "show", lake / "a.parquet", "--format", "html")
    assert page.out.startswith("<!doctype html>")
    assert "<script" not in page.out
    assert "<rect" in page.out
    nothing = inlay("geo", "show", lake / "c.parquet", "--format", "svg")
    assert (nothing.code, nothing.out) == (0, "")
    assert "there is nothing to draw" in nothing.err
    (lake / "d.parquet").write_bytes(b"PAR1 no footer PAR1")
    assert inlay("geo", "show", lake, "--format", "svg").code == 3
