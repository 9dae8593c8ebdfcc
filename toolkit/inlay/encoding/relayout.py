"""Puts the pieces of a file in another order, and everything that says where they lie with them.

These are the absolute offsets of a Parquet file: of ColumnChunk `file_offset`, `offset_index_offset` and
`column_index_offset`; of ColumnMetaData `data_page_offset`, `index_page_offset`, `dictionary_page_offset` and
`bloom_filter_offset`; of RowGroup `file_offset`; and the page locations of every OffsetIndex.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable

from inlay.encoding.body import Body, Kind, Piece, Place
from inlay.encoding.errors import LayoutRefusedError
from inlay.encoding.sink import Sink
from inlay.files.source import Seekable, read_at
from inlay_runtime.errors import InlayError
from parquet_format.parquet import ColumnChunk, FileMetaData, OffsetIndex, RowGroup


class Relayout:
    """Each piece is moved, replaced or dropped, once, in the order of the new file; then `finish` changes the metadata."""

    def __init__(self, source: Seekable, body: Body, sink: Sink) -> None:
        self._source = source
        self._sink = sink
        self._pieces = sorted((one for one in body.pieces if one.size), key=lambda one: one.start)
        self._starts = [piece.start for piece in self._pieces]
        self._moved: dict[int, int] = {}
        self._chunks: dict[Place, tuple[Piece, int]] = {}
        self._starts_of: dict[int, tuple[int, int]] = {}
        self._index_lengths: dict[Place, int] = {}
        self._replaced: dict[Place, list[tuple[int, int]]] = {}

    def move(self, piece: Piece) -> None:
        self._moved[piece.start] = self._sink.size
        if piece.kind is Kind.OFFSET_INDEX:
            self._move_index(piece)
            return
        if piece.kind is Kind.CHUNK and piece.place is not None:
            self._put(piece.place, piece, self._sink.size)
        self._sink.copy(piece.start, piece.size)

    def replace(self, piece: Piece, pages: Iterable[bytes]) -> int:
        """Other pages in the place of a chunk's, as many data pages as it had; what lies behind them stays. Returns how
        many bytes they have."""
        assert piece.place is not None
        start = self._sink.size
        self._moved[piece.start] = start
        self._put(piece.place, piece, start)
        locations = self._replaced[piece.place] = []
        for page in pages:
            locations.append((self._sink.size, len(page)))
            self._sink.write(page)
        size = self._sink.size - start
        self._sink.copy(piece.pages_end, piece.end - piece.pages_end)
        return size

    def _put(self, place: Place, piece: Piece, start: int) -> None:
        """`_starts_of` is where the first page of the row group was, and where the first one is."""
        self._chunks[place] = piece, start
        old, new = self._starts_of.get(place[0], (piece.start, start))
        self._starts_of[place[0]] = min(old, piece.start), min(new, start)

    def offset(self, old: int) -> int:
        """Where what was at `old` is now; outside of the body nothing moves."""
        at = bisect_right(self._starts, old) - 1
        if at < 0 or old >= self._pieces[at].end:
            return old
        start = self._pieces[at].start
        if start not in self._moved:
            raise LayoutRefusedError(
                f"an offset index stands before the pages at {start:,}, which it tells of"
            )
        return self._moved[start] + old - start

    def finish(self, metadata: FileMetaData) -> None:
        """Changes the offsets in metadata that was decoded from the file's footer."""
        for group, row_group in enumerate(metadata.row_groups):
            self._finish_group(group, row_group)
            for column, chunk in enumerate(row_group.columns):
                self._finish_chunk((group, column), chunk)

    def _finish_group(self, group: int, row_group: RowGroup) -> None:
        if not row_group.file_offset:
            return
        # "Byte offset from beginning of file to first page (data or dictionary) in this row group"
        old, new = self._starts_of.get(group, (None, 0))
        if row_group.file_offset == old:
            row_group.file_offset = new
        else:
            row_group.file_offset = self.offset(row_group.file_offset)

    def _finish_chunk(self, place: Place, chunk: ColumnChunk) -> None:
        meta = chunk.meta_data
        assert meta is not None
        self._finish_file_offset(place, chunk)
        if chunk.offset_index_offset is not None:
            chunk.offset_index_offset = self.offset(chunk.offset_index_offset)
            if place in self._index_lengths:
                chunk.offset_index_length = self._index_lengths[place]
        if chunk.column_index_offset is not None:
            chunk.column_index_offset = self.offset(chunk.column_index_offset)
        if meta.bloom_filter_offset is not None:
            meta.bloom_filter_offset = self.offset(meta.bloom_filter_offset)
        if place in self._replaced:
            meta.data_page_offset = self._chunks[place][1]
            meta.dictionary_page_offset = None
            meta.index_page_offset = None
            return
        meta.data_page_offset = self.offset(meta.data_page_offset)
        if meta.index_page_offset is not None:
            meta.index_page_offset = self.offset(meta.index_page_offset)
        if meta.dictionary_page_offset is not None:
            meta.dictionary_page_offset = self.offset(meta.dictionary_page_offset)

    def _finish_file_offset(self, place: Place, chunk: ColumnChunk) -> None:
        """Old writers point it behind the chunk's own pages, where the next chunk may begin."""
        if place not in self._chunks:
            chunk.file_offset = self.offset(chunk.file_offset)
            return
        piece, start = self._chunks[place]
        if not piece.start <= chunk.file_offset <= piece.pages_end:
            chunk.file_offset = self.offset(chunk.file_offset)
        elif place in self._replaced:
            chunk.file_offset = start
        else:
            chunk.file_offset += start - piece.start

    def _move_index(self, piece: Piece) -> None:
        assert piece.place is not None
        data = read_at(self._source, piece.start, piece.size)
        try:
            index = OffsetIndex.decode(data)
        except InlayError as error:
            raise LayoutRefusedError(
                f"the offset index at {piece.start:,} is damaged: {error}"
            ) from error
        pages = self._replaced.get(piece.place)
        if pages is not None and len(pages) != len(index.page_locations):
            raise LayoutRefusedError(
                f"the offset index at {piece.start:,} tells of {len(index.page_locations):,} pages, "
                f"and there are {len(pages):,}"
            )
        for number, location in enumerate(index.page_locations):
            if pages is not None:
                location.offset, location.compressed_page_size = pages[number]
            else:
                location.offset = self.offset(location.offset)
        made = index.encode()
        self._index_lengths[piece.place] = len(made)
        self._sink.write(made)
