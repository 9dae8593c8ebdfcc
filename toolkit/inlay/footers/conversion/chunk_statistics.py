"""What a column chunk tells about its values and pages: statistics, and whether its pages are dictionary-encoded."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, TypeAlias

from inlay.footers.conversion.bounds_policy import BoundsPolicy
from inlay.footers.conversion.errors import ConversionError
from inlay.footers.conversion.records import STATISTICS
from inlay.footers.conversion.statistics import Bounds, pack, read_slots, unpack, write_slots
from inlay_runtime.core import load_native
from parquet_format import footer, parquet

_DATA_PAGES: Final = (parquet.PageType.DATA_PAGE, parquet.PageType.DATA_PAGE_V2)
_DICTIONARY: Final = (parquet.Encoding.PLAIN_DICTIONARY, parquet.Encoding.RLE_DICTIONARY)
_PLAIN_DICTIONARY: Final = parquet.Encoding.PLAIN_DICTIONARY
_OLD_DICTIONARY: Final = (
    _PLAIN_DICTIONARY,
    *(parquet.Encoding.RLE, parquet.Encoding.BIT_PACKED),  # of levels
)


_Packs: TypeAlias = Callable[[parquet.Statistics, footer.Statistics, int | None, bool, bool], bool]


def _find_native() -> _Packs | None:
    compiled = load_native("inlay.footers.conversion.native_copying")
    if compiled is None:
        return None
    packs: _Packs = compiled.BoundsPacker(parquet.Statistics, footer.Statistics)
    return packs


native_bounds: _Packs | None = _find_native()
"""Does what `_bounds_to_flat` does, or nothing, and says which."""


def statistics_to_flat(thrift: parquet.Statistics, policy: BoundsPolicy) -> footer.Statistics:
    """Bounds are packed where the policy allows it, and kept as they are unless that says all."""
    flat = STATISTICS.to_flat(thrift)
    if native_bounds is None or not native_bounds(thrift, flat, *policy):
        _bounds_to_flat(thrift, flat, policy)
    return flat


def _bounds_to_flat(
    thrift: parquet.Statistics, flat: footer.Statistics, policy: BoundsPolicy
) -> None:
    minimum, maximum = thrift.min_value, thrift.max_value
    flat.min, flat.max, flat.min_value, flat.max_value = thrift.min, thrift.max, minimum, maximum
    if thrift.min is not None and thrift.min == minimum:
        flat.min, flat.min_equals_min_value = None, True
    if thrift.max is not None and thrift.max == maximum:
        flat.max, flat.max_equals_max_value = None, True
    if policy.may_pack and not (minimum is None and maximum is None):
        is_exact = bool(thrift.is_min_value_exact), bool(thrift.is_max_value_exact)
        bounds = Bounds(minimum, maximum, *is_exact)
        packed = pack(policy.type, bounds, may_truncate=policy.may_truncate)
        write_slots(flat, packed)
        if minimum is not None and packed.tells(packed.min, minimum):
            flat.min_value = None
        if maximum is not None and packed.tells(packed.max, maximum):
            flat.max_value = None


def statistics_to_thrift(flat: footer.Statistics, type_: int | None) -> parquet.Statistics:
    thrift = STATISTICS.to_thrift(flat)
    minimum, maximum = flat.min_value, flat.max_value
    if flat.min_len is not None or flat.max_len is not None:
        unpacked = unpack(type_, read_slots(flat))
        minimum = unpacked.min if minimum is None else minimum
        maximum = unpacked.max if maximum is None else maximum
    thrift.max_value, thrift.min_value = maximum, minimum
    thrift.max = _restore_deprecated(flat.max, maximum, flat.max_equals_max_value, "max")
    thrift.min = _restore_deprecated(flat.min, minimum, flat.min_equals_min_value, "min")
    return thrift


def _restore_deprecated(
    bound: bytes | None, value: bytes | None, is_equal: bool, path: str
) -> bytes | None:
    if not is_equal:
        return bound
    if bound is not None or value is None:
        raise ConversionError(f"it is said to equal {path}_value", path)
    return value


def is_fully_dict_encoded(metadata: parquet.ColumnMetaData) -> bool:
    """Whether every data page is known to be dictionary-encoded."""
    stats = metadata.encoding_stats
    if stats is not None:
        has_pages = False
        for stat in stats:
            if stat.page_type in _DATA_PAGES and stat.count > 0:
                if stat.encoding not in _DICTIONARY:
                    return False
                has_pages = True
        return has_pages
    used = metadata.encodings
    return _PLAIN_DICTIONARY in used and all(e in _OLD_DICTIONARY for e in used)
