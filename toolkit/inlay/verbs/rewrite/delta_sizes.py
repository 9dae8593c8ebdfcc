"""Sizes of values that pyarrow gets wrong: of DELTA_BYTE_ARRAY pages it leaves out each value without a suffix in what parquet.thrift
calls `unencoded_byte_array_data_bytes` (SizeStatistics, OffsetIndex). They do not reach the new file; `inlay index add --what sizes` counts
them, which it does for chunks without any size statistics.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import IO

from inlay.changes.rewrite.errors import RewriteError
from inlay.ground.files.source import read_at
from inlay.pages.engine.chunk_metadata import metadata_of
from parquet_format.parquet import ColumnChunk, Encoding, OffsetIndex, RowGroup, Type


def leave_out_delta_sizes(file: IO[bytes], row_groups: Sequence[RowGroup], end: int) -> int:
    """Changes the chunks, and the offset indexes at the `end` of what is before the footer of pyarrow's file; where they end now, in bytes.

    Raises RewriteError if something else lies there.
    """
    chunks = [chunk for group in row_groups for chunk in group.columns]
    if not any(_has_delta_sizes(chunk) for chunk in chunks):
        return end
    for chunk in filter(_has_delta_sizes, chunks):
        metadata_of(chunk).size_statistics = None
    indexed = sorted((it for it in chunks if it.offset_index_offset), key=_place)
    raw = [read_at(file, _place(chunk), chunk.offset_index_length or 0) for chunk in indexed]
    start = end - sum(map(len, raw))
    if indexed and _place(indexed[0]) != start:
        raise RewriteError("pyarrow wrote something else behind the offset indexes")
    file.seek(start)
    for chunk, index in zip(indexed, raw, strict=True):
        kept = index
        if _has_delta_sizes(chunk):
            kept = OffsetIndex.decode(index).replace(unencoded_byte_array_data_bytes=None).encode()
        chunk.offset_index_offset, chunk.offset_index_length = file.tell(), len(kept)
        file.write(kept)
    return file.tell()


def _has_delta_sizes(chunk: ColumnChunk) -> bool:
    meta = metadata_of(chunk)
    return meta.type == Type.BYTE_ARRAY and Encoding.DELTA_BYTE_ARRAY in meta.encodings


def _place(chunk: ColumnChunk) -> int:
    return chunk.offset_index_offset or 0
