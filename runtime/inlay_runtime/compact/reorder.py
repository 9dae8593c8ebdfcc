"""Puts back into an encoded struct what its bytes held beyond the fields of the IDL."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, NamedTuple

from inlay_runtime.compact.cursor import Cursor
from inlay_runtime.compact.spans import field_header, field_spans
from inlay_runtime.compact.wire_types import BOOL, FALSE, I16, I32, I64, LIST, SET, STOP
from inlay_runtime.extension import EXTENSION_ID
from inlay_runtime.limits import Limits
from inlay_runtime.remainder import Remainder

_VARINTS: Final = (I16, I32, I64)


class _Piece(NamedTuple):
    field_id: int
    wire_id: int
    wire_type: int
    value: bytes


def merge_remainder(encoded: bytes, remainder: Remainder) -> bytes:
    """The struct `encoded` with unknown fields, field order and element types as `remainder` has them.

    Fields that the order does not name (they were added since) come in ascending order behind the
    others, before an extension.
    """
    sizes = len(encoded) + 1
    limits = Limits(depth=1 << 20, container=sizes, binary=sizes)
    pieces = [
        _Piece(span.field_id, span.wire_id, span.wire_type, encoded[span.value : span.end])
        for span in field_spans(Cursor(encoded, limits=limits))
    ]
    pieces = [_with_element_type(piece, remainder.element_types) for piece in pieces]
    pieces += [
        _Piece(field.field_id, field.field_id, field.wire_type, field.raw)
        for field in remainder.unknown_fields
    ]
    order = remainder.order or ()
    if order and order[-1] == EXTENSION_ID:
        order = order[:-1]  # what was last stays behind fields that were added since
    rank = {field_id: at for at, field_id in enumerate(order)}
    pieces.sort(key=lambda piece: (rank.get(piece.field_id, len(rank)), piece.field_id))
    out = bytearray()
    last_id = 0
    for piece in pieces:
        out += field_header(piece.wire_id, piece.wire_type, last_id) + piece.value
        last_id = piece.wire_id
    out.append(STOP)
    return bytes(out)


def _with_element_type(piece: _Piece, element_types: Mapping[int, int]) -> _Piece:
    """The piece with the element type that its list was read with, where it still may have it."""
    element_type = element_types.get(piece.field_id)
    if element_type is None or piece.wire_type not in (LIST, SET):
        return piece
    header = piece.value[0]
    is_empty = header < 0x10
    if not is_empty and not (_may_replace(header & 0x0F, element_type)):
        return piece
    return piece._replace(value=bytes([header & 0xF0 | element_type]) + piece.value[1:])


def _may_replace(written: int, read: int) -> bool:
    """Whether elements written as one type are the same bytes as the type that was read."""
    if written == BOOL:
        return read == FALSE
    return written in _VARINTS and read in _VARINTS
