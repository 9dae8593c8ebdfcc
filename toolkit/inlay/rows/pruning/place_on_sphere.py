"""Where geometries lie whose edges are on a sphere or an ellipsoid, by a box that may be that of their ends alone.

An edge is the shorter way between its ends, and a polygon the smaller side of its ring. So within less than 180 degrees of longitude nothing
leaves these, and what leaves the latitudes of the ends goes towards the nearer pole: at most to where a great circle through two ends on the
outermost latitude, as far from each other as the range is wide, is farthest north or south.
"""

from __future__ import annotations

from math import atan, cos, degrees, radians, tan
from typing import Final, NamedTuple

from inlay.rows.pruning.query_box import QueryBox, Span

_CIRCLE: Final = 360.0
_HALF: Final = 180.0
_POLE: Final = 90.0
_FLATTENED: Final = 1.01
"""Along a geodesic of the Earth's ellipsoid, longitude on its auxiliary sphere grows faster than on the ellipsoid, by less than 0.4%. On that
sphere a geodesic is a great circle, and the tangents of latitudes are in the same proportions."""

_ROUNDING: Final = 1e-9
"""In degrees; that of the functions here is a thousandth of it."""


class Reach(NamedTuple):
    """Ranges of longitude and latitude; None is one that is not known."""

    xs: Span | None
    ys: Span | None


def reach_of_ends(xs: Span | None, ys: Span | None, *, are_points: bool) -> Reach:
    """What geometries may reach whose ends are in these ranges. Nothing is known where an edge may go around the other way."""
    if xs is None or ys is None or max(map(abs, xs)) > _HALF:
        return Reach(None, None)
    if not are_points:
        width = (xs[1] - xs[0]) % _CIRCLE if xs[0] > xs[1] else xs[1] - xs[0]
        if width * _FLATTENED >= _HALF:
            return Reach(None, None)
        ys = -_reach_north(-ys[0], width), _reach_north(ys[1], width)
    if min(ys) <= -_POLE or max(ys) >= _POLE:  # there all meridians meet
        return Reach(None, ys)
    return Reach(join_meridian(xs), ys)


def fit_query(box: QueryBox) -> QueryBox:
    """All longitudes for one beyond them: it is not known which are meant."""
    if max(abs(box.xmin), abs(box.xmax)) > _HALF:
        return box._replace(xmin=-_HALF, xmax=_HALF)
    return box


def _reach_north(latitude: float, width: float) -> float:
    if latitude <= 0 or latitude >= _POLE:
        return latitude
    bulge = tan(radians(latitude)) / cos(radians(width * _FLATTENED / 2))
    return degrees(atan(bulge)) + _ROUNDING


def join_meridian(xs: Span) -> Span:
    """180 and -180 are the same."""
    low, high = xs
    if high == _HALF and low > -_HALF:
        return low, -_HALF
    if low == -_HALF and high < _HALF:
        return _HALF, high
    return xs
