"""The modules of a modular footer, packed from Thrift: placement, statistics, page indexes."""

from __future__ import annotations

from array import array
from collections.abc import Sequence

from inlay.footers.conversion.chunk_statistics import is_fully_dict_encoded
from inlay.footers.designs.design import NotCarriedError
from inlay.footers.designs.modular.array_pages import pack_dense
from inlay.footers.designs.modular.placement import find_native
from inlay.footers.designs.modular.statistics import (
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
    OffsetIndex,
    Statistics,
)

native_statistics = find_native("encode_statistics")


class NewPlacement:
    """Where chunks lie, column by column; no column is kept."""

    def __init__(self) -> None:
        self._places, self._compressed, self._uncompressed = (array("Q") for _ in range(3))
        self._values, self._dictionaries, self._codecs, self._types = (array("Q") for _ in range(4))
        self._dictionary_encoded = array("B")
        self._first_dictionaries = array("Q", [0])

    def add(self, column: Sequence[ColumnMetaData]) -> None:
        """Raises NotCarriedError for a type that differs between row groups."""
        if len({chunk.type for chunk in column}) > 1:
            at = len(self._types)
            raise NotCarriedError(f"the chunks of column {at} have several physical types")
        self._types.append(column[0].type if column else 0)
        for chunk in column:
            self._places.append(chunk.data_page_offset)
            self._compressed.append(chunk.total_compressed_size)
            self._uncompressed.append(chunk.total_uncompressed_size)
            self._values.append(chunk.num_values)
            self._codecs.append(chunk.codec)
            self._dictionary_encoded.append(is_fully_dict_encoded(chunk))
            if chunk.dictionary_page_offset is not None:
                self._dictionaries.append(chunk.dictionary_page_offset)
            self._first_dictionaries.append(len(self._dictionaries))

    def pack(self) -> PlacementModule:
        return PlacementModule(
            data_page_offsets=pack_dense(self._places),
            first_dictionary_pages=pack_dense(self._first_dictionaries),
            dictionary_page_offsets=pack_dense(self._dictionaries),
            total_compressed_sizes=pack_dense(self._compressed),
            total_uncompressed_sizes=pack_dense(self._uncompressed),
            num_values=pack_dense(self._values),
            codecs=pack_dense(self._codecs),
            physical_types=pack_dense(self._types),
            is_fully_dictionary_encoded=pack_dense(self._dictionary_encoded),
        )


def encode_statistics(
    said: Sequence[Statistics | None], *, absent_means_exact: bool, suffix_limit: int | None
) -> bytes:
    """What a column's chunks say, as `ColumnStatistics`; no bytes where they say nothing."""
    if native_statistics is not None:
        encoded: bytes | None = native_statistics(said, absent_means_exact, suffix_limit)
        if encoded is not None:
            return encoded
    packed = ColumnStatistics()
    write_statistics(packed, said, absent_means_exact=absent_means_exact, suffix_limit=suffix_limit)
    return b"" if packed == ColumnStatistics() else packed.encode()


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
