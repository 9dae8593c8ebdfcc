"""What statistics or a page index say of some values of a column, as far as it can be believed."""

from __future__ import annotations

from typing import Final, NamedTuple

from inlay.ground.statements.believed import find_believed
from inlay.ground.statements.bounds import NO_STATISTICS, KnownBounds, has_bounds, read_bounds
from inlay.ground.statements.column_rules import ColumnRules
from inlay.ground.statements.counts import count_filled
from inlay.ground.statements.ends import Ends, fits_size
from inlay.ground.statements.said import describe_bounds, list_counts
from inlay.ground.writers.distrust import find_wrong_bounds, find_wrong_null_count, find_wrong_page
from parquet_format.parquet import ColumnChunk, SizeStatistics, Statistics

_MOST_TEXTS: Final = 1000


class PlainBounds(NamedTuple):
    """Those of a chunk or page in which nothing is odd: Statistics in short."""

    min_value: bytes | None
    max_value: bytes | None
    is_min_value_exact: bool | None = None
    is_max_value_exact: bool | None = None

    @property
    def min(self) -> None:
        """There are no deprecated ones beside them."""

    @property
    def max(self) -> None:
        """The same."""

    @property
    def distinct_count(self) -> None:
        """Nothing plain counts distinct values."""


class Facts(NamedTuple):
    """`nulls` of `values` are null, and `nans` are NaN; None where it is not known. `rules` and `statistics` are where the bounds
    come from; `has_bounds` even if they are not believed."""

    bounds: KnownBounds
    values: int | None
    nulls: int | None
    may_have_nan: bool
    rules: ColumnRules | None = None
    statistics: Statistics | PlainBounds | None = None
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


ENCRYPTED: Final = Facts(KnownBounds(why="encrypted"), None, None, True)
"""Of a chunk that only a key opens."""


def find_plain_facts(rules: ColumnRules, chunk: ColumnChunk, rows: int) -> Facts | None:
    """What `facts_of` says of a chunk, from its bytes; None where anything has to be looked at more closely."""
    statistics = rules.plain.read_chunk(chunk, rows) if rules.plain is not None else None
    if statistics is None:
        return None
    nulls, raw_low, raw_high, is_low_exact, is_high_exact, low, high = statistics
    if low is None:
        (key,) = rules.keys
        low, high = key(raw_low), key(raw_high)
    said = PlainBounds(raw_low, raw_high, is_low_exact, is_high_exact)
    return Facts(KnownBounds(low, high), rows, nulls, rules.is_float, rules, said, None, True)


def facts_of(
    rules: ColumnRules,
    statistics: Statistics | None,
    values: int | None,
    *,
    sizes: SizeStatistics | None = None,
    is_page: bool = False,
) -> Facts:
    """Of a chunk, or of a page that is not a null page, with so many values, nulls included."""
    can_be_null = rules.column.can_be_null
    if statistics is None:
        why = KnownBounds(why=NO_STATISTICS)
        nulls = _count_by_levels(rules, values, sizes) if can_be_null else 0
        return Facts(why, values, nulls, rules.is_float)
    bounds = _bounds_of(rules, statistics, is_page)
    is_any = is_page or has_bounds(rules, statistics)
    nulls = statistics.null_count if can_be_null else 0
    if (
        # The usual case: with two values or more that are not null, there is nothing left that could contradict.
        values is not None
        and nulls is not None
        and 0 <= nulls < values - 1
        and statistics.distinct_count is None
        and not (rules.is_float and statistics.nan_count is not None)
        and not rules.is_doubted
        and (sizes is None or _fits_sizes(rules, sizes, values, nulls, bounds))
    ):
        return Facts(bounds, values, nulls, rules.is_float, rules, statistics, None, is_any)
    said = list_counts(rules, statistics, values, sizes)
    if said.nulls is not None and rules.is_doubted and _is_wrong_count(rules, said.nulls):
        said = said._replace(nulls=None)
    about = describe_bounds(rules, statistics, bounds, is_any=is_any)
    believed = find_believed(said, about, can_be_null=can_be_null)
    if believed.why:
        bounds = KnownBounds(why=believed.why)
    may_have_nan = rules.is_float and believed.nans != 0
    if believed.nulls is not None and believed.nulls == values and can_be_null:
        why = KnownBounds(why="only nulls")
        return Facts(why, values, believed.nulls, may_have_nan, nans=believed.nans)
    return Facts(
        bounds, values, believed.nulls, may_have_nan, rules, statistics, believed.nans, is_any
    )


def _count_by_levels(
    rules: ColumnRules, values: int | None, sizes: SizeStatistics | None
) -> int | None:
    """The nulls of a chunk without statistics: its levels count them, too."""
    if values is None or sizes is None:
        return None
    filled = count_filled(sizes.definition_level_histogram, rules.highest, values)
    nulls = None if filled is None else values - filled
    is_wrong = nulls is not None and rules.is_doubted and _is_wrong_count(rules, nulls)
    return None if is_wrong else nulls


def _fits_sizes(
    rules: ColumnRules, sizes: SizeStatistics, values: int, nulls: int, bounds: KnownBounds
) -> bool:
    """Whether levels and bytes surely fit two values or more that are not null."""
    if rules.column.can_be_null:
        filled = count_filled(sizes.definition_level_histogram, rules.highest, values)
        if filled is not None and filled != values - nulls:
            return False
    size = sizes.unencoded_byte_array_data_bytes if rules.has_sizes else None
    return size is None or (size >= 0 and rules.is_cut and fits_size(size, bounds.high))


def _is_wrong_count(rules: ColumnRules, nulls: int) -> bool:
    return find_wrong_null_count(rules.writer, rules.column, nulls) is not None


def _bounds_of(rules: ColumnRules, statistics: Statistics, is_page: bool) -> KnownBounds:
    if rules.is_doubted:
        find_wrong = find_wrong_page if is_page else find_wrong_bounds
        defect = find_wrong(rules.writer, rules.column, statistics)
        if defect is not None:
            who = rules.writer.shown if rules.writer is not None else "a writer without a name"
            return KnownBounds(why=f"bounds of {who} are not to be trusted ({defect.source})")
    return read_bounds(rules, statistics)


def _format(rules: ColumnRules, statistics: Statistics | PlainBounds, bounds: KnownBounds) -> str:
    if bounds.why:
        return bounds.why
    low, high = statistics.min_value, statistics.max_value
    if low is None and high is None:
        low, high = statistics.min, statistics.max
    first = _show_bound(rules, low)
    last = first if low == high else _show_bound(rules, high)
    return first if first == last else f"{first} to {last}"


def _show_bound(rules: ColumnRules, raw: bytes | None) -> str:
    """Many bounds of pages are those of their chunk."""
    if raw is None:
        return "?"
    shown = rules.known_texts
    text = shown.get(raw)
    if text is None:
        if len(shown) == _MOST_TEXTS:
            shown.clear()
        try:
            text = _show(rules.decode(raw))
        except ValueError:
            text = "?"
        shown[raw] = text
    return text


def _show(value: object) -> str:
    if isinstance(value, bool):
        return str(value).lower()  # as a filter has it
    text = f"0x{value.hex()}" if isinstance(value, bytes) else str(value) or '""'
    return text if len(text) <= 40 else f"{text[:37]}..."
