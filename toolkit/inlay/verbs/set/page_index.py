"""A part of the page index of a chunk, which claims about its values are held against."""

from __future__ import annotations

from typing import TypeVar

from inlay.ground.files.source import Seekable, read_at
from inlay_runtime.errors import DecodeError
from parquet_format.parquet import ColumnChunk, ColumnIndex, OffsetIndex

Index = TypeVar("Index", ColumnIndex, OffsetIndex)


def read_index(
    cls: type[Index],
    chunk: ColumnChunk,
    offset: int | None,
    length: int | None,
    source: Seekable,
) -> Index | None:
    """None where there is none that can be read."""
    if not offset or not length or chunk.file_path is not None:
        return None
    try:
        return cls.decode(read_at(source, offset, length))
    except DecodeError:
        return None
