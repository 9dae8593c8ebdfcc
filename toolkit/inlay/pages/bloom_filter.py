"""The Bloom filter of a column chunk: split blocks of eight words, as parquet-format describes them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, NamedTuple

from inlay.pages.errors import ChunkError
from inlay.pages.range_reader import FileRange, RangeReader
from inlay.pages.xxh64 import hash_bytes
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
    """`bits` begin at `start` of the file."""

    header: BloomFilterHeader
    start: int

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
        header, length = BloomFilterHeader.decode_from(reader.read_some(offset, LONGEST_HEADER))
    except DecodeError as error:
        what = f"its Bloom filter has no header: {error.reason}"
        raise ChunkError(what, offset + error.offset) from error
    bloom = BloomFilter(header, offset + length)
    reader.require_inside(bloom.bits)
    return bloom


def may_contain(read: Callable[[FileRange], bytes], bloom: BloomFilter, value: bytes) -> bool:
    """Whether a value, in PLAIN without its length, may be in the chunk. Reads one block of a filter that `is_known`."""
    hashed = hash_bytes(value)
    number = ((hashed >> 32) * (bloom.header.numBytes // BLOCK)) >> 32
    block = read(FileRange(bloom.start + number * BLOCK, BLOCK, "Bloom filter"))
    key = hashed & 0xFFFF_FFFF
    for at, salt in enumerate(_SALT):
        word = int.from_bytes(block[4 * at : 4 * at + 4], "little")
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
