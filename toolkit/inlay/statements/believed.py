"""What is left of the statements of a chunk or page about its own values, when those that contradict each other are taken out."""

from __future__ import annotations

from typing import NamedTuple

from inlay.statements.counts import (
    are_only_nulls,
    fits_bytes,
    fits_distinct,
    fits_levels,
    fits_nans,
    is_null_count,
)
from inlay.statements.ends import NO_ENDS, Ends, fits_distinct_values, fits_size, has_two_ends


class SaidCounts(NamedTuple):
    """None where nothing is said. `filled` is by the levels, `size` that of all byte arrays."""

    values: int | None
    nulls: int | None = None
    nans: int | None = None
    distinct: int | None = None
    filled: int | None = None
    size: int | None = None


class SaidBounds(NamedTuple):
    """`ends` are by the keys of the column. Of bounds that cannot be compared, only whether there `is_any` counts, and whether one
    `is_nan`."""

    is_any: bool = False
    is_nan: bool = False
    ends: Ends = NO_ENDS
    is_cut: bool = False
    is_float: bool = False


class Believed(NamedTuple):
    """`why` there are no bounds, if they are void; empty if they stand."""

    nulls: int | None
    nans: int | None
    why: str = ""


def find_believed(said: SaidCounts, bounds: SaidBounds, *, can_be_null: bool) -> Believed:
    """Two statements that cannot both be true void each other, in both directions; what nothing contradicts stands."""
    values, nulls, nans, distinct, filled, size = said
    if not can_be_null:
        nulls, filled = 0, None
    if nulls is None and nans is None and distinct is None and filled is None and size is None:
        return Believed(None, None)
    are_nulls_void = are_nans_void = False
    why = ""
    if values is None:
        nulls = None if can_be_null else nulls
    elif nulls is not None and can_be_null:
        are_nulls_void = not is_null_count(nulls, values, can_be_null=True)
        if not are_nulls_void:
            if bounds.is_any and are_only_nulls(nulls, values):
                are_nulls_void, why = True, "only nulls, and bounds beside them"
            if filled is not None and not fits_levels(nulls, values, filled):
                are_nulls_void = True
    if bounds.is_any and filled == 0 and values:
        why = why or "levels of nulls only, and bounds beside them"
    for left, is_counted in _list_filled(values, nulls, filled):
        if nans is not None and not fits_nans(nans, left):
            are_nans_void = True
            are_nulls_void |= is_counted
        if distinct is not None and not fits_distinct(distinct, left):
            are_nulls_void |= is_counted
        if size is not None and not fits_bytes(size, left):
            are_nulls_void |= is_counted
        if left == 1 and not bounds.is_cut and has_two_ends(bounds.ends):
            are_nulls_void |= is_counted
            why = why or "one value, and two bounds beside it"
        if nans and nans == left and bounds.ends != NO_ENDS:
            are_nans_void, why = True, why or "only NaNs, and bounds beside them"
    if nans == 0 and bounds.is_nan:
        are_nans_void = True
    if bounds.is_any:
        if distinct == 0 and values:
            why = why or "no distinct value, and bounds beside that"
        is_counted = distinct is not None and distinct > 0 and not bounds.is_float
        if is_counted and not fits_distinct_values(
            distinct or 0, bounds.ends, is_cut=bounds.is_cut
        ):
            why = why or "bounds that do not fit the number of distinct values"
        if size is not None and bounds.is_cut and not fits_size(size, bounds.ends.high):
            why = why or "bounds that do not fit the bytes of all values"
    if not can_be_null:
        are_nulls_void = False
    return Believed(None if are_nulls_void else nulls, None if are_nans_void else nans, why)


def _list_filled(
    values: int | None, nulls: int | None, filled: int | None
) -> list[tuple[int, bool]]:
    """How many values are not null, by each statement that says so, and whether it is the number of nulls."""
    if values is None:
        return []
    left: list[tuple[int, bool]] = []
    if nulls is not None and 0 <= nulls <= values:
        left.append((values - nulls, True))
    if filled is not None:
        left.append((filled, False))
    return left or [(values, False)]
