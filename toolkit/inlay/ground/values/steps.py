"""How each of many values compares with the one before it, by any order of Parquet: what sorted values are told by.

`steps.pxi` does it. Python does the same where it is not built, and is what it is held to.
"""

from __future__ import annotations

from collections.abc import Callable
from enum import IntEnum, unique
from typing import TYPE_CHECKING, Any, Final

from inlay.ground.values.extremes import read_raw
from inlay.ground.values.orders import PASS_CODES, Key, is_total
from inlay_runtime.core import load_native

if TYPE_CHECKING:
    import pyarrow as pa

_native: Any = load_native("inlay.ground.values.native_extremes")


@unique
class ValueStep(IntEnum):
    """From one value to the next. ZEROS are two of different signs, which are the same or not. In total order there are neither these
    nor NaNs, and no order has nulls: they are for who knows where some are."""

    SAME = 0
    RISES = 1
    FALLS = 2
    ZEROS = 3
    TO_NAN = 4
    FROM_NAN = 5
    TO_NULL = 6
    FROM_NULL = 7


def find_steps_of_numbers(values: bytes, width: int, key: Key) -> bytearray:
    """A byte for each but the first of numbers of this width that lie behind each other, one at least, where the native core is."""
    count = len(values) // width
    steps = bytearray(count - 1)
    _native.find_steps_in_fixed(values, PASS_CODES[key], width, 0, count, steps)
    return steps


class StepsOfValues:
    """The same of physical values, as `find_extremes` takes them, that come one part behind the other."""

    def __init__(self, key: Key) -> None:
        self._key = key
        self.first: bytes | None = None
        """In PLAIN encoding without a length; None before there is a value."""

        self.last: bytes | None = None
        """The same of the last of them."""

    def take(self, values: pa.ChunkedArray[Any]) -> bytearray:
        """A byte for each of the next values; that of the first of all says nothing. Raises what the key raises."""
        steps = bytearray()
        for piece in values.chunks:
            if not len(piece):
                continue
            raw_at = read_raw(piece)
            begins = raw_at(0)
            if self.last is None:
                self.first = self.last = begins
            steps.append(find_step(self.last, begins, self._key))
            steps += _of_piece(piece, self._key)
            self.last = raw_at(len(piece) - 1)
        return steps


def _of_piece(piece: Any, key: Key) -> bytearray:
    steps = bytearray(len(piece) - 1)
    if not _fill_natively(piece, key, steps):
        _fill_slowly(read_raw(piece), key, steps)
    return steps


def _fill_slowly(raw_at: Callable[[int], bytes], key: Key, steps: bytearray) -> None:
    raw = raw_at(0)
    for at in range(len(steps)):
        before, raw = raw, raw_at(at + 1)
        steps[at] = find_step(before, raw, key)


def find_step(before: bytes | None, raw: bytes | None, key: Key) -> ValueStep:
    """From one value to another, in PLAIN encoding without a length, or None for a null. Raises what the key raises."""
    if before is None or raw is None:
        if before is raw:
            return ValueStep.SAME
        return ValueStep.TO_NULL if raw is None else ValueStep.FROM_NULL
    earlier, later = key(before), key(raw)
    if earlier is None or later is None:
        if earlier is None and later is None:
            return ValueStep.SAME
        return ValueStep.TO_NAN if later is None else ValueStep.FROM_NAN
    if earlier == later:
        is_zero = isinstance(earlier, float) and not earlier
        is_zeros = is_zero and before != raw and not is_total(key)
        return ValueStep.ZEROS if is_zeros else ValueStep.SAME
    return ValueStep.RISES if later > earlier else ValueStep.FALLS


def _fill_natively(piece: Any, key: Key, steps: bytearray) -> bool:
    code = PASS_CODES.get(key)
    if _native is None or code is None:
        return False
    import pyarrow as pa

    indexes, array, first = None, piece, piece.offset
    if pa.types.is_dictionary(piece.type):
        indexes, array = piece.indices.buffers()[1], piece.dictionary
        if array.offset or indexes is None:
            return False
    if pa.types.is_binary(array.type):
        _, offsets, data = array.buffers()
        if offsets is None or data is None:
            return False
        _native.find_steps_in_binary(indexes, offsets, data, code, first, len(piece), steps)
        return True
    data = array.buffers()[1]
    if data is None:
        return False
    width = _NO_BYTES if pa.types.is_boolean(array.type) else array.type.byte_width
    _native.find_steps_in_fixed(data, code, width, first, len(piece), steps)
    return True


_NO_BYTES: Final = 0
"""Booleans have no bytes of their own."""
