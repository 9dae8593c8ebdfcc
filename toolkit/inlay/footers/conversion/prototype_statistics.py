"""Bounds as the prototypes pack them: byte arrays keep a prefix and at most four bytes after it."""

from __future__ import annotations

from typing import Final

from inlay.footers.conversion.bounds_policy import BoundsPolicy
from inlay.footers.conversion.errors import ConversionError
from inlay.footers.conversion.statistics import (
    ABSENT,
    BYTE_ARRAY,
    FIXED_LEN_BYTE_ARRAY,
    Bounds,
    PackedBound,
    PackedBounds,
    find_common_prefix,
    pack,
    unpack,
)
from inlay.ground.wording import amounts
from parquet_format import footer, footer_prototype, parquet

_LONGEST: Final = 4
_UUID_SIZE: Final = 16
_LARGEST: Final = (1 << 32) - 1
_BYTE_ARRAYS: Final = (BYTE_ARRAY, FIXED_LEN_BYTE_ARRAY)


def statistics_to_prototype(
    thrift: parquet.Statistics, policy: BoundsPolicy
) -> footer_prototype.Statistics:
    count = thrift.null_count
    fits = count is not None and -(1 << 31) <= count < 1 << 31
    flat = footer_prototype.Statistics(null_count=count if fits else None)
    if not policy.may_pack:
        return flat
    is_exact = bool(thrift.is_min_value_exact), bool(thrift.is_max_value_exact)
    packed = pack_bounds(policy, Bounds(thrift.min_value, thrift.max_value, *is_exact))
    flat.min_lo4, flat.min_lo8, flat.min_hi8, flat.min_len = packed.min
    flat.max_lo4, flat.max_lo8, flat.max_hi8, flat.max_len = packed.max
    flat.prefix = packed.prefix
    return flat


def statistics_from_prototype(
    flat: footer_prototype.Statistics, policy: BoundsPolicy
) -> footer.Statistics:
    """With the bounds as they are, in the slots that v1 has for that."""
    packed = PackedBounds(
        PackedBound(flat.min_lo4, flat.min_lo8, flat.min_hi8, flat.min_len),
        PackedBound(flat.max_lo4, flat.max_lo8, flat.max_hi8, flat.max_len),
        flat.prefix,
    )
    bounds = unpack_bounds(policy, packed)
    return footer.Statistics(
        null_count=flat.null_count,
        max_value=bounds.max,
        min_value=bounds.min,
        is_max_value_exact=bounds.max_is_exact or None,
        is_min_value_exact=bounds.min_is_exact or None,
    )


def pack_bounds(policy: BoundsPolicy, bounds: Bounds) -> PackedBounds:
    if policy.type not in _BYTE_ARRAYS:
        return pack(policy.type, bounds, may_truncate=False)
    if policy.type == FIXED_LEN_BYTE_ARRAY and _are_uuids(bounds):
        return PackedBounds(_pack_uuid(bounds.min), _pack_uuid(bounds.max))
    prefix = _find_shared_text(bounds)
    minimum = _pack_suffix(bounds.min, prefix, bounds.min_is_exact, -1)
    maximum = _pack_suffix(bounds.max, prefix, bounds.max_is_exact, +1)
    if minimum is None or maximum is None:  # one cannot be cut short, and both are dropped
        return PackedBounds()
    cut = (bounds.min, minimum), (bounds.max, maximum)
    minimum, maximum = (
        ABSENT if _is_cut(bound, prefix) and not policy.may_truncate else packed
        for bound, packed in cut
    )
    if minimum is ABSENT and maximum is ABSENT:
        return PackedBounds()
    return PackedBounds(minimum, maximum, prefix or None)


def unpack_bounds(policy: BoundsPolicy, packed: PackedBounds) -> Bounds:
    """A bound that may have been cut short is dropped where that means nothing."""
    if policy.type not in _BYTE_ARRAYS:
        return unpack(policy.type, packed)
    prefix = packed.prefix or b""
    minimum = _unpack_suffix(packed.min, prefix, policy, "min_len")
    maximum = _unpack_suffix(packed.max, prefix, policy, "max_len")
    if packed.max.len == -_LONGEST and packed.max.lo4 == _LARGEST:
        maximum = None  # arrow-rs does not carry, so this is below some values
    return Bounds(
        minimum,
        maximum,
        minimum is not None and (packed.min.len or 0) >= 0,
        maximum is not None and (packed.max.len or 0) >= 0,
    )


def _are_uuids(bounds: Bounds) -> bool:
    return (
        bounds.min is not None
        and bounds.max is not None
        and len(bounds.min) == len(bounds.max) == _UUID_SIZE
        and bounds.min_is_exact
        and bounds.max_is_exact
    )


def _pack_uuid(bound: bytes | None) -> PackedBound:
    value = bound or b""
    high, low = int.from_bytes(value[:8], "big"), int.from_bytes(value[8:], "big")
    return PackedBound(lo8=low, hi8=high, len=_UUID_SIZE)


def _find_shared_text(bounds: Bounds) -> bytes:
    """The prefix of both, cut back to whole characters; a bound that is not exact goes on after it."""
    if bounds.min is None or bounds.max is None:
        return b""
    prefix = _whole_characters(find_common_prefix(bounds.min, bounds.max))
    ends = (
        not bounds.min_is_exact and len(bounds.min) == len(prefix),
        not bounds.max_is_exact and len(bounds.max) == len(prefix),
    )
    return _whole_characters(prefix[:-1]) if any(ends) else prefix


def _whole_characters(data: bytes) -> bytes:
    try:
        data.decode()
    except UnicodeDecodeError as error:
        return data[: error.start]
    return data


def _is_cut(bound: bytes | None, prefix: bytes) -> bool:
    return bound is not None and len(bound) - len(prefix) > _LONGEST


def _pack_suffix(
    bound: bytes | None, prefix: bytes, is_exact: bool, step: int
) -> PackedBound | None:
    """None where the bound would have to be cut short and cannot be."""
    if bound is None:
        return ABSENT
    suffix = bound[len(prefix) :]
    length = len(suffix)
    value = int.from_bytes(suffix[:_LONGEST].ljust(_LONGEST, b"\0"), "big")
    if length > _LONGEST:
        value += step
        return PackedBound(lo4=value, len=-_LONGEST) if 0 <= value <= _LARGEST else None
    if length == 0 and not is_exact:
        return ABSENT
    return PackedBound(lo4=value, len=length if is_exact else -length)


def _unpack_suffix(
    packed: PackedBound, prefix: bytes, policy: BoundsPolicy, path: str
) -> bytes | None:
    if packed.len is None:
        return None
    length = abs(packed.len)
    if length == _UUID_SIZE and policy.type == FIXED_LEN_BYTE_ARRAY:
        return packed.hi8.to_bytes(8, "big") + packed.lo8.to_bytes(8, "big")
    if length > _LONGEST:
        raise ConversionError(f"{amounts.count(length, 'byte')}, and {_LONGEST} are the most", path)
    if packed.len == -_LONGEST and not policy.may_truncate:
        return None
    return prefix + packed.lo4.to_bytes(_LONGEST, "big")[:length]
