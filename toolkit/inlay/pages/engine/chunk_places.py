"""Where all chunks of a footer lie, from its bytes: a wide file has so many that an object for each takes longer than all else."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from inlay.footers.designs.extracted import array_of
from inlay.footers.footer.magic import MAGIC_SIZE
from inlay.pages.engine.body import list_extents_of
from inlay.pages.engine.thrift_file import ThriftFile
from inlay_runtime.columnar import ExtractionPlan, extract
from parquet_format.parquet import FileMetaData

_CHUNKS: Final = "row_groups[].columns[]"
_ELSEWHERE: Final = ("file_path", "crypto_metadata", "encrypted_column_metadata")
_DATA: Final = "meta_data.data_page_offset"
_DICTIONARY: Final = "meta_data.dictionary_page_offset"
_SIZE: Final = "meta_data.total_compressed_size"
_PARTS: Final = ("meta_data.bloom_filter_offset", "column_index_offset", "offset_index_offset")
_PLAN: Final = ExtractionPlan(
    FileMetaData, {_CHUNKS: (*_ELSEWHERE, _DATA, _DICTIONARY, _SIZE, *_PARTS)}
)


class ChunkPlaces(NamedTuple):
    """What is seen of all chunks at once. False says nothing: then each has to be looked at."""

    are_in_order: bool
    """Whether the pages of each lie behind those of the one before it, and all of them in the body."""

    have_no_parts: bool
    """Whether none has a page index or a Bloom filter."""


def see_places(file: ThriftFile) -> ChunkPlaces:
    extraction = extract(_PLAN, [file.thrift])
    if extraction.errors:
        return ChunkPlaces(are_in_order=False, have_no_parts=False)
    columns = extraction.tables[_CHUNKS].columns
    has_others = any(columns[name].null_count < columns[name].length for name in _ELSEWHERE)
    has_parts = any(columns[name].null_count < columns[name].length for name in _PARTS)
    data, dictionary, size = (
        array_of(columns[name]).to_pylist() for name in (_DATA, _DICTIONARY, _SIZE)
    )
    are_in_order = not has_others and _are_in_order(data, dictionary, size, file.footer)
    return ChunkPlaces(are_in_order, not has_parts)


def require_apart(file: ThriftFile) -> None:
    """Raises PlacementRefusedError where chunks lie over each other, or elsewhere."""
    if not see_places(file).are_in_order:
        list_extents_of(file.row_groups(), file.footer)


def _are_in_order(
    data: Sequence[int | None],
    dictionary: Sequence[int | None],
    size: Sequence[int | None],
    footer: int,
) -> bool:
    """By `locate_pages` of each; no kernel of Arrow, whose library takes more memory than the numbers."""
    before = MAGIC_SIZE
    for first, other, length in zip(data, dictionary, size, strict=True):
        if first is None or length is None or length < 0:
            return False
        start = other if other and (not first or other < first) else first
        if start < before:
            return False
        before = start + length
    return before <= footer
