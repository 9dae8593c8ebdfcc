"""Bloom filters against values: every value of a chunk is in its filter.

How large a filter is, and how often it is wrong, is for `inlay lint`.
"""

from __future__ import annotations

from typing import Final

from inlay.ground.wording.amounts import count
from inlay.pages.engine.bloom_filter import BLOCK
from inlay.pages.engine.bloom_pass import AbsentValue
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
    piece = min(_PIECE, size - start)

    def read() -> bytes:
        return bloom.read[start : start + piece] or chunk.read(bloom.start + start, piece)

    return AbsentValue(read, start // BLOCK, size // BLOCK) if piece > 0 else None


CHUNKS: Final[tuple[Check[AuditedChunk], ...]] = (
    Check(
        "value-bloom",
        "meta_data.bloom_filter_offset",
        "a Bloom filter has every value of its chunk",
        check_bloom_filter,
    ),
)
