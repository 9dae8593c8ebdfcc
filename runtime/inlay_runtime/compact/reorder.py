"""Puts back into an encoded struct what its bytes held beyond the fields of the IDL."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Final, NamedTuple

from inlay_runtime.compact.cursor import Cursor, is_value
from inlay_runtime.compact.declared import ANOTHER_TYPE, is_same_element
from inlay_runtime.compact.spans import FieldSpan, field_header, find_field_spans, fold_extension
from inlay_runtime.errors import EncodeError
from inlay_runtime.extension import EXTENSION_ID
from inlay_runtime.limits import Limits
from inlay_runtime.remainder import Remainder, UnknownField
from inlay_runtime.wire_types import LIST, MAP, SET, STOP, name_of

_DEEPEST: Final = 128  # of what is kept as bytes
_ALWAYS_LONG: Final = EXTENSION_ID  # the header of an extension is never a delta


class _Piece(NamedTuple):
    field_id: int
    wire_id: int
    wire_type: int
    value: bytes


def merge_remainder(encoded: bytes, remainder: Remainder) -> bytes:
    """The struct `encoded` with unknown fields, field order and element types as `remainder` has them.

    Fields that the order does not name (they were added since) come in ascending order behind the
    others, before an extension. A field that was added since takes the place of the one of another type that
    was there.

    Raises EncodeError for an unknown field whose bytes are not a value.
    """
    spans = list(find_field_spans(_unlimited(encoded)))
    if not remainder.order and not remainder.unknown_fields and _are_in_place(spans):
        return _patch(encoded, spans, remainder.element_types)
    pieces = [
        _Piece(span.field_id, span.wire_id, span.wire_type, encoded[span.value : span.end])
        for span in spans
    ]
    pieces = [_with_element_types(piece, remainder.element_types) for piece in pieces]
    order = remainder.order or ()
    if order and order[-1] == EXTENSION_ID:
        order = order[:-1]  # what was last stays behind fields that were added since
    rank = {key: at for at, key in enumerate(order)}
    written = {piece.field_id for piece in pieces}
    ranked = [(_rank(rank, piece.field_id, ANOTHER_TYPE), piece) for piece in pieces]
    for field in remainder.unknown_fields:
        piece = _unknown_piece(field)
        was_beside = piece.field_id + ANOTHER_TYPE in rank and piece.field_id in rank
        if piece.field_id not in written or was_beside:
            ranked.append((_rank(rank, piece.field_id + ANOTHER_TYPE, -ANOTHER_TYPE), piece))
    ranked.sort(key=lambda entry: (entry[0], entry[1].field_id))
    out = bytearray()
    last_id = 0
    for _, piece in ranked:
        is_extension = piece.field_id == EXTENSION_ID
        header_last_id = _ALWAYS_LONG if is_extension else last_id
        out += field_header(piece.wire_id, piece.wire_type, header_last_id) + piece.value
        last_id = piece.wire_id
    out.append(STOP)
    return bytes(out)


def _are_in_place(spans: Sequence[FieldSpan]) -> bool:
    """Whether fields stay where they are, each with its header, where nothing is known of their order."""
    ids = [span.field_id for span in spans]
    return ids == sorted(ids) and EXTENSION_ID not in ids


def _patch(
    encoded: bytes, spans: Sequence[FieldSpan], element_types: Mapping[int, Mapping[int, int]]
) -> bytes:
    """With no more than the element types changed, as in each chunk that fastparquet writes."""
    patched = bytearray(encoded)
    for span in spans:
        if noted := element_types.get(span.field_id):
            value = encoded[span.value : span.end]
            patched[span.value : span.end] = _patch_types(value, span.wire_type, noted)
    return bytes(patched)


def _rank(rank: Mapping[int, int], key: int, other: int) -> int:
    """Where a field came: by its key or, if that did not come, by the one that is `other` more."""
    return rank.get(key, rank.get(key + other, len(rank)))


def _unknown_piece(field: UnknownField) -> _Piece:
    size = len(field.raw)
    if not is_value(field.raw, field.wire_type, Limits(_DEEPEST, size, size)):
        raise EncodeError(
            f"the bytes of field {field.field_id} are not a whole {name_of(field.wire_type)}"
        )
    field_id = fold_extension(field.field_id, field.wire_type)
    return _Piece(field_id, field.field_id, field.wire_type, field.raw)


def _with_element_types(piece: _Piece, element_types: Mapping[int, Mapping[int, int]]) -> _Piece:
    """The piece with the types that its containers were read with, where they still may have them."""
    noted = element_types.get(piece.field_id)
    if not noted:
        return piece
    return piece._replace(value=_patch_types(piece.value, piece.wire_type, noted))


def _patch_types(before: bytes, wire_type: int, noted: Mapping[int, int]) -> bytes:
    value = bytearray(before)
    for offset, is_map, size in _container_types(before, wire_type):
        types = noted.get(offset)
        if types is None:
            continue
        if is_map:
            may = is_same_element(types >> 4, value[offset] >> 4)
            may = may and is_same_element(types & 0x0F, value[offset] & 0x0F)
            value[offset] = types if may else value[offset]
        elif size == 0 or is_same_element(types, value[offset] & 0x0F):
            value[offset] = value[offset] & 0xF0 | types
    return bytes(value)


def _container_types(value: bytes, wire_type: int) -> Iterator[tuple[int, bool, int]]:
    """Where the containers of a value have their types: offset, whether it is a map, and size.

    Containers inside structs are left to the remainders of these.
    """
    cursor = _unlimited(value)
    waiting = [wire_type]
    while waiting:
        wire_type = waiting.pop()
        start = cursor.position
        if wire_type in (LIST, SET):
            size, element_type = cursor.list_header()
            yield start, False, size
            waiting += [element_type] * size
        elif wire_type == MAP:
            size, key_type, value_type = cursor.map_header()
            if size:
                yield cursor.position - 1, True, size
            waiting += [value_type, key_type] * size
        else:
            cursor.skip_element(wire_type)


def _unlimited(encoded: bytes) -> Cursor:
    """A cursor over bytes that were just written."""
    size = len(encoded) + 1
    return Cursor(encoded, limits=Limits(1 << 20, size, size), is_strict=False)
