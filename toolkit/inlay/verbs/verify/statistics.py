"""Checks of a column chunk's statistics: counts that fit, bounds that are values of the type and in order."""

from __future__ import annotations

from math import isnan
from typing import Final

from inlay.ground.statements.counts import are_only_nulls, fits_distinct, fits_levels, fits_nans
from inlay.ground.statements.ends import is_bound
from inlay.ground.values.decode import choose_decoder, read_value
from inlay.ground.values.orders import is_greater, width_of
from inlay.ground.wording.amounts import count
from inlay.verbs.verify.check import Check
from inlay.verbs.verify.filled import count_filled_by_levels, list_filled
from inlay.verbs.verify.subjects import PlacedChunk, is_flat
from parquet_format.parquet import SchemaElement, Statistics, Type

_LONGEST_SHOWN: Final = 40


def check_null_count(placed: PlacedChunk) -> str | None:
    if placed.statistics is None or placed.statistics.null_count is None or placed.meta is None:
        return None
    nulls, values = placed.statistics.null_count, placed.meta.num_values
    if not 0 <= nulls <= values:
        return f"{nulls:,}, and the chunk has {count(values, 'value')}"
    if nulls and placed.leaf is not None and placed.leaf.max_definition == 0:
        return f"{nulls:,}, and the column is required"
    return None


def check_bounds_of_nulls(placed: PlacedChunk) -> str | None:
    statistics, meta, leaf = placed.statistics, placed.meta, placed.leaf
    if statistics is None or meta is None:
        return None
    if leaf is None or leaf.max_definition == 0:  # which has no nulls, whatever is said
        return None
    nulls, values = statistics.null_count, meta.num_values
    if nulls is not None and are_only_nulls(nulls, values):
        source = "null_count says"
    elif values and count_filled_by_levels(placed) == 0:
        source = "the levels say"
    else:
        return None
    for name, bound in _bounds(statistics):
        if is_bound(bound, leaf.element.type):
            said = f"{name} is {format_bound(bound or b'', leaf.element)}"
            return f"{said}, and {source} that all {count(values, 'value is', 'values are')} null"
    return None


def check_distinct_count(placed: PlacedChunk) -> str | None:
    if placed.statistics is None or placed.statistics.distinct_count is None or placed.meta is None:
        return None
    distinct, values = placed.statistics.distinct_count, placed.meta.num_values
    if not 0 <= distinct <= values:
        return f"{distinct:,}, and the chunk has {count(values, 'value')}"
    for filled in list_filled(placed):
        if not fits_distinct(distinct, filled.most) and (distinct or filled.is_exact):
            return f"{distinct:,}, and {filled.said}"
    return None


def check_nan_count(placed: PlacedChunk) -> str | None:
    if placed.statistics is None or placed.statistics.nan_count is None or placed.meta is None:
        return None
    nans = placed.statistics.nan_count
    for filled in list_filled(placed):
        if not fits_nans(nans, filled.most):
            return f"{nans:,}, and {filled.said}"
    return None


def bound_widths(placed: PlacedChunk) -> str | None:
    if placed.statistics is None or placed.leaf is None:
        return None
    for name, bound in _bounds(placed.statistics):
        wrong = _wrong_width(bound, placed.leaf.element) if bound is not None else None
        if wrong is not None:
            return f"{name} has {count(len(bound or b''), 'byte')}, and {wrong}"
    return None


def bound_order(placed: PlacedChunk) -> str | None:
    statistics, leaf = placed.statistics, placed.leaf
    if statistics is None or leaf is None:
        return None
    pairs = (
        ("min_value", statistics.min_value, "max_value", statistics.max_value, leaf.keys),
        ("min", statistics.min, "max", statistics.max, leaf.deprecated_keys),
    )
    for low_name, low, high_name, high, keys in pairs:
        if low is None or high is None or _wrong_width(low, leaf.element) is not None:
            continue
        if _wrong_width(high, leaf.element) is None and is_greater(low, high, keys):
            first, second = (format_bound(raw, leaf.element) for raw in (low, high))
            return f"{low_name} {first} is more than {high_name} {second}"
    return None


def check_levels(placed: PlacedChunk) -> str | None:
    sizes = placed.meta.size_statistics if placed.meta is not None else None
    if sizes is None or placed.meta is None or placed.leaf is None:
        return None
    histograms = (
        ("repetition", sizes.repetition_level_histogram, placed.leaf.max_repetition),
        ("definition", sizes.definition_level_histogram, placed.leaf.max_definition),
    )
    for name, histogram, highest in histograms:
        if not histogram:  # which may be left out where there is one level
            continue
        if len(histogram) != highest + 1:
            return f"{len(histogram):,} {name} levels, and the column has {highest + 1:,}"
        if sum(histogram) != placed.meta.num_values:
            said = f"{name} levels of {count(sum(histogram), 'value')}"
            return f"{said}, and the chunk has {placed.meta.num_values:,}"
    return _differing_counts(
        placed, sizes.repetition_level_histogram, sizes.definition_level_histogram
    )


def _differing_counts(
    placed: PlacedChunk, repetitions: list[int] | None, definitions: list[int] | None
) -> str | None:
    """Rows begin at repetition level 0; what is below the highest definition level is null, or an empty list."""
    rows = placed.group.num_rows
    if repetitions and repetitions[0] != rows:
        return f"{count(repetitions[0], 'value begins', 'values begin')} a row, and the row group has {count(rows, 'row')}"
    nulls = placed.statistics.null_count if placed.statistics is not None else None
    if not definitions or nulls is None or placed.meta is None:
        return None
    values, filled = placed.meta.num_values, definitions[-1]
    if not is_flat(placed.leaf) and nulls != values:
        return None
    if not fits_levels(nulls, values, filled):
        return (
            f"the levels make {count(values - filled, 'value')} null, and null_count is {nulls:,}"
        )
    return None


def check_box(placed: PlacedChunk) -> str | None:
    """The box of geometries. Of x the minimum may be more than the maximum: then it goes over the antimeridian."""
    geometries = placed.meta.geospatial_statistics if placed.meta is not None else None
    box = geometries.bbox if geometries is not None else None
    if box is None:
        return None
    pairs = (
        ("x", box.xmin, box.xmax),
        ("y", box.ymin, box.ymax),
        ("z", box.zmin, box.zmax),
        ("m", box.mmin, box.mmax),
    )
    for axis, low, high in pairs:
        if (low is not None and isnan(low)) or (high is not None and isnan(high)):
            return f"{axis}min {low} and {axis}max {high}, and no bound is NaN"
        if low is None or high is None:
            if low is not high:
                return f"only one of {axis}min and {axis}max"
        elif axis != "x" and low > high:
            return f"{axis}min {low} is more than {axis}max {high}"
    return None


def format_bound(raw: bytes, element: SchemaElement) -> str:
    """A bound as people write it, cut where it is long."""
    text = str(read_value(choose_decoder(element), raw[: _LONGEST_SHOWN * 4]))
    return text if len(text) <= _LONGEST_SHOWN else f"{text[:_LONGEST_SHOWN]}..."


def _bounds(statistics: Statistics) -> tuple[tuple[str, bytes | None], ...]:
    return (
        ("min_value", statistics.min_value),
        ("max_value", statistics.max_value),
        ("min", statistics.min),
        ("max", statistics.max),
    )


def _wrong_width(bound: bytes, element: SchemaElement) -> str | None:
    """What its type has, as a clause."""
    width, is_exact = width_of(element)
    if width is None or len(bound) == width or (len(bound) < width and not is_exact):
        return None
    if element.type == Type.FIXED_LEN_BYTE_ARRAY or element.type is None:
        return f"the type has {width:,}"
    return f"{element.type.name} has {width}"


STATISTICS_CHECKS: Final[tuple[Check[PlacedChunk], ...]] = (
    Check(
        "null-count",
        "meta_data.statistics.null_count",
        "there are at most as many nulls as values, and none in a required column",
        check_null_count,
    ),
    Check(
        "null-bounds",
        "meta_data.statistics",
        "bounds are there only where a value is not null",
        check_bounds_of_nulls,
    ),
    Check(
        "distinct-count",
        "meta_data.statistics.distinct_count",
        "there are at most as many distinct values as values that are not null, and one if there is any",
        check_distinct_count,
    ),
    Check(
        "nan-count",
        "meta_data.statistics.nan_count",
        "there are at most as many NaNs as values that are not null",
        check_nan_count,
    ),
    Check(
        "bound-width",
        "meta_data.statistics",
        "a bound is as long as a value of its type; a byte array's may be shorter",
        bound_widths,
    ),
    Check(
        "bound-order",
        "meta_data.statistics",
        "the minimum is not more than the maximum, in the order of the column",
        bound_order,
    ),
    Check(
        "box",
        "meta_data.geospatial_statistics.bbox",
        "the box of geometries has no NaN, no half of z or m, and of y, z and m no minimum above the maximum",
        check_box,
    ),
    Check(
        "level-counts",
        "meta_data.size_statistics",
        "the levels counted are those of the column, one for each value, and agree with the rows and the nulls",
        check_levels,
    ),
)
