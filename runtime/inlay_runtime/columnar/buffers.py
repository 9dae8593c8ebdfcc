"""Columns as flat buffers, in the layout of Arrow's columnar format.

- `validity`: a bitmap, least significant bit first; None where nothing is null.
- `values`: little-endian numbers of the kind's width, a bitmap for booleans, 16 bytes each for UUIDs;
  for strings and binaries the bytes of all of them. What a null has there means nothing.
- `offsets`: int32, one more than there are rows: where each string, binary or list begins and ends.
- `items`: the column of the elements of all lists.
"""

from __future__ import annotations

import struct
import sys
from array import array
from collections.abc import Mapping, Sequence
from itertools import accumulate
from typing import TYPE_CHECKING, Any, Final, TypeAlias

from inlay_runtime.columnar.plan import Kind
from inlay_runtime.text import bytes_of

if TYPE_CHECKING:
    from inlay_runtime.errors import DecodeError

Buffer: TypeAlias = "bytes | memoryview"

MOST_BYTES: Final = 2**31 - 1
"""What offsets can count."""

_CODES: Final = {Kind.I8: "b", Kind.I16: "h", Kind.I32: "i", Kind.I64: "q", Kind.DOUBLE: "d"}


class ExtractedColumn:
    """`kind` is what the values are, or the elements of the lists where `items` is not None."""

    __slots__ = ("items", "kind", "length", "null_count", "offsets", "validity", "values")

    def __init__(
        self,
        kind: Kind,
        length: int,
        null_count: int = 0,
        *,
        validity: Buffer | None = None,
        values: Buffer = b"",
        offsets: Buffer | None = None,
        items: ExtractedColumn | None = None,
    ) -> None:
        self.kind = kind
        self.length = length
        self.null_count = null_count
        self.validity = validity
        self.values = values
        self.offsets = offsets
        self.items = items


class ExtractedTable:
    """`ordinals` say where each row is from: the struct's position among those that were given, then
    the position in each list on the way to the row."""

    __slots__ = ("columns", "ordinals", "rows")

    def __init__(
        self, rows: int, ordinals: Sequence[ExtractedColumn], columns: Mapping[str, ExtractedColumn]
    ) -> None:
        self.rows = rows
        self.ordinals = ordinals
        self.columns = columns


class Extraction:
    """The tables by the path of their rows; and, by position, what is wrong with those structs that
    could not be decoded, of which no table has a row."""

    __slots__ = ("errors", "tables")

    def __init__(
        self, tables: Mapping[str, ExtractedTable], errors: Mapping[int, DecodeError]
    ) -> None:
        self.tables = tables
        self.errors = errors


def flatten(kind: Kind, values: Sequence[Any], lists: int = 0) -> ExtractedColumn:
    """The column of these values, with None for null; below `lists` levels of lists."""
    null_count = sum(value is None for value in values)
    validity = bitmap([value is not None for value in values]) if null_count else None
    length = len(values)
    if lists:
        items = flatten(kind, [item for value in values for item in value or ()], lists - 1)
        offsets = _offsets([len(value or ()) for value in values])
        return ExtractedColumn(
            kind, length, null_count, validity=validity, offsets=offsets, items=items
        )
    if kind is Kind.STRING or kind is Kind.BINARY:
        parts = [bytes_of(value) if isinstance(value, str) else value or b"" for value in values]
        offsets, data = _offsets(list(map(len, parts))), b"".join(parts)
        return ExtractedColumn(
            kind, length, null_count, validity=validity, values=data, offsets=offsets
        )
    return ExtractedColumn(
        kind, length, null_count, validity=validity, values=_numbers(kind, values)
    )


def _numbers(kind: Kind, values: Sequence[Any]) -> bytes:
    if kind is Kind.BOOL:
        return bitmap([bool(value) for value in values])
    if kind is Kind.UUID:
        return b"".join(bytes(16) if value is None else value.bytes for value in values)
    return struct.pack(
        f"<{len(values)}{_CODES[kind]}", *[0 if value is None else value for value in values]
    )


def bitmap(bits: Sequence[bool]) -> bytes:
    packed = bytearray((len(bits) + 7) // 8)
    for at, bit in enumerate(bits):
        if bit:
            packed[at >> 3] |= 1 << (at & 7)
    return bytes(packed)


def _offsets(sizes: Sequence[int]) -> bytes:
    offsets = array("i", accumulate(sizes, initial=0))
    if sys.byteorder == "big":
        offsets.byteswap()
    return offsets.tobytes()
