"""One row per Bloom filter; its bits are read only where a column needs them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from inlay.pages.engine.bloom_filter import count_bits, estimate_false_positives, read_bloom_filter
from inlay.pages.engine.chosen_chunks import ChosenChunk
from inlay.pages.engine.range_reader import RangeReader


def list_bloom_rows(
    reader: RangeReader, chosen: ChosenChunk, *, with_bits: bool
) -> Iterator[dict[str, Any]]:
    """One row, or none. Raises ChunkError."""
    bloom = read_bloom_filter(reader, chosen.meta)
    if bloom is None:
        return
    header, offset = bloom.header, chosen.meta.bloom_filter_offset or 0
    bits = None
    if with_bits and bloom.is_known:
        reader.charge([bloom.bits])
        bits = reader.read(bloom.bits)
    yield {
        "bloom_filter_offset": offset,
        "bloom_filter_length": bloom.start + header.numBytes - offset,
        "header_length": bloom.start - offset,
        "num_bytes": header.numBytes,
        "algorithm": header.algorithm.name,
        "hash": header.hash.name,
        "compression": header.compression.name,
        "bits_set": count_bits(bits) if bits is not None else None,
        "false_positive_rate": estimate_false_positives(bits) if bits is not None else None,
    }
