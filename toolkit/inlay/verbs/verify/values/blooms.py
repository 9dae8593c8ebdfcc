"""Bloom filters against values: every value of a chunk is in its filter.

How large a filter is, and how often it is wrong, is for `inlay lint`.
"""

from __future__ import annotations

from typing import Final

from inlay.ground.wording.amounts import count
from inlay.pages.engine.bloom_filter import (
    BLOCK,
    BloomFilter,
    choose_first_read,
    take_bloom_filter,
)
from inlay.pages.engine.bloom_pass import find_absent
from inlay.verbs.verify.check import Check
from inlay.verbs.verify.statistics import format_bound
from inlay.verbs.verify.values.audited import AuditedChunk
from inlay_runtime.errors import DecodeError
from parquet_format.parquet import Type

_FIRST: Final = 4
_PIECE: Final = 16 << 20
"""Bytes of a filter that are held at once: for more, values are hashed again."""


def check_bloom_filter(chunk: AuditedChunk) -> str | None:
    """Not of booleans, of which no page says which bytes are hashed."""
    bloom = read_bloom(chunk)
    if bloom is None:
        return None
    if not bloom.is_known:
        chunk.leave_out("its Bloom filter is of a kind that is not known here")
        return None
    if chunk.meta.type == Type.BOOLEAN:
        return None
    size = bloom.header.numBytes
    for start in range(0, size, _PIECE):
        piece = min(_PIECE, size - start)
        blocks = bloom.read[start : start + piece] or chunk.read(bloom.start + start, piece)
        absent = find_absent(chunk.dense.values, blocks, start // BLOCK, size // BLOCK)
        if absent is not None:
            shown = format_bound(absent, chunk.element)
            return f"a filter of {count(size, 'byte')}, and it does not have a value of the chunk: {shown}"
    return None


def read_bloom(chunk: AuditedChunk) -> BloomFilter | None:
    """None where the level `data` finds that there is none."""
    offset, body = chunk.meta.bloom_filter_offset, chunk.placed.body
    if offset is None or not _FIRST <= offset < body:
        return None
    head = chunk.read(offset, min(choose_first_read(chunk.meta), body - offset))
    try:
        bloom = take_bloom_filter(head, offset)
    except DecodeError:
        return None
    size = bloom.header.numBytes
    return bloom if size >= 0 and bloom.start + size <= body else None


CHUNKS: Final[tuple[Check[AuditedChunk], ...]] = (
    Check(
        "value-bloom",
        "meta_data.bloom_filter_offset",
        "a Bloom filter has every value of its chunk",
        check_bloom_filter,
    ),
)
