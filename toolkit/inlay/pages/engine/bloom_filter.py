"""The Bloom filter of a column chunk: split blocks of eight words, as parquet-format describes them."""

from __future__ import annotations

import struct
from collections.abc import Callable
from functools import lru_cache
from typing import Any, Final, NamedTuple

from inlay.pages.engine.errors import ChunkError
from inlay.pages.engine.range_reader import FileRange, RangeReader
from inlay_runtime.core import load_native
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

_USUAL_END: Final = b"\x1c\x1c\0\0" * 3 + b"\0"
"""Of a header: the only algorithm, hash and compression that there are."""

_USUAL_HEADER: Final = 32
"""Bytes in which it ends."""

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


_native: Any = load_native("inlay.pages.engine.native_pages")


class BloomFilter(NamedTuple):
    """`bits` begin at `start` of the file. `read` are those that came with the header: all or none. It `is_known` if algorithm, hash
    and compression are those that are understood here."""

    header: BloomFilterHeader
    start: int
    is_known: bool
    read: bytes = b""

    @property
    def bits(self) -> FileRange:
        return FileRange(self.start, self.header.numBytes, "Bloom filter")


def _is_known(header: BloomFilterHeader) -> bool:
    return (
        header.algorithm == BloomFilterAlgorithm.BLOCK
        and header.hash == BloomFilterHash.XXHASH
        and header.compression == BloomFilterCompression.UNCOMPRESSED
        and header.numBytes > 0
        and header.numBytes % BLOCK == 0
    )


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
    end = data.find(_USUAL_END, 0, _USUAL_HEADER) + len(_USUAL_END)
    header, length, is_known = _decode_alike(data[:end])
    if header is None or length != end:
        header, length = BloomFilterHeader.decode_from(data)
        is_known = _is_known(header)
    bits = data[length : length + header.numBytes] if header.numBytes > 0 else b""
    return BloomFilter(
        header, offset + length, is_known, bits if len(bits) == header.numBytes else b""
    )


@lru_cache(maxsize=64)
def _decode_alike(data: bytes) -> tuple[BloomFilterHeader | None, int, bool]:
    """The header that all these bytes are, its length, and whether it is known: most filters of a file have the same one."""
    try:
        header, length = BloomFilterHeader.decode_from(data)
    except DecodeError:
        return None, -1, False
    return header, length, _is_known(header)


def may_contain(read: Callable[[FileRange], bytes], bloom: BloomFilter, hashed: int) -> bool:
    """Whether a value, by the hash of its PLAIN bytes without their length, may be in the chunk. Of a filter that `is_known`, no more
    is read than one block."""
    block = bloom.read
    if not block:
        number = ((hashed >> 32) * (bloom.header.numBytes // BLOCK)) >> 32
        block = read(FileRange(bloom.start + number * BLOCK, BLOCK, "Bloom filter"))
    return has_bits(block, hashed)


def has_bits(blocks: bytes, hashed: int) -> bool:
    """Whether the block of a hash, among all of a filter or alone, has all of its bits."""
    contains: bool = (_has_bits if _native is None else _native.has_bits)(blocks, hashed)
    return contains


def _has_bits(blocks: bytes, hashed: int) -> bool:
    """Whether the block of a hash has all of its bits."""
    place = ((hashed >> 32) * (len(blocks) // BLOCK) >> 32) * BLOCK
    key = hashed & 0xFFFF_FFFF
    for word, salt in zip(_WORDS.unpack_from(blocks, place), _SALT, strict=True):
        if not word >> ((key * salt & 0xFFFF_FFFF) >> 27) & 1:
            return False
    return True


def add_bits(blocks: bytearray, hashed: int) -> None:
    """Sets those of a hash in its block, among all of a filter."""
    place = ((hashed >> 32) * (len(blocks) // BLOCK) >> 32) * BLOCK
    key = hashed & 0xFFFF_FFFF
    words = [
        word | 1 << ((key * salt & 0xFFFF_FFFF) >> 27)
        for word, salt in zip(_WORDS.unpack_from(blocks, place), _SALT, strict=True)
    ]
    _WORDS.pack_into(blocks, place, *words)


def count_bits(bits: bytes | bytearray) -> int:
    """How many are set."""
    if _native is not None:
        count: int = _native.count_bits(bits)
        return count
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
