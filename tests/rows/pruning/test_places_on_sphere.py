"""`intersects` of geometries with edges on a sphere: row groups are left out where no edge can be in the box, and rows where their own are not."""

from __future__ import annotations

from math import asin, atan2, cos, degrees, inf, isclose, pi, radians, sin, sqrt
from typing import Any, Final

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

import inlay
from inlay.rows.pruning import FilterError
from inlay.rows.pruning.place_on_sphere import reach_of_ends
from parquet_format.parquet import (
    BoundingBox,
    EdgeInterpolationAlgorithm,
    FileMetaData,
    GeographyType,
    GeospatialStatistics,
)
from tests.support.examples import examples
from tests.verbs.geo.files import edited, geo_file, memory
from tests.verbs.verify.values.geometry_files import line, point, square

LINE: Final = [2]
POINT: Final = [1]


def geography(
    box: tuple[float, float, float, float] | None, kinds: list[int], **about: Any
) -> bytes:
    """A file of GEOGRAPHY whose row group says xmin, ymin, xmax, ymax and these types."""

    def put(metadata: FileMetaData) -> None:
        metadata.schema[1].logicalType = GeographyType(**about)
        meta = metadata.row_groups[0].columns[0].meta_data
        assert meta is not None
        said = None
        if box is not None:
            xmin, ymin, xmax, ymax = box
            said = BoundingBox(xmin=xmin, xmax=xmax, ymin=ymin, ymax=ymax)
        meta.geospatial_statistics = GeospatialStatistics(bbox=said, geospatial_types=kinds)
        metadata.key_value_metadata = None

    return edited(geo_file([point(1, 2)]), put)


def is_left(data: bytes, asked: tuple[float, ...]) -> bool:
    return bool(inlay.prune(memory(data), f"intersects(g, box{asked})").row_groups)


@pytest.mark.parametrize(
    ("said", "kinds", "asked", "expected"),
    [
        ((0, 60, 90, 60), LINE, (40, 67, 50, 67.7), True),  # its edge reaches 67.79
        ((0, 60, 90, 60), LINE, (40, 70, 50, 71), False),
        ((0, 60, 90, 60), POINT, (40, 61, 50, 62), False),
        ((0, -60, 90, -60), LINE, (40, -67.7, 50, -67), True),
        ((0, -60, 90, -60), LINE, (40, -59, 50, 0), False),
        ((0, 10, 20, 20), LINE, (30, 10, 40, 20), False),
        ((-100, 10, 100, 20), LINE, (150, 10, 160, 20), True),  # the other way is shorter
        ((-100, 10, 100, 20), POINT, (150, 10, 160, 20), False),
        ((170, 10, -170, 20), LINE, (0, 10, 10, 20), False),
        ((170, 10, -170, 20), LINE, (175, 10, 176, 20), True),
        ((170, 10, 180, 20), LINE, (-180, 10, -179, 20), True),  # the same meridian
        ((-180, 10, -170, 20), LINE, (179, 10, 180, 20), True),
        ((-180, 10, -170, 20), LINE, (170, 10, 175, 20), False),
        ((0, 80, 10, 90), LINE, (100, 85, 110, 90), True),  # all meridians
        ((0, 80, 10, 90), LINE, (100, 60, 110, 70), False),
        ((0, 10, 190, 20), LINE, (30, 50, 40, 60), True),
        ((0, 10, 20, 20), LINE, (350, 10, 361, 20), True),  # which longitudes are meant?
        (None, LINE, (30, 10, 40, 20), True),
    ],
)
def test_by_the_box(
    said: tuple[float, float, float, float] | None,
    kinds: list[int],
    asked: tuple[float, float, float, float],
    *,
    expected: bool,
) -> None:
    for algorithm in (None, EdgeInterpolationAlgorithm.KARNEY):
        data = geography(said, kinds, algorithm=algorithm)
        assert is_left(data, asked) is expected


@pytest.mark.parametrize(
    ("about", "asked", "expected"),
    [
        ({}, (40, 67, 50, 67.7), True),
        ({}, (40, 70, 50, 71), False),
        ({}, (100, 60, 110, 61), False),
        ({"orientation": "counterclockwise"}, (100, 60, 110, 61), True),
    ],
)
def test_by_the_covering(
    about: dict[str, Any], asked: tuple[float, ...], *, expected: bool
) -> None:
    """Of the ends, as planar writers say it."""
    data = geo_file([line(0, 60, 90, 60)], [square(0, 60, 90, 60)], edges="spherical", **about)
    assert is_left(data, asked) is expected


@pytest.mark.parametrize(
    ("data", "words"),
    [
        (
            geography((0, 60, 90, 60), LINE, algorithm=EdgeInterpolationAlgorithm.KARNEY),
            "edges on an ellipsoid",
        ),
        (geo_file([point(1, 2)], edges="vincenty"), "edges on an ellipsoid"),
        (
            geo_file([point(1, 2)], edges="spherical", orientation="counterclockwise"),
            "around the larger side",
        ),
    ],
)
def test_rows_that_are_not_told_apart(data: bytes, words: str) -> None:
    with pytest.raises(FilterError, match=words):
        inlay.read_table(memory(data), filters="intersects(g, box(100, 0, 110, 1))")


PLACES: Final = st.tuples(st.floats(-180, 180), st.floats(-89, 89))


def along(start: tuple[float, float], end: tuple[float, float], part: float) -> tuple[float, float]:
    """A point of the great circle between two, by the angle between their vectors."""
    one, other = vector(start), vector(end)
    angle = 2 * asin(min(1.0, sqrt(sum((a - b) ** 2 for a, b in zip(one, other, strict=True))) / 2))
    if isclose(angle, 0, abs_tol=1e-9):
        return start
    near, far = sin((1 - part) * angle) / sin(angle), sin(part * angle) / sin(angle)
    x, y, z = (near * a + far * b for a, b in zip(one, other, strict=True))
    return degrees(atan2(y, x)), degrees(asin(max(-1.0, min(1.0, z))))


def vector(place: tuple[float, float]) -> tuple[float, float, float]:
    x, y = map(radians, place)
    return cos(y) * cos(x), cos(y) * sin(x), sin(y)


@examples(400)
@given(PLACES, PLACES, st.floats(0, 1))
def test_the_law(start: tuple[float, float], end: tuple[float, float], part: float) -> None:
    """Every point of an edge is in what its ends may reach, whichever way their box is said."""
    one, other = vector(start), vector(end)
    assume(sum(a * b for a, b in zip(one, other, strict=True)) > cos(pi - 1e-3))
    x, y = along(start, end, part)
    low, high = sorted((start[0], end[0]))
    ys = min(start[1], end[1]), max(start[1], end[1])
    for xs in ((low, high), (high, low)):
        if xs == (high, low) and high - low <= 180:
            continue  # that box is of the longer way
        reach = reach_of_ends(xs, ys, are_points=False)
        first, last = reach.ys or (-inf, inf)
        assert first - 1e-7 <= y <= last + 1e-7
        if reach.xs is not None:
            first, last = reach.xs
            within = first - 1e-7 <= x <= last + 1e-7
            outside = x >= first - 1e-7 or x <= last + 1e-7
            assert within if first <= last else outside
