"""Statistics into packed arrays: counts, bounds behind their common prefix, and whether bounds are exact."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from inlay.footers.conversion.statistics import find_common_prefix, round_up
from inlay.footers.designs.modular.array_pages import pack_sparse, pack_sparse_bytes
from parquet_format.modular import ArrayPage, ColumnIndexChunk, ColumnStatistics
from parquet_format.parquet import (
    ConvertedType,
    DecimalType,
    FileMetaData,
    SchemaElement,
    Statistics,
    Type,
)


class PairOfBounds(NamedTuple):
    """Both bounds of one row group or page, and what is said of their exactness."""

    minimum: bytes
    maximum: bytes
    min_is_exact: bool | None
    max_is_exact: bool | None


def limits_of_suffixes(metadata: FileMetaData, limit: int | None) -> list[int | None]:
    """The limit for each column: none unless its bounds are compared byte by byte, for others mean nothing when cut."""
    leaves = (element for element in metadata.schema if element.type is not None)
    return [limit if _is_compared_as_bytes(leaf) else None for leaf in leaves]


def _is_compared_as_bytes(leaf: SchemaElement) -> bool:
    is_decimal = leaf.converted_type is ConvertedType.DECIMAL
    return (
        leaf.type is Type.BYTE_ARRAY
        and not is_decimal
        and not isinstance(leaf.logicalType, DecimalType)
    )


def is_odd(statistics: Statistics | None) -> bool:
    """Whether it says what the arrays cannot say: a bound without its partner, or exactness without a bound."""
    if statistics is None:
        return False
    bounds = statistics.min_value is None, statistics.max_value is None
    exact = statistics.is_min_value_exact, statistics.is_max_value_exact
    return bounds[0] != bounds[1] or (bounds[0] and exact != (None, None))


def write_statistics(
    packed: ColumnStatistics,
    said: Sequence[Statistics | None],
    *,
    absent_means_exact: bool,
    suffix_limit: int | None,
) -> None:
    """Writes what the statistics of a column say, range by range of its rows."""
    there = [(at, s) for at, s in enumerate(said) if s is not None]
    packed.null_counts = counts_of(len(said), ((at, s.null_count) for at, s in there))
    packed.nan_counts = counts_of(len(said), ((at, s.nan_count) for at, s in there))
    bounds = {
        at: PairOfBounds(s.min_value, s.max_value, s.is_min_value_exact, s.is_max_value_exact)
        for at, s in there
        if s.min_value is not None and s.max_value is not None
    }
    write_bounds(
        packed,
        len(said),
        bounds,
        absent_means_exact=absent_means_exact,
        suffix_limit=suffix_limit,
    )


def counts_of(domain: int, counts: Iterable[tuple[int, int | None]]) -> ArrayPage | None:
    """The counts that are there; None for none."""
    there = [(at, count) for at, count in counts if count is not None]
    if not there:
        return None
    return pack_sparse(domain, [at for at, _ in there], [count for _, count in there])


def write_bounds(
    packed: ColumnStatistics | ColumnIndexChunk,
    domain: int,
    bounds: dict[int, PairOfBounds],
    *,
    absent_means_exact: bool,
    suffix_limit: int | None,
) -> None:
    """Writes the common prefix of each pair once, and suffixes cut to the limit where there is one."""
    if not bounds:
        return
    positions = list(bounds)
    prefixes = list[bytes]()
    cut = list[PairOfBounds]()
    for bound in bounds.values():
        prefix = find_common_prefix(bound.minimum, bound.maximum)
        prefixes.append(prefix)
        suffixes = bound.minimum[len(prefix) :], bound.maximum[len(prefix) :]
        cut.append(_cut(PairOfBounds(*suffixes, *bound[2:]), suffix_limit))
    packed.minmax_prefixes = pack_sparse_bytes(domain, positions, prefixes)
    packed.min_suffixes = pack_sparse_bytes(domain, positions, [bound.minimum for bound in cut])
    packed.max_suffixes = pack_sparse_bytes(domain, positions, [bound.maximum for bound in cut])
    exact = {bound.min_is_exact for bound in cut} | {bound.max_is_exact for bound in cut}
    if exact == {True if absent_means_exact else None}:
        return
    minima = [(at, bound.min_is_exact) for at, bound in zip(positions, cut, strict=True)]
    maxima = [(at, bound.max_is_exact) for at, bound in zip(positions, cut, strict=True)]
    packed.min_is_exact = _flags(domain, minima)
    packed.max_is_exact = _flags(domain, maxima)


def _flags(domain: int, flags: Sequence[tuple[int, bool | None]]) -> ArrayPage:
    there = [(at, flag) for at, flag in flags if flag is not None]
    return pack_sparse(domain, [at for at, _ in there], [flag for _, flag in there])


def _cut(bound: PairOfBounds, limit: int | None) -> PairOfBounds:
    """Suffixes of at most this many bytes, the upper one rounded up; one that cannot be is left."""
    if limit is None:
        return bound
    if len(bound.minimum) > limit:
        bound = bound._replace(minimum=bound.minimum[:limit], min_is_exact=False)
    if len(bound.maximum) > limit and (rounded := round_up(bound.maximum[:limit])):
        bound = bound._replace(maximum=rounded, max_is_exact=False)
    return bound
