"""How often each level is in a whole chunk: counted natively, a page at a time, of no more bytes than that takes.

Pages and levels are those that `level_reading` reads. What is rare, or damaged, is left to that, which says why: a page with a CRC, a codec
whose beginning nothing gives, levels that end too soon.
"""

from __future__ import annotations

from typing import Any, Final, NamedTuple

from inlay.pages.engine.chunk_metadata import locate_pages
from inlay.pages.engine.leaf import Leaf
from inlay.pages.engine.page_starts import find_start_codec
from inlay.pages.engine.walk import ReadAt
from inlay_runtime.core import load_native
from parquet_format.parquet import ColumnMetaData, CompressionCodec

_AT_LEAST: Final = 1 << 16
"""Bytes of a page that are read from a store where too few of them have come."""

_native: Any = load_native("inlay.pages.engine.native_levels")


class ChunkLevels(NamedTuple):
    """Of all data pages together."""

    data_pages: int
    entries: int
    repetitions: list[int]
    definitions: list[int]

    @property
    def rows(self) -> int:
        return self.repetitions[0]

    @property
    def values(self) -> int:
        """Without nulls."""
        return self.definitions[-1]


def count_chunk_levels(
    read: ReadAt, meta: ColumnMetaData, leaf: Leaf, *, is_remote: bool = False
) -> ChunkLevels | None:
    """None for a chunk that is left to `read_levels`, and for one whose pages hold another number of entries than it has. Of a file that
    `is_remote`, more bytes are read at fewer times."""
    if _native is None:
        return None
    begin = find_start_codec(meta.codec, is_remote=is_remote)
    if begin is None and meta.codec != CompressionCodec.UNCOMPRESSED:
        return None
    counted = _native.count_chunk(
        read,
        begin,
        _AT_LEAST if is_remote else 0,
        *locate_pages(meta),
        leaf.max_repetition,
        leaf.max_definition,
    )
    if counted is None or counted[1] != meta.num_values:
        return None
    return ChunkLevels._make(counted)
