"""Where the parts of a FileMetaData begin in its bytes, from one walk over them."""

from __future__ import annotations

from array import array
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Final

from inlay_runtime.compact.cursor import Cursor
from inlay_runtime.core import load_native
from inlay_runtime.extension import EXTENSION_ID, SPEC_WIRE_ID
from inlay_runtime.limits import DEFAULT_LIMITS
from inlay_runtime.wire_types import BINARY, LIST, STRUCT

SCHEMA: Final = 2
ROW_GROUPS: Final = 4
COLUMNS: Final = 1
"""Fields of FileMetaData and of RowGroup."""

_compiled = load_native("inlay.footers.index.native_index")


@dataclass
class FooterOffsets:
    """All offsets count from the first byte of the FileMetaData.

    `fields` are where the headers of its fields begin, by id, the extension left out. `chunks` are those of all row groups,
    where each begins, and behind those of each row group where its last one ends; `group_sizes` counts them.
    """

    fields: dict[int, int] = field(default_factory=dict[int, int])
    elements: array[int] = field(default_factory=lambda: array("q"))
    chunks: array[int] = field(default_factory=lambda: array("q"))
    group_sizes: array[int] = field(default_factory=lambda: array("q"))


def find_offsets(data: bytes) -> FooterOffsets:
    """Raises DecodeError for bytes that are not a struct. What is not a list of structs has no offsets."""
    if _compiled is not None:
        limits = DEFAULT_LIMITS
        offsets = FooterOffsets()
        is_plain: bool = _compiled.find_offsets(
            data,
            limits.depth,
            limits.container,
            limits.binary,
            offsets.fields,
            (offsets.elements, offsets.chunks, offsets.group_sizes),
        )
        if is_plain:
            return offsets
    return find_offsets_pure(data)


def find_offsets_pure(data: bytes) -> FooterOffsets:
    """The specification."""
    offsets = FooterOffsets()
    cursor = Cursor(data)

    def footer_field(field_id: int, wire_type: int, start: int) -> None:
        if wire_type == BINARY and field_id in (EXTENSION_ID, SPEC_WIRE_ID):
            cursor.skip(wire_type)
            return
        offsets.fields[field_id] = start
        if field_id == SCHEMA and wire_type == LIST:
            _each(cursor, lambda: _element(cursor, offsets.elements))
        elif field_id == ROW_GROUPS and wire_type == LIST:
            _each(cursor, lambda: _struct(cursor, group_field))
        else:
            cursor.skip(wire_type)

    def group_field(field_id: int, wire_type: int, start: int) -> None:
        if field_id != COLUMNS or wire_type != LIST:
            cursor.skip(wire_type)
            return
        before = len(offsets.chunks)
        _each(cursor, lambda: _element(cursor, offsets.chunks))
        offsets.group_sizes.append(len(offsets.chunks) - before)
        offsets.chunks.append(cursor.position)

    _struct(cursor, footer_field)
    return offsets


def _struct(cursor: Cursor, read: Callable[[int, int, int], None]) -> None:
    for wire_type, field_id, start in cursor.field_headers():
        read(field_id, wire_type, start)


def _each(cursor: Cursor, read: Callable[[], None]) -> None:
    size, element_type = cursor.list_header()
    cursor.enter()
    for _ in range(size):
        if element_type == STRUCT:
            read()
        else:
            cursor.skip_element(element_type)
    cursor.depth -= 1


def _element(cursor: Cursor, starts: array[int]) -> None:
    starts.append(cursor.position)
    cursor.skip_struct()
