"""Byte arrays by packed offsets, and those whose beginnings lie in an array of their own."""

from __future__ import annotations

from itertools import accumulate
from typing import NamedTuple

from inlay_runtime import amounts
from inlay_runtime.errors import InvalidValueError
from inlay_runtime.packed.bits import Buffer, Runs, native_function, pack, value_at, width_of
from inlay_runtime.packed.present import PackedArray, bitmap_of, entries_of

native_join = native_function("join_bytes")

_LONGEST = (1 << 31) - 1


class ExpandedBytes(NamedTuple):
    """Byte arrays in Arrow's layout: int32 offsets, the bytes, and where there are nulls a bitmap of those that are none."""

    offsets: bytes
    content: bytes
    validity: bytes | None
    null_count: int


def join_bytes(
    buffer: Buffer, prefixes: PackedArray, suffixes: PackedArray, runs: Runs
) -> ExpandedBytes:
    """Each prefix with its suffix. Both arrays have the same positions, which `check_same_positions` says.

    Raises InvalidValueError for a position behind the end, and for more bytes than int32 counts.
    """
    if native_join is not None:
        joined: tuple[bytes, bytes, bytes | None, int] | None = native_join(
            buffer, prefixes, suffixes, runs
        )
        if joined is not None:
            return ExpandedBytes(*joined)
    entries = entries_of(buffer, suffixes, runs)
    parts = [
        b"" if at is None else _bytes_at(buffer, prefixes, at) + _bytes_at(buffer, suffixes, at)
        for at in entries
    ]
    offsets = list(accumulate(map(len, parts), initial=0))
    if offsets[-1] > _LONGEST:
        raise InvalidValueError(
            f"{amounts.count(offsets[-1], 'byte')} in one column", suffixes.content
        )
    return ExpandedBytes(
        b"".join(at.to_bytes(4, "little") for at in offsets), b"".join(parts), *bitmap_of(entries)
    )


def check_same_positions(buffer: Buffer, first: PackedArray, second: PackedArray) -> None:
    """Raises InvalidValueError unless both arrays have values at the same positions, and entries alike."""
    what = "packed arrays that belong together have values at different positions"
    if (first.length, first.num_present) != (second.length, second.num_present):
        raise InvalidValueError(what, second.values.start)
    its, others = first.positions, second.positions
    if (its is None) != (others is None) or (first.validity < 0) != (second.validity < 0):
        raise InvalidValueError(
            "packed arrays that belong together differ in form", second.values.start
        )
    if its is not None and others is not None:
        same = buffer[its.start : its.end] == buffer[others.start : others.end]
        if not (same and its.width == others.width):
            runs = ((0, first.length),)
            same = entries_of(buffer, first, runs) == entries_of(buffer, second, runs)
    else:
        size = (first.length + 7) // 8 if first.validity >= 0 else 0
        start, other_start = first.validity, second.validity
        same = not size or buffer[start : start + size] == buffer[other_start : other_start + size]
    if not same:
        raise InvalidValueError(what, second.values.start)


def pack_bytes(parts: list[bytes]) -> tuple[bytes, int]:
    """Packed offsets, one more than there are parts, and the bytes behind them; and the width of an offset."""
    offsets = list(accumulate(map(len, parts), initial=0))
    width = width_of(offsets[-1])
    return pack(offsets, width) + b"".join(parts), width


def _bytes_at(buffer: Buffer, array: PackedArray, entry: int) -> bytes:
    start, end = (value_at(buffer, array.values, at) for at in (entry, entry + 1))
    return bytes(buffer[array.content + start : array.content + end])
