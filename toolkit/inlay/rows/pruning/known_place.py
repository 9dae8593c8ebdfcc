"""Where the geometries of a row group or of some pages lie, by its box or by the bounds of the covering column."""

from __future__ import annotations

from collections.abc import Sequence
from math import isinf, isnan
from typing import Final, NamedTuple

from inlay.ground.values.floats import widen_single
from inlay.rows.pruning.facts import Facts
from inlay.rows.pruning.place_on_sphere import reach_of_ends
from inlay.rows.pruning.query_box import QueryBox, Span
from parquet_format.parquet import GeospatialStatistics, Type

_HALF: Final = 180.0
_THOUSAND: Final = 1000
_POINT: Final = 1


class KnownPlace(NamedTuple):
    """None is a range that is not known. Where it `is_empty`, no geometry has a coordinate. `shown` says where it is from."""

    xs: Span | None = None
    ys: Span | None = None
    is_empty: bool = False
    shown: str = "no box"

    @property
    def is_known(self) -> bool:
        return self.is_empty or self.xs is not None or self.ys is not None

    def may_meet(self, box: QueryBox) -> bool:
        return not self.is_empty and box.meets(self.xs, self.ys)


def place_of_box(
    said: GeospatialStatistics | None, *, is_plane: bool, is_on_sphere: bool = False
) -> KnownPlace:
    """Not of an axis with NaN, nor with a minimum above the maximum, but for x where it may go over the antimeridian: then it tells of points
    alone, for the box around a line that goes over it is everything between. On a sphere such a line is short."""
    bbox = said.bbox if said is not None else None
    if said is None or bbox is None:
        return KnownPlace()
    xs, ys = _span(bbox.xmin, bbox.xmax), _span(bbox.ymin, bbox.ymax)
    if ys is not None and ys[0] > ys[1]:
        return KnownPlace(shown="a box with a minimum above the maximum")
    are_points = _are_points(said.geospatial_types)
    if is_on_sphere:
        xs, ys = reach_of_ends(xs, ys, are_points=are_points)
    elif xs is not None and xs[0] > xs[1] and (is_plane or not are_points):
        xs = None
    return KnownPlace(xs, ys, shown=_show("box", xs, ys))


def place_of_covering(
    edges: Sequence[Facts], *, is_plane: bool, is_on_sphere: bool = False
) -> KnownPlace:
    """By xmin, ymin, xmax and ymax. Nulls and NaNs are of geometries without coordinates. Not of x where a row may go over the
    antimeridian: it would be in the bounds of neither edge."""
    if any(it.are_all_null for it in edges):
        return KnownPlace(is_empty=True, shown="a covering of nulls")
    lows, highs = (
        [_widen(it, is_low=True) for it in edges],
        [_widen(it, is_low=False) for it in edges],
    )
    xs, ys = _range(lows[0], highs[2]), _range(lows[1], highs[3])
    ends = [it for it in (lows[0], lows[2], highs[0], highs[2]) if it is not None]
    is_narrow = len(ends) == len(edges) and max(ends) - min(ends) < _HALF
    if not (is_plane or is_narrow):
        xs = None
    if is_on_sphere:
        xs, ys = reach_of_ends(xs, ys, are_points=False)
    return KnownPlace(xs, ys, shown=_show("covering", xs, ys))


def _span(low: float, high: float) -> Span | None:
    return None if isnan(low) or isnan(high) else (low, high)


def _range(low: float | None, high: float | None) -> Span | None:
    return None if low is None or high is None or low > high else (low, high)


def _are_points(types: Sequence[int] | None) -> bool:
    return bool(types) and all(it % _THOUSAND == _POINT for it in types or ())


def _widen(facts: Facts, *, is_low: bool) -> float | None:
    """An end of a column; of numbers of 32 bits, which are rounded to the nearest, the next one outward."""
    end = facts.ends.low if is_low else facts.ends.high
    if end is None:
        return None
    is_single = facts.rules is not None and facts.rules.element.type == Type.FLOAT
    return widen_single(end, is_low=is_low) if is_single and not isinf(end) else float(end)


def _show(what: str, xs: Span | None, ys: Span | None) -> str:
    axes = [f"{axis} {it[0]!r} to {it[1]!r}" for axis, it in (("x", xs), ("y", ys)) if it]
    return f"{what}: {', '.join(axes)}" if axes else f"a {what} that tells nothing"
