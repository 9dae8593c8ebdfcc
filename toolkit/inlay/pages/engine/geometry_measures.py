"""The geometries of a chunk, measured: the box around all of them, their kinds, and which are none."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from math import inf
from typing import Any, Final

import pyarrow as pa
from pyarrow import compute

from inlay.ground.values.geometry_box import Box
from inlay.ground.values.wkb import (
    BETWEEN,
    EXTENDED,
    NUMBER,
    PARTIAL,
    WkbError,
    fold_geometries,
    measure_geometries,
    read_geometry,
)
from inlay.pages.engine.dense_chunk import DenseChunk

pc: Final[Any] = compute

_AXES: Final = 4
_NOWHERE: Final = Box((inf,) * _AXES, (-inf,) * _AXES)
_BATCH: Final = 1 << 16
"""Geometries whose boxes are in memory at once: 4 MiB."""

CIRCLE: Final = 180.0
POLE: Final = 90.0


@dataclass
class MeasuredGeometries:
    """Of `pages` pages. `box` has infinite lows and highs the other way round where there is no coordinate. `kinds` has the first value of
    each, `faults` by the number of a page what is wrong with its first value that is not a geometry. `partial` is the first value in which a
    point has NaN in some axes and numbers in others, -1 where there is none."""

    box: Box = _NOWHERE
    kinds: dict[int, int] = field(default_factory=dict)
    faults: dict[int, str] = field(default_factory=dict)
    partial: int = -1
    pages: int = 0

    @property
    def is_around(self) -> bool:
        """Whether a coordinate is one where longitudes have two names, or none: on the antimeridian or a pole."""
        lows, highs = self.box
        return max(-lows[0], highs[0]) >= CIRCLE or max(-lows[1], highs[1]) >= POLE

    def add(self, run: DenseChunk, *, may_be_extended: bool) -> None:
        """The pages that follow, or a piece of one."""
        if run.goes_on:
            self.pages -= 1
        before = run.first - run.pages[0].first if run.goes_on else 0
        for number, (first, count) in enumerate(run.spans(), self.pages):
            for begin, values in _iterate(run, first, count):
                folded = fold_geometries(values)
                lows = tuple(map(min, self.box.lows, folded.lows))
                self.box = Box(lows, tuple(map(max, self.box.highs, folded.highs)))
                for flagged, at in folded.firsts.items():
                    kind = flagged & NUMBER
                    if flagged & PARTIAL and self.partial < 0:
                        self.partial = run.first + begin + at
                    if kind:
                        self.kinds.setdefault(kind, run.first + begin + at)
                    if number not in self.faults and (
                        not kind or (flagged & EXTENDED and not may_be_extended)
                    ):
                        fault = explain_fault(values[at].as_py())
                        self.faults[number] = f"value {before + begin - first + at:,} {fault}"
        self.pages += len(run.pages)


def explain_fault(value: bytes) -> str:
    """Of bytes that are not a geometry, or EWKB."""
    try:
        read_geometry(value)
    except WkbError as error:
        return f"is not WKB: {error}"
    return "is EWKB, by flags in its type: readers take ISO WKB"


def find_between(dense: DenseChunk, low: float, high: float) -> int | None:
    """The first value that has an x between the two, by its place among these."""
    for begin, values in _iterate(dense, 0, len(dense.values)):
        gaps = pa.array([low, high] * len(values), pa.float64())
        flagged = pc.bit_wise_and(
            measure_geometries(values, gaps).kinds, pa.scalar(BETWEEN, pa.uint16())
        )
        at: int = pc.index(flagged, pa.scalar(BETWEEN, pa.uint16())).as_py()
        if at >= 0:
            return begin + at
    return None


def _iterate(dense: DenseChunk, first: int, count: int) -> Iterator[tuple[int, pa.Array[Any]]]:
    """These values as arrays of bytes, each with the number of its first. Those of a dictionary are not all in memory at once."""
    chunks: Any = dense.values.slice(first, count).chunks
    for chunk in chunks:
        for at in range(0, len(chunk), _BATCH):
            values = chunk.slice(at, _BATCH)
            is_coded = pa.types.is_dictionary(values.type)
            yield first + at, values.cast(pa.binary()) if is_coded else values
        first += len(chunk)
