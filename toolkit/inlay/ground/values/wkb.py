"""Geometries as bytes (WKB): of which kind each is, and the box around its coordinates.

`native_wkb.pyx` measures many. Python does the same where it is not built, says what is wrong with bytes that are none, and is what the
native pass is held to.
"""

from __future__ import annotations

import struct
from collections.abc import Sequence
from math import inf, isnan, nan
from typing import Any, Final, NamedTuple, TypeAlias, cast

import pyarrow as pa

from inlay.ground.wording import amounts
from inlay_runtime.core import load_native
from inlay_runtime.errors import InlayError

_native: Any = load_native("inlay.ground.values.native_wkb")

DEEPEST: Final = 64
"""Collections in each other."""

EXTENDED: Final = 0x4000
"""Added to a kind: the flags of EWKB are set somewhere in it."""

BETWEEN: Final = 0x2000
"""Added to a kind: an x lies between the two numbers that were asked about."""

PARTIAL: Final = 0x8000
"""Added to a kind: a point has NaN in some axes and numbers in others. With NaN in all it is empty."""

NUMBER: Final = 0x1FFF
"""The kind without these."""

_AXES: Final = 4
_FLAGS: Final = 0xE0000000
_HAS_Z, _HAS_M, _HAS_SRID = 0x80000000, 0x40000000, 0x20000000
_COLLECTION: Final = 7

Gap: TypeAlias = tuple[float, float]
NO_GAP: Final = (nan, nan)


class WkbError(InlayError):
    """Bytes that are not a geometry; the text is a clause about them."""


class Geometry(NamedTuple):
    """`lows` and `highs` are those of x, y, z and m: positive and negative infinity where there is no coordinate. NaN is none."""

    kind: int
    lows: tuple[float, ...]
    highs: tuple[float, ...]


class Geometries(NamedTuple):
    """The same of many, column by column: `kinds` is 0 for bytes that are not a geometry."""

    kinds: pa.Array[Any]
    lows: list[pa.Array[Any]]
    highs: list[pa.Array[Any]]


class FoldedGeometries(NamedTuple):
    """All of an array together: `firsts` has the first value of each kind, with its flags; of what is not a geometry as 0."""

    lows: Sequence[float]
    highs: Sequence[float]
    firsts: dict[int, int]


def fold_geometries(values: pa.Array[Any]) -> FoldedGeometries:
    """Of an array of bytes; what is null counts as no bytes."""
    _, offsets, data = values.buffers()
    if _native is None or not len(values) or offsets is None:
        return _fold_slowly(_measure_slowly(values, None))
    ends, firsts = _native.fold(
        offsets, data if data is not None else b"", values.offset, len(values)
    )
    return FoldedGeometries(ends[:_AXES], ends[_AXES:], firsts)


def _fold_slowly(measured: Geometries) -> FoldedGeometries:
    firsts: dict[int, int] = {}
    kinds: list[Any] = measured.kinds.to_pylist()
    for at, kind in enumerate(kinds):
        firsts.setdefault(kind, at)
    lows: list[Any] = [axis.to_pylist() for axis in measured.lows]
    highs: list[Any] = [axis.to_pylist() for axis in measured.highs]
    return FoldedGeometries(
        [min(axis, default=inf) for axis in lows],
        [max(axis, default=-inf) for axis in highs],
        firsts,
    )


def measure_geometries(values: pa.Array[Any], gaps: pa.Array[Any] | None = None) -> Geometries:
    """Of an array of bytes; what is null counts as no bytes. `gaps` are lists of two numbers each, flattened: an x between the two
    of its value gets BETWEEN into its kind."""
    if _native is None:
        return _measure_slowly(values, gaps)
    count = len(values)
    kinds: Any = pa.allocate_buffer(2 * count)
    boxes: list[Any] = [pa.allocate_buffer(8 * count) for _ in range(2 * _AXES)]
    _, offsets, data = values.buffers()
    if count and offsets is not None:
        wanted = None if gaps is None else gaps.buffers()[1]
        first_gap = 0 if gaps is None else gaps.offset
        _native.measure(
            *(offsets, data if data is not None else b"", values.offset, count),
            *(kinds, boxes, wanted, first_gap),
        )
    return Geometries(
        _as_array(pa.uint16(), kinds, count),
        [_as_array(pa.float64(), box, count) for box in boxes[:_AXES]],
        [_as_array(pa.float64(), box, count) for box in boxes[_AXES:]],
    )


def _as_array(type_: pa.DataType, buffer: pa.Buffer, count: int) -> pa.Array[Any]:
    return cast("pa.Array[Any]", cast(Any, pa.Array).from_buffers(type_, count, [None, buffer], 0))


def _measure_slowly(values: pa.Array[Any], gaps: pa.Array[Any] | None) -> Geometries:
    numbers: Any = None if gaps is None else gaps.to_pylist()
    geometries: list[Geometry] = []
    for at, value in enumerate(values):
        gap = NO_GAP if numbers is None else (numbers[2 * at], numbers[2 * at + 1])
        try:
            geometries.append(read_geometry(value.as_py() or b"", gap))
        except WkbError:
            geometries.append(Geometry(0, (inf,) * _AXES, (-inf,) * _AXES))
    return Geometries(
        pa.array([each.kind for each in geometries], pa.uint16()),
        [pa.array([each.lows[axis] for each in geometries], pa.float64()) for axis in range(_AXES)],
        [
            pa.array([each.highs[axis] for each in geometries], pa.float64())
            for axis in range(_AXES)
        ],
    )


def read_geometry(value: bytes, gap: Gap = NO_GAP) -> Geometry:
    """Raises WkbError. The time is that of its bytes."""
    reader = WkbReader(value, gap)
    kind = reader.read()
    if reader.at < len(value):
        raise WkbError(
            f"{amounts.count(len(value) - reader.at, 'byte is', 'bytes are')} left behind it"
        )
    flags = EXTENDED * reader.is_extended | BETWEEN * reader.is_between
    flags |= PARTIAL * reader.is_partial
    return Geometry(kind | flags, tuple(reader.lows), tuple(reader.highs))


class WkbReader:
    """Reads one geometry. `read_body` is given each part, and `take_points` each point, line and ring."""

    def __init__(self, value: bytes, gap: Gap) -> None:
        self.value = value
        self.at = 0
        self.lows = [inf] * _AXES
        self.highs = [-inf] * _AXES
        self.is_extended = False
        self.is_between = False
        self.is_partial = False
        self._gap = gap

    def read(self, wanted: int = 0, depth: int = 0) -> int:
        """One geometry, and its kind; `wanted` is the one of parts that have to be of one."""
        order: int = self._take("<B", 1)[0]
        if order > 1:
            raise WkbError(f"its byte order is {order}: only 0 and 1 are defined")
        sign = "<" if order else ">"
        number: int = self._take(f"{sign}I", 4)[0]
        axes = 0
        if number & _FLAGS:
            self.is_extended = True
            axes = bool(number & _HAS_Z) | bool(number & _HAS_M) << 1
            if number & _HAS_SRID:
                self._take(f"{sign}I", 4)
            number &= ~_FLAGS
        thousands, kind = divmod(number, 1000)
        if thousands >= _AXES or not 1 <= kind <= _COLLECTION:
            raise WkbError(f"its type is {number:,}, which is none")
        if wanted and kind != wanted:
            raise WkbError(f"a part has type {kind}, and only {wanted} can be in it")
        axes |= thousands
        self.read_body(sign, kind, axes, depth)
        return axes * 1000 + kind

    def read_body(self, sign: str, kind: int, axes: int, depth: int) -> None:
        """What is behind the kind, which is without the thousands."""
        if kind == 1:
            self.take_points(sign, axes, 1)
            return
        count = self._take(f"{sign}I", 4)[0]
        if kind == 2:
            self.take_points(sign, axes, count)
        elif kind == 3:
            for _ in range(count):
                self.take_points(sign, axes, self._take(f"{sign}I", 4)[0])
        else:
            if depth == DEEPEST:
                raise WkbError(f"it has more than {DEEPEST} collections in each other")
            for _ in range(count):
                self.read(0 if kind == _COLLECTION else kind - 3, depth + 1)

    def take_points(self, sign: str, axes: int, count: int) -> Sequence[float]:
        """Their numbers, point by point. `axes` has a bit for z, and one for m."""
        places = [0, 1, *([2] if axes & 1 else []), *([3] if axes & 2 else [])]
        width = 8 * len(places)
        self._require(count * width)
        numbers: Sequence[float] = struct.unpack_from(
            f"{sign}{count * len(places)}d", self.value, self.at
        )
        for first in range(0, len(numbers), len(places)):
            gaps = sum(map(isnan, numbers[first : first + len(places)]))
            self.is_partial |= 0 < gaps < len(places)
        for number, coordinate in enumerate(numbers):
            axis = places[number % len(places)]
            self.lows[axis] = min(self.lows[axis], coordinate)
            self.highs[axis] = max(self.highs[axis], coordinate)
            if axis == 0 and self._gap[0] < coordinate < self._gap[1]:
                self.is_between = True
        self.at += count * width
        return numbers

    def _take(self, form: str, size: int) -> Sequence[Any]:
        self._require(size)
        taken = struct.unpack_from(form, self.value, self.at)
        self.at += size
        return taken

    def _require(self, size: int) -> None:
        if (left := len(self.value) - self.at) < size:
            raise WkbError(
                f"it needs {amounts.count(size, 'byte')} at offset {self.at:,}, and {left:,} are left"
            )
