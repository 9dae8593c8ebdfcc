"""From the chunks of a column to its file: what one chunk leaves open, nobody knows of the file.

Each rule is a function with its reason. None of them guesses: a chunk without a bound leaves the file without that bound, and a chunk
without a count leaves it without that count. Registrars that pass over such a chunk lose the rows in it.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import isnan
from typing import Any, Final, NamedTuple

from inlay.ground.statements.column_rules import ColumnRules
from inlay.ground.writers.affected import AffectedPart
from inlay.ground.writers.distrust import may_be_wrong
from inlay.rows.pruning.facts import Facts
from inlay.verbs.register.fold_geometries import fold_geometries, is_geometry
from inlay.verbs.register.record import FileBound, GeoRecord
from parquet_format.parquet import GeospatialStatistics

_SIGN: Final = 0x80
_NO_SUCH_CHUNK: Final = "no row group"


class FoldedChunk(NamedTuple):
    """What is believed of a chunk. `filled` is how many values are not null by the levels, `plain` the bytes of all byte arrays,
    `geometries` what is said of these."""

    group: int
    facts: Facts
    filled: int | None = None
    plain: int | None = None
    geometries: GeospatialStatistics | None = None

    @property
    def has_no_value(self) -> bool:
        """Whether all values are nulls and NaNs, which no bound is about, or there is none."""
        facts = self.facts
        if facts.values == 0 or facts.are_all_null:
            return True
        if facts.values is None or facts.nulls is None or facts.nans is None:
            return False
        return facts.nulls + facts.nans == facts.values


class FoldedLeaf(NamedTuple):
    """What is known of a column in all of its file; `why` says what is missing where a bound is."""

    lower: FileBound | None
    upper: FileBound | None
    nulls: int | None
    nans: int | None
    plain: int | None
    why: str
    geo: GeoRecord | None = None


def fold_leaf(rules: ColumnRules, chunks: Sequence[FoldedChunk]) -> FoldedLeaf:
    lower, upper, why = _fold_ends(rules, chunks)
    geo = None
    if is_geometry(rules.element):
        said = [(it.group, it.geometries) for it in chunks if not it.has_no_value]
        geo, why = fold_geometries(rules.element, said) if said else (None, why)
    return FoldedLeaf(
        lower,
        upper,
        fold_nulls(rules, chunks),
        fold_nans(rules, chunks),
        fold_plain(rules, chunks),
        why,
        geo,
    )


def _fold_ends(
    rules: ColumnRules, chunks: Sequence[FoldedChunk]
) -> tuple[FileBound | None, FileBound | None, str]:
    """The least lower and the largest upper bound, each by itself; one that any chunk with a value leaves open is open."""
    filled = [chunk for chunk in chunks if not chunk.has_no_value]
    if not filled:
        return (None, None, "no value but nulls and NaNs" if chunks else _NO_SUCH_CHUNK)
    lows = [_read_end(rules, chunk.facts, is_lower=True) for chunk in filled]
    highs = [_read_end(rules, chunk.facts, is_lower=False) for chunk in filled]
    open_in = [
        chunk for chunk, low, high in zip(filled, lows, highs, strict=True) if not (low and high)
    ]
    why = ""
    if open_in:
        first = open_in[0]
        some = "" if len(open_in) == 1 else f", and {len(open_in) - 1} more"
        why = f"row group {first.group}{some}: {first.facts.bounds.why or 'one bound alone'}"
    return (_choose(rules, lows, is_lower=True), _choose(rules, highs, is_lower=False), why)


def fold_nulls(rules: ColumnRules, chunks: Iterable[FoldedChunk]) -> int | None:
    """In a list, writers count empty lists as nulls or not, and some left out the nulls around a value: there the levels count first,
    and then writers without that defect."""
    in_list, is_doubted = rules.column.is_in_list, are_nulls_doubted(rules)
    total = 0
    for chunk in chunks:
        facts = chunk.facts
        if facts.values == 0 or not rules.column.can_be_null:
            continue
        nulls = None if is_doubted else facts.nulls
        if in_list and chunk.filled is not None and facts.values is not None:
            nulls = facts.values - chunk.filled
        if nulls is None:
            return None
        total += nulls
    return total


def are_nulls_doubted(rules: ColumnRules) -> bool:
    """Whether the writer is known to count the nulls of such a column wrongly: then levels alone count them."""
    return rules.column.is_in_list and may_be_wrong(
        rules.writer, rules.column, AffectedPart.NULL_COUNT
    )


def fold_nans(rules: ColumnRules, chunks: Iterable[FoldedChunk]) -> int | None:
    """Only of floating-point numbers: of others it is not asked, and None."""
    if not rules.is_float:
        return None
    return _add(0 if it.facts.are_all_null else it.facts.nans for it in chunks if it.facts.values)


def fold_plain(rules: ColumnRules, chunks: Iterable[FoldedChunk]) -> int | None:
    """Bytes of all byte arrays together."""
    return _add(it.plain for it in chunks if it.facts.values != 0) if rules.has_sizes else None


def _add(counts: Iterable[int | None]) -> int | None:
    total = 0
    for count in counts:
        if count is None:
            return None
        total += count
    return total


class _End(NamedTuple):
    key: Any
    bound: FileBound


def _read_end(rules: ColumnRules, facts: Facts, *, is_lower: bool) -> _End | None:
    """None for an end that is not known, or is NaN: IEEE_754_TOTAL_ORDER has such bounds, and they are beyond all numbers."""
    ends, said = facts.ends, facts.statistics
    key = ends.low if is_lower else ends.high
    if facts.bounds.why or key is None or said is None:
        return None
    newer = said.min_value is not None or said.max_value is not None
    if newer:
        raw = said.min_value if is_lower else said.max_value
        flag = said.is_min_value_exact if is_lower else said.is_max_value_exact
    else:
        raw, flag = said.min if is_lower else said.max, None
    if raw is None or (rules.is_float and isnan(_as_float(rules, raw))):
        return None
    is_exact = bool(flag) and not may_be_wrong(rules.writer, rules.column, AffectedPart.EXACTNESS)
    return _End(key, FileBound(raw, is_exact))


def _choose(rules: ColumnRules, ends: Sequence[_End | None], *, is_lower: bool) -> FileBound | None:
    known = [end for end in ends if end is not None]
    if len(known) < len(ends):
        return None
    choose = min if is_lower else max
    end = choose(known, key=lambda it: it.key)
    # A bound that is flagged exact is the file's where others are no further out.
    is_exact = any(it.bound.is_exact for it in known if it.key == end.key)
    raw = end.bound.raw
    if rules.is_float and _as_float(rules, raw) == 0:
        raw = _widen_zero(raw, is_lower=is_lower)
    return FileBound(raw, is_exact)


def _widen_zero(raw: bytes, *, is_lower: bool) -> bytes:
    """A minimum of 0 may stand for -0.0, and a maximum of -0.0 for 0.0: the format says so, and table formats tell them apart."""
    return raw[:-1] + bytes([raw[-1] | _SIGN if is_lower else raw[-1] & ~_SIGN])


def _as_float(rules: ColumnRules, raw: bytes) -> float:
    value = rules.decode(raw)
    assert isinstance(value, float)  # `read_bounds` has seen to the length
    return value
