"""Geometries in WKB: natively and in Python the same, and both what shapely says."""

from __future__ import annotations

import struct
from collections.abc import Sequence
from importlib import import_module
from math import inf, nan
from typing import Any, Final

import pyarrow as pa
import pytest
from hypothesis import given
from hypothesis import strategies as st

from inlay.ground.values import wkb
from inlay.ground.values.geometry_kinds import NUMBERS, name_kind
from inlay.ground.values.wkb import (
    BETWEEN,
    DEEPEST,
    EXTENDED,
    NO_GAP,
    PARTIAL,
    Gap,
    Geometry,
    WkbError,
    fold_geometries,
    measure_geometries,
    read_geometry,
)

NOTHING: Final = (inf,) * 4, (-inf,) * 4


def number(value: int, order: str = "<") -> bytes:
    return struct.pack(f"{order}I", value)


def head(kind: int, order: str = "<") -> bytes:
    return (b"\1" if order == "<" else b"\0") + number(kind, order)


def point(*coordinates: float, kind: int = 1, order: str = "<") -> bytes:
    return head(kind, order) + struct.pack(f"{order}{len(coordinates)}d", *coordinates)


def several(kind: int, *parts: bytes, count: int | None = None) -> bytes:
    return head(kind) + number(len(parts) if count is None else count) + b"".join(parts)


def line(*coordinates: float, kind: int = 2, axes: int = 2) -> bytes:
    size = len(coordinates) // axes
    return head(kind) + number(size) + struct.pack(f"<{len(coordinates)}d", *coordinates)


def nested(depth: int) -> bytes:
    value = several(7)
    for _ in range(depth):
        value = several(7, value)
    return value


def box(*pairs: tuple[float, float] | None) -> tuple[tuple[float, ...], tuple[float, ...]]:
    edges = [*(pair or (inf, -inf) for pair in pairs), *[(inf, -inf)] * (4 - len(pairs))]
    return tuple(low for low, _ in edges), tuple(high for _, high in edges)


GEOMETRIES: Final[dict[str, tuple[bytes, Geometry]]] = {
    "point": (point(1, 2), Geometry(1, *box((1, 1), (2, 2)))),
    "big endian": (point(1, 2, order=">"), Geometry(1, *box((1, 1), (2, 2)))),
    "z": (point(1, 2, 3, kind=1001), Geometry(1001, *box((1, 1), (2, 2), (3, 3)))),
    "m": (point(1, 2, 3, kind=2001), Geometry(2001, *box((1, 1), (2, 2), None, (3, 3)))),
    "z and m": (
        point(1, 2, 3, 4, kind=3001),
        Geometry(3001, *box((1, 1), (2, 2), (3, 3), (4, 4))),
    ),
    "empty point": (point(nan, nan), Geometry(1, *NOTHING)),
    "NaN in one axis": (point(nan, 2), Geometry(1 | PARTIAL, *box(None, (2, 2)))),
    "an empty point among others": (line(nan, nan, 1, 2), Geometry(2, *box((1, 1), (2, 2)))),
    "NaN as a height": (
        point(1, 2, nan, kind=1001),
        Geometry(1001 | PARTIAL, *box((1, 1), (2, 2))),
    ),
    "infinity": (point(-inf, 2), Geometry(1, *box((-inf, -inf), (2, 2)))),
    "empty line": (line(), Geometry(2, *NOTHING)),
    "line": (line(1, 5, -2, 6, nan, 9), Geometry(2 | PARTIAL, *box((-2, 1), (5, 9)))),
    "polygon": (
        head(3) + number(2) + line(0, 0, 9, 9)[5:] + line(1, -1)[5:],
        Geometry(3, *box((0, 9), (-1, 9))),
    ),
    "points": (several(4, point(1, 2), point(3, 0)), Geometry(4, *box((1, 3), (0, 2)))),
    "parts in both byte orders": (
        several(4, point(1, 2), point(3, 0, order=">")),
        Geometry(4, *box((1, 3), (0, 2))),
    ),
    "lines": (several(5, line(0, 1, 2, 3), line()), Geometry(5, *box((0, 2), (1, 3)))),
    "polygons": (several(6, head(3) + number(0)), Geometry(6, *NOTHING)),
    "collection": (
        several(7, point(1, 2), several(7, line(0, 9)), several(4)),
        Geometry(7, *box((0, 1), (2, 9))),
    ),
    "a part with another axis": (
        several(7, point(1, 2, 3, kind=1001)),
        Geometry(7, *box((1, 1), (2, 2), (3, 3))),
    ),
    "EWKB with z": (
        point(1, 2, 3, kind=0x80000001),
        Geometry(1001 | EXTENDED, *box((1, 1), (2, 2), (3, 3))),
    ),
    "EWKB with a reference system": (
        head(0x20000001) + number(4326) + point(1, 2)[5:],
        Geometry(1 | EXTENDED, *box((1, 1), (2, 2))),
    ),
    "deepest": (nested(DEEPEST - 1), Geometry(7, *NOTHING)),
}

OTHERS: Final[dict[str, tuple[bytes, str]]] = {
    "nothing": (b"", "it needs 1 byte at offset 0, and 0 are left"),
    "byte order": (b"\2" + point(1, 2)[1:], "its byte order is 2"),
    "no type": (b"\1\1\0", "it needs 4 bytes at offset 1, and 2 are left"),
    "type 0": (point(1, 2, kind=0), "its type is 0, which is none"),
    "a curve": (line(1, 2, kind=8), "its type is 8"),
    "more axes": (point(1, 2, kind=4001), "its type is 4,001"),
    "half a point": (point(1, 2)[:-1], "it needs 16 bytes at offset 5, and 15 are left"),
    "a byte more": (point(1, 2) + b"\0", "1 byte is left behind it"),
    "many points": (head(2) + number(2**32 - 1), "bytes at offset 9, and 0 are left"),
    "many rings": (head(3) + number(2**32 - 1), "it needs 4 bytes at offset 9"),
    "many parts": (several(7, count=2**32 - 1), "it needs 1 byte at offset 9"),
    "a line among points": (several(4, line(1, 2)), "a part has type 2, and only 1 can be in it"),
    "no reference system": (head(0x20000001) + b"\1", "it needs 4 bytes"),
    "too deep": (nested(DEEPEST), "more than 64 collections in each other"),
}


def measured_by_each(values: Sequence[bytes], gap: Gap = NO_GAP) -> list[Geometry]:
    """By the native pass, if it is built, and by Python, which have to agree."""
    array: Any = pa.array(values, pa.binary())
    gaps: Any = None if gap is NO_GAP else pa.array([*gap] * len(values), pa.float64())
    natively = measure_geometries(array, gaps)
    slowly = wkb._measure_slowly(array, gaps)
    for one, other in zip(
        [natively.kinds, *natively.lows, *natively.highs],
        [slowly.kinds, *slowly.lows, *slowly.highs],
        strict=True,
    ):
        assert one.equals(other)
    columns = [one.to_pylist() for one in (natively.kinds, *natively.lows, *natively.highs)]
    return [Geometry(row[0], row[1:5], row[5:]) for row in zip(*columns, strict=True)]


@pytest.mark.parametrize("name", GEOMETRIES)
def test_a_geometry_is_measured(name: str) -> None:
    value, geometry = GEOMETRIES[name]
    assert read_geometry(value) == geometry
    assert measured_by_each([value]) == [geometry]


@pytest.mark.parametrize("name", OTHERS)
def test_what_is_none_says_why(name: str) -> None:
    value, words = OTHERS[name]
    with pytest.raises(WkbError) as error:
        read_geometry(value)
    assert words in str(error.value)
    assert measured_by_each([value]) == [Geometry(0, *NOTHING)]


def test_many_are_measured_one_by_one() -> None:
    values = [value for value, _ in (*GEOMETRIES.values(), *OTHERS.values())]
    array: Any = pa.array([*values, None], pa.binary())
    assert measured_by_each(values)[3] == GEOMETRIES["m"][1]
    part = measure_geometries(array.slice(3, 5))
    assert part.kinds.to_pylist() == [each.kind for each in measured_by_each(values[3:8])]
    assert measure_geometries(array).kinds[-1].as_py() == 0
    assert len(measure_geometries(array.slice(0, 0)).kinds) == 0


@given(
    st.lists(
        st.sampled_from([value for value, _ in (*GEOMETRIES.values(), *OTHERS.values())]),
        max_size=20,
    ),
    st.integers(0, 5),
)
def test_many_together_are_as_one_by_one(values: list[bytes], first: int) -> None:
    """By the native pass, and by Python."""
    array: Any = pa.array(values, pa.binary())
    array = array.slice(first)
    lows, highs = [inf] * 4, [-inf] * 4
    firsts: dict[int, int] = {}
    for at, geometry in enumerate(measured_by_each(values[first:])):
        lows = list(map(min, lows, geometry.lows))
        highs = list(map(max, highs, geometry.highs))
        firsts.setdefault(geometry.kind, at)
    folded = fold_geometries(array)
    assert folded == (lows, highs, firsts)
    assert wkb._fold_slowly(wkb._measure_slowly(array, None)) == folded


@pytest.mark.parametrize(
    ("value", "gap", "is_between"),
    [
        (point(5, 0), (4, 6), True),
        (point(4, 0), (4, 6), False),
        (point(6, 0), (4, 6), False),
        (line(0, 5, 9, 5), (4, 6), False),
        (line(0, 5, 5, 5, 9, 5), (4, 6), True),
        (point(nan, 5), (4, 6), False),
        (point(5, 0), NO_GAP, False),
    ],
)
def test_an_x_in_a_gap(value: bytes, gap: Gap, is_between: bool) -> None:
    (geometry,) = measured_by_each([value], gap)
    assert bool(geometry.kind & BETWEEN) is is_between
    assert bool(read_geometry(value, gap).kind & BETWEEN) is is_between


@given(
    st.sampled_from([value for value, _ in GEOMETRIES.values()]),
    st.lists(st.tuples(st.integers(0, 80), st.integers(0, 255)), max_size=3),
    st.integers(0, 100),
)
def test_damaged_bytes_are_the_same_for_both(
    value: bytes, changes: list[tuple[int, int]], length: int
) -> None:
    damaged = bytearray(value[:length])
    for at, byte in changes:
        if at < len(damaged):
            damaged[at] = byte
    measured_by_each([bytes(damaged), value], (-1.0, 3.0))


@pytest.mark.needs("geopandas")
@given(st.data())
def test_boxes_and_kinds_are_those_of_shapely(data: st.DataObject) -> None:
    shapely = import_module("shapely")
    pairs = st.tuples(*[st.floats(-1e9, 1e9)] * 3)
    points = st.lists(pairs, min_size=2, max_size=5)
    has_z = data.draw(st.booleans())

    def shape() -> Any:
        rows = [row if has_z else row[:2] for row in data.draw(points)]
        makers = [
            lambda: shapely.Point(rows[0]),
            lambda: shapely.LineString(rows),
            lambda: shapely.MultiPoint(rows),
            lambda: shapely.Polygon([*rows, rows[0], rows[0]]),
        ]
        return data.draw(st.sampled_from(makers))()

    shapes = [shape() for _ in range(data.draw(st.integers(1, 3)))]
    geometry = shapes[0] if len(shapes) == 1 else shapely.GeometryCollection(shapes)
    order = data.draw(st.integers(0, 1))
    value = shapely.to_wkb(geometry, flavor="iso", byte_order=order, include_srid=False)
    (measured,) = measured_by_each([value])
    assert (*measured.lows[:2], *measured.highs[:2]) == geometry.bounds
    name = geometry.geom_type + (" Z" if has_z else "")
    assert name_kind(measured.kind) == name
    assert NUMBERS[name] == measured.kind
    if has_z:
        depths = [row[2] for row in shapely.get_coordinates(geometry, include_z=True)]
        assert (measured.lows[2], measured.highs[2]) == (min(depths), max(depths))
