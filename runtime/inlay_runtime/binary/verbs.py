"""Structs from one protocol to the other, natively where that is built."""

from __future__ import annotations

from typing import TYPE_CHECKING

from inlay_runtime.binary.from_compact import CompactTranslator
from inlay_runtime.binary.to_compact import BinaryCursor
from inlay_runtime.core import load_native
from inlay_runtime.errors import DecodeError, LimitError
from inlay_runtime.locate import path_at
from inlay_runtime.wire_types import STOP

if TYPE_CHECKING:
    from inlay_runtime.limits import Limits
    from inlay_runtime.schema import StructSchema
    from inlay_runtime.struct import Struct

native = load_native("inlay_runtime.native.binary")


def to_compact(
    buffer: bytes, offset: int, limits: Limits, schema: StructSchema
) -> tuple[bytes, int]:
    """The struct at `offset` in the compact protocol, and the offset behind it.

    Raises DecodeError for bytes that are not a struct, and LimitError, with the path that they have by the schema.
    """
    if native is not None:
        translated: tuple[bytes, int] | None = native.to_compact(buffer, offset, limits)
        if translated is not None:
            return translated
    cursor = BinaryCursor(buffer, offset, limits)
    try:
        _pass_to_refused(cursor)
        cursor.struct()
    except DecodeError as error:
        # what is missing of its containers takes no more bytes than were left
        begun = bytes(cursor.compact) + bytes(len(buffer) - offset)
        error.path = path_at(schema, begun, 0, len(cursor.compact), limits.depth)
        for start, sentence in schema.mistaken.items():
            if buffer.startswith(start, offset):
                error.advice = sentence
        raise
    except RecursionError:
        reason = "nested deeper than Python's own recursion limit"
        raise LimitError(reason, cursor.position, schema.name) from None
    return bytes(cursor.compact), cursor.position


def _pass_to_refused(cursor: BinaryCursor) -> None:
    """Raises the error of what the native core refuses, without translating all that is before it; a cursor that comes back is as it
    was."""
    start = cursor.position
    refused = None if native is None else native.find_refused(cursor.buffer, start, cursor.limits)
    if refused is None:
        return
    cursor.position, wire_type, last_id, cursor.depth, compact = refused
    cursor.compact += compact
    if wire_type == STOP:
        cursor.field(last_id)
    else:
        cursor.value(wire_type)
    cursor.position, cursor.depth = start, 0
    cursor.compact.clear()


def find_place(buffer: bytes, offset: int, limits: Limits, until: int) -> int:
    """Where that is in the binary bytes which `to_compact` put at `until`."""
    if native is not None:
        place: int | None = native.find_place(buffer, offset, limits, until)
        if place is not None:
            return place
    return BinaryCursor(buffer, offset, limits, until=until).find_place()


def from_compact(cls: type[Struct], compact: bytes, limits: Limits) -> bytes:
    """The struct that the compact bytes begin with in the binary protocol, and what is behind it as it is."""
    if native is not None:
        translated: tuple[bytes, int] | None = native.from_compact(cls, compact, limits)
        if translated is not None:
            binary, end = translated
            return binary + compact[end:]
    translator = CompactTranslator(compact, limits)
    translator.struct(cls.SCHEMA)
    return bytes(translator.binary) + compact[translator.position :]
