"""A column chunk on its way into another file: its parts one by one, each checked when it is read.

Its offsets are changed by whoever moves it, and its size, for a chunk may turn out to be longer than its metadata says.
"""

from __future__ import annotations

from typing import Final

from inlay.ground.files.read_ahead import STEP, ReadAhead
from inlay.ground.files.source import read_at
from inlay.pages.engine.chunk_metadata import locate_pages
from inlay.pages.engine.chunk_pages import place_pages
from inlay.pages.engine.errors import ChunkError, PlacementRefusedError
from inlay.pages.engine.moving_chunk import MovingChunk
from inlay.pages.engine.optional_parts import OptionalParts
from inlay.pages.engine.piece import CHUNK, Piece
from inlay.pages.engine.plan import Move
from inlay.pages.engine.walk import PlacedPage, ReadAt
from inlay_runtime.attempt import decode_or_none
from inlay_runtime.crc import crc32
from parquet_format.parquet import PageHeader, PageType

_HEADER: Final = 256
"""More than the header of a dictionary page has, in files that forget it."""

_IN_MEMORY: Final = 16 << 20
"""Bytes of a chunk that is read once; a longer one is checked step by step, and read again when it is copied."""


class CheckedChunk(OptionalParts):
    """Whoever takes its parts has seen that its pages lie in the source. `pages()` fills the list of those that are known of it, and
    its indexes are held against that."""

    __slots__ = ("_end", "_pages", "_start")

    def __init__(self, moving: MovingChunk) -> None:
        super().__init__(moving, moving.pages)
        self._start, self._end = locate_pages(self._meta)
        self._pages = moving.pages

    def pages(self) -> Move:
        """Raises ChunkError for pages that do not fill the chunk, or do not match their CRC; PlacementRefusedError."""
        file = self._origin.source.source
        size = self._end - self._start
        data = read_at(file, self._start, size) if size <= _IN_MEMORY else b""
        try:
            self._check(data)
        except ChunkError as error:
            data += self._forgotten_header(data, error)
        self._check_offsets()
        source, place = self._origin
        return Move(source, Piece(CHUNK, self._start, self._end, place, self._end), data)

    def _check(self, data: bytes) -> None:
        """The pages in `data`, or without it in the file."""
        read = self._reader(data)
        end = self._start + len(data) if data else self._end
        self._pages.clear()
        for page in place_pages(read, self._start, end, self._meta):
            self._pages.add(page)
            expected = page.header.crc
            if expected is not None and _crc_of(page, read) != expected & 0xFFFFFFFF:
                raise ChunkError("a page does not match its CRC", page.offset)

    def _reader(self, data: bytes) -> ReadAt:
        if data:
            view, first = memoryview(data), self._start
            return lambda offset, size: view[offset - first : offset - first + size]
        ahead = ReadAhead(self._origin.source.source)
        return lambda offset, size: read_at(ahead, offset, size)

    def _forgotten_header(self, data: bytes, error: ChunkError) -> bytes:
        """parquet-mr 1.2.8 and older did not count the header of the dictionary page. Raises the error where that does not
        explain it."""
        source = self._origin.source
        left = source.footer - self._end
        first = data[:_HEADER] or read_at(source.source, self._start, _HEADER)
        more = read_at(source.source, self._end, min(_dictionary_header(first), left))
        end = self._end
        try:
            if not more:
                raise error
            self._end += len(more)
            self._check(data + more if data else b"")
        except ChunkError:
            self._end = end
            raise ChunkError(f"{self._name}: {error.what}", error.offset) from error
        return more if data else b""

    def _check_offsets(self) -> None:
        """Writers say 0 for a kind of page that there is not."""
        for offset, what in (
            (self._meta.data_page_offset, "data page"),
            (self._meta.dictionary_page_offset, "dictionary page"),
            (self._meta.index_page_offset, "index page"),
        ):
            if offset and self._pages and not self._pages.has(offset):
                raise self._refusal(f"its {what} at {offset:,} is none of its pages")

    def _refusal(self, what: str) -> PlacementRefusedError:
        return PlacementRefusedError(f"{self._name}: {what}")


def _crc_of(page: PlacedPage, read: ReadAt) -> int:
    crc, at = 0, page.start
    while at < page.end:
        data = read(at, min(STEP, page.end - at))
        if not data:
            raise ChunkError("the file ends before it should", at)
        crc = crc32(data, crc)
        at += len(data)
    return crc


def _dictionary_header(data: bytes) -> int:
    """Its length; 0 where the first page is none."""
    if (decoded := decode_or_none(PageHeader, data)) is None:
        return 0
    header, start = decoded
    return start if header.type == PageType.DICTIONARY_PAGE else 0
