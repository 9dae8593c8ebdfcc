"""Checks of what a chunk says twice about its values: counts against bounds, and bounds against bounds. docs/statements.md has the
pairs."""

from __future__ import annotations

import struct
from math import isnan
from typing import Final

from inlay.ground.statements.bound_ends import choose_bounds, read_ends
from inlay.ground.statements.counts import fits_bytes
from inlay.ground.statements.ends import (
    NO_ENDS,
    Ends,
    fits_distinct_values,
    fits_size,
    has_two_ends,
    is_bound,
    is_float,
)
from inlay.ground.statements.keys import has_signed_order
from inlay.ground.wording.amounts import count
from inlay.verbs.verify.check import Check
from inlay.verbs.verify.filled import list_filled
from inlay.verbs.verify.statistics import format_bound
from inlay.verbs.verify.subjects import PlacedChunk, PlacedLeaf
from parquet_format.parquet import Statistics, Type

_FORMATS: Final = {Type.FLOAT: "<f", Type.DOUBLE: "<d", Type.FIXED_LEN_BYTE_ARRAY: "<e"}


def check_distinct_bounds(placed: PlacedChunk) -> str | None:
    statistics, leaf = placed.statistics, placed.leaf
    distinct = statistics.distinct_count if statistics is not None else None
    if statistics is None or leaf is None or distinct is None or is_float(leaf.element):
        return None
    ends = ends_of(placed)
    if distinct == 0:
        values = placed.meta.num_values if placed.meta is not None else 0
        return "0, but there are bounds" if values and ends != NO_ENDS else None
    is_cut = leaf.is_cut and not _are_exact(statistics)
    if fits_distinct_values(distinct, ends, is_cut=is_cut):
        return None
    return f"{distinct:,}, and the bounds are {show_bounds(statistics, leaf)}"


def check_nan_bounds(placed: PlacedChunk) -> str | None:
    statistics, leaf, meta = placed.statistics, placed.leaf, placed.meta
    nans = statistics.nan_count if statistics is not None else None
    if statistics is None or leaf is None or meta is None or nans is None:
        return None
    are_all_nan = nans > 0 and any(nans == filled.most for filled in list_filled(placed))
    if are_all_nan and ends_of(placed) != NO_ENDS:
        said = show_bounds(statistics, leaf)
        return f"{nans:,}, so that all values are NaN, and the bounds are {said}"
    if nans == 0 and any(_is_nan(raw, leaf) for raw in choose_bounds(statistics, leaf.element)):
        return "0, and a bound is NaN"
    return None


def check_one_value(placed: PlacedChunk) -> str | None:
    """No bound that nobody cuts is another than the value."""
    statistics, leaf = placed.statistics, placed.leaf
    if statistics is None or leaf is None or leaf.is_cut:
        return None
    filled = next((it for it in list_filled(placed) if it.most == 1), None)
    if filled is None or not has_two_ends(ends_of(placed)):
        return None
    return f"the bounds are {show_bounds(statistics, leaf)}, and {filled.said}"


def check_old_bounds(placed: PlacedChunk) -> str | None:
    """Of numbers with a sign, for which both pairs are in the same order."""
    statistics, leaf = placed.statistics, placed.leaf
    if statistics is None or leaf is None or leaf.key is None or leaf.is_cut:
        return None
    if not has_signed_order(leaf.element):
        return None
    new = read_ends(leaf.key, leaf.element, statistics.min_value, statistics.max_value)
    old = read_ends(leaf.key, leaf.element, statistics.min, statistics.max)
    names = (("min", "min_value"), ("max", "max_value"))
    raws = (
        (statistics.min, statistics.min_value),
        (statistics.max, statistics.max_value),
    )
    for pair, ends, named in zip(raws, zip(old, new, strict=True), names, strict=True):
        if None not in ends and ends[0] != ends[1]:
            first, second = (format_bound(raw or b"", leaf.element) for raw in pair)
            return f"{named[0]} is {first}, and {named[1]} is {second}"
    return None


def check_sizes(placed: PlacedChunk) -> str | None:
    """Bytes of all byte arrays, which a bound is one of, cut or not."""
    meta, leaf, statistics = placed.meta, placed.leaf, placed.statistics
    sizes = meta.size_statistics if meta is not None else None
    size = sizes.unencoded_byte_array_data_bytes if sizes is not None else None
    if meta is None or leaf is None or size is None or meta.type != Type.BYTE_ARRAY:
        return None
    if size < 0:
        return f"{size:,}, and sizes are 0 or more"
    if statistics is None:
        return None
    for filled in list_filled(placed):
        if not fits_bytes(size, filled.most):
            return f"{size:,}, and {filled.said}"
    if leaf.key is None or not leaf.is_cut:
        return None
    bounds = (("min_value", statistics.min_value), ("max_value", statistics.max_value))
    for name, raw in bounds:
        if raw is not None and size < len(raw):
            return f"{size:,}, and {name} alone has {count(len(raw), 'byte')}"
    if not fits_size(size, statistics.max_value):
        return f"{size:,}, and the maximum is empty"
    return None


def ends_of(placed: PlacedChunk) -> Ends:
    statistics, leaf = placed.statistics, placed.leaf
    if statistics is None or leaf is None:
        return NO_ENDS
    return read_ends(leaf.key, leaf.element, *choose_bounds(statistics, leaf.element))


def list_certain_bounds(placed: PlacedChunk) -> list[tuple[str, bytes]]:
    """The bounds that are values for sure, in PLAIN, by their names. Not of floating-point numbers, whose zeros are widened, nor of
    decimals in byte arrays, which have many spellings, nor of bounds that may be cut."""
    statistics, leaf = placed.statistics, placed.leaf
    if statistics is None or leaf is None or is_float(leaf.element):
        return []
    is_text = leaf.is_cut
    if not is_text and leaf.element.type in (Type.BYTE_ARRAY, Type.FIXED_LEN_BYTE_ARRAY):
        return []
    bounds = (
        ("min_value", statistics.min_value, statistics.is_min_value_exact),
        ("max_value", statistics.max_value, statistics.is_max_value_exact),
    )
    certain = [
        (name, raw)
        for name, raw, is_exact in bounds
        if raw is not None and (is_exact or (is_exact is None and not is_text))
    ]
    if not certain:
        return []
    low, high = ends_of(placed)
    ends: dict[str, object] = {"min_value": low, "max_value": high}
    return [(name, raw) for name, raw in certain if ends[name] is not None]


def show_bounds(statistics: Statistics, leaf: PlacedLeaf) -> str:
    low, high = (
        "unknown" if raw is None else format_bound(raw, leaf.element)
        for raw in choose_bounds(statistics, leaf.element)
    )
    return f"{low} and {high}"


def _are_exact(statistics: Statistics) -> bool:
    return bool(statistics.is_min_value_exact and statistics.is_max_value_exact)


def _is_nan(raw: bytes | None, leaf: PlacedLeaf) -> bool:
    if raw is None or leaf.element.type is None or not is_float(leaf.element):
        return False
    if not is_bound(raw, leaf.element.type):
        return False
    try:
        return isnan(struct.unpack(_FORMATS[leaf.element.type], raw)[0])
    except struct.error:
        return False


STATEMENT_CHECKS: Final[tuple[Check[PlacedChunk], ...]] = (
    Check(
        "distinct-bounds",
        "meta_data.statistics.distinct_count",
        "there are at most as many distinct values as lie between the bounds, and one if these are the same value",
        check_distinct_bounds,
    ),
    Check(
        "nan-bounds",
        "meta_data.statistics.nan_count",
        "a bound is a number where a value is one, and NaN only where one is",
        check_nan_bounds,
    ),
    Check(
        "one-value",
        "meta_data.statistics",
        "where one value is not null, the bounds of numbers are that value",
        check_one_value,
    ),
    Check(
        "old-bounds",
        "meta_data.statistics",
        "the deprecated bounds of signed numbers are the bounds",
        check_old_bounds,
    ),
    Check(
        "byte-sizes",
        "meta_data.size_statistics.unencoded_byte_array_data_bytes",
        "the bytes of all byte arrays are no fewer than those of a bound, and none where all are null or empty",
        check_sizes,
    ),
)
