"""Bloom filters against values: every value of a chunk is in its filter; and how large it is for those that are in it."""

from __future__ import annotations

from functools import partial
from typing import Final

from inlay.ground.wording.amounts import count
from inlay.pages.engine.bloom_filter import BLOCK, BloomFilter, count_bits
from inlay.pages.engine.bloom_pass import AbsentValue
from inlay.pages.engine.bloom_size import (
    MOST_BY_MISTAKE,
    PLENTY,
    estimate_held,
    estimate_mistakes,
    is_too_large,
)
from inlay.verbs.verify.check import Check
from inlay.verbs.verify.statistics import format_bound
from inlay.verbs.verify.values.audited import AuditedChunk
from parquet_format.parquet import Type

_PIECE: Final = 8 << 20
"""Bytes of a filter that are held at once: for more, values are hashed again."""


def check_bloom_filter(chunk: AuditedChunk) -> str | None:
    """Not of booleans, of which no page says which bytes are hashed."""
    bloom = chunk.bloom
    if bloom is None:
        return None
    if not bloom.is_known:
        chunk.leave_out("its Bloom filter is of a kind that is not known here")
        return None
    if chunk.meta.type == Type.BOOLEAN:
        chunk.leave_out(
            "its Bloom filter is of booleans, and the format does not say what is hashed"
        )
        return None
    size = bloom.header.numBytes
    for start in range(0, size, _PIECE):
        look = look_for_absent(chunk, start)
        if look is None:
            return None
        looked_for = chunk.values.find(look)
        looked_for.forget_blocks()
        if looked_for.absent is not None:
            shown = format_bound(looked_for.absent, chunk.element)
            return f"a filter of {count(size, 'byte')}, and it does not have a value of the chunk: {shown}"
    return None


def look_for_absent(chunk: AuditedChunk, start: int = 0) -> AbsentValue | None:
    """In the piece of the filter that begins at the byte `start` of it."""
    bloom = chunk.bloom
    if bloom is None or not bloom.is_known or chunk.meta.type == Type.BOOLEAN:
        return None
    size = bloom.header.numBytes
    read = partial(_read_piece, chunk, bloom, start)
    return AbsentValue(read, start // BLOCK, size // BLOCK) if start < size else None


def _read_piece(chunk: AuditedChunk, bloom: BloomFilter, start: int) -> bytes:
    piece = min(_PIECE, bloom.header.numBytes - start)
    return bloom.read[start : start + piece] or chunk.read(bloom.start + start, piece)


def check_bloom_size(chunk: AuditedChunk) -> str | None:
    """By the bits that are set: so many values are in it, but no more than there are."""
    bloom = chunk.bloom
    if bloom is None or not bloom.is_known or not chunk.is_whole or not chunk.meta.num_values:
        return None
    if chunk.meta.type == Type.BOOLEAN:
        return None
    size = bloom.header.numBytes
    bits_set = sum(count_bits(_read_piece(chunk, bloom, start)) for start in range(0, size, _PIECE))
    added = estimate_held(size, bits_set)
    held = round(min(added, chunk.values.count))
    filter_of = f"a filter of {count(size, 'byte')} for {count(held, 'distinct value')}"
    if is_too_large(size, held):
        plenty = f"{count(8 * size // max(held, 1), 'bit')} a value, where {PLENTY} are plenty"
        return f"{filter_of}: {plenty}, and readers read it whole"
    share = estimate_mistakes(size, added)
    if share > MOST_BY_MISTAKE:
        return (
            f"{filter_of}: it takes {share:.0%} of those that are not in the chunk for values of it"
        )
    return None


CHUNKS: Final[tuple[Check[AuditedChunk], ...]] = (
    Check(
        "value-bloom",
        "meta_data.bloom_filter_offset",
        "a Bloom filter has every value of its chunk",
        check_bloom_filter,
    ),
    Check(
        "value-bloom-size",
        "meta_data.bloom_filter_offset",
        "a Bloom filter is as large as its values need",
        check_bloom_size,
    ),
)
