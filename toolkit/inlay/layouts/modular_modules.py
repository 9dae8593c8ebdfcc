"""The modules of a modular footer, packed from Thrift: placement, statistics, page indexes."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from inlay.conversion.chunk_statistics import is_fully_dict_encoded
from inlay.conversion.leaves import Leaves
from inlay.layouts.array_pages import pack_dense, pack_sparse, pack_sparse_bytes
from inlay.layouts.layout import NotCarriedError
from inlay.layouts.packed_statistics import (
    Packing,
    PairOfBounds,
    counts_of,
    write_bounds,
    write_statistics,
)
from parquet_format.modular import (
    ColumnIndexChunk,
    ColumnStatistics,
    OffsetIndexChunk,
    PlacementModule,
)
from parquet_format.parquet import (
    ColumnIndex,
    ColumnMetaData,
    FileMetaData,
    OffsetIndex,
)


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


_PAGES: Final = Packing(pack_sparse, pack_sparse_bytes)


def statistics_of(
    column: Sequence[ColumnMetaData], *, absent_means_exact: bool, suffix_limit: int | None
) -> ColumnStatistics | None:
    """What the statistics of a column's chunks say; None where they say nothing."""
    packed = ColumnStatistics()
    said = [chunk.statistics for chunk in column]
    write_statistics(
        packed, said, _PAGES, absent_means_exact=absent_means_exact, suffix_limit=suffix_limit
    )
    return None if packed == ColumnStatistics() else packed


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
        null_counts=counts_of(pages, enumerate(index.null_counts or ()), _PAGES),
        nan_counts=counts_of(pages, enumerate(index.nan_counts or ()), _PAGES),
    )
    bounds = {
        at: PairOfBounds(index.min_values[at], index.max_values[at], True, True)
        for at, is_null in enumerate(index.null_pages)
        if not is_null
    }
    write_bounds(packed, pages, bounds, _PAGES, absent_means_exact=True, suffix_limit=suffix_limit)
    return packed
