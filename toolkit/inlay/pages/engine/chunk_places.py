"""Where all chunks of a footer lie, from its bytes: a wide file has so many that an object for each takes longer than all else."""

from __future__ import annotations

from array import array
from collections import Counter
from collections.abc import Iterable
from itertools import chain, repeat
from operator import add
from typing import Final

from inlay.footers.footer.magic import MAGIC_SIZE
from inlay.pages.engine.chunk_order import ChunkOrder
from inlay_runtime.columnar import ExtractedColumn, ExtractedTable, ExtractionPlan, extract
from parquet_format.parquet import FileMetaData

_CHUNKS: Final = "row_groups[].columns[]"
_ELSEWHERE: Final = ("file_path", "crypto_metadata", "encrypted_column_metadata")
_DATA: Final = "meta_data.data_page_offset"
_DICTIONARY: Final = "meta_data.dictionary_page_offset"
_SIZE: Final = "meta_data.total_compressed_size"
_OFFSET_INDEX: Final = "offset_index_offset"
_PARTS: Final = ("meta_data.bloom_filter_offset", "column_index_offset", _OFFSET_INDEX)
_PLAN: Final = ExtractionPlan(
    FileMetaData, {_CHUNKS: (*_ELSEWHERE, _DATA, _DICTIONARY, _SIZE, *_PARTS)}
)


class ChunkPlaces:
    """Columns of numbers, one for each chunk."""

    def __init__(self, table: ExtractedTable) -> None:
        self._table = table
        said = {name: it.length - it.null_count for name, it in table.columns.items()}
        self.are_known = not any(said[name] for name in _ELSEWHERE) and all(
            said[name] == table.rows for name in (_DATA, _SIZE)
        )
        """Not where some chunk lies elsewhere, is encrypted or has no metadata."""
        self.has_offset_indexes = said[_OFFSET_INDEX] > 0
        self.has_parts = any(said[name] for name in _PARTS)
        """Whether some chunk has a page index or a Bloom filter."""

    @property
    def counts(self) -> Counter[int]:
        """How many chunks each row group has."""
        _, groups, _ = self._table.ordinals
        return Counter(memoryview(groups.values).cast("i"))

    def order(self, footer: int) -> ChunkOrder | None:
        """Those that have pages, if these are seen to lie apart, and in the body. None where they are not known, too."""
        if not self.are_known:
            return None
        sizes = memoryview(self._table.columns[_SIZE].values).cast("q")
        starts = array("q", self._starts())
        least = min(sizes, default=1)
        # Beyond that, an end is perhaps no number of 64 bits.
        if least < 0 or max(sizes, default=0) > footer or max(starts, default=0) > footer:
            return None
        ends = array("q", map(add, starts, sizes))
        _, groups, columns = (memoryview(it.values).cast("i") for it in self._table.ordinals)
        order = ChunkOrder(starts, ends, groups, array("q", columns))
        if not least or not order.is_apart:
            order = _sort(order)
        is_inside = not order.starts or (order.starts[0] >= MAGIC_SIZE and order.ends[-1] <= footer)
        return order if is_inside and order.is_apart else None

    def _starts(self) -> Iterable[int]:
        """Where the pages of each begin, as `locate_pages` has it."""
        data, dictionary = (self._table.columns[name] for name in (_DATA, _DICTIONARY))
        if dictionary.null_count == dictionary.length:
            return memoryview(data.values).cast("q")
        pairs = zip(_numbers_of(data), _numbers_of(dictionary), strict=True)
        return [it if it and (not first or it < first) else first for first, it in pairs]


def _sort(order: ChunkOrder) -> ChunkOrder:
    """By where they begin, without those that have no pages, if row groups lie apart."""
    starts, ends = order.starts, order.ends
    groups = [
        array("q", sorted((at for at in those if ends[at] != starts[at]), key=starts.__getitem__))
        for _, those in order.stretches()
    ]
    groups = [numbers for numbers in groups if numbers]
    groups.sort(key=lambda numbers: starts[numbers[0]])
    return ChunkOrder._make(
        array("q", map(it.__getitem__, chain.from_iterable(groups))) for it in order
    )


def see_places(thrift: bytes) -> ChunkPlaces:
    """Of bytes that are a FileMetaData."""
    return ChunkPlaces(extract(_PLAN, [thrift]).tables[_CHUNKS])


def _numbers_of(column: ExtractedColumn) -> Iterable[int]:
    """With 0 for null."""
    if column.null_count == column.length:
        return repeat(0, column.length)
    numbers, bits = memoryview(column.values).cast("q"), column.validity
    if bits is None:
        return numbers
    return [number if bits[at >> 3] >> (at & 7) & 1 else 0 for at, number in enumerate(numbers)]
