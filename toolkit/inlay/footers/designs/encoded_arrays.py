"""`EncodedArray` and the plain binaries of the page-first footer: packed arrays whose widths lie before them."""

from __future__ import annotations

from collections.abc import Sequence

from inlay.footers.designs.array_fields import array_in_field
from inlay_runtime.compact.varint import unsigned
from inlay_runtime.errors import InvalidValueError, TruncatedError
from inlay_runtime.packed import (
    Fields,
    PackedArray,
    PackedBits,
    locate_bitmap,
    locate_entries,
    locate_positions,
    pack,
    pack_bytes,
    packed_bits,
    width_of,
)
from parquet_format.page_first_modules import ArrayEncoding, EncodedArray

_NUM_VALUES, _VALUES, _ENCODING, _PRESENCE = 1, 2, 3, 4


def pack_stream(values: Sequence[int]) -> bytes:
    """The width, then the values. ValueError for a negative one."""
    if min(values, default=0) < 0:
        raise ValueError(f"{min(values)} is negative, and packed arrays hold no sign")
    width = width_of(max(values, default=0))
    return bytes([width]) + pack(values, width)


def locate_stream(buffer: bytes | memoryview, start: int, end: int, count: int) -> PackedBits:
    """The stream of `count` values that is all of `start` to `end`. Raises DecodeError."""
    if start >= end:
        raise TruncatedError("the width of a packed array is missing", start)
    stream = packed_bits(buffer, start + 1, end, buffer[start], count)
    if stream.end != end:
        raise InvalidValueError(
            f"{end - stream.end} bytes follow the last packed value", stream.end
        )
    return stream


def encode_dense(values: Sequence[int]) -> EncodedArray:
    return EncodedArray(num_values=len(values), values=pack_stream(values))


def encode_sparse(domain: int, positions: Sequence[int], values: Sequence[int]) -> EncodedArray:
    return _encode(domain, positions, pack_stream(values))


def encode_sparse_bytes(domain: int, positions: Sequence[int], parts: list[bytes]) -> EncodedArray:
    data, width = pack_bytes(parts)
    return _encode(domain, positions, bytes([width]) + data)


def _encode(domain: int, positions: Sequence[int], values: bytes) -> EncodedArray:
    return EncodedArray(
        num_values=domain,
        values=values,
        encoding=ArrayEncoding.PRESENT_INDEX,
        presence=unsigned(len(positions)) + pack_stream(positions),
    )


def locate_encoded(
    buffer: bytes | memoryview, fields: Fields, field_id: int, count: int, *, is_bytes: bool = False
) -> PackedArray | None:
    """As `Locate` says."""
    page = array_in_field(fields, field_id, count, data=_VALUES, count=_NUM_VALUES)
    if page is None:
        return None
    inner, start, end, path = page
    if start >= end:
        raise TruncatedError("the width of a packed array is missing", start, path)
    width, presence = buffer[start], inner.get(_PRESENCE)
    encoding = inner.get(_ENCODING, int(ArrayEncoding.BITSET))
    if encoding == ArrayEncoding.PRESENT_INDEX and isinstance(presence, tuple):
        positions = _locate_presence(buffer, *presence, count)
        entries = locate_entries(buffer, start + 1, end, width, positions.length, is_bytes=is_bytes)
        return entries._replace(length=count, positions=positions)
    if encoding != ArrayEncoding.BITSET or not (presence is None or isinstance(presence, tuple)):
        raise InvalidValueError(f"encoding {encoding} without its presence", start, path)
    entries = locate_entries(buffer, start + 1, end, width, count, is_bytes=is_bytes)
    if presence is None:
        return entries
    if presence[1] - presence[0] != (count + 7) // 8:
        raise InvalidValueError(f"a bitmap that is not of {count} bits", presence[0], path)
    ones = locate_bitmap(buffer, presence[0], count)
    return entries._replace(num_present=ones, validity=presence[0])


def _locate_presence(buffer: bytes | memoryview, start: int, end: int, count: int) -> PackedBits:
    """A varint with the number of positions, their width, the positions."""
    present, at = 0, start
    while at < end and at - start < 5:
        present |= (buffer[at] & 0x7F) << 7 * (at - start)
        at += 1
        if buffer[at - 1] < 0x80:
            if at >= end:
                break
            positions = locate_positions(buffer, at + 1, end, buffer[at], present, count)
            if positions.end != end:
                raise InvalidValueError("bytes follow the positions", positions.end)
            return positions
    raise TruncatedError("the positions of an array are cut short", start)
