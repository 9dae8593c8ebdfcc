"""What a column chunk tells about its values and pages: statistics of four kinds."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from inlay.conversion.bounds_policy import BoundsPolicy
from inlay.conversion.carried import carry, restore
from inlay.conversion.enum_bytes import as_byte
from inlay.conversion.errors import ConversionError, each
from inlay.conversion.statistics import Bounds, pack, read_slots, unpack, write_slots
from parquet_format import footer, parquet

_DATA_PAGES: Final = (parquet.PageType.DATA_PAGE, parquet.PageType.DATA_PAGE_V2)
_DICTIONARY: Final = (parquet.Encoding.PLAIN_DICTIONARY, parquet.Encoding.RLE_DICTIONARY)
_LEVELS: Final = (parquet.Encoding.RLE, parquet.Encoding.BIT_PACKED)


def statistics_to_flat(thrift: parquet.Statistics, policy: BoundsPolicy) -> footer.Statistics:
    """Bounds are packed where the policy allows it, and kept as they are unless that says all."""
    minimum, maximum = thrift.min_value, thrift.max_value
    has_min_twice = thrift.min is not None and thrift.min == minimum
    has_max_twice = thrift.max is not None and thrift.max == maximum
    flat = footer.Statistics(
        null_count=thrift.null_count,
        distinct_count=thrift.distinct_count,
        max=None if has_max_twice else thrift.max,
        min=None if has_min_twice else thrift.min,
        max_equals_max_value=has_max_twice,
        min_equals_min_value=has_min_twice,
        is_max_value_exact=thrift.is_max_value_exact,
        is_min_value_exact=thrift.is_min_value_exact,
        nan_count=thrift.nan_count,
    )
    unpacked = Bounds(None, None)
    if policy.may_pack and not (minimum is None and maximum is None):
        is_exact = bool(thrift.is_min_value_exact), bool(thrift.is_max_value_exact)
        bounds = Bounds(minimum, maximum, *is_exact)
        packed = pack(policy.type, bounds, may_truncate=policy.may_truncate)
        write_slots(flat, packed)
        unpacked = unpack(policy.type, packed)
    if minimum != unpacked.min:
        flat.min_value = minimum
    if maximum != unpacked.max:
        flat.max_value = maximum
    return carry(thrift, flat)


def statistics_to_thrift(flat: footer.Statistics, type_: int | None) -> parquet.Statistics:
    unpacked = unpack(type_, read_slots(flat))
    minimum = unpacked.min if flat.min_value is None else flat.min_value
    maximum = unpacked.max if flat.max_value is None else flat.max_value
    thrift = parquet.Statistics(
        max=_deprecated(flat.max, maximum, flat.max_equals_max_value, "max"),
        min=_deprecated(flat.min, minimum, flat.min_equals_min_value, "min"),
        null_count=flat.null_count,
        distinct_count=flat.distinct_count,
        max_value=maximum,
        min_value=minimum,
        is_max_value_exact=flat.is_max_value_exact,
        is_min_value_exact=flat.is_min_value_exact,
        nan_count=flat.nan_count,
    )
    return restore(flat, thrift)


def _deprecated(
    bound: bytes | None, value: bytes | None, is_equal: bool, path: str
) -> bytes | None:
    if not is_equal:
        return bound
    if bound is not None or value is None:
        raise ConversionError(f"it is said to equal {path}_value", path)
    return value


def sizes_to_flat(thrift: parquet.SizeStatistics) -> footer.SizeStatistics:
    flat = footer.SizeStatistics(
        unencoded_byte_array_data_bytes=thrift.unencoded_byte_array_data_bytes,
        repetition_level_histogram=thrift.repetition_level_histogram,
        definition_level_histogram=thrift.definition_level_histogram,
    )
    return carry(thrift, flat)


def sizes_to_thrift(flat: footer.SizeStatistics) -> parquet.SizeStatistics:
    thrift = parquet.SizeStatistics(
        unencoded_byte_array_data_bytes=flat.unencoded_byte_array_data_bytes,
        repetition_level_histogram=flat.repetition_level_histogram,
        definition_level_histogram=flat.definition_level_histogram,
    )
    return restore(flat, thrift)


def geospatial_to_flat(thrift: parquet.GeospatialStatistics) -> footer.GeospatialStatistics:
    box = thrift.bbox
    flat_box = None
    if box is not None:
        flat_box = footer.BoundingBox(
            xmin=box.xmin,
            xmax=box.xmax,
            ymin=box.ymin,
            ymax=box.ymax,
            zmin=box.zmin,
            zmax=box.zmax,
            mmin=box.mmin,
            mmax=box.mmax,
        )
        flat_box = carry(box, flat_box)
    flat = footer.GeospatialStatistics(bbox=flat_box, geospatial_types=thrift.geospatial_types)
    return carry(thrift, flat)


def geospatial_to_thrift(flat: footer.GeospatialStatistics) -> parquet.GeospatialStatistics:
    box = flat.bbox
    thrift_box = None
    if box is not None:
        thrift_box = parquet.BoundingBox(
            xmin=box.xmin,
            xmax=box.xmax,
            ymin=box.ymin,
            ymax=box.ymax,
            zmin=box.zmin,
            zmax=box.zmax,
            mmin=box.mmin,
            mmax=box.mmax,
        )
        thrift_box = restore(box, thrift_box)
    thrift = parquet.GeospatialStatistics(bbox=thrift_box, geospatial_types=flat.geospatial_types)
    return restore(flat, thrift)


def encoding_stats_to_flat(
    entries: Sequence[parquet.PageEncodingStats],
) -> list[footer.PageEncodingStats]:
    return [_pages_to_flat(entry) for entry in entries]


def encoding_stats_to_thrift(
    entries: Sequence[footer.PageEncodingStats],
) -> list[parquet.PageEncodingStats]:
    return each("encoding_stats", entries, _pages_to_thrift)


def _pages_to_flat(thrift: parquet.PageEncodingStats) -> footer.PageEncodingStats:
    flat = footer.PageEncodingStats(
        page_type=as_byte(footer.PageType, thrift.page_type),
        encoding=as_byte(footer.Encoding, thrift.encoding),
        count=thrift.count,
    )
    return carry(thrift, flat)


def _pages_to_thrift(flat: footer.PageEncodingStats) -> parquet.PageEncodingStats:
    thrift = parquet.PageEncodingStats(
        page_type=parquet.PageType(flat.page_type),
        encoding=parquet.Encoding(flat.encoding),
        count=flat.count,
    )
    return restore(flat, thrift)


def is_fully_dict_encoded(metadata: parquet.ColumnMetaData) -> bool:
    """Whether every data page is known to be dictionary-encoded."""
    stats = metadata.encoding_stats
    if stats is not None:
        pages = [s.encoding for s in stats if s.count > 0 and s.page_type in _DATA_PAGES]
        return bool(pages) and all(encoding in _DICTIONARY for encoding in pages)
    plain_dictionary = parquet.Encoding.PLAIN_DICTIONARY
    used = metadata.encodings
    return plain_dictionary in used and all(e == plain_dictionary or e in _LEVELS for e in used)
