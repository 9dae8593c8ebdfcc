"""Small structs of the compact protocol by their fields, without a class for them: what describes packed arrays.

A reader of one column asks for a handful of numbers in a module of hundreds of kilobytes, and the binaries stay where they lie.
"""

from __future__ import annotations

from typing import Final, TypeAlias

from inlay_runtime import amounts
from inlay_runtime.compact.cursor import Cursor
from inlay_runtime.errors import DuplicateFieldError, InvalidValueError
from inlay_runtime.limits import Limits
from inlay_runtime.packed.bits import native_function
from inlay_runtime.wire_types import BINARY, FALSE, I8, I16, I32, I64, STRUCT, TRUE

native_fields = native_function("read_small_fields")

Place: TypeAlias = "tuple[int, int]"
"""Where a binary begins and ends."""

Fields: TypeAlias = "dict[int, int | Place | Fields]"

DEEPEST: Final = 16
_LONGEST: Final = {I16: (3, 16), I32: (5, 32), I64: (10, 64)}


def read_small_fields(buffer: bytes | memoryview, start: int, end: int) -> Fields:
    """The fields by id of the struct that is all of `start` to `end`: integers and booleans as numbers, binaries as where
    they lie, structs as their fields; lists, maps and doubles are passed over.

    Raises DecodeError where the bytes are not a whole struct, or end elsewhere, and for a field that comes twice.
    """
    if native_fields is not None:
        natively: Fields | None = native_fields(buffer, start, end)
        if natively is not None:
            return natively
    data = bytes(buffer[:end])  # so that nothing behind the end is seen
    cursor = Cursor(data, start, Limits(depth=DEEPEST, container=end, binary=end))
    fields = _fields(cursor)
    if cursor.position != end:
        raise InvalidValueError(
            f"{amounts.count(end - cursor.position, 'byte follows', 'bytes follow')} a struct",
            cursor.position,
        )
    return fields


def _fields(cursor: Cursor) -> Fields:
    fields: Fields = {}
    last_id = 0
    cursor.enter()
    while True:
        start = cursor.position
        wire_type, field_id = cursor.field_header(last_id)
        if not wire_type:
            break
        last_id = field_id
        value: int | Place | Fields
        if wire_type in (TRUE, FALSE):
            value = int(wire_type == TRUE)
        elif wire_type == I8:
            value = (cursor.byte() ^ 0x80) - 0x80
        elif wire_type in _LONGEST:
            value = cursor.integer(*_LONGEST[wire_type])
        elif wire_type == BINARY:
            value = cursor.sized(), cursor.position
        elif wire_type == STRUCT:
            value = _fields(cursor)
        else:
            cursor.skip(wire_type)
            continue
        if field_id in fields:
            raise DuplicateFieldError(f"field {field_id} comes twice", start)
        fields[field_id] = value
    cursor.depth -= 1
    return fields
