"""A column chunk on its way into another file, for those who trust its source: its parts one by one, and none is read that
may stay as it is."""

from __future__ import annotations

from inlay.files.source import read_at
from inlay.pages.chunk_metadata import locate_pages, metadata_of
from inlay.pages.errors import PlacementRefusedError
from inlay.pages.page_list import PageList
from inlay.pages.piece import BLOOM_FILTER, CHUNK, COLUMN_INDEX, OFFSET_INDEX, Piece, PieceKind
from inlay.pages.plan import Move, Origin
from inlay_runtime.errors import DecodeError
from parquet_format.parquet import BloomFilterHeader, ColumnChunk

_HEADER = 256
"""More than the header of a Bloom filter has."""


class UncheckedChunk:
    """Its parts lie before the footer; what is in them nobody has seen."""

    __slots__ = ("_chunk", "_meta", "_origin")

    def __init__(self, origin: Origin, chunk: ColumnChunk, _pages: PageList) -> None:
        self._origin = origin
        self._chunk = chunk
        self._meta = metadata_of(chunk)

    def pages(self) -> Move:
        start, end = locate_pages(self._meta)
        return self._move(CHUNK, start, end - start)

    def bloom_filter(self) -> Move | None:
        offset, length = self._meta.bloom_filter_offset, self._meta.bloom_filter_length
        if offset is None:
            return None
        if length is None:  # old writers say only where it begins
            length = self._filter_length(offset)
        return self._move(BLOOM_FILTER, offset, length)

    def column_index(self) -> Move | None:
        return self._index(
            COLUMN_INDEX, self._chunk.column_index_offset, self._chunk.column_index_length
        )

    def offset_index(self) -> Move | None:
        return self._index(
            OFFSET_INDEX, self._chunk.offset_index_offset, self._chunk.offset_index_length
        )

    def _index(self, kind: PieceKind, offset: int | None, length: int | None) -> Move | None:
        return self._move(kind, offset, length) if offset is not None and length else None

    def _filter_length(self, offset: int) -> int:
        head = read_at(self._origin.source.source, offset, _HEADER)
        try:
            header, start = BloomFilterHeader.decode_from(head)
        except DecodeError as error:
            raise PlacementRefusedError(
                f"the Bloom filter at {offset:,} is damaged: {error}"
            ) from error
        return start + header.numBytes

    def _move(self, kind: PieceKind, start: int, size: int) -> Move:
        source, place = self._origin
        end = start + size
        if size < 0 or end > source.footer:
            raise PlacementRefusedError(f"the {kind.value} at {start:,} is not before the footer")
        return Move(source, Piece(kind, start, end, place, end))
