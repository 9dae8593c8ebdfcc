"""A virtual file, as pyarrow can read it: `inlay.pages.encodings.plain_footer` says what lies in it."""

from __future__ import annotations

from bisect import bisect_right
from typing import Final, Protocol

from inlay.footers.footer.trailer import tail_of
from inlay.ground.files.random_access import RandomAccess
from inlay.ground.files.source import Seekable, read_at
from inlay.pages.encodings.old_chunk import OldChunk
from inlay.pages.engine.chunk_metadata import locate_pages
from parquet_format.parquet import (
    ColumnChunk,
    ColumnMetaData,
    CompressionCodec,
    Encoding,
    FileMetaData,
)

_AHEAD: Final = 64 * 1024
"""Bytes that pyarrow reads from the end of a file before it knows how long the footer is: no page that nobody has asked for
is to be made, or found to be damaged, for them."""


class PlainChunk(Protocol):
    """The pages of a chunk in PLAIN encoding."""

    size: int

    def read(self, start: int, end: int) -> bytes:
        """Its bytes from `start` to `end`."""
        ...


class PlainView(RandomAccess):
    """What pyarrow sees."""

    def __init__(self, file: Seekable, body: int) -> None:
        super().__init__()
        self.file: Final = file
        self.body: Final = body
        self._chunks: list[PlainChunk | OldChunk] = []
        self._starts: list[int] = []
        self._footer_at = body
        self._footer = b""

    @property
    def has_chunks(self) -> bool:
        return bool(self._chunks)

    def show(self, chunk: ColumnChunk, meta: ColumnMetaData, plain: PlainChunk) -> None:
        """Leads the chunk to the plain pages. `meta` stays as it is: `plain` goes by it."""
        chunk.meta_data = ColumnMetaData(
            type=meta.type,
            encodings=[Encoding.PLAIN, Encoding.RLE],
            path_in_schema=meta.path_in_schema,
            codec=CompressionCodec.UNCOMPRESSED,
            num_values=meta.num_values,
            total_uncompressed_size=plain.size,
            total_compressed_size=plain.size,
            key_value_metadata=meta.key_value_metadata,
            data_page_offset=self._put(chunk, plain),
            statistics=meta.statistics,
            bloom_filter_offset=meta.bloom_filter_offset,
            bloom_filter_length=meta.bloom_filter_length,
            size_statistics=meta.size_statistics,
            geospatial_statistics=meta.geospatial_statistics,
        )

    def show_old(self, chunk: ColumnChunk, meta: ColumnMetaData, old: OldChunk) -> None:
        """Leads the metadata to the old pages, which are checked before they are read."""
        distance = self._put(chunk, old) - locate_pages(meta)[0]
        meta.data_page_offset += distance if meta.data_page_offset else 0
        meta.dictionary_page_offset = _move(meta.dictionary_page_offset, distance)
        meta.index_page_offset = _move(meta.index_page_offset, distance)
        meta.extension = None

    def _put(self, chunk: ColumnChunk, shown: PlainChunk | OldChunk) -> int:
        """Where it lies in what is shown."""
        at = self._footer_at
        self._starts.append(at)
        self._chunks.append(shown)
        self._footer_at += shown.size
        # The indexes are of other pages.
        chunk.offset_index_offset = chunk.offset_index_length = None
        chunk.column_index_offset = chunk.column_index_length = None
        return at

    def finish(self, metadata: FileMetaData) -> PlainView:
        self._footer_at += _AHEAD
        self._footer = tail_of(metadata.encode())
        return self

    @property
    def size(self) -> int:
        return self._footer_at + len(self._footer)

    def read_at(self, offset: int, size: int, /) -> bytes:
        end = min(offset + size, self.size)
        parts: list[bytes] = []
        while offset < end:
            part = self._part(offset, end)
            if not part:
                break
            parts.append(part)
            offset += len(part)
        return parts[0] if len(parts) == 1 else b"".join(parts)

    def _part(self, start: int, end: int) -> bytes:
        """Bytes from one source."""
        if start < self.body:
            return read_at(self.file, start, min(end, self.body) - start)
        if start >= self._footer_at:
            return self._footer[start - self._footer_at : end - self._footer_at]
        number = bisect_right(self._starts, start) - 1
        at, chunk = self._starts[number], self._chunks[number]
        if start >= at + chunk.size:
            return bytes(min(end, self._footer_at) - start)
        return chunk.read(start - at, min(end - at, chunk.size))


def _move(offset: int | None, distance: int) -> int | None:
    return offset + distance if offset else offset
