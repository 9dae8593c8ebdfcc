"""Two files behind one another (`cat a b > c`): the footer is that of the second, and its offsets lead into the first."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from inlay.footers.footer.magic import PLAIN
from inlay.ground.files.source import Seekable, read_at
from inlay.verbs.verify.subjects import PlacedChunk
from inlay_runtime.errors import DecodeError
from inlay_runtime.finding import Finding
from parquet_format.parquet import ColumnMetaData, FileMetaData

_TAIL: Final = 8
"""Bytes of the length of a footer and its magic."""


def check_front(file: Seekable, last: int, offset: int) -> Iterator[Finding]:
    """Where a file begins of which the footer at `offset` is: as far before it as the last of what it leads to, which ends at `last`, lies behind the first
    magic. No more is read than the seam, and the footer before it."""
    start = offset - last
    if start < len(PLAIN) + _TAIL or start + len(PLAIN) > offset:
        return
    seam = read_at(file, start - _TAIL, _TAIL + len(PLAIN))
    length = int.from_bytes(seam[:4], "little")
    begin = start - _TAIL - length
    if bytes(seam[4:]) != PLAIN * 2 or begin < len(PLAIN):
        return
    try:
        _, end = FileMetaData.decode_from(read_at(file, begin, length))
    except DecodeError:
        return
    if end == length:
        what = f"another Parquet file ends at {start:,}, and the offsets of the footer lead into it: one was put behind the other"
        yield Finding("file-in-front", start, what)


def find_end(placed: PlacedChunk) -> int:
    """Of all that a chunk has in the file."""
    chunk, meta = placed.chunk, placed.meta
    end = max(
        (chunk.offset_index_offset or 0) + (chunk.offset_index_length or 0),
        (chunk.column_index_offset or 0) + (chunk.column_index_length or 0),
        len(PLAIN),
    )
    if meta is None:
        return end
    return max(
        end, find_extent(meta)[1], (meta.bloom_filter_offset or 0) + (meta.bloom_filter_length or 0)
    )


def find_extent(meta: ColumnMetaData) -> tuple[int, int]:
    """Where the pages of a chunk begin and end."""
    start, dictionary = meta.data_page_offset, meta.dictionary_page_offset
    if dictionary and (dictionary < start or not start):
        start = dictionary
    return start, start + meta.total_compressed_size
