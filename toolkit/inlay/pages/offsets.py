"""The offsets in the metadata of a file, after its pieces have moved."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from inlay.pages.landed import Landed, LandedChunk
from inlay.pages.moved import MovedBody
from inlay.pages.piece import Kind
from inlay.pages.plan import Origin, Output
from inlay.pages.thrift_file import ThriftFile
from parquet_format.parquet import ColumnChunk, ColumnMetaData, RowGroup


def change_offsets(output: Output, landed: Landed, moved: Mapping[ThriftFile, MovedBody]) -> None:
    """`moved` are the sources that were cut up whole; offsets in others that lead to nothing that moved are cleared."""
    for row_group, origins in zip(output.metadata.row_groups, output.origins, strict=True):
        _change_group(row_group, origins, landed, moved)
        for chunk, origin in zip(row_group.columns, origins, strict=True):
            _ChunkOffsets(chunk, origin, landed, moved.get(origin.source)).change()


def _change_group(
    row_group: RowGroup,
    origins: Sequence[Origin],
    landed: Landed,
    moved: Mapping[ThriftFile, MovedBody],
) -> None:
    # "Byte offset from beginning of file to first page (data or dictionary) in this row group"
    if not row_group.file_offset or not origins:
        return
    chunks = [landed.chunks[origin] for origin in origins if origin in landed.chunks]
    old = min((chunk.piece.start for chunk in chunks), default=None)
    new = min((chunk.start for chunk in chunks), default=0)
    body = moved.get(origins[0].source)
    if body is None or row_group.file_offset == old:
        row_group.file_offset = new
    else:
        row_group.file_offset = body.offset(row_group.file_offset)


class _ChunkOffsets:
    """`body` is None where a stray offset is cleared."""

    def __init__(
        self, chunk: ColumnChunk, origin: Origin, landed: Landed, body: MovedBody | None
    ) -> None:
        assert chunk.meta_data is not None
        self._chunk = chunk
        self._meta: ColumnMetaData = chunk.meta_data
        self._origin = origin
        self._landed = landed
        self._body = body

    def change(self) -> None:
        chunk, meta = self._chunk, self._meta
        pages = self._landed.chunks.get(self._origin)
        chunk.file_offset = self._file_offset(pages)
        chunk.offset_index_offset, chunk.offset_index_length = self._part(
            Kind.OFFSET_INDEX, chunk.offset_index_offset, chunk.offset_index_length
        )
        chunk.column_index_offset, chunk.column_index_length = self._part(
            Kind.COLUMN_INDEX, chunk.column_index_offset, chunk.column_index_length
        )
        meta.bloom_filter_offset, meta.bloom_filter_length = self._part(
            Kind.BLOOM_FILTER, meta.bloom_filter_offset, meta.bloom_filter_length
        )
        if pages is not None and pages.pages is not None:
            meta.data_page_offset = pages.start
            meta.dictionary_page_offset = meta.index_page_offset = None
            return
        meta.data_page_offset = self._page(pages, meta.data_page_offset)
        if meta.index_page_offset is not None:
            meta.index_page_offset = self._page(pages, meta.index_page_offset)
        if meta.dictionary_page_offset is not None:
            meta.dictionary_page_offset = self._page(pages, meta.dictionary_page_offset)

    def _page(self, pages: LandedChunk | None, old: int) -> int:
        """Writers say 0 for a kind of page that there is not."""
        offset = pages.offset(old) if pages is not None and old else None
        return offset if offset is not None else self._stray(old)

    def _file_offset(self, pages: LandedChunk | None) -> int:
        """Old writers point it behind the chunk's own pages, where the next chunk may begin. Readers should not use it."""
        old = self._chunk.file_offset
        if pages is None or not pages.piece.start <= old <= pages.piece.pages_end:
            return self._stray(old)
        return pages.start if pages.pages is not None else pages.start + old - pages.piece.start

    def _part(
        self, kind: Kind, offset: int | None, length: int | None
    ) -> tuple[int | None, int | None]:
        """The place of an index or a filter; only an offset index changes its length."""
        extent = self._landed.parts.get((self._origin, kind))
        if extent is not None:
            return extent.offset, extent.length if kind is Kind.OFFSET_INDEX else length
        if self._body is None:
            return None, None
        return (None if offset is None else self._body.offset(offset)), length

    def _stray(self, old: int) -> int:
        return self._body.offset(old) if self._body is not None else 0
