"""Arrays of which some positions have no value: a bitmap before one value for each position, or the positions that have one.

all present      values
bitmap           a bit for each position, then a value for each position; where the bit is 0 it means nothing
present index    the positions that have a value, in order, then their values
"""

from __future__ import annotations

from bisect import bisect_left
from itertools import pairwise
from typing import NamedTuple

from inlay_runtime import amounts
from inlay_runtime.errors import InvalidValueError, TruncatedError
from inlay_runtime.packed.bits import (
    MOST,
    Buffer,
    PackedBits,
    Runs,
    check_order,
    native_function,
    packed_bits,
    signed,
    value_at,
    values_of,
)

native_expand = native_function("expand")
native_expand_bits = native_function("expand_bits")
native_firsts = native_function("pick_firsts")
native_ones = native_function("count_ones")


class PackedArray(NamedTuple):
    """An array of `length` positions in a buffer.

    `validity` is where its bitmap lies, -1 without one. `positions` are those with a value, None where `values` has an
    entry for each position. Of byte arrays, `values` are the offsets, one more than there are entries, into the bytes from
    `content` to `end`; of integers, `content` and `end` are where the data ends.
    """

    length: int
    num_present: int
    validity: int
    positions: PackedBits | None
    values: PackedBits
    content: int
    end: int


class Expanded(NamedTuple):
    """A column in Arrow's layout: its values, and where there are nulls a bitmap of those that are none."""

    values: bytes
    validity: bytes | None
    null_count: int


def locate_full(
    buffer: Buffer,
    start: int,
    end: int,
    count: int,
    num_present: int,
    width: int,
    *,
    is_bytes: bool,
) -> PackedArray:
    """An array with an entry for each position, which is all of `start` to `end`.

    Raises InvalidValueError and TruncatedError for what breaks a rule of docs/packed.md.
    """
    _check_counts(start, count, num_present)
    size = 0 if num_present == count else (count + 7) // 8
    if size > end - start:
        what = f"a bitmap of {amounts.count(count, 'bit')} needs {amounts.count(size, 'byte')}, {amounts.count(end - start, 'is left', 'are left')}"
        raise TruncatedError(what, start)
    if not size:
        return _locate_entries(buffer, start, end, width, count, is_bytes=is_bytes)
    last = start + size - 1
    if count & 7 and buffer[last] >> (count & 7):
        raise InvalidValueError("bits behind the last position of a bitmap are set", last)
    if ones_between(buffer, start, count, ((0, count),)) != num_present:
        raise InvalidValueError(
            f"the bitmap has not the declared {amounts.count(num_present, 'position')}", start
        )
    values = _locate_entries(buffer, start + size, end, width, count, is_bytes=is_bytes)
    return values._replace(num_present=num_present, validity=start)


def locate_sparse(
    buffer: Buffer,
    start: int,
    end: int,
    count: int,
    num_present: int,
    position_width: int,
    width: int,
    *,
    is_bytes: bool,
) -> PackedArray:
    """An array with an entry for each present position, which is all of `start` to `end`. Raises as `locate_full`, and for
    positions out of order."""
    _check_counts(start, count, num_present)
    positions = packed_bits(buffer, start, end, position_width, num_present)
    check_order(buffer, positions, strictly=True, below=count)
    values = _locate_entries(buffer, positions.end, end, width, num_present, is_bytes=is_bytes)
    return values._replace(length=count, positions=positions)


def _locate_entries(
    buffer: Buffer, start: int, end: int, width: int, count: int, *, is_bytes: bool
) -> PackedArray:
    """The entries of an array, which are all of `start` to `end`, as one of which all positions are present."""
    _check_counts(start, count, count)
    values = packed_bits(buffer, start, end, width, count + is_bytes)
    _check_rest(buffer, values, end, is_bytes=is_bytes)
    return PackedArray(count, count, -1, None, values, values.end, end)


def _check_counts(start: int, count: int, num_present: int) -> None:
    if not 0 <= num_present <= count <= MOST:
        what = f"{num_present:,} of {amounts.count(count, 'position')} are present, and 0 <= present <= positions <= {MOST}"
        raise InvalidValueError(what, start)


def _check_rest(buffer: Buffer, values: PackedBits, end: int, *, is_bytes: bool) -> None:
    """What follows the packed values: nothing, or the bytes that they are offsets into."""
    if not is_bytes:
        if values.end != end:
            what = f"{amounts.count(end - values.end, 'byte follows', 'bytes follow')} the last packed value"
            raise InvalidValueError(what, values.end)
        return
    size = end - values.end
    if value_at(buffer, values, 0) != 0:
        raise InvalidValueError("the first offset of packed byte arrays has to be 0", values.start)
    if (last := value_at(buffer, values, values.length - 1)) != size:
        what = f"the last offset of packed byte arrays is {last}, and they have {amounts.count(size, 'byte')}"
        raise InvalidValueError(what, values.start)
    check_order(buffer, values, strictly=False, below=size + 1)


def ones_between(buffer: Buffer, start: int, count: int, runs: Runs) -> int:
    """The positions of a bitmap that are set in these runs."""
    if native_ones is not None:
        ones: int | None = native_ones(buffer, start, count, runs)
        if ones is not None:
            return ones
    return sum(
        int.from_bytes(
            bytes(buffer[start + (first >> 3) : start + (first + many + 7 >> 3)]), "little"
        )
        .__rshift__(first & 7)
        .__and__((1 << many) - 1)
        .bit_count()
        for first, many in runs
    )


def entries_of(buffer: Buffer, array: PackedArray, runs: Runs) -> list[int | None]:
    """The entry among `array.values` of each position that is asked for; None where it has no value.

    Raises InvalidValueError for a position behind the end.
    """
    entries: list[int | None] = []
    positions = array.positions
    for first, count in runs:
        if first < 0 or count < 0 or first + count > array.length:
            what = f"positions {first} to {first + count} of an array of {array.length}"
            raise InvalidValueError(what, array.values.start)
        if positions is not None:
            present = values_of(buffer, positions, 0, positions.length)
            at = bisect_left(present, first)
            for position in range(first, first + count):
                has = at < len(present) and present[at] == position
                entries.append(at if has else None)
                at += has
        elif array.validity < 0:
            entries += range(first, first + count)
        else:
            entries += [
                at if buffer[array.validity + (at >> 3)] >> (at & 7) & 1 else None
                for at in range(first, first + count)
            ]
    return entries


def bitmap_of(entries: list[int | None]) -> tuple[bytes | None, int]:
    """Which of them are there, as a bitmap, and how many are not; no bitmap where all are."""
    nulls = entries.count(None)
    if not nulls:
        return None, 0
    bits = sum(1 << at for at, entry in enumerate(entries) if entry is not None)
    return bits.to_bytes((len(entries) + 7) // 8, "little"), nulls


def expand(buffer: Buffer, array: PackedArray, runs: Runs, size: int) -> Expanded:
    """The integers at these positions, each of `size` bytes (4 or 8), 0 where there is none. Raises as `take`."""
    if native_expand is not None:
        expanded: tuple[bytes, bytes | None, int] | None = native_expand(buffer, array, runs, size)
        if expanded is not None:
            return Expanded(*expanded)
    entries = entries_of(buffer, array, runs)
    values = [0 if at is None else value_at(buffer, array.values, at) for at in entries]
    return Expanded(signed(values, size, array.values), *bitmap_of(entries))


def expand_bits(buffer: Buffer, array: PackedArray, runs: Runs) -> Expanded:
    """The booleans at these positions, as a bitmap. Raises InvalidValueError for a value over 1."""
    if native_expand_bits is not None:
        expanded: tuple[bytes, bytes | None, int] | None = native_expand_bits(buffer, array, runs)
        if expanded is not None:
            return Expanded(*expanded)
    entries = entries_of(buffer, array, runs)
    bits = 0
    for at, entry in enumerate(entries):
        value = 0 if entry is None else value_at(buffer, array.values, entry)
        if value > 1:
            raise InvalidValueError(f"{value} in a packed array of booleans", array.values.start)
        bits |= value << at
    return Expanded(bits.to_bytes((len(entries) + 7) // 8, "little"), *bitmap_of(entries))


def pick_firsts(buffer: Buffer, starts: PackedBits, values: PackedBits, runs: Runs) -> Expanded:
    """The first value of the list at each position, of 8 bytes, null where it is empty. List i has the values from start i to
    start i + 1. Raises InvalidValueError for starts that fall, for one behind the last value, and as `take`.
    """
    if native_firsts is not None:
        expanded: tuple[bytes, bytes | None, int] | None = native_firsts(
            buffer, starts, values, runs
        )
        if expanded is not None:
            return Expanded(*expanded)
    entries: list[int | None] = []
    for first, count in runs:
        if first < 0 or count < 0 or first + count > starts.length - 1:
            what = f"lists {first} to {first + count} of {starts.length - 1}"
            raise InvalidValueError(what, starts.start)
        places = values_of(buffer, starts, first, count + 1) if count else []
        for begin, end in pairwise(places):
            if not begin <= end <= values.length:
                what = f"a list from value {begin} to {end} of {values.length}"
                raise InvalidValueError(what, starts.start)
            entries.append(begin if begin < end else None)
    taken = [0 if at is None else value_at(buffer, values, at) for at in entries]
    return Expanded(signed(taken, 8, values), *bitmap_of(entries))
