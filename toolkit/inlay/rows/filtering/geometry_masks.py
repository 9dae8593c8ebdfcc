"""Which geometries of a column may lie in a box: by the box around each, not by its shape."""

from __future__ import annotations

from math import pi
from typing import Any, Final, cast

import pyarrow as pa

from inlay.ground.values.wkb import (
    NUMBER,
    PARTIAL,
    Geometries,
    WkbError,
    measure_geometries,
    read_geometry,
)
from inlay.rows.filtering.boxes_on_sphere import list_boxes
from inlay.rows.pruning.filters import INTERSECTS_ON_SPHERE, ColumnTest
from inlay.rows.pruning.place_on_sphere import fit_query
from inlay.rows.pruning.query_box import QueryBox
from inlay_variant.storage.arrow_classes import Array, pc
from inlay_variant.value.errors import DamagedRowError

_BATCH: Final = 1 << 16
"""Geometries whose boxes are in memory at once: 4 MiB."""

_HALF: Final = 180.0
_POLE: Final = 90.0
_POLYGON: Final = 3
_NARROW: Final = 179.0
"""Degrees of longitude within which the shorter way between any two ends leads."""

_ROUNDING: Final = 1e-9
"""In degrees; that of the functions here is a thousandth of it."""


def mask_geometries(array: Array, test: ColumnTest) -> Array:
    """True where the box around a geometry meets that of the test; on a sphere, that around one of its points, lines and rings. False where it
    has no coordinate. Rows that are null are not looked at. Raises DamagedRowError for bytes that are not a geometry."""
    while isinstance(array.type, pa.BaseExtensionType):
        array = cast(Any, array).storage
    box = QueryBox.of(test.values)
    if is_on_sphere := test.operator == INTERSECTS_ON_SPHERE:
        box = fit_query(box)
    masks: list[Any] = [pa.nulls(0, pa.bool_())]
    for first in range(0, len(array), _BATCH):
        values: Any = array.slice(first, _BATCH).cast(pa.binary())
        measured = _measure(values, first, test.column)
        masks.append(
            _mask_on_sphere(values, measured, box)
            if is_on_sphere
            else _mask_in_plane(measured, box)
        )
    return cast(Array, pa.concat_arrays(masks))


def _measure(values: Any, first: int, column: str) -> Geometries:
    measured = measure_geometries(values)
    no_kind = pc.equal(pc.bit_wise_and(measured.kinds, pa.scalar(NUMBER, pa.uint16())), 0)
    faults = pc.and_(no_kind, values.is_valid())
    if (at := pc.index(faults, pa.scalar(True)).as_py()) >= 0:
        raise DamagedRowError(first + at, column, _explain(values[at].as_py()))
    return measured


def _mask_in_plane(measured: Geometries, box: QueryBox) -> Array:
    ylows, yhighs = measured.lows[1], measured.highs[1]
    mask = pc.and_(pc.less_equal(ylows, box.ymax), pc.greater_equal(yhighs, box.ymin))
    return cast(Array, pc.and_(mask, _mask_x(measured, box)))


def _mask_x(measured: Geometries, box: QueryBox) -> Any:
    in_x: Array = pa.repeat(pa.scalar(False), len(measured.kinds))
    for low, high in box.x_spans:
        in_x = pc.or_(
            in_x,
            pc.and_(
                pc.less_equal(measured.lows[0], high), pc.greater_equal(measured.highs[0], low)
            ),
        )
    return in_x


def _mask_on_sphere(values: Any, measured: Geometries, box: QueryBox) -> Array:
    """Most are told by the box around their ends; one by one, those whose edges may be in the box where their ends are not, those of several
    parts, and those at the antimeridian, around the earth and at the poles."""
    xlows, ylows, *_ = measured.lows
    xhighs, yhighs, *_ = measured.highs
    width = pc.subtract(xhighs, xlows)
    is_narrow = pc.and_(
        pc.and_(
            pc.less(width, _NARROW), pc.and_(_is_within(xlows, _HALF), _is_within(xhighs, _HALF))
        ),
        pc.and_(_is_within(ylows, _POLE), _is_within(yhighs, _POLE)),
    )
    bulge = pc.divide(1.0, pc.cos(pc.multiply(width, pi / 360)))
    north = pc.if_else(pc.greater(yhighs, 0), _widen(yhighs, bulge), yhighs)
    south = pc.if_else(pc.less(ylows, 0), _widen(ylows, bulge), ylows)
    reaches_y = pc.and_(
        pc.less_equal(pc.subtract(south, _ROUNDING), box.ymax),
        pc.greater_equal(pc.add(north, _ROUNDING), box.ymin),
    )
    is_single = pc.less_equal(_strip_axes(measured.kinds), _POLYGON)
    ends_meet = _mask_in_plane(measured, box)
    mask = pc.and_(is_narrow, pc.and_(is_single, ends_meet))
    is_outside = pc.and_(is_narrow, pc.invert(pc.and_(_mask_x(measured, box), reaches_y)))
    has_some = pc.and_(pc.less_equal(xlows, xhighs), pc.less_equal(ylows, yhighs))
    is_asked = pc.and_(has_some, pc.invert(pc.or_(mask, is_outside)))
    answers = [
        any(box.meets(*it) for it in list_boxes(value.as_py())) for value in values.filter(is_asked)
    ]
    return cast(Array, pc.replace_with_mask(mask, is_asked, pa.array(answers, pa.bool_())))


def _widen(latitudes: Any, bulge: Any) -> Any:
    """To where an edge is outermost whose ends lie there, as far from each other as the geometry is wide."""
    tangents = pc.multiply(pc.tan(pc.multiply(latitudes, pi / 180)), bulge)
    return pc.multiply(pc.atan(tangents), 180 / pi)


def _is_within(numbers: Any, end: float) -> Any:
    return pc.less(pc.abs(numbers), end)


def _strip_axes(kinds: Any) -> Any:
    """The kinds without their thousands; of a geometry with a point that has NaN in one axis, more than any."""
    numbers = pc.bit_wise_and(kinds, pa.scalar(NUMBER | PARTIAL, pa.uint16()))
    thousand = pa.scalar(1000, pa.uint16())
    return pc.subtract(numbers, pc.multiply(pc.divide(numbers, thousand), thousand))


def _explain(value: bytes) -> str:
    try:
        read_geometry(value)
    except WkbError as error:
        return f"no WKB: {error}"
    return "no WKB"
