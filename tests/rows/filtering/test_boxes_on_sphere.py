"""Rows whose edges are great circles: by the box around each point, line and ring, held to places along the edges."""

from __future__ import annotations

import struct
from collections.abc import Sequence
from itertools import pairwise
from math import atan, cos, degrees, inf, nan, radians, sin, tan
from typing import Final, TypeAlias

import pytest
from hypothesis import given
from hypothesis import strategies as st

import inlay
from inlay.rows.filtering.boxes_on_sphere import list_boxes
from parquet_format.parquet import BoundingBox, FileMetaData, GeographyType, GeospatialStatistics
from tests.rows.pruning.test_places_on_sphere import along
from tests.support.examples import examples
from tests.verbs.geo.files import edited, geo_file, memory
from tests.verbs.verify.values.geometry_files import line, native, point

Place: TypeAlias = tuple[float, float]
Query: TypeAlias = tuple[float, float, float, float]

NEAR: Final = 0.1
"""Degrees: between places along an edge it may go as far beyond them."""

STEPS: Final = 400


def ring(*places: Place) -> bytes:
    numbers = [number for it in (*places, places[0]) for number in it]
    return struct.pack(f"<BIII{len(numbers)}d", 1, 3, 1, len(numbers) // 2, *numbers)


def several(kind: int, *parts: bytes) -> bytes:
    return struct.pack("<BII", 1, kind, len(parts)) + b"".join(parts)


def rows_of(values: Sequence[bytes | None], filter: str) -> list[int]:
    data = native(values, meaning=GeographyType())
    found = inlay.read_table(memory(data), filters=filter)["g"].to_pylist()
    return [at for at, value in enumerate(values) if value in found]


BETWEEN: Final = line(0, 60, 90, 60)
AROUND: Final = ring((0, 70), (90, 70), (180, 70), (-90, 70))
BACK: Final = ring((0, 70), (-90, 70), (180, 70), (90, 70))

CASES: Final[list[tuple[bytes, Query, bool]]] = [
    (point(5, 5), (0, 0, 10, 10), True),
    (point(5, 5), (0, 6, 10, 10), False),
    (point(-180, 5), (179, 0, 180, 10), True),  # the same meridian
    (point(50, 90), (0, 80, 10, 90), True),  # there all meridians meet
    (BETWEEN, (40, 67, 50, 67.7), True),
    (BETWEEN, (40, 67.8, 50, 69), False),
    (BETWEEN, (40, 50, 50, 59), False),
    (line(0, -60, 90, -60), (40, -67.7, 50, -67), True),
    (line(0, -60, 90, -60), (40, -69, 50, -67.8), False),
    (line(0, 10, 20, 40), (0, 41, 20, 50), False),  # outermost at an end
    (line(170, 10, -170, 10), (179, 0, 180, 20), True),
    (line(170, 10, -170, 10), (0, 0, 10, 20), False),
    (line(-170, 10, 170, 10), (175, 0, -175, 20), True),
    (line(0, 80, 180, 80), (100, 85, 110, 90), True),  # over the pole
    (line(0, 80, 180, 80), (100, -90, 110, -80), False),
    (line(0, 0, 180, 0), (100, -90, 110, -80), True),  # nobody knows over which
    (line(0, 70, 90, 70, 180, 70, -90, 70, 0, 70), (10, 89, 20, 90), False),
    (AROUND, (10, 89, 20, 90), True),
    (AROUND, (10, -90, 20, 60), False),
    (BACK, (10, 89, 20, 90), True),
    (ring((0, -70), (90, -70), (180, -70), (-90, -70)), (10, -90, 20, -89), True),
    (ring((0, 10), (20, 10), (20, 20)), (5, 12, 6, 13), True),
    (several(4, point(-170, 0), point(170, 0)), (0, -1, 10, 1), False),
    (several(4, point(-170, 0), point(170, 0)), (165, -1, 175, 1), True),
    (several(5, line(0, 0, 1, 1), line(50, 0, 51, 1)), (20, 0, 30, 1), False),
    (several(7, point(nan, nan), line(0, 0, 40, 0)), (20, 0, 30, 1), True),
    (line(0, 0, nan, 5, 40, 0), (20, 0, 30, 1), True),
    (line(0, 0, 30, nan), (20, 0, 30, 1), False),
    (line(0, 0, inf, 5), (20, 0, 30, 1), False),
    (point(nan, nan), (-180, -90, 180, 90), False),
    (line(190, 0, 200, 0), (0, 0, 10, 1), True),  # which longitudes are meant?
]


@pytest.mark.parametrize(("value", "asked", "expected"), CASES, ids=range(len(CASES)))
def test_a_row(value: bytes, asked: Query, *, expected: bool) -> None:
    filter = f"intersects(g, box{asked})"
    assert rows_of([None, value], filter) == [1] * expected
    assert rows_of([None, value], f"not {filter}") == [1] * (not expected)


def test_by_the_key() -> None:
    for edges, expected in (("spherical", 1), ("planar", 0)):
        data = geo_file([BETWEEN], edges=edges)
        rows = inlay.read_table(memory(data), filters="intersects(g, box(40, 67, 50, 67.7))")
        assert rows.num_rows == expected


@given(st.floats(-89, 89), st.floats(0.001, 179))
def test_the_outermost_place_is_exact(y: float, width: float) -> None:
    ((_, ys),) = list_boxes(line(0, y, width, y))
    assert ys is not None
    outermost = degrees(atan(tan(radians(y)) / cos(radians(width / 2))))
    assert max(map(abs, ys)) == pytest.approx(abs(outermost), abs=1e-9)


PLACES: Final = st.tuples(st.floats(-180, 180), st.floats(-80, 80))
QUERIES: Final = st.tuples(PLACES, PLACES).map(
    lambda it: (it[0][0], min(it[0][1], it[1][1]), it[1][0], max(it[0][1], it[1][1]))
)


class Walked:
    """The places along the edges of a line or ring, with longitudes that go on beyond the antimeridian."""

    def __init__(self, places: Sequence[Place], *, is_ring: bool) -> None:
        ends = [*places, places[0]] if is_ring else [*places]
        dense = [along(*it, part / STEPS) for it in pairwise(ends) for part in range(STEPS + 1)]
        xs = [dense[0][0]]
        for (x, _), (next_x, _) in pairwise(dense):
            xs.append(xs[-1] + (next_x - x + 180) % 360 - 180)
        ys = [y for _, y in dense]
        if is_ring and abs(xs[-1] - xs[0]) > 180:
            area = sum(
                (right - left) * sin(radians(y))
                for (left, right), y in zip(pairwise(xs), ys, strict=False)
            )
            self.is_even = abs(area) < 180
            ys.append(90 if area * (xs[-1] - xs[0]) > 0 else -90)
            xs += [xs[0] - 360, xs[0] + 360]
        else:
            self.is_even = False
        self.xs, self.ys = (min(xs), max(xs)), (min(ys), max(ys))

    def meets(self, asked: Query, by: float) -> bool:
        """A box that is larger by so much on each side."""
        xmin, ymin, xmax, ymax = asked
        width = (xmax - xmin) % 360 if xmax < xmin else xmax - xmin
        low, high = xmin - by, xmin + width + by
        in_x = any(
            low + turn <= self.xs[1] and self.xs[0] <= high + turn
            for turn in (-720, -360, 0, 360, 720)
        )
        return in_x and self.ys[0] <= ymax + by and self.ys[1] >= ymin - by


@examples(200)
@given(st.lists(PLACES, min_size=2, max_size=5), st.booleans(), QUERIES)
def test_the_law(places: list[Place], is_ring: bool, asked: Query) -> None:
    """A row is there if places along its edges say so, and is not if none is near."""
    walked = Walked(places, is_ring=is_ring)
    value = ring(*places) if is_ring else line(*[number for it in places for number in it])
    found = bool(rows_of([value], f"intersects(g, box{asked})"))
    if walked.is_even or any(abs(abs(a - b) - 180) < NEAR for (a, _), (b, _) in pairwise(places)):
        return  # either pole may be meant
    if is_ring and abs(abs(places[0][0] - places[-1][0]) - 180) < NEAR:
        return
    if walked.meets(asked, -NEAR):
        assert found
    if not walked.meets(asked, NEAR):
        assert not found


@examples(100)
@given(
    st.lists(
        st.one_of(
            PLACES.map(lambda it: point(*it)),
            st.tuples(PLACES, PLACES).map(lambda it: line(*it[0], *it[1])),
            st.tuples(PLACES, PLACES, PLACES).map(lambda it: ring(*it)),
        ),
        min_size=1,
        max_size=6,
    ),
    QUERIES,
)
def test_boxes_of_row_groups_hide_no_row(values: list[bytes], asked: Query) -> None:
    """The same rows, whether the file says where the ends lie or not."""
    bare = native(values, meaning=GeographyType(), row_group_size=2)

    def say(metadata: FileMetaData) -> None:
        for at, group in enumerate(metadata.row_groups):
            meta = group.columns[0].meta_data
            assert meta is not None
            some = values[2 * at : 2 * at + 2]
            places = [struct.unpack_from("<2d", it, at) for it in some for at in _offsets(it)]
            xs, ys = zip(*places, strict=True)
            kinds = sorted({it[1] for it in some})
            box = BoundingBox(xmin=min(xs), xmax=max(xs), ymin=min(ys), ymax=max(ys))
            east = [it for it in xs if it >= 0]
            west = [it for it in xs if it < 0]
            if east and west and max(west) - min(east) + 360 < max(xs) - min(xs):
                box.xmin, box.xmax = min(east), max(west)
            meta.geospatial_statistics = GeospatialStatistics(bbox=box, geospatial_types=kinds)

    filter = f"intersects(g, box{asked})"
    found = [
        inlay.read_table(memory(data), filters=filter)["g"].to_pylist()
        for data in (bare, edited(bare, say))
    ]
    assert found[0] == found[1]


def _offsets(value: bytes) -> range:
    """Where the places of a point, a line or a polygon of one ring begin."""
    return range({1: 5, 2: 9, 3: 13}[value[1]], len(value), 16)
