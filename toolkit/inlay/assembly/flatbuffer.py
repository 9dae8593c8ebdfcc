"""A FlatBuffer that the verifier has taken, as lines: what each byte of it is.

Its parts may lie in any order, may be shared, and newer schemas may have put something between them. So the parts are gathered
from the root on, and the lines are written in the order of the bytes; what nothing leads to is bytes.
"""

from __future__ import annotations

import math
import struct
from enum import IntEnum, IntFlag
from typing import TYPE_CHECKING, Final

from inlay.assembly.lines import Line, write_bytes
from inlay.assembly.strings import write_string
from inlay_runtime.flat.fixed import Fixed
from inlay_runtime.flat.schema import (
    BOOL,
    I8,
    U8,
    EnumOf,
    Scalar,
    SlotSchema,
    String,
    TableSchema,
    UnionSchema,
    VectorOf,
)

if TYPE_CHECKING:
    from inlay_runtime.flat.schema import SlotType

_CODES: Final = {
    "?": "uint8",
    "b": "int8",
    "B": "uint8",
    "h": "int16",
    "H": "uint16",
    "i": "int32",
    "I": "uint32",
    "q": "int64",
    "Q": "uint64",
    "f": "float32",
    "d": "float64",
}
NUMBERS: Final = {name: struct.Struct(f"<{code}") for code, name in _CODES.items() if code != "?"}
"""Numbers of a fixed width, by the names that `.fbs` has for them."""


def write_flatbuffer(data: bytes, base: int, schema: TableSchema, depth: int) -> list[Line]:
    """Lines for all of `data`, which lies at `base` of the file and has passed the verifier of `schema`."""
    writer = _Writer(data, base, depth)
    target = writer.add_offset(0, f"{schema.name}, the root")
    if schema.identifier:
        writer.add_bytes(4, 8, "the file identifier")
    writer.add_table(target, schema, schema.name)
    return writer.lines()


class _Writer:
    def __init__(self, data: bytes, base: int, depth: int) -> None:
        self._data = data
        self._base = base
        self._depth = depth
        self._parts: dict[int, tuple[int, str, str]] = {}
        self._tables: set[int] = set()

    def lines(self) -> list[Line]:
        lines: list[Line] = []
        position = 0
        for start in sorted(self._parts):
            end, text, note = self._parts[start]
            if start < position:  # shared in part with what was written already
                continue
            lines += self._gap(position, start)
            place = self._base + start
            lines.append(Line(self._depth, text, place, self._base + end, note))
            position = end
        return lines + self._gap(position, len(self._data))

    def _gap(self, start: int, end: int) -> list[Line]:
        is_padding = end - start < 8 and not any(self._data[start:end])
        note = "padding" if is_padding else "nothing leads here"
        return write_bytes(self._data[start:end], self._base + start, self._depth, note)

    def add_table(self, at: int, schema: TableSchema, name: str) -> None:
        if at in self._tables:
            return
        self._tables.add(at)
        vtable = at - self._add_number(at, "int32", f"{name}: {schema.name}, back to its vtable")
        size = self._add_number(vtable, "uint16", f"vtable of {schema.name}, its size")
        self._add_number(vtable + 2, "uint16", "size of the table")
        names = {field.id: field.name for field in schema.fields}
        slots = range((size - 4) // 2)
        offsets = {
            slot: self._add_number(
                vtable + 4 + 2 * slot, "uint16", f"slot {slot} {names.get(slot, '')}".rstrip()
            )
            for slot in slots
        }
        for field in schema.fields:
            if offset := offsets.get(field.id):
                self._add_slot(at + offset, field, offsets, at)

    def _add_slot(self, at: int, field: SlotSchema, offsets: dict[int, int], table: int) -> None:
        if isinstance(field.type, UnionSchema):
            place = offsets.get(field.id - 1)
            if not place:
                return
            tag = self._add_number(table + place, "uint8", f"{field.name}, its type")
            variant = field.type.variants.get(tag)
            if variant is not None:
                self._add(at, variant, field.name)
        elif not (isinstance(field.type, VectorOf) and isinstance(field.type.element, UnionSchema)):
            self._add(at, field.type, field.name)

    def _add(self, at: int, type_: SlotType, name: str) -> None:
        """A value in its place: in line, or the offset that leads to it."""
        if isinstance(type_, EnumOf):
            self._add_number(at, _code_of(type_.scalar), name, type_.enum)
        elif isinstance(type_, Scalar):
            self._add_number(at, _code_of(type_), name)
        elif isinstance(type_, type) and issubclass(type_, Fixed):
            self.add_bytes(at, at + type_.SIZE, f"{name}: {type_.SCHEMA.name}")
        elif isinstance(type_, String):
            self._add_string(self.add_offset(at, name), name)
        elif isinstance(type_, VectorOf):
            self._add_vector(self.add_offset(at, name), type_.element, name)
        elif not isinstance(type_, UnionSchema):
            self.add_table(self.add_offset(at, name), type_.SCHEMA, name)

    def _add_string(self, at: int, name: str) -> None:
        size = self._add_number(at, "uint32", f"{name}, its length")
        self.add_bytes(at + 4, at + 4 + size, name)
        self.add_bytes(at + 4 + size, at + 5 + size, "end of the string")

    def _add_vector(self, at: int, element: SlotType, name: str) -> None:
        count = self._add_number(at, "uint32", f"{name}, how many")
        first = at + 4
        if element in (I8, U8, BOOL):
            self.add_bytes(first, first + count, name)
            return
        size = _size_of(element)
        for index in range(count):
            self._add(first + index * size, element, f"{name}[{index}]")

    def add_offset(self, at: int, name: str) -> int:
        """Where the offset leads."""
        target = at + int.from_bytes(self._data[at : at + 4], "little")
        self._add_number(at, "uint32", f"{name} -> {self._base + target}")
        return target

    def _add_number(
        self, at: int, code: str, note: str, enum: type[IntEnum | IntFlag] | None = None
    ) -> int:
        """A number and what it is; a float counts as 0, for nothing depends on it."""
        layout = NUMBERS[code]
        (value,) = layout.unpack_from(self._data, at)
        if isinstance(value, float):
            if math.isnan(value):
                self.add_bytes(at, at + layout.size, note)
            else:
                self._parts[at] = at + layout.size, f"{code} {value!r}", note
            return 0
        number = int(value)
        member = next((member for member in enum or () if member == number), None)
        if member is not None:
            note = f"{note}: {member.name}"
        self._parts[at] = at + layout.size, f"{code} {number}", note
        return number

    def add_bytes(self, start: int, end: int, note: str) -> None:
        for at in range(start, end, 32):
            stop = min(at + 32, end)
            text = f"bytes {write_string(self._data[at:stop])}"
            self._parts[at] = stop, text, note if at == start else ""


def _code_of(scalar: Scalar) -> str:
    return _CODES[scalar.layout.format[-1]]


def _size_of(element: SlotType) -> int:
    if isinstance(element, EnumOf):
        return element.scalar.size
    if isinstance(element, Scalar):
        return element.size
    return element.SIZE if isinstance(element, type) and issubclass(element, Fixed) else 4
