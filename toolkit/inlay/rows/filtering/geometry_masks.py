"""Which geometries of a column may lie in a box: by the box around the coordinates of each, not by its shape."""

from __future__ import annotations

from typing import Any, Final, cast

import pyarrow as pa

from inlay.ground.values.wkb import NUMBER, WkbError, measure_geometries, read_geometry
from inlay.rows.pruning.filters import ColumnTest
from inlay.rows.pruning.query_box import QueryBox
from inlay_variant.storage.arrow_classes import Array, pc
from inlay_variant.value.errors import DamagedRowError

_BATCH: Final = 1 << 16
"""Geometries whose boxes are in memory at once: 4 MiB."""


def mask_geometries(array: Array, test: ColumnTest) -> Array:
    """True where the box around a geometry meets that of the test; false where it has no coordinate. Rows that are null are not looked at.
    Raises DamagedRowError for bytes that are not a geometry."""
    while isinstance(array.type, pa.BaseExtensionType):
        array = cast(Any, array).storage
    box = QueryBox.of(test.values)
    masks: list[Any] = [pa.nulls(0, pa.bool_())]
    for first in range(0, len(array), _BATCH):
        masks.append(_mask(array.slice(first, _BATCH), box, first, test.column))
    return cast(Array, pa.concat_arrays(masks))


def _mask(array: Array, box: QueryBox, first: int, column: str) -> Array:
    values: Any = array.cast(pa.binary())
    measured = measure_geometries(values)
    no_kind = pc.equal(pc.bit_wise_and(measured.kinds, pa.scalar(NUMBER, pa.uint16())), 0)
    faults = pc.and_(no_kind, values.is_valid())
    if (at := pc.index(faults, pa.scalar(True)).as_py()) >= 0:
        raise DamagedRowError(first + at, column, _explain(values[at].as_py()))
    xlows, ylows, *_ = measured.lows
    xhighs, yhighs, *_ = measured.highs
    mask = pc.and_(pc.less_equal(ylows, box.ymax), pc.greater_equal(yhighs, box.ymin))
    in_x: Array = pa.repeat(pa.scalar(False), len(values))
    for low, high in box.x_spans:
        in_x = pc.or_(in_x, pc.and_(pc.less_equal(xlows, high), pc.greater_equal(xhighs, low)))
    return cast(Array, pc.and_(mask, in_x))


def _explain(value: bytes) -> str:
    try:
        read_geometry(value)
    except WkbError as error:
        return f"no WKB: {error}"
    return "no WKB"
