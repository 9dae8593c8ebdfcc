"""A FlatBuffer that the verifier has taken, as lines: what each byte of it is.

Its pieces may lie in any order, may be shared, and newer schemas may have put something between them. So the pieces are gathered
from the root on, and the lines are written in the order of the bytes; what nothing leads to is bytes.
"""

from __future__ import annotations

import math
import struct
from collections.abc import Iterator, Sequence
from enum import IntEnum, IntFlag
from types import ModuleType
from typing import TYPE_CHECKING, Final

from inlay.verbs.dump.lines import Line, WrittenLines, write_bytes
from inlay.verbs.dump.native_words import native_text
from inlay.verbs.dump.strings import write_string
from inlay_runtime.core import load_native
from inlay_runtime.flat.fixed import Fixed
from inlay_runtime.flat.schema import BOOL, I8, U8, EnumOf, Scalar, TableSchema
from inlay_runtime.flat.walk import FlatKind, FlatPiece, is_in_line, size_in_line, walk_buffer

if TYPE_CHECKING:
    from inlay.verbs.dump.native_text import FlatType, FlatWriter
    from inlay_runtime.flat.walk import PieceType

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

_BYTES: Final = (I8, U8, BOOL)
"""A vector of these is bytes."""

_walk: ModuleType | None = load_native("inlay_runtime.native.flat_walk")


def write_flatbuffer(
    data: bytes, base: int, schema: TableSchema, depth: int
) -> Sequence[Line | WrittenLines]:
    """Lines for all of `data`, which lies at `base` of the file and has passed the verifier of `schema`."""
    whole = _find_plain(data, base, schema, depth)
    return list_lines(data, base, schema, depth) if whole is None else [whole]


def list_lines(data: bytes, base: int, schema: TableSchema, depth: int) -> list[Line]:
    """The same, one by one and in Python."""
    writer = _Writer(data, base, depth)
    writer.add_offset(0, f"{schema.name}, the root", int.from_bytes(data[:4], "little"))
    if schema.identifier:
        writer.add_bytes(4, 8, "the file identifier")
    walk_buffer(data, schema, writer.add)
    return writer.lines()


class _PlainFlatBuffer:
    def __init__(self, writer: FlatWriter) -> None:
        self._writer = writer

    def pieces(self) -> Iterator[str]:
        while not self._writer.is_done():
            yield self._writer.take_piece()[:-1]


def _find_plain(data: bytes, base: int, schema: TableSchema, depth: int) -> _PlainFlatBuffer | None:
    """The lines natively; None where Python has to write them."""
    if native_text is None or _walk is None:
        return None
    pieces = _walk.prepare_pieces(data, schema, True)
    if pieces is None:
        return None
    types = [_describe_type(type_) for type_ in pieces.types]
    is_identified = bool(schema.identifier)
    writer = native_text.FlatWriter(pieces, base, depth, types, schema.name, is_identified)
    return _PlainFlatBuffer(writer) if writer.is_plain() else None


def _describe_type(type_: PieceType) -> FlatType:
    assert native_text is not None
    name, code, size, members, slots = "", "", 0, None, None
    are_bytes = type_ in _BYTES
    if isinstance(type_, TableSchema):
        names = _names_of_slots(type_)
        name, slots = type_.name, [names.get(at, "") for at in range(max(names, default=-1) + 1)]
    elif is_in_line(type_):
        size = size_in_line(type_)
        if isinstance(type_, EnumOf):
            members = {int(member): member.name for member in type_.enum}
            type_ = type_.scalar
        if isinstance(type_, Scalar):
            name = _code_of(type_)
            code = NUMBERS[name].format[-1]
        elif isinstance(type_, type):
            assert issubclass(type_, Fixed)
            name = type_.SCHEMA.name
    described: FlatType = native_text.FlatType(name, code, size, are_bytes, members, slots)
    return described


def _names_of_slots(schema: TableSchema) -> dict[int, str]:
    return {field.id: field.name for field in schema.fields}


class _Writer:
    """Where the same bytes are added twice, the later name is the one that is written."""

    def __init__(self, data: bytes, base: int, depth: int) -> None:
        self._data = data
        self._base = base
        self._depth = depth
        self._parts: dict[int, tuple[int, str, str]] = {}

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
        return [*lines, *self._gap(position, len(self._data))]

    def _gap(self, start: int, end: int) -> Iterator[Line]:
        is_padding = end - start < 8 and not any(self._data[start:end])
        note = "padding" if is_padding else "nothing leads here"
        return write_bytes(self._data[start:end], self._base + start, self._depth, note)

    def add(self, piece: FlatPiece) -> None:
        start, end, type_ = piece.start, piece.end, piece.type
        name = piece.name if piece.number < 0 else f"{piece.name}[{piece.number}]"
        match piece.kind:
            case FlatKind.VTABLE:
                assert isinstance(type_, TableSchema)
                self._add_vtable(start, end, type_)
            case FlatKind.TABLE:
                assert isinstance(type_, TableSchema)
                self._add_number(start, "int32", f"{name}: {type_.name}, back to its vtable")
            case FlatKind.TAG:
                self._add_number(start, "uint8", f"{name}, its type")
            case FlatKind.SLOT if piece.target:
                self.add_offset(start, name, piece.target)
            case FlatKind.SLOT | FlatKind.STRUCT:
                self._add_value(start, type_, name)
            case FlatKind.STRING:
                self._add_number(start, "uint32", f"{name}, its length")
                self.add_bytes(start + 4, end - 1, name)
                self.add_bytes(end - 1, end, "end of the string")
            case FlatKind.VECTOR:
                assert not isinstance(type_, TableSchema)
                self._add_number(start, "uint32", f"{name}, how many")
                if type_ in _BYTES:
                    self.add_bytes(start + 4, end, name)
                elif is_in_line(type_):
                    size = size_in_line(type_)
                    for index, at in enumerate(range(start + 4, end, size)):
                        self._add_value(at, type_, f"{name}[{index}]")

    def _add_vtable(self, start: int, end: int, schema: TableSchema) -> None:
        self._add_number(start, "uint16", f"vtable of {schema.name}, its size")
        self._add_number(start + 2, "uint16", "size of the table")
        names = _names_of_slots(schema)
        for slot, at in enumerate(range(start + 4, end - 1, 2)):
            self._add_number(at, "uint16", f"slot {slot} {names.get(slot, '')}".rstrip())

    def _add_value(self, at: int, type_: PieceType, name: str) -> None:
        if isinstance(type_, EnumOf):
            self._add_number(at, _code_of(type_.scalar), name, type_.enum)
        elif isinstance(type_, Scalar):
            self._add_number(at, _code_of(type_), name)
        elif isinstance(type_, type) and issubclass(type_, Fixed):
            self.add_bytes(at, at + type_.SIZE, f"{name}: {type_.SCHEMA.name}")

    def add_offset(self, at: int, name: str, target: int) -> None:
        self._add_number(at, "uint32", f"{name} -> {self._base + target}")

    def _add_number(
        self, at: int, code: str, note: str, enum: type[IntEnum | IntFlag] | None = None
    ) -> None:
        """A number and what it is; the bytes of a NaN."""
        layout = NUMBERS[code]
        (value,) = layout.unpack_from(self._data, at)
        if isinstance(value, float):
            if math.isnan(value):
                self.add_bytes(at, at + layout.size, note)
                return
        else:
            member = next((member for member in enum or () if member == value), None)
            if member is not None:
                note = f"{note}: {member.name}"
        self._parts[at] = at + layout.size, f"{code} {value!r}", note

    def add_bytes(self, start: int, end: int, note: str) -> None:
        for at in range(start, end, 32):
            stop = min(at + 32, end)
            text = f"bytes {write_string(self._data[at:stop])}"
            self._parts[at] = stop, text, note if at == start else ""


def _code_of(scalar: Scalar) -> str:
    return _CODES[scalar.layout.format[-1]]
