"""Where the points, lines and rings of a geometry are whose edges are great circles: the shorter way between two ends.

Each has a box of its own. A line goes through the longitudes between its ends, and may be north or south of them: where its great circle is
outermost. A ring around the earth has all longitudes, and the pole on its smaller side.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise
from math import atan, atan2, cos, degrees, hypot, isfinite, radians, sin, tan
from typing import Final, NamedTuple, TypeAlias

from inlay.ground.values.wkb import NO_GAP, WkbReader
from inlay.rows.pruning.place_on_sphere import Reach, join_meridian

Place: TypeAlias = tuple[float, float]
"""Longitude and latitude, in degrees."""

_CIRCLE: Final = 360.0
_HALF: Final = 180.0
_POLE: Final = 90.0
_POLYGON: Final = 3


class _Part(NamedTuple):
    places: list[Place]
    is_ring: bool


class _Step(NamedTuple):
    """From a place to the next: `way` is how many degrees of longitude to the east, -180 to 180, `turns` how often that goes over the
    antimeridian to the east."""

    y: float
    next_y: float
    way: float
    turns: int


class _PartReader(WkbReader):
    """Keeps each point, line and ring, without the places that have NaN or are infinite."""

    def __init__(self, value: bytes) -> None:
        super().__init__(value, NO_GAP)
        self.parts: list[_Part] = []
        self._is_polygon = False

    def read_body(self, sign: str, kind: int, axes: int, depth: int) -> None:
        self._is_polygon = kind == _POLYGON
        super().read_body(sign, kind, axes, depth)

    def take_points(self, sign: str, axes: int, count: int) -> Sequence[float]:
        numbers = super().take_points(sign, axes, count)
        size = 2 + (axes & 1) + (axes >> 1)
        places = zip(numbers[::size], numbers[1::size], strict=True)
        there = [(x, y) for x, y in places if isfinite(x) and isfinite(y)]
        if there:
            self.parts.append(_Part(there, self._is_polygon))
        return numbers


def list_boxes(value: bytes) -> list[Reach]:
    """Of each part that has a place. Raises WkbError."""
    reader = _PartReader(value)
    reader.read()
    return [_box_of(part) for part in reader.parts]


def _box_of(part: _Part) -> Reach:
    """In longitudes as they are written: from the larger to the smaller they go over the antimeridian."""
    places = part.places
    steps = [_step(*it) for it in pairwise(places)]
    ys = [y for _, y in places]
    for step in steps:
        ys += _list_outermost(step)
    goes_around = sum(it.turns for it in steps) != 0
    if part.is_ring and places[0] == places[-1] and goes_around:
        ys.append(_find_pole(steps))
    reach_y = min(ys), max(ys)
    is_known = max(abs(x) for x, _ in places) <= _HALF
    if not is_known or max(map(abs, reach_y)) >= _POLE:  # where all meridians meet
        return Reach(None, reach_y)
    turns = 0
    ends = [(places[0][0], places[0][0])]
    for (x, _), step in zip(places[1:], steps, strict=True):
        turns += step.turns
        ends.append((x + _CIRCLE * turns, x))
    low, high = min(ends), max(ends)
    if high[0] - low[0] >= _CIRCLE:
        return Reach(None, reach_y)
    return Reach(join_meridian((low[1], high[1])), reach_y)


def _step(place: Place, next_place: Place) -> _Step:
    (x, y), (next_x, next_y) = place, next_place
    turns = round((x - next_x) / _CIRCLE)
    return _Step(y, next_y, next_x + _CIRCLE * turns - x, turns)


def _list_outermost(step: _Step) -> Iterator[float]:
    """Where the great circle is farthest north or south, if that is between the two: along it, the tangent of the latitude is a wave of the
    longitude. From one meridian to the opposite one it goes over the nearer pole; between opposite places nobody knows over which."""
    y, next_y = step.y, step.next_y
    if abs(step.way) == _HALF:
        yield from [_POLE] * (y + next_y >= 0) + [-_POLE] * (y + next_y <= 0)
        return
    angle = radians(abs(step.way))
    if not angle or max(abs(y), abs(next_y)) >= _POLE:
        return
    first = tan(radians(y))
    second = (tan(radians(next_y)) - first * cos(angle)) / sin(angle)
    outermost = degrees(atan(hypot(first, second)))
    if 0 < atan2(second, first) < angle:
        yield outermost
    if 0 < atan2(-second, -first) < angle:
        yield -outermost


def _find_pole(steps: Sequence[_Step]) -> float:
    """That of the smaller side of a ring around the earth, by the area between it and the equator."""
    area = around = 0.0
    for step in steps:
        here, there = tan(radians(step.y) / 2), tan(radians(step.next_y) / 2)
        area += 2 * atan(tan(radians(step.way) / 2) * (here + there) / (1 + here * there))
        around += step.way
    return _POLE if area * around >= 0 else -_POLE
