"""The modules of a modular footer, packed from Thrift: placement, statistics, page indexes."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from inlay.conversion.chunk_statistics import is_fully_dict_encoded
from inlay.conversion.leaves import Leaves
from inlay.conversion.statistics import common_prefix, round_up
from inlay.layouts.array_pages import pack_dense, pack_sparse, pack_sparse_bytes
from inlay.layouts.layout import NotCarriedError
from parquet_format.modular import (
    ArrayPage,
    ColumnIndexChunk,
    ColumnStatistics,
    OffsetIndexChunk,
    PlacementModule,
)
from parquet_format.parquet import (
    ColumnIndex,
    ColumnMetaData,
    ConvertedType,
    DecimalType,
    FileMetaData,
    OffsetIndex,
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


def chunks_of(metadata: FileMetaData) -> list[list[ColumnMetaData]]:
    """The chunks of each column, by row group. Raises NotCarriedError where a row group has other columns than the schema,
    a chunk is without its metadata, or the schema is no tree."""
    leaves = Leaves(metadata.schema)
    if not leaves.adds_up or any(
        leaf.depth == 0 or leaf.element.num_children for leaf in leaves.list
    ):
        raise NotCarriedError("the schema is no tree whose leaves have a type and no children")
    by_column: list[list[ColumnMetaData]] = [[] for _ in leaves.list]
    for at, group in enumerate(metadata.row_groups):
        if len(group.columns) != len(by_column):
            what = f"row group {at} has {len(group.columns)} columns, the schema {len(by_column)}"
            raise NotCarriedError(what)
        for chunks, chunk in zip(by_column, group.columns, strict=True):
            if chunk.meta_data is None or chunk.file_path is not None:
                where = "elsewhere" if chunk.meta_data is not None else "encrypted"
                raise NotCarriedError(
                    f"row group {at} has a chunk whose metadata or data is {where}"
                )
            chunks.append(chunk.meta_data)
    return by_column


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


def placement_of(by_column: Sequence[Sequence[ColumnMetaData]]) -> PlacementModule:
    """Where chunks lie, column by column. Raises NotCarriedError for a type that differs between row groups."""
    chunks = [chunk for column in by_column for chunk in column]
    dictionaries = [chunk.dictionary_page_offset for chunk in chunks]
    first = [0]
    for offset in dictionaries:
        first.append(first[-1] + (offset is not None))
    for at, column in enumerate(by_column):
        if len({chunk.type for chunk in column}) > 1:
            raise NotCarriedError(f"the chunks of column {at} have several physical types")
    return PlacementModule(
        data_page_offsets=pack_dense([chunk.data_page_offset for chunk in chunks]),
        first_dictionary_pages=pack_dense(first),
        dictionary_page_offsets=pack_dense([at for at in dictionaries if at is not None]),
        total_compressed_sizes=pack_dense([chunk.total_compressed_size for chunk in chunks]),
        total_uncompressed_sizes=pack_dense([chunk.total_uncompressed_size for chunk in chunks]),
        num_values=pack_dense([chunk.num_values for chunk in chunks]),
        codecs=pack_dense([chunk.codec for chunk in chunks]),
        physical_types=pack_dense([column[0].type if column else 0 for column in by_column]),
        is_fully_dictionary_encoded=pack_dense([is_fully_dict_encoded(chunk) for chunk in chunks]),
    )


def is_odd(statistics: Statistics | None) -> bool:
    """Whether it says what the arrays cannot say: a bound without its partner, or exactness without a bound."""
    if statistics is None:
        return False
    bounds = statistics.min_value is None, statistics.max_value is None
    exact = statistics.is_min_value_exact, statistics.is_max_value_exact
    return bounds[0] != bounds[1] or (bounds[0] and exact != (None, None))


def statistics_of(
    column: Sequence[ColumnMetaData], *, absent_means_exact: bool, suffix_limit: int | None
) -> ColumnStatistics | None:
    """What the statistics of a column's chunks say; None where they say nothing."""
    groups = [
        (at, chunk.statistics) for at, chunk in enumerate(column) if chunk.statistics is not None
    ]
    bounds = {
        at: PairOfBounds(s.min_value, s.max_value, s.is_min_value_exact, s.is_max_value_exact)
        for at, s in groups
        if s.min_value is not None and s.max_value is not None
    }
    packed = ColumnStatistics(
        null_counts=counts_of(len(column), ((at, s.null_count) for at, s in groups)),
        nan_counts=counts_of(len(column), ((at, s.nan_count) for at, s in groups)),
    )
    write_bounds(
        packed,
        len(column),
        bounds,
        absent_means_exact=absent_means_exact,
        suffix_limit=suffix_limit,
    )
    is_empty = packed.null_counts is None and packed.nan_counts is None and not bounds
    return None if is_empty else packed


def counts_of(domain: int, counts: Iterable[tuple[int, int | None]]) -> ArrayPage | None:
    """The counts that are there; None for none."""
    there = [(at, count) for at, count in counts if count is not None]
    if not there:
        return None
    positions, values = zip(*there, strict=True)
    return pack_sparse(domain, positions, values)


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
        prefix = common_prefix(bound.minimum, bound.maximum)
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
    packed.min_is_exact, packed.max_is_exact = _flags(domain, minima), _flags(domain, maxima)


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


def offset_index_of(index: OffsetIndex) -> OffsetIndexChunk:
    """Where the pages of one chunk lie."""
    pages = index.page_locations
    return OffsetIndexChunk(
        offsets=pack_dense([page.offset for page in pages]),
        compressed_page_sizes=pack_dense([page.compressed_page_size for page in pages]),
        first_row_indexes=pack_dense([page.first_row_index for page in pages]),
    )


def column_index_of(index: ColumnIndex, *, suffix_limit: int | None) -> ColumnIndexChunk:
    """The bounds of the pages of one chunk. Raises NotCarriedError where its lists differ in length."""
    pages = len(index.null_pages)
    lists = (index.min_values, index.max_values, index.null_counts, index.nan_counts)
    if any(given is not None and len(given) != pages for given in lists):
        raise NotCarriedError("the lists of a ColumnIndex differ in length")
    packed = ColumnIndexChunk(
        boundary_order=index.boundary_order,
        null_pages=pack_dense(index.null_pages),
        null_counts=counts_of(pages, enumerate(index.null_counts or ())),
        nan_counts=counts_of(pages, enumerate(index.nan_counts or ())),
    )
    bounds = {
        at: PairOfBounds(index.min_values[at], index.max_values[at], True, True)
        for at, is_null in enumerate(index.null_pages)
        if not is_null
    }
    write_bounds(packed, pages, bounds, absent_means_exact=True, suffix_limit=suffix_limit)
    return packed
