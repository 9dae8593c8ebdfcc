"""A chunk of values of one width outside of lists, in a single native pass, if nothing about it is rare.

Pages are PLAIN or indexes into a dictionary; headers have no CRC; and the codec is one that is native here. Whatever else there is,
sound or not, is left to `dense_values`, which says of a chunk that is read here the same.
"""

from __future__ import annotations

from typing import Any, Final, NamedTuple

import pyarrow as pa

from inlay.pages.engine.codecs import Bytes
from inlay_runtime.core import load_native
from parquet_format.parquet import ColumnMetaData

_native: Any = load_native("inlay.pages.engine.native_plain_chunk")

MOST_BYTES: Final = 1 << 26
"""Of values, and of decompressed pages: memory that is asked for before a page is looked at."""


class PassedPage(NamedTuple):
    """A data page: its first value in the chunk, and how many are there. From `null_count` on, that is what its header says."""

    entries: int
    first: int
    present: int
    encoding: int
    null_count: int | None
    num_nulls: int | None
    num_rows: int | None
    min_value: bytes | None
    max_value: bytes | None
    min: bytes | None
    max: bytes | None


class PassedChunk(NamedTuple):
    """`values` are those that are there, `levels` how often each definition level is. The first data page is `data_at` in the chunk, behind
    the dictionary page where it has one."""

    values: pa.Buffer
    pages: list[PassedPage]
    levels: list[int]
    data_at: int

    @property
    def has_dictionary(self) -> bool:
        return self.data_at > 0


def read_plain_chunk(
    chunk: Bytes, meta: ColumnMetaData, width: int, highest: int
) -> PassedChunk | None:
    """`highest` is the definition level of a value. None for a chunk that is left alone."""
    size, whole = meta.num_values * width, meta.total_uncompressed_size
    if _native is None or not (0 <= size <= MOST_BYTES and 0 <= whole <= MOST_BYTES):
        return None
    values = pa.allocate_buffer(size)
    scratch = pa.allocate_buffer(whole)
    read = _native.read_plain_chunk(chunk, meta.codec, width, highest, values, scratch)
    if read is None:
        return None
    pages, levels, data_at = read
    return PassedChunk(values, list(map(PassedPage._make, pages)), levels, data_at)
