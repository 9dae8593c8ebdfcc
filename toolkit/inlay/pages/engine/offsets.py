"""The offsets in the metadata of a file, after its pieces have moved."""

from __future__ import annotations

from array import array
from collections.abc import Mapping, Sequence
from itertools import chain
from typing import Any, Final

from inlay.pages.engine.chunk_metadata import metadata_of
from inlay.pages.engine.moved import MovedPages, MovedSource
from inlay.pages.engine.packed_chunks import TOGETHER, pack_chunks
from inlay.pages.engine.passing_chunks import pass_chunks
from inlay.pages.engine.piece import Place
from inlay.pages.engine.plan import Origin, Output, OwnChunks
from inlay.pages.engine.thrift_file import ThriftFile
from inlay_runtime.core import load_native
from parquet_format.parquet import ColumnChunk, ColumnMetaData, RowGroup

_native: Any = load_native("inlay.pages.engine.native_whole_groups")

_NONE: Final = (-1, -1)


def change_offsets(output: Output, sources: Mapping[ThriftFile, MovedSource]) -> None:
    row_groups = output.metadata.row_groups
    for number, origins in enumerate(output.origins):
        encoded = None
        if isinstance(origins, OwnChunks):
            encoded = _change_encoded(row_groups[number], origins, sources[origins.source])
        if encoded is None:
            change_row_group(row_groups[number], origins, sources)
            encoded = row_groups[number].encode()
        row_groups[number] = RowGroup.decode(encoded)  # a tenth of its structs


def _change_encoded(row_group: RowGroup, origins: OwnChunks, moved: MovedSource) -> bytes | None:
    """What `change_row_group` makes of it, natively. None for one that is not plain, or leads to what has not moved."""
    if _native is None or not moved.is_whole:
        return None
    indexes = None
    if moved.offset_indexes:
        places = [moved.offset_indexes.get(place, _NONE) for _, place in origins]
        indexes = array("q", chain.from_iterable(places))
    changed: bytes | None = _native.move_offsets(
        row_group.encode(), *moved.runs.columns(), moved.end, indexes
    )
    replaced = [place for place in moved.replaced if place[0] == origins.group]
    if changed is None or not replaced:
        return changed
    new = RowGroup.decode(changed)
    for place in replaced:
        chunk = row_group.columns[place[1]]
        _change_chunk(chunk, place, moved.find_pages(place, chunk), moved)
        new.columns[place[1]] = chunk
    return new.encode()


def change_row_group(
    row_group: RowGroup, origins: Sequence[Origin], sources: Mapping[ThriftFile, MovedSource]
) -> None:
    """`origins` say which chunks of which sources its chunks are."""
    is_whole = any(moved.is_whole for moved in sources.values())
    chunks = pass_chunks(row_group) if is_whole else row_group.columns
    pages = [
        sources[source].find_pages(place, chunk)
        for (source, place), chunk in zip(origins, chunks, strict=True)
    ]
    _change_group(row_group, origins, pages, sources)
    changes = zip(row_group.columns, origins, pages, strict=True)
    for at, (chunk, (source, place), its) in enumerate(changes, 1):
        _change_chunk(chunk, place, its, sources[source])
        if at % TOGETHER == 0:
            pack_chunks(row_group, range(at - TOGETHER, at))


def _change_group(
    row_group: RowGroup,
    origins: Sequence[Origin],
    chunks: Sequence[MovedPages | None],
    sources: Mapping[ThriftFile, MovedSource],
) -> None:
    # "Byte offset from beginning of file to first page (data or dictionary) in this row group"
    if not row_group.file_offset or not origins:
        return
    old = min((pages.start for pages in chunks if pages is not None), default=None)
    new = min((pages.new_start for pages in chunks if pages is not None), default=0)
    first = sources[origins[0].source]
    if not first.is_whole or row_group.file_offset == old:
        row_group.file_offset = new
    else:
        row_group.file_offset = first.stray(row_group.file_offset)


def _change_chunk(
    chunk: ColumnChunk, place: Place, pages: MovedPages | None, moved: MovedSource
) -> None:
    meta = metadata_of(chunk)
    chunk.file_offset = _new_file_offset(chunk.file_offset, pages, moved)
    _change_indexes(chunk, place, moved)
    if moved.bloom_filters and place in moved.bloom_filters:
        meta.bloom_filter_offset = moved.bloom_filters[place]
    elif not moved.is_whole:
        meta.bloom_filter_offset = meta.bloom_filter_length = None
    elif meta.bloom_filter_offset is not None:
        meta.bloom_filter_offset = moved.stray(meta.bloom_filter_offset)
    _change_pages(meta, pages, moved)


def _new_file_offset(old: int, pages: MovedPages | None, moved: MovedSource) -> int:
    """Old writers point it behind the chunk's own pages, where the next chunk may begin. Readers should not use it."""
    if pages is None or not pages.start <= old <= pages.end:
        return moved.stray(old)
    return pages.new_start if pages.replaced is not None else old + pages.new_start - pages.start


def _change_indexes(chunk: ColumnChunk, place: Place, moved: MovedSource) -> None:
    if moved.offset_indexes and place in moved.offset_indexes:
        chunk.offset_index_offset, chunk.offset_index_length = moved.offset_indexes[place]
    elif not moved.is_whole:
        chunk.offset_index_offset = chunk.offset_index_length = None
    elif chunk.offset_index_offset is not None:
        chunk.offset_index_offset = moved.stray(chunk.offset_index_offset)
    if moved.column_indexes and place in moved.column_indexes:
        chunk.column_index_offset = moved.column_indexes[place]
    elif not moved.is_whole:
        chunk.column_index_offset = chunk.column_index_length = None
    elif chunk.column_index_offset is not None:
        chunk.column_index_offset = moved.stray(chunk.column_index_offset)


def _change_pages(meta: ColumnMetaData, pages: MovedPages | None, moved: MovedSource) -> None:
    if pages is not None and pages.replaced is not None:
        meta.data_page_offset = pages.new_start
        meta.dictionary_page_offset = meta.index_page_offset = None
        return
    meta.data_page_offset = moved.page_offset(pages, meta.data_page_offset)
    if meta.index_page_offset is not None:
        meta.index_page_offset = moved.page_offset(pages, meta.index_page_offset)
    if meta.dictionary_page_offset is not None:
        meta.dictionary_page_offset = moved.page_offset(pages, meta.dictionary_page_offset)
