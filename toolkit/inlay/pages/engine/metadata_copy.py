"""The copy of a chunk's metadata that some writers put behind its pages."""

from __future__ import annotations

from typing import Final

from inlay_runtime.attempt import decode_or_none
from parquet_format.parquet import ColumnChunk, ColumnMetaData

LONGEST_COPY: Final = 1 << 16
"""So many bytes are looked at for it."""


def find_copy(
    data: bytes, meta: ColumnMetaData
) -> tuple[type[ColumnMetaData | ColumnChunk], int] | None:
    """What the bytes behind the pages begin with, and its length: the metadata of the same column, or all that the footer says
    of the chunk. None for anything else."""
    if (decoded := decode_or_none(ColumnMetaData, data)) is not None:
        copy, length = decoded
        return (ColumnMetaData, length) if copy.path_in_schema == meta.path_in_schema else None
    if (of_chunk := decode_or_none(ColumnChunk, data)) is None:
        return None
    chunk, length = of_chunk
    copied = chunk.meta_data
    is_same = copied is not None and copied.path_in_schema == meta.path_in_schema
    return (ColumnChunk, length) if is_same else None
