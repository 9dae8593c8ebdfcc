"""Walks the field headers of one struct, from the front, without decoding a value.

A search from the back could be fooled by bytes inside a payload.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final, NamedTuple

from inlay_runtime.compact.cursor import Cursor
from inlay_runtime.compact.varint import unsigned, zigzag
from inlay_runtime.core import load_native
from inlay_runtime.extension import EXTENSION_ID, SPEC_WIRE_ID, Header
from inlay_runtime.limits import Limits
from inlay_runtime.wire_types import BINARY, STOP

NO_EXTENSION: Final = EXTENSION_ID + 1
DEEPEST: Final = 128
"""Structs in each other that are passed over natively, whatever the limit: those take the C stack."""

_MOST: Final = (1 << 63) - 1


class FieldSpan(NamedTuple):
    """Where a field lies: its header from `start`, its value from `value` to `end`."""

    wire_id: int
    wire_type: int
    start: int
    value: int
    end: int

    @property
    def is_extension(self) -> bool:
        return self.field_id == EXTENSION_ID

    @property
    def field_id(self) -> int:
        """The id, with both spellings of an extension folded into one."""
        return fold_extension(self.wire_id, self.wire_type)

    @property
    def header(self) -> Header:
        """The spelling of an extension's header."""
        return Header.SPEC if self.wire_id == SPEC_WIRE_ID else Header.ZIGZAG


def _find_native() -> Callable[..., Any] | None:
    compiled = load_native("inlay_runtime.native.compact")
    return None if compiled is None else compiled.find_field_spans


native_spans: Callable[..., Any] | None = _find_native()
"""Gives None for what is left to Python."""


def fold_extension(wire_id: int, wire_type: int) -> int:
    """The id by which a field is known: 32767 for an extension in either spelling.

    A field 32767 that is not binary is not an extension; it is known by an id that nothing else can have.
    """
    if wire_type == BINARY and wire_id in (EXTENSION_ID, SPEC_WIRE_ID):
        return EXTENSION_ID
    return NO_EXTENSION if wire_id == EXTENSION_ID else wire_id


def find_field_spans(cursor: Cursor) -> list[FieldSpan]:
    """The fields of the struct at the cursor, which ends up behind its stop byte.

    Raises DecodeError where the bytes are not a whole struct.
    """
    natively = _natively(cursor)
    if natively is not None:
        cursor.position = natively[1]
        return natively[0]
    spans: list[FieldSpan] = []
    wire_id = 0
    cursor.enter()
    while (span := _next_span(cursor, wire_id)).wire_type:
        wire_id = span.wire_id
        spans.append(span)
    cursor.depth -= 1
    return spans


def _natively(cursor: Cursor) -> tuple[list[FieldSpan], int] | None:
    """The same and where the struct ends; None for what is left to Python."""
    # What is taken strictly is taken alike by a cursor that is not.
    if native_spans is None or type(cursor.buffer) is not bytes:
        return None
    limits = cursor.limits
    left = min(limits.depth, DEEPEST) - cursor.depth
    container, binary = min(limits.container, _MOST), min(limits.binary, _MOST)
    spans: tuple[list[FieldSpan], int] | None = native_spans(
        cursor.buffer, cursor.position, left, container, binary, FieldSpan._make
    )
    return spans


def _next_span(cursor: Cursor, last_id: int) -> FieldSpan:
    """The next field, or the stop byte as a field of wire type 0."""
    start = cursor.position
    wire_type, wire_id = cursor.field_header(last_id)
    if wire_type == STOP:
        return FieldSpan(0, STOP, start, start, start)
    value = cursor.position
    cursor.skip(wire_type)
    return FieldSpan(wire_id, wire_type, start, value, cursor.position)


def spans_between(buffer: bytes, start: int, end: int) -> list[FieldSpan]:
    """The fields of a struct that lie between `start` (its first) and `end`."""
    limits = Limits(1 << 20, len(buffer), len(buffer))
    cursor = Cursor(buffer, start, limits, is_strict=False)
    spans: list[FieldSpan] = []
    wire_id = 0
    while cursor.position < end:
        span = _next_span(cursor, wire_id)
        wire_id = span.wire_id
        spans.append(span)
    return spans


def field_header(wire_id: int, wire_type: int, last_id: int) -> bytes:
    """The header of a field in its shortest form."""
    delta = wire_id - last_id
    if 0 < delta < 16:
        return bytes([delta << 4 | wire_type])
    return bytes([wire_type]) + unsigned(zigzag(wire_id))
