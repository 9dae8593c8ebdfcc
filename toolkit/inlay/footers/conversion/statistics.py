"""Bounds, packed into integers by the physical type of their column as the proposal has it.

`docs/footers.md` has the algorithm, and what the proposal leaves open.
"""

from __future__ import annotations

from typing import Final, NamedTuple, Protocol

from inlay.footers.conversion.errors import ConversionError
from inlay.ground.wording.amounts import count

BOOLEAN, INT32, INT64, INT96, FLOAT, DOUBLE, BYTE_ARRAY, FIXED_LEN_BYTE_ARRAY = range(8)

_SIZES: Final = {INT32: 4, FLOAT: 4, INT64: 8, DOUBLE: 8, INT96: 12}
_BYTE_ARRAYS: Final = (BYTE_ARRAY, FIXED_LEN_BYTE_ARRAY)
_LONGEST: Final = 16


class Bounds(NamedTuple):
    """Minimum and maximum; one that is not exact lies below or above all values."""

    min: bytes | None
    max: bytes | None
    min_is_exact: bool = False
    max_is_exact: bool = False


class PackedBound(NamedTuple):
    """What the slots of one bound hold."""

    lo4: int = 0
    lo8: int = 0
    hi8: int = 0
    len: int | None = None


class PackedBounds(NamedTuple):
    min: PackedBound = PackedBound()
    max: PackedBound = PackedBound()
    prefix: bytes | None = None

    def tells(self, packed: PackedBound, bound: bytes) -> bool:
        """Whether one of them has all of the bound that it was made of, which a cut one has not."""
        length = packed.len
        return length is not None and abs(length) + len(self.prefix or b"") == len(bound)


class StatisticsTable(Protocol):
    """The packed slots of `Statistics`, which v0 and v1 have in common."""

    min_lo4: int
    min_lo8: int
    min_hi8: int
    min_len: int | None
    max_lo4: int
    max_lo8: int
    max_hi8: int
    max_len: int | None
    prefix: bytes | None


ABSENT: Final = PackedBound()


def pack(type_: int | None, bounds: Bounds, *, may_truncate: bool) -> PackedBounds:
    """`may_truncate` says that values are compared as bytes and that a shorter value is a value."""
    if type_ in _BYTE_ARRAYS:
        return _pack_bytes(bounds, may_truncate)
    size = _SIZES.get(type_) if type_ is not None else None
    if size is None:
        return PackedBounds()
    return PackedBounds(
        _pack_number(bounds.min, bounds.min_is_exact, size),
        _pack_number(bounds.max, bounds.max_is_exact, size),
    )


def unpack(type_: int | None, packed: PackedBounds) -> Bounds:
    """Raises ConversionError for lengths that the type does not have."""
    minimum = _unpack_bound(type_, packed.min, packed.prefix or b"", "min_len")
    maximum = _unpack_bound(type_, packed.max, packed.prefix or b"", "max_len")
    return Bounds(
        minimum,
        maximum,
        minimum is not None and (packed.min.len or 0) >= 0,
        maximum is not None and (packed.max.len or 0) >= 0,
    )


def read_slots(table: StatisticsTable) -> PackedBounds:
    return PackedBounds(
        PackedBound(table.min_lo4, table.min_lo8, table.min_hi8, table.min_len),
        PackedBound(table.max_lo4, table.max_lo8, table.max_hi8, table.max_len),
        table.prefix,
    )


def write_slots(table: StatisticsTable, packed: PackedBounds) -> None:
    table.min_lo4, table.min_lo8, table.min_hi8, table.min_len = packed.min
    table.max_lo4, table.max_lo8, table.max_hi8, table.max_len = packed.max
    table.prefix = packed.prefix


def _pack_number(bound: bytes | None, is_exact: bool, size: int) -> PackedBound:
    if bound is None or len(bound) != size:
        return ABSENT
    length = size if is_exact else -size
    if size == 4:
        return PackedBound(int.from_bytes(bound, "little"), 0, 0, length)
    if size == 8:
        return PackedBound(0, int.from_bytes(bound, "little"), 0, length)
    lo4, lo8 = int.from_bytes(bound[:4], "little"), int.from_bytes(bound[4:], "little")
    return PackedBound(lo4=lo4, lo8=lo8, len=length)


def _pack_bytes(bounds: Bounds, may_truncate: bool) -> PackedBounds:
    prefix = b""
    if bounds.min is not None and bounds.max is not None:
        prefix = find_common_prefix(bounds.min, bounds.max)
        is_all_prefix = (
            not bounds.min_is_exact and len(bounds.min) == len(prefix),
            not bounds.max_is_exact and len(bounds.max) == len(prefix),
        )
        if any(is_all_prefix):
            prefix = prefix[:-1]  # its length would be 0, and 0 has no sign
    minimum = maximum = ABSENT
    if bounds.min is not None:
        suffix, is_exact = bounds.min[len(prefix) :], bounds.min_is_exact
        if len(suffix) > _LONGEST and may_truncate:
            suffix, is_exact = suffix[:_LONGEST], False
        minimum = _pack_suffix(suffix, is_exact)
    if bounds.max is not None:
        suffix, is_exact = bounds.max[len(prefix) :], bounds.max_is_exact
        if len(suffix) > _LONGEST and may_truncate:
            suffix, is_exact = round_up(suffix[:_LONGEST]), False
        maximum = _pack_suffix(suffix, is_exact)
    if minimum is ABSENT and maximum is ABSENT:
        return PackedBounds()
    return PackedBounds(minimum, maximum, prefix or None)


def find_common_prefix(first: bytes, second: bytes) -> bytes:
    low, high = 0, min(len(first), len(second))  # bisected, since bounds can be long
    while low < high:
        middle = (low + high + 1) // 2
        if first[low:middle] == second[low:middle]:
            low = middle
        else:
            high = middle - 1
    return first[:low]


def round_up(data: bytes) -> bytes:
    """The least bytes, of at most this length, above all that begin with these; empty if none are."""
    data = data.rstrip(b"\xff")
    return data[:-1] + bytes([data[-1] + 1]) if data else b""


def _pack_suffix(suffix: bytes, is_exact: bool) -> PackedBound:
    length = len(suffix)
    if length > _LONGEST or (length == 0 and not is_exact):
        return ABSENT
    padded = suffix.ljust(_LONGEST, b"\0")
    return PackedBound(
        lo8=int.from_bytes(padded[:8], "big"),
        hi8=int.from_bytes(padded[8:], "big"),
        len=length if is_exact else -length,
    )


def _unpack_bound(type_: int | None, packed: PackedBound, prefix: bytes, path: str) -> bytes | None:
    lo4, lo8, hi8, length = packed
    if length is None or type_ is None:
        return None
    length = abs(length)
    size = _SIZES.get(type_)
    if size is not None:
        if length != size:
            raise ConversionError(
                f"{count(length, 'byte')}, and values of the column have {size}", path
            )
        if size == 8:
            return lo8.to_bytes(8, "little")
        four = lo4.to_bytes(4, "little")
        return four if size == 4 else four + lo8.to_bytes(8, "little")
    if type_ not in _BYTE_ARRAYS:
        return None
    if length > _LONGEST:
        raise ConversionError(f"{count(length, 'byte')}, and {_LONGEST} are the most", path)
    suffix = lo8.to_bytes(8, "big") + hi8.to_bytes(8, "big")
    return prefix + suffix[:length]
