"""The Bloom filter of a column chunk: split blocks of eight words, as parquet-format describes them."""

from __future__ import annotations

import struct
from collections.abc import Callable
from typing import Final, NamedTuple

from inlay.pages.engine.errors import ChunkError
from inlay.pages.engine.range_reader import FileRange, RangeReader
from inlay_runtime.errors import DecodeError
from parquet_format.parquet import (
    BloomFilterAlgorithm,
    BloomFilterCompression,
    BloomFilterHash,
    BloomFilterHeader,
    ColumnMetaData,
)

BLOCK: Final = 32
"""Bytes: eight words of 32 bits."""

LONGEST_HEADER: Final = 256
"""More than a header has."""

_SMALL: Final = 8 << 10
"""Bytes of a filter that comes with its header, for a second request takes longer."""

_WORDS: Final = struct.Struct("<8I")

_SALT: Final = (
    0x47B6137B,
    0x44974D91,
    0x8824AD5B,
    0xA2B7289D,
    0x705495C7,
    0x2DF1424B,
    0x9EFC4947,
    0x5C6BFB31,
)
"""By these eight odd numbers a hash chooses a bit in each word of its block (parquet-format, BloomFilter.md)."""


class BloomFilter(NamedTuple):
    """`bits` begin at `start` of the file. `read` are those that came with the header: all or none."""

    header: BloomFilterHeader
    start: int
    read: bytes = b""

    @property
    def is_known(self) -> bool:
        """Whether this algorithm, hash and compression are those that are understood here."""
        header = self.header
        return (
            header.algorithm == BloomFilterAlgorithm.BLOCK
            and header.hash == BloomFilterHash.XXHASH
            and header.compression == BloomFilterCompression.UNCOMPRESSED
            and header.numBytes > 0
            and header.numBytes % BLOCK == 0
        )

    @property
    def bits(self) -> FileRange:
        return FileRange(self.start, self.header.numBytes, "Bloom filter")


def read_bloom_filter(reader: RangeReader, meta: ColumnMetaData) -> BloomFilter | None:
    """The header of it; None for a chunk without one. Raises ChunkError for bytes that are none."""
    offset = meta.bloom_filter_offset
    if offset is None:
        return None
    reader.require_inside(FileRange(offset, 1, "Bloom filter"))
    try:
        bloom = take_bloom_filter(reader.read_some(offset, choose_first_read(meta)), offset)
    except DecodeError as error:
        what = f"its Bloom filter has no header: {error.reason}"
        raise ChunkError(what, offset + error.offset) from error
    reader.require_inside(bloom.bits)
    return bloom


def choose_first_read(meta: ColumnMetaData) -> int:
    """How many bytes from the beginning of a filter are read at once: its header, and all of a small one."""
    length = meta.bloom_filter_length or 0
    return max(length, LONGEST_HEADER) if length <= _SMALL else LONGEST_HEADER


def take_bloom_filter(data: bytes, offset: int) -> BloomFilter:
    """Of bytes from `offset` of the file, where it begins. Raises DecodeError."""
    header, length = BloomFilterHeader.decode_from(data)
    bits = data[length : length + header.numBytes] if header.numBytes > 0 else b""
    return BloomFilter(header, offset + length, bits if len(bits) == header.numBytes else b"")


def may_contain(read: Callable[[FileRange], bytes], bloom: BloomFilter, hashed: int) -> bool:
    """Whether a value, by the hash of its PLAIN bytes without their length, may be in the chunk. Of a filter that `is_known`, no more
    is read than one block."""
    number = ((hashed >> 32) * (bloom.header.numBytes // BLOCK)) >> 32
    place = number * BLOCK
    block = bloom.read[place : place + BLOCK] or read(
        FileRange(bloom.start + place, BLOCK, "Bloom filter")
    )
    key = hashed & 0xFFFF_FFFF
    for word, salt in zip(_WORDS.unpack(block), _SALT, strict=True):
        if not word >> ((key * salt & 0xFFFF_FFFF) >> 27) & 1:
            return False
    return True


def count_bits(bits: bytes) -> int:
    """How many are set."""
    return int.from_bytes(bits, "little").bit_count()


def estimate_false_positives(bits: bytes) -> float:
    """The share of values not in the filter that it takes for contained: by block, the product over its words."""
    words = memoryview(bits).cast("I")
    total = 0.0
    for start in range(0, len(words), 8):
        share = 1.0
        for word in words[start : start + 8]:
            share *= word.bit_count() / 32
        total += share
    return total * 8 / len(words) if len(words) else 0.0
