"""A Bloom filter of many values. `blooms.pxi` sets the bits; Python does the same where it is not built."""

from __future__ import annotations

import struct
from collections.abc import Sequence
from functools import lru_cache
from math import ceil, log
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from inlay.ground.values.extremes import read_raw
from inlay.pages.engine.bloom_filter import BLOCK, add_bits, count_bits
from inlay.pages.engine.bloom_size import estimate_held
from inlay.pages.engine.xxh64 import hash_bytes
from inlay_runtime.core import load_native
from parquet_format.parquet import (
    BloomFilterAlgorithm,
    BloomFilterCompression,
    BloomFilterHash,
    BloomFilterHeader,
)

if TYPE_CHECKING:
    import pyarrow as pa

_native: Any = load_native("inlay.pages.engine.native_pages")

LARGEST_FILTER: Final = 128 << 20
"""Bytes: what Arrow writes and reads at most."""


def build_bloom_filter(values: pa.ChunkedArray[Any], false_positives: float) -> bytes:
    """A filter with its header, of physical values without nulls, no booleans; of a dictionary those that are used.

    It is as large as the number of distinct values needs for this share of false positives, rounded up to a power of two, as Arrow
    makes it: one of all values is folded, for the bits that are set tell how many differ. Readers differ in which zero and which NaN
    they ask for: where there is one, the filter has both zeros, and both quiet NaNs.
    """
    arrays = _list_arrays(values)
    count = sum(map(len, arrays))
    bits = bytearray(choose_size(count, false_positives))
    for array in arrays:
        _add(array, bits)
    return _finish(bits, count, false_positives)


def build_filter_of_numbers(
    values: bytes, width: int, is_float: bool, false_positives: float
) -> bytes:
    """The same of numbers of this width that lie behind each other, where the native core is."""
    has_zero, has_nan = _native.find_odd_reals(values, width) if is_float else (False, False)
    added = _pack_odd("<f" if width == _SINGLE else "<d", has_zero, has_nan)
    count, more = len(values) // width, len(added) // width
    bits = bytearray(choose_size(count + more, false_positives))
    _native.add_values(values, None, width, 0, count, bits)
    _native.add_values(added, None, width, 0, more, bits)
    return _finish(bits, count + more, false_positives)


class HeldNumbers(NamedTuple):
    """`values` are numbers of this width that lie behind each other."""

    values: bytes
    width: int
    is_float: bool


def build_filters_of_numbers(held: Sequence[HeldNumbers], false_positives: float) -> list[bytes]:
    """The same of many: those of few numbers, which have one block, are built together."""
    are_few = [_fits_a_block(it, false_positives) for it in held]
    few = [it for it, is_few in zip(held, are_few, strict=True) if is_few]
    blocks = iter(_native.build_blocks(few, _encode_header(BLOCK)))
    return [
        next(blocks) if is_few else build_filter_of_numbers(*it, false_positives)
        for it, is_few in zip(held, are_few, strict=True)
    ]


def _fits_a_block(numbers: HeldNumbers, false_positives: float) -> bool:
    """With all that may be added to them."""
    count = len(numbers.values) // numbers.width + _MOST_ODD
    return choose_size(count, false_positives) == BLOCK


def _finish(bits: bytearray, count: int, false_positives: float) -> bytes:
    """Of so many values, with a header."""
    held = min(estimate_held(len(bits), count_bits(bits)), count)
    size = choose_size(held, false_positives)
    if size < len(bits):
        _fold(bits, len(bits) // size)
    return _encode_header(len(bits)) + bits


@lru_cache(maxsize=64)
def _encode_header(size: int) -> bytes:
    return BloomFilterHeader(
        numBytes=size,
        algorithm=BloomFilterAlgorithm.BLOCK,
        hash=BloomFilterHash.XXHASH,
        compression=BloomFilterCompression.UNCOMPRESSED,
    ).encode()


@lru_cache(maxsize=256)
def choose_size(distinct: float, false_positives: float) -> int:
    """Bytes. Eight bits of a value are set, one in each word of its block (Putze, Sanders and Singler, 2007)."""
    bits = -8 * distinct / log(1 - false_positives ** (1 / 8))
    needed = max(ceil(bits / 8), BLOCK)
    return min(1 << (needed - 1).bit_length(), LARGEST_FILTER)


def _fold(bits: bytearray, by: int) -> None:
    size = len(bits) // by
    if _native is not None:
        _native.fold_blocks(bits, by)
    else:
        for start in range(0, size, BLOCK):
            blocks = bits[start * by : (start + BLOCK) * by]
            whole = 0
            for at in range(0, len(blocks), BLOCK):
                whole |= int.from_bytes(blocks[at : at + BLOCK], "little")
            bits[start : start + BLOCK] = whole.to_bytes(BLOCK, "little")
    del bits[size:]


def _list_arrays(values: pa.ChunkedArray[Any]) -> list[Any]:
    """The values, those of a dictionary once, and what is added to them."""
    import pyarrow as pa
    from pyarrow import compute

    pc: Any = compute
    pieces: list[Any] = values.chunks
    if pa.types.is_dictionary(values.type):
        return [it.dictionary.take(pc.unique(it.indices)) for it in pieces]
    if not pa.types.is_floating(values.type):
        return pieces
    raw = _pack_odd(
        "<f" if values.type == pa.float32() else "<d",
        pc.any(pc.equal(values, 0)).as_py(),
        pc.any(pc.is_nan(values)).as_py(),
    )
    more = len(raw) // values.type.byte_width
    added = pa.Array.from_buffers(values.type, more, [None, pa.py_buffer(raw)])
    return [*pieces, added]


def _pack_odd(format_: str, has_zero: bool, has_nan: bool) -> bytes:
    """What is added to floating-point numbers."""
    more: list[float] = [*([0.0, -0.0] if has_zero else []), *(_QUIET_NANS if has_nan else [])]
    return b"".join(struct.pack(format_, value) for value in more)


_SINGLE: Final = 4
"""Bytes of a number of single precision."""

_MOST_ODD: Final = 4
"""Both zeros and both NaNs."""

_QUIET_NANS: Final = (float("nan"), -float("nan"))
"""The bits that a NaN has in most programs, and those that a division of zeros gives."""


def _add(array: Any, bits: bytearray) -> None:
    import pyarrow as pa

    if _native is None or not len(array):
        _add_slowly(array, bits)
    elif pa.types.is_binary(array.type):
        _, offsets, data = array.buffers()
        _native.add_values(data or b"", offsets, 1, array.offset, len(array), bits)
    else:
        data, width = array.buffers()[1], array.type.byte_width
        _native.add_values(data, None, width, array.offset, len(array), bits)


def _add_slowly(array: Any, bits: bytearray) -> None:
    raw_at = read_raw(array)
    for at in range(len(array)):
        add_bits(bits, hash_bytes(raw_at(at)))
