"""The values of a data page: a header, where each vector begins, and the vectors (AlpEncoding.md, Page Layout)."""

from __future__ import annotations

import struct
from array import array
from collections.abc import Sequence
from typing import Final

from inlay.encoding.alp.errors import AlpError
from inlay.encoding.alp.float_kind import FloatKind
from inlay.encoding.alp.parameters import VECTOR, Parameters, best_for
from inlay.encoding.alp.vector import VectorHeader, decode_vector, encode_vector, read_header

HEADER: Final = struct.Struct("<BBBi")
"""Compression mode, integer encoding, logarithm of the size of a vector, number of values."""

EMPTY: Final = HEADER.pack(0, 0, VECTOR.bit_length() - 1, 0)
"""The page of no values."""

_SMALLEST: Final = 3
_LARGEST: Final = 15


def encode_page(values: memoryview, preset: Sequence[Parameters], kind: FloatKind) -> bytes:
    """Values in PLAIN encoding, with those parameters of the preset that suit each vector best."""
    numbers = kind.numbers_in(values)
    vectors: list[bytes] = []
    for start in range(0, len(numbers), VECTOR):
        vector = numbers[start : start + VECTOR]
        vectors.append(encode_vector(vector, best_for(vector, preset, kind), kind))
    offsets = array("I")
    at = 4 * len(vectors)
    for encoded in vectors:
        offsets.append(at)
        at += len(encoded)
    header = HEADER.pack(0, 0, VECTOR.bit_length() - 1, len(numbers))
    return b"".join((header, struct.pack(f"<{len(offsets)}I", *offsets), *vectors))


def decode_page(data: memoryview, count: int, kind: FloatKind) -> bytes:
    """The `count` values of a page in PLAIN encoding. Raises AlpError; nothing is allocated before the sizes of all
    vectors are known to fit the page."""
    size, offsets = _read_head(data, count)
    starts = [HEADER.size + offset for offset in offsets]
    headers: list[VectorHeader] = []
    at = HEADER.size + 4 * len(offsets)
    for vector, start in enumerate(starts):
        if start != at:
            what = (
                f"the offset of a vector leads to byte {start:,}, and the one before ends at {at:,}"
            )
            raise AlpError(what, HEADER.size + 4 * vector, vector)
        many = min(size, count - vector * size)
        header = read_header(data, at, vector, many, kind)
        headers.append(header)
        at += header.size(many, kind)
    if at != len(data):
        raise AlpError(f"{len(data) - at:,} bytes follow the last vector", at)
    out = bytearray()
    for vector, (start, header) in enumerate(zip(starts, headers, strict=True)):
        many = min(size, count - vector * size)
        out += decode_vector(data, start, vector, many, header, kind).tobytes()
    return bytes(out)


def _read_head(data: memoryview, count: int) -> tuple[int, Sequence[int]]:
    """The size of a vector, and the offsets."""
    if len(data) < HEADER.size:
        raise AlpError(f"a page begins with {HEADER.size} bytes, {len(data)} are there", 0)
    mode, integers, logarithm, elements = HEADER.unpack_from(data)
    if mode:
        raise AlpError(f"compression mode {mode}, and only 0 (ALP) is known", 0)
    if integers:
        what = f"integer encoding {integers}, and only 0 (frame of reference, packed) is known"
        raise AlpError(what, 1)
    if not _SMALLEST <= logarithm <= _LARGEST:
        what = f"vectors of 2**{logarithm} numbers, and 2**{_SMALLEST} to 2**{_LARGEST} are allowed"
        raise AlpError(what, 2)
    if elements != count:
        raise AlpError(f"{elements:,} numbers, and the page has {count:,} values", 3)
    size = 1 << logarithm
    vectors = -(-count // size)
    if 4 * vectors > len(data) - HEADER.size:
        left = len(data) - HEADER.size
        raise AlpError(
            f"{vectors:,} offsets need {4 * vectors:,} bytes, {left:,} are left", HEADER.size
        )
    return size, struct.unpack_from(f"<{vectors}I", data, HEADER.size)
