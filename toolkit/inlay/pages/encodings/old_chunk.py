"""The old encoding of a chunk, held against the CRC that the extension has of it."""

from __future__ import annotations

from inlay.ground.files.source import Seekable, read_at
from inlay.pages.encodings.errors import BothDamagedError
from inlay.pages.engine.chunk_metadata import locate_pages
from inlay.pages.engine.errors import ChunkError
from inlay.pages.engine.sink import STEP
from inlay_runtime.crc import crc32
from parquet_format.encoding import Original
from parquet_format.parquet import ColumnMetaData


class OldChunk:
    """The pages as they lie, for where the new encoding is not to be had; nothing of them before all match the CRC."""

    def __init__(
        self, file: Seekable, meta: ColumnMetaData, original: Original, place: str
    ) -> None:
        self._file = file
        self._start, end = locate_pages(meta)
        self._original = original
        self._place = place
        self._is_checked = False
        self.size = max(end - self._start, 0)

    def read(self, start: int, end: int) -> bytes:
        if not self._is_checked and not is_original(
            self._file, self._start, self.size, self._original
        ):
            what = "the new encoding cannot be used, and the old one does not match its CRC"
            raise BothDamagedError(f"{self._place}: {what}, at offset {self._start:,}")
        self._is_checked = True
        return read_at(self._file, self._start + start, end - start)


def read_original_pages(file: Seekable, meta: ColumnMetaData, original: Original) -> bytes:
    """The pages. Raises ChunkError for others than the new encoding was made from."""
    start, end = locate_pages(meta)
    chunk = read_at(file, start, end - start) if end - start == original.length else b""
    if len(chunk) != original.length or crc32(chunk) != original.crc:
        raise ChunkError("the old encoding does not match its CRC", start)
    return chunk


def is_original(file: Seekable, start: int, size: int, original: Original) -> bool:
    return size == original.length and crc_of(file, start, size) == original.crc


def crc_of(file: Seekable, start: int, size: int) -> int | None:
    """CRC-32 of a part of a file, read step by step; None where the file ends before."""
    crc = 0
    end = start + size
    while start < end:
        data = read_at(file, start, min(STEP, end - start))
        if not data:
            return None
        crc = crc32(data, crc)
        start += len(data)
    return crc
