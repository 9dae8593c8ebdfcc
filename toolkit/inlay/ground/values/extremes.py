"""The least and the largest of many values, by any order of Parquet, as the bytes that a bound of them would have.

`native_extremes.pyx` does it. Python does the same where it is not built, or the order is none that it knows, and is what it is held to.
"""

from __future__ import annotations

import struct
from collections.abc import Callable, Iterable, Sequence
from math import isnan
from typing import TYPE_CHECKING, Any, Final, NamedTuple, TypeAlias

from inlay.ground.values.orders import PASS_CODES, Key, is_total
from inlay_runtime.core import load_native

if TYPE_CHECKING:
    import pyarrow as pa

_native: Any = load_native("inlay.ground.values.native_extremes")

_FORMATS: Final = {2: "<e", 4: "<f", 8: "<d"}

Span: TypeAlias = tuple[int, int]
"""The first of some values, and how many they are."""

Places: TypeAlias = tuple[int, int, int]
"""Where the least and the largest lie, -1 where nothing was compared, and how many NaNs there are."""


class Extremes(NamedTuple):
    """None where no value has a place in the order. In total order that is a NaN only where there is nothing else."""

    low: bytes | None
    high: bytes | None
    nans: int


NO_EXTREMES: Final = Extremes(None, None, 0)


def find_extremes(values: pa.ChunkedArray[Any], key: Key, spans: Sequence[Span]) -> list[Extremes]:
    """Of each span of physical values without nulls: numbers, booleans, bytes of one width or of any, or a dictionary of the last.

    The first of equal values is taken. Values that the key refuses, as bytes that are not a number, raise what it raises.
    """
    if values.num_chunks == 1:
        return _of_piece(values.chunk(0), key, spans)
    begin = 0
    answers = [NO_EXTREMES] * len(spans)
    for piece in values.chunks:
        end = begin + len(piece)
        numbers: list[int] = []
        inside: list[Span] = []
        for number, (first, count) in enumerate(spans):
            low, high = max(first, begin), min(first + count, end)
            if low < high:
                numbers.append(number)
                inside.append((low - begin, high - low))
        if inside:
            for number, extremes in zip(numbers, _of_piece(piece, key, inside), strict=True):
                before = answers[number]
                answers[number] = (
                    extremes if before is NO_EXTREMES else merge_extremes((before, extremes), key)
                )
        begin = end
    return answers


def merge_extremes(parts: Iterable[Extremes], key: Key) -> Extremes:
    """Of all parts together, the earlier of equal ones."""
    parts = list(parts)
    if len(parts) == 1:
        return parts[0]
    lows: list[bytes] = []
    highs: list[bytes] = []
    nans = 0
    for part in parts:
        nans += part.nans
        if part.low is not None and part.high is not None:
            lows.append(part.low)
            highs.append(part.high)
    if is_total(key):
        numbers = [at for at, low in enumerate(lows) if not _is_nan(low)]
        if numbers:
            lows, highs = [lows[at] for at in numbers], [highs[at] for at in numbers]
    if not lows:
        return Extremes(None, None, nans)
    return Extremes(min(lows, key=key), max(highs, key=key), nans)


def _of_piece(piece: Any, key: Key, spans: Sequence[Span]) -> list[Extremes]:
    raw_at = read_raw(piece)
    places = _find_natively(piece, key, spans)
    if places is None:
        places = [_find_slowly(raw_at, key, span) for span in spans]
    elif _is_dictionary(piece):
        raw_at = read_raw(piece.dictionary)
    return [
        Extremes(raw_at(low), raw_at(high), nans) if low >= 0 else Extremes(None, None, nans)
        for low, high, nans in places
    ]


def read_raw(array: Any) -> Callable[[int], bytes]:
    """What gives a value in the bytes of its type, as PLAIN and bounds have it; byte arrays without their length."""
    import pyarrow as pa

    if _is_dictionary(array):
        entry, indexes = read_raw(array.dictionary), array.indices
        return lambda at: entry(indexes[at].as_py())
    if pa.types.is_boolean(array.type):
        return lambda at: b"\x01" if array[at].as_py() else b"\x00"
    if pa.types.is_binary(array.type):
        return lambda at: bytes(array[at].as_py())
    width = array.type.byte_width
    _, data = array.buffers()
    view, offset = memoryview(data or b""), array.offset
    return lambda at: bytes(view[(offset + at) * width : (offset + at + 1) * width])


def _find_slowly(raw_at: Callable[[int], bytes], key: Key, span: Span) -> Places:
    first, count = span
    low = high = -1
    least: Any = None
    largest: Any = None
    nans = 0
    is_by_bits = is_total(key)
    only_nans = is_by_bits and all(_is_nan(raw_at(at)) for at in range(first, first + count))
    for at in range(first, first + count):
        raw = raw_at(at)
        value = key(raw)
        if value is None or (is_by_bits and _is_nan(raw)):
            nans += 1
            if not only_nans:
                continue
        if low < 0 or value < least:
            least, low = value, at
        if high < 0 or value > largest:
            largest, high = value, at
    return low, high, nans


def _find_natively(piece: Any, key: Key, spans: Sequence[Span]) -> list[Places] | None:
    code = PASS_CODES.get(key)
    if _native is None or code is None:
        return None
    import pyarrow as pa

    if _is_dictionary(piece):
        entries = piece.dictionary
        _, indexes = piece.indices.buffers()
        moved = _move(spans, piece.offset)
        stamps = bytearray(4 * (len(entries) + entries.offset))
        _, offsets, data = entries.buffers()
        if entries.offset or indexes is None or offsets is None or data is None:
            return None
        places: list[Places] = _native.find_in_dictionary(
            indexes, stamps, offsets, data, code, moved
        )
        return places
    moved = _move(spans, piece.offset)
    if pa.types.is_binary(piece.type):
        _, offsets, data = piece.buffers()
        if offsets is None or data is None:
            return None
        return _unmove(_native.find_in_binary(offsets, data, code, moved), piece.offset)
    width = 0 if pa.types.is_boolean(piece.type) else piece.type.byte_width
    _, data = piece.buffers()
    if data is None:
        return None
    return _unmove(_native.find_in_fixed(data, code, width, moved), piece.offset)


def _move(spans: Sequence[Span], by: int) -> Sequence[Span]:
    return [(first + by, count) for first, count in spans] if by else spans


def _unmove(places: list[Places], by: int) -> list[Places]:
    if not by:
        return places
    return [
        (low - by, high - by, nans) if low >= 0 else (low, high, nans) for low, high, nans in places
    ]


def _is_dictionary(array: pa.Array[Any]) -> bool:
    import pyarrow as pa

    return bool(pa.types.is_dictionary(array.type))


def _is_nan(raw: bytes) -> bool:
    return isnan(struct.unpack(_FORMATS[len(raw)], raw)[0])
