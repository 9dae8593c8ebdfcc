"""The geometries of a chunk, measured: the box around all of them, their kinds, and which are none."""

from __future__ import annotations

from dataclasses import dataclass, field
from math import inf
from typing import Any, Final, cast

import pyarrow as pa
from pyarrow import compute

from inlay.ground.values.geometry_box import Box
from inlay.ground.values.wkb import (
    BETWEEN,
    EXTENDED,
    NUMBER,
    PARTIAL,
    WkbError,
    measure_geometries,
    read_geometry,
)
from inlay.pages.engine.dense_values import DenseChunk

pc: Final[Any] = compute

_AXES: Final = 4
_BATCH: Final = 1 << 16
"""Geometries whose boxes are in memory at once: 4 MiB."""

CIRCLE: Final = 180.0
POLE: Final = 90.0


@dataclass
class MeasuredGeometries:
    """`box` has infinite lows and highs the other way round where there is no coordinate. `kinds` has the first value of each, `faults`
    by the number of a page what is wrong with its first value that is no geometry. `partial` is the first value in which a point has NaN in
    some axes and numbers in others, -1 where there is none."""

    box: Box
    kinds: dict[int, int] = field(default_factory=dict)
    faults: dict[int, str] = field(default_factory=dict)
    partial: int = -1

    @property
    def is_around(self) -> bool:
        """Whether a coordinate is one where longitudes have two names, or none: on the antimeridian or a pole."""
        lows, highs = self.box
        return max(-lows[0], highs[0]) >= CIRCLE or max(-lows[1], highs[1]) >= POLE


def measure_chunk(dense: DenseChunk, *, may_be_extended: bool) -> MeasuredGeometries:
    lows, highs = [inf] * _AXES, [-inf] * _AXES
    measured = MeasuredGeometries(Box((), ()))
    for number, (first, count) in enumerate(dense.spans()):
        for begin in range(first, first + count, _BATCH):
            values = _take(dense, begin, min(_BATCH, first + count - begin))
            boxes = measure_geometries(values)
            for axis in range(_AXES):
                lows[axis] = min(lows[axis], pc.min(boxes.lows[axis]).as_py())
                highs[axis] = max(highs[axis], pc.max(boxes.highs[axis]).as_py())
            for flagged in pc.unique(boxes.kinds).to_pylist():
                kind, at = flagged & NUMBER, pc.index(boxes.kinds, flagged).as_py()
                if flagged & PARTIAL and measured.partial < 0:
                    measured.partial = begin + at
                if kind:
                    measured.kinds.setdefault(kind, begin + at)
                if number not in measured.faults and (
                    not kind or (flagged & EXTENDED and not may_be_extended)
                ):
                    fault = explain_fault(values[at].as_py())
                    measured.faults[number] = f"value {begin - first + at:,} {fault}"
    measured.box = Box(tuple(lows), tuple(highs))
    return measured


def explain_fault(value: bytes) -> str:
    """Of bytes that are no geometry, or EWKB."""
    try:
        read_geometry(value)
    except WkbError as error:
        return f"is no WKB: {error}"
    return "is EWKB, by flags in its type: readers take ISO WKB"


def find_between(dense: DenseChunk, low: float, high: float) -> int | None:
    """The first value that has an x between the two."""
    for begin in range(0, len(dense.values), _BATCH):
        values = _take(dense, begin, min(_BATCH, len(dense.values) - begin))
        gaps = pa.array([low, high] * len(values), pa.float64())
        flagged = pc.bit_wise_and(
            measure_geometries(values, gaps).kinds, pa.scalar(BETWEEN, pa.uint16())
        )
        at: int = pc.index(flagged, pa.scalar(BETWEEN, pa.uint16())).as_py()
        if at >= 0:
            return begin + at
    return None


def _take(dense: DenseChunk, first: int, count: int) -> pa.Array[Any]:
    values: Any = dense.values.slice(first, count)
    if pa.types.is_dictionary(values.type):
        values = values.cast(pa.binary())
    if values.num_chunks == 1:
        return cast("pa.Array[Any]", values.chunk(0))
    return cast("pa.Array[Any]", pa.concat_arrays(values.chunks))
