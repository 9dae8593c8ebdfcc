"""What is left of the statements of a chunk or page about its own values, when those that contradict each other are taken out."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, NamedTuple

from inlay.ground.statements.counts import (
    are_only_nulls,
    fits_bytes,
    fits_distinct,
    fits_levels,
    fits_nans,
    is_null_count,
)
from inlay.ground.statements.ends import NO_ENDS, fits_distinct_values, fits_size, has_two_ends
from inlay.ground.statements.said import SaidBounds, SaidCounts

NULLS: Final = 1
NANS: Final = 2
DISTINCT: Final = 4
LEVELS: Final = 8
SIZE: Final = 16
BOUNDS: Final = 32
REPETITIONS: Final = 64
"""Statements; several are their sum. `BOUNDS` are all, also the deprecated ones."""


class Contradiction(NamedTuple):
    """Statements that cannot all be true, so that none of these decides anything; `what` is the contradiction, as a clause."""

    void: int
    what: str


class Believed(NamedTuple):
    nulls: int | None
    nans: int | None
    contradictions: tuple[Contradiction, ...] = ()

    @property
    def why(self) -> str:
        """Why there are no bounds, if they are void; empty if they stand."""
        return next((what for void, what in self.contradictions if void & BOUNDS), "")


def find_believed(said: SaidCounts, bounds: SaidBounds, *, can_be_null: bool) -> Believed:
    """Two statements that cannot both be true void each other, in both directions; what nothing contradicts stands."""
    contradictions = tuple(_find_contradictions(said, bounds, can_be_null=can_be_null))
    if not can_be_null:
        nulls: int | None = 0
    else:
        is_void = said.values is None or any(void & NULLS for void, _ in contradictions)
        nulls = None if is_void else said.nulls
    are_nans_void = any(void & NANS for void, _ in contradictions)
    return Believed(nulls, None if are_nans_void else said.nans, contradictions)


def _find_contradictions(
    said: SaidCounts, bounds: SaidBounds, *, can_be_null: bool
) -> Iterator[Contradiction]:
    values, nulls, nans, distinct, filled, size = said
    if not can_be_null:
        if nulls:
            yield Contradiction(NULLS, "nulls in a required column")
        nulls = filled = None
    elif nulls is not None and values is not None:
        if not is_null_count(nulls, values, can_be_null=True):
            yield Contradiction(NULLS, "another number of nulls than there can be")
        else:
            if bounds.is_any and are_only_nulls(nulls, values):
                yield Contradiction(NULLS | BOUNDS, "only nulls, and bounds beside them")
            if filled is not None and not fits_levels(nulls, values, filled):
                yield Contradiction(NULLS | LEVELS, "nulls that are not those of the levels")
    if bounds.is_any and filled == 0 and values:
        yield Contradiction(LEVELS | BOUNDS, "levels of nulls only, and bounds beside them")
    for left, source in _list_filled(values, nulls, filled):
        if nans is not None and not fits_nans(nans, left):
            yield Contradiction(source | NANS, "more NaNs than values")
        if distinct is not None and not fits_distinct(distinct, left):
            yield Contradiction(
                source | DISTINCT, "another number of distinct values than there can be"
            )
        if size is not None and not fits_bytes(size, left):
            yield Contradiction(source | SIZE, "bytes of values, and no value that is not null")
        if left == 1 and not bounds.is_cut and has_two_ends(bounds.ends):
            yield Contradiction(source | BOUNDS, "one value, and two bounds beside it")
        if nans and nans == left and bounds.ends != NO_ENDS:
            yield Contradiction(source | NANS | BOUNDS, "only NaNs, and bounds beside them")
    if nans == 0 and bounds.is_nan:
        yield Contradiction(NANS, "no NaN, and a bound that is one")
    if not bounds.is_any:
        return
    if distinct == 0 and values:
        yield Contradiction(DISTINCT | BOUNDS, "no distinct value, and bounds beside that")
    is_counted = distinct is not None and distinct > 0 and not bounds.is_float
    if is_counted and not fits_distinct_values(distinct or 0, bounds.ends, is_cut=bounds.is_cut):
        what = "bounds that do not fit the number of distinct values"
        yield Contradiction(DISTINCT | BOUNDS, what)
    if size is not None and bounds.is_cut and not fits_size(size, bounds.ends.high):
        yield Contradiction(SIZE | BOUNDS, "bounds that do not fit the bytes of all values")


def _list_filled(
    values: int | None, nulls: int | None, filled: int | None
) -> list[tuple[int, int]]:
    """How many values are not null, by each statement that says so, and which one that is: 0 for the number of values itself."""
    if values is None:
        return []
    left: list[tuple[int, int]] = []
    if nulls is not None and 0 <= nulls <= values:
        left.append((values - nulls, NULLS))
    if filled is not None:
        left.append((filled, LEVELS))
    return left or [(values, 0)]
