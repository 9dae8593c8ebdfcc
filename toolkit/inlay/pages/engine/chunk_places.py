"""Where all chunks of a footer lie, from its bytes: a wide file has so many that an object for each takes longer than all else."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from operator import add
from typing import Final

from inlay.footers.designs.extracted import array_of
from inlay.footers.footer.magic import MAGIC_SIZE
from inlay.pages.engine.piece import CHUNK, Piece
from inlay_runtime.columnar import ExtractionPlan, extract
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


@dataclass(frozen=True, slots=True)
class ChunkPlaces:
    """`starts` and `ends` are those of the pages of each chunk, row group by row group; None where some chunk lies elsewhere, is encrypted or
    has no metadata."""

    groups: Sequence[int]
    columns: Sequence[int]
    starts: Sequence[int] | None
    ends: Sequence[int]
    has_offset_indexes: bool
    has_parts: bool
    """Whether some chunk has a page index or a Bloom filter."""

    def are_in_order(self, footer: int) -> bool:
        """Whether the pages of each lie behind those of the one before it, and all of them in the body."""
        if self.starts is None:
            return False
        before = MAGIC_SIZE
        for start, end in zip(self.starts, self.ends, strict=True):
            if not before <= start <= end:
                return False
            before = end
        return before <= footer

    def pieces(self) -> Iterator[Piece]:
        """Of all chunks that have pages, where `starts` are known."""
        places = zip(self.groups, self.columns, strict=True)
        for start, end, place in zip(self.starts or (), self.ends, places, strict=True):
            if start != end:
                yield Piece(CHUNK, start, end, place, end)


def see_places(thrift: bytes) -> ChunkPlaces:
    """Of bytes that are a FileMetaData."""
    table = extract(_PLAN, [thrift]).tables[_CHUNKS]
    columns = table.columns
    said = {name: it.length - it.null_count for name, it in columns.items()}
    has_parts = any(said[name] for name in _PARTS)
    _, groups, chunks = (array_of(it).to_pylist() for it in table.ordinals)
    if any(said[name] for name in _ELSEWHERE) or min(said[_DATA], said[_SIZE]) < table.rows:
        return ChunkPlaces(groups, chunks, None, (), bool(said[_OFFSET_INDEX]), has_parts)
    data, dictionary, size = (
        array_of(columns[name]).to_pylist() for name in (_DATA, _DICTIONARY, _SIZE)
    )
    starts = data
    if said[_DICTIONARY]:
        starts = [
            other if other and (not first or other < first) else first
            for first, other in zip(data, dictionary, strict=True)
        ]  # as `locate_pages` has it
    ends = list(map(add, starts, size))
    return ChunkPlaces(groups, chunks, starts, ends, bool(said[_OFFSET_INDEX]), has_parts)
