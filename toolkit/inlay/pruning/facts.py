"""What statistics or a page index say of some values of a column, as far as it can be believed."""

from __future__ import annotations

import struct
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Final, NamedTuple

from inlay.checks.orders import Key, keys_of
from inlay.schema.meaning import find_meaning
from inlay.statements.believed import SaidBounds, SaidCounts, find_believed
from inlay.statements.counts import count_filled
from inlay.statements.ends import NO_ENDS, Ends, fits_size, is_bound, is_float, may_be_cut
from inlay.values import Decoder, choose_decoder
from inlay.writers.affected import WrittenColumn, is_signed
from inlay.writers.created_by import Writer
from inlay.writers.distrust import (
    find_wrong_bounds,
    find_wrong_null_count,
    find_wrong_page,
    is_doubted,
)
from parquet_format.parquet import (
    ColumnOrder,
    DecimalType,
    SchemaElement,
    SizeStatistics,
    Statistics,
    Type,
)

_SIGNED: Final = (Type.BOOLEAN, Type.INT32, Type.INT64, Type.FLOAT, Type.DOUBLE)
_SIZES: Final = {Type.BOOLEAN: 1, Type.INT32: 4, Type.INT64: 8, Type.INT96: 12}
_NO_VALUE: Final = "a bound that is no value of the type"
_NAN: Final = "bounds that are NaN"


class KnownBounds(NamedTuple):
    """In the order of the column; None where one is not known. `why` says why there are none, or of what to beware."""

    low: Any = None
    high: Any = None
    why: str = ""


class PageBounds(NamedTuple):
    """Those of a page, as its column index has them: Statistics in short."""

    min_value: bytes | None
    max_value: bytes | None
    min: bytes | None = None
    max: bytes | None = None
    is_min_value_exact: bool | None = None
    is_max_value_exact: bool | None = None


class Facts(NamedTuple):
    """`nulls` of `values` are null, and `nans` are NaN; None where it is not known. `rules` and `statistics` are where the bounds
    come from; `has_bounds` even if they are not believed."""

    bounds: KnownBounds
    values: int | None
    nulls: int | None
    may_have_nan: bool
    rules: ColumnRules | None = None
    statistics: Statistics | PageBounds | None = None
    nans: int | None = None
    has_bounds: bool = False

    @property
    def ends(self) -> Ends:
        return Ends(self.bounds.low, self.bounds.high)

    @property
    def are_all_null(self) -> bool:
        return self.nulls is not None and self.nulls == self.values

    def list_values(self) -> list[bytes]:
        """The bounds that are values of the column for sure, in PLAIN: of numbers, which nobody cuts, and those that say so. Not of
        floating-point numbers, whose zeros are widened, nor of decimals in byte arrays, which have many spellings.
        """
        rules, said = self.rules, self.statistics
        if rules is None or said is None or self.bounds.why or rules.is_float:
            return []
        if rules.has_sizes and rules.is_decimal:
            return []
        pairs = (
            (said.min_value, said.is_min_value_exact),
            (said.max_value, said.is_max_value_exact),
        )
        return [
            raw for raw, is_exact in pairs if raw is not None and (is_exact or not rules.is_cut)
        ]

    @property
    def shown(self) -> str:
        """The bounds as people read them; empty where nothing has any. Formatted when it is asked for: readers never ask."""
        if self.rules is None or self.statistics is None:
            return ""
        return _format(self.rules, self.statistics, self.bounds)


@dataclass(frozen=True)
class ColumnRules:
    """How the bounds of a column are meant, and who wrote them: worked out once for all row groups and pages. `highest` is its
    highest definition level; 0 where nobody compares levels."""

    column: WrittenColumn
    order: ColumnOrder | None
    writer: Writer | None
    highest: int = 0

    @property
    def element(self) -> SchemaElement:
        return self.column.element

    @cached_property
    def is_float(self) -> bool:
        return is_float(self.element)

    @cached_property
    def is_cut(self) -> bool:
        """Whether bounds may be shorter than values."""
        return may_be_cut(self.element)

    @cached_property
    def has_sizes(self) -> bool:
        return self.element.type == Type.BYTE_ARRAY

    @cached_property
    def is_decimal(self) -> bool:
        return isinstance(find_meaning(self.element), DecimalType)

    @cached_property
    def size(self) -> int | None:
        """The length of each bound; None where it is not the same for all."""
        return None if self.element.type is None else _SIZES.get(self.element.type)

    @cached_property
    def is_signed_number(self) -> bool:
        """Whether bounds are numbers of one length that are ordered as numbers with a sign."""
        return self.element.type in _SIGNED and is_signed(self.element)

    @cached_property
    def is_doubted(self) -> bool:
        """Whether something in the statistics of this column is not to be believed of this writer."""
        return is_doubted(self.writer, self.column)

    @cached_property
    def keys(self) -> tuple[Key, ...]:
        """Of bounds in the order of the column. Numbers that are ordered by all of their bits are ordered as numbers, too, but for NaNs."""
        is_total = self.order == ColumnOrder.IEEE_754_TOTAL_ORDER
        order = ColumnOrder.TYPE_ORDER if is_total and self.is_float else self.order
        return tuple(keys_of(self.element, order))

    @cached_property
    def decode(self) -> Decoder:
        """A bound as people read it."""
        return choose_decoder(self.element)


def facts_of(
    rules: ColumnRules,
    statistics: Statistics | None,
    values: int | None,
    *,
    sizes: SizeStatistics | None = None,
    is_page: bool = False,
) -> Facts:
    """Of a chunk, or of a page that is no null page, with so many values, nulls included."""
    can_be_null = rules.column.can_be_null
    if statistics is None:
        why = KnownBounds(why="no statistics")
        return Facts(why, values, None if can_be_null else 0, rules.is_float)
    nulls = statistics.null_count
    if nulls is not None and rules.is_doubted and _is_wrong_count(rules, nulls):
        nulls = None
    bounds = _bounds_of(rules, statistics, is_page)
    has_bounds = is_page or _has_bounds(rules, statistics)
    filled = size = None
    if sizes is not None and values is not None:
        filled = count_filled(sizes.definition_level_histogram, rules.highest, values)
        size = sizes.unencoded_byte_array_data_bytes if rules.has_sizes else None
    nans = statistics.nan_count if rules.is_float else None
    distinct = statistics.distinct_count
    if distinct is None and nans is None and values is not None:
        # The usual case: with two values or more that are not null, there is nothing left that could contradict.
        counted = nulls if can_be_null else 0
        if (
            counted is not None
            and 0 <= counted < values - 1
            and (filled is None or not can_be_null or filled == values - counted)
            and (size is None or (rules.is_cut and fits_size(size, bounds.high)))
        ):
            return Facts(
                bounds, values, counted, rules.is_float, rules, statistics, None, has_bounds
            )
    said = SaidCounts(values, nulls, nans, distinct, filled, size)
    about = SaidBounds(
        has_bounds,
        rules.is_float and _is_nan(bounds, statistics),
        NO_ENDS if bounds.why else Ends(bounds.low, bounds.high),
        rules.is_cut,
        rules.is_float,
    )
    believed = find_believed(said, about, can_be_null=can_be_null)
    if believed.why:
        bounds = KnownBounds(why=believed.why)
    may_have_nan = rules.is_float and believed.nans != 0
    if believed.nulls is not None and believed.nulls == values and can_be_null:
        why = KnownBounds(why="only nulls")
        return Facts(why, values, believed.nulls, may_have_nan, nans=believed.nans)
    return Facts(
        bounds, values, believed.nulls, may_have_nan, rules, statistics, believed.nans, has_bounds
    )


def _has_bounds(rules: ColumnRules, statistics: Statistics) -> bool:
    if statistics.min_value or statistics.max_value:
        return True
    every = (statistics.min_value, statistics.max_value, statistics.min, statistics.max)
    return any(raw is not None and is_bound(raw, rules.element.type) for raw in every)


def _is_nan(bounds: KnownBounds, statistics: Statistics) -> bool:
    """Whether a bound is one of the NaNs that `_read` leaves out."""
    if bounds.why == _NAN:
        return True
    low, high = statistics.min_value, statistics.max_value
    if low is None and high is None:
        low, high = statistics.min, statistics.max
    is_left_out = (low is not None and bounds.low is None) or (
        high is not None and bounds.high is None
    )
    return not bounds.why and is_left_out


def _is_wrong_count(rules: ColumnRules, nulls: int) -> bool:
    return find_wrong_null_count(rules.writer, rules.column, nulls) is not None


def _bounds_of(rules: ColumnRules, statistics: Statistics, is_page: bool) -> KnownBounds:
    if rules.is_doubted:
        find_wrong = find_wrong_page if is_page else find_wrong_bounds
        defect = find_wrong(rules.writer, rules.column, statistics)
        if defect is not None:
            who = rules.writer.shown if rules.writer is not None else "a writer without a name"
            return KnownBounds(why=f"bounds of {who} are not to be trusted ({defect.source})")
    low, high = statistics.min_value, statistics.max_value
    if low is None and high is None:
        return _deprecated_bounds(rules, statistics)
    if rules.order is None:
        return KnownBounds(why="bounds without a column order: nothing says what they mean")
    if len(rules.keys) != 1:
        return KnownBounds(why="values of this type have no order")
    if _has_other_bounds(rules, statistics):
        return KnownBounds(why="bounds and deprecated bounds that differ")
    return _read(rules, rules.keys[0], low, high)


def _has_other_bounds(rules: ColumnRules, statistics: Statistics) -> bool:
    """Whether the deprecated bounds, of a type for which they mean the same, are others."""
    low, high = statistics.min, statistics.max
    if (low is None and high is None) or (
        low == statistics.min_value and high == statistics.max_value
    ):
        return False
    pairs = ((statistics.min_value, low), (statistics.max_value, high))
    return any(
        bound is not None and old is not None and bound != old and _differ(rules, bound, old)
        for bound, old in pairs
    )


def _differ(rules: ColumnRules, bound: bytes, old: bytes) -> bool:
    if rules.element.type not in _SIGNED or not is_signed(rules.element):
        return False
    if not (_fits(rules, bound) and _fits(rules, old)):
        return False
    key = rules.keys[0]
    first, second = key(bound), key(old)
    return first is not None and second is not None and bool(first != second)


def _deprecated_bounds(rules: ColumnRules, statistics: Statistics) -> KnownBounds:
    """`min` and `max` are in the signed order, so they are bounds of signed values, and of others if both are the same."""
    low, high = statistics.min, statistics.max
    if low is None and high is None:
        return KnownBounds(why="no bounds in the statistics")
    keys = keys_of(rules.element, ColumnOrder.TYPE_ORDER)
    if len(keys) != 1:
        return KnownBounds(why="values of this type have no order")
    is_in_order = rules.element.type in _SIGNED and is_signed(rules.element)
    if not is_in_order and low != high:
        return KnownBounds(why="only deprecated bounds, whose order is another")
    return _read(rules, keys[0], low, high)


def _read(rules: ColumnRules, key: Key, low: bytes | None, high: bytes | None) -> KnownBounds:
    if not (_fits(rules, low) and _fits(rules, high)):
        return KnownBounds(why=_NO_VALUE)
    try:
        first = None if low is None else key(low)
        last = None if high is None else key(high)
    except (ValueError, struct.error):
        return KnownBounds(why=_NO_VALUE)
    if first is not None and last is not None and first > last:
        return KnownBounds(why="a minimum above the maximum")
    if first is None and last is None and (low is not None or high is not None):
        return KnownBounds(why=_NAN)
    return KnownBounds(first, last)  # of two, one that is NaN is ignored, as the format says


def _fits(rules: ColumnRules, raw: bytes | None) -> bool:
    """Whether the bytes have a length that values of the type have."""
    if raw is None:
        return True
    if rules.size is not None:
        return len(raw) == rules.size
    return bool(raw) or not rules.is_decimal


def _format(rules: ColumnRules, statistics: Statistics | PageBounds, bounds: KnownBounds) -> str:
    if bounds.why:
        return bounds.why
    decode = rules.decode
    ends: list[str] = []
    for raw in (
        (statistics.min_value, statistics.max_value)
        if statistics.min_value is not None or statistics.max_value is not None
        else (statistics.min, statistics.max)
    ):
        try:
            value = decode(raw) if raw is not None else "?"
        except ValueError:
            value = "?"
        ends.append(_show(value))
    return ends[0] if ends[0] == ends[1] else f"{ends[0]} to {ends[1]}"


def _show(value: object) -> str:
    text = f"0x{value.hex()}" if isinstance(value, bytes) else str(value) or '""'
    return text if len(text) <= 40 else f"{text[:37]}..."
