"""Where all chunks of a footer lie, from its bytes: a wide file has so many that an object for each takes longer than all else."""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Iterator, Sequence
from itertools import repeat
from typing import Final

from inlay.footers.footer.magic import MAGIC_SIZE
from inlay.pages.engine.piece import CHUNK, Piece
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
    """Numbers are made when somebody goes over them, and none is kept."""

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

    def extents(self) -> Iterator[tuple[int, int]]:
        """Where the pages of each begin and end, row group by row group, if they are known: as `locate_pages` has it."""
        numbers = (_numbers_of(self._table.columns[name]) for name in (_DATA, _DICTIONARY, _SIZE))
        for first, other, size in zip(*numbers, strict=True):
            start = other if other and (not first or other < first) else first
            yield start, start + size

    def are_in_order(self, footer: int) -> bool:
        """Whether it is seen that the pages of each lie behind those of the one before it, and all of them in the body."""
        before = MAGIC_SIZE
        for start, end in self.extents() if self.are_known else ():
            if not before <= start <= end:
                return False
            before = end
        return self.are_known and before <= footer

    def sort(self) -> Sequence[int]:
        """The numbers of the chunks in the order of the file, if they are known: by where they begin, and then by their ends."""
        starts = array("q", (start for start, _ in self.extents()))
        sizes = memoryview(self._table.columns[_SIZE].values).cast("q")
        # Twice by a number, for pairs of these take as much memory as the footer.
        by_size = sorted(range(len(starts)), key=sizes.__getitem__)
        return array("q", sorted(by_size, key=starts.__getitem__))

    def pieces(self, order: Sequence[int] | None = None) -> Iterator[Piece]:
        """Of all chunks that have pages, if they are known; without an order of their numbers, in that of the footer."""
        _, groups, columns = (memoryview(it.values).cast("i") for it in self._table.ordinals)
        if order is None:
            places = zip(groups, columns, strict=True)
            for (start, end), place in zip(self.extents(), places, strict=True):
                if start != end:
                    yield Piece(CHUNK, start, end, place, end)
            return
        starts = array("q", (start for start, _ in self.extents()))
        sizes = memoryview(self._table.columns[_SIZE].values).cast("q")
        for at in order:
            if sizes[at]:
                end = starts[at] + sizes[at]
                yield Piece(CHUNK, starts[at], end, (groups[at], columns[at]), end)


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
