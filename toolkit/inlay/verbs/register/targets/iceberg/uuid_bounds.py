"""Bounds of UUIDs that hold in both orders in which readers compare them.

Parquet and most readers compare unsigned bytes. Iceberg's Java library, by which Spark, Flink and Trino plan, compares two signed numbers
of 64 bits (https://github.com/apache/iceberg/issues/14216): to it, UUIDs of half the range lie outside of bounds that are right.
"""

from __future__ import annotations

from struct import Struct
from typing import Final, TypeAlias

_HALVES: Final = Struct(">QQ")
_SIGN: Final = 1 << 63
_EDGES: Final = (0, _SIGN, 2 * _SIGN)

Ends: TypeAlias = tuple[bytes | None, bytes | None]


def widen_uuids(lower: bytes | None, upper: bytes | None) -> Ends:
    """The lower and the upper bound, at most one step of the first half further out; None where no such bound holds in both orders.

    Both orders agree on UUIDs that have one first bit, unless their first halves are equal and the second ones differ in theirs.
    """
    if lower is None or upper is None:
        return None, None
    low, behind_low = _HALVES.unpack(lower)
    high, behind_high = _HALVES.unpack(upper)
    if (low ^ high) & _SIGN:
        return None, None
    if not behind_low & _SIGN:
        lower = None if low in _EDGES else _HALVES.pack(low - 1, _SIGN)
    if behind_high & _SIGN:
        upper = None if high + 1 in _EDGES else _HALVES.pack(high + 1, 0)
    return lower, upper
