"""A struct of the compact protocol as lines, as far as the bytes are one.

It takes whatever the wire holds and refuses nothing: integers wider than their type, long forms of short headers, fields that
nobody knows, another type than the IDL's. The IDL gives names and nothing else.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Final, NamedTuple, TypeAlias

from inlay.verbs.dump.lines import Line, WrittenLines, write_bytes
from inlay.verbs.dump.strings import write_string
from inlay.verbs.dump.wire_words import (
    TYPE_NAMES,
    describe_struct,
    name_member,
    name_of_element,
    name_of_tag,
    write_count,
    write_double,
    write_width,
)
from inlay_runtime.compact.cursor import Cursor
from inlay_runtime.compact.varint import unsigned, unzigzag, zigzag
from inlay_runtime.errors import DecodeError
from inlay_runtime.extension import EXTENSION_ID, SPEC_WIRE_ID
from inlay_runtime.limits import Limits
from inlay_runtime.schema import Hooked, ListOf, MapOf, SetOf, StructSchema
from inlay_runtime.wire_types import (
    BINARY,
    DOUBLE,
    FALSE,
    I8,
    I16,
    I64,
    LIST,
    MAP,
    SET,
    STOP,
    STRUCT,
    TRUE,
    UUID,
)

if TYPE_CHECKING:
    from inlay_runtime.schema import FieldType

LONG_STRING: Final = 64
"""Bytes of a string up to which it stands in its line."""

Step: TypeAlias = tuple[str, int]
"""The name of a struct, and the id of the field in it; or of a list, and the index of the element."""

Symbols: TypeAlias = Callable[[tuple[Step, ...], int], str]
"""How a number is written that follows from other places, by the way to its field; empty for any other."""


Contents: TypeAlias = Callable[[int, int, int], list[Line | WrittenLines] | None]
"""Lines for the bytes of a long binary, from their start and end in the file and the depth; None where no more is known."""


class ThriftText(NamedTuple):
    """`lines` stand for the bytes up to `end`, where the struct ends or the bytes are not Thrift any more."""

    lines: list[Line | WrittenLines]
    end: int
    is_whole: bool


def write_struct(
    data: bytes,
    base: int,
    schema: StructSchema,
    symbols: Symbols | None = None,
    contents: Contents | None = None,
) -> ThriftText:
    """The struct that `data` begins with, which lies at `base` of the file."""
    size = len(data)
    limits = Limits(container=size, binary=size, memory_base=1 << 62)
    writer = _Writer(Cursor(data, 0, limits, is_strict=False), base, symbols, contents)
    try:
        writer.add_struct("", 0, schema)
    except DecodeError:
        return ThriftText(writer.cut(), base + writer.safe, is_whole=False)
    return ThriftText(writer.lines, base + writer.safe, is_whole=True)


class _Open(NamedTuple):
    """A struct or container whose end is not reached: its line, and how many elements its header says."""

    line: int
    elements: int
    bracket: str


class _Writer:
    """`safe` is where the bytes end that the lines stand for."""

    def __init__(
        self,
        cursor: Cursor,
        base: int,
        symbols: Symbols | None,
        contents: Contents | None,
    ) -> None:
        self.cursor = cursor
        self.base = base
        self.symbols = symbols
        self.contents = contents
        self.depth = 0
        self.lines: list[Line | WrittenLines] = []
        self.safe = 0
        self._open: list[_Open] = []
        self._way: tuple[Step, ...] = ()

    def cut(self) -> list[Line | WrittenLines]:
        """The lines so far, with an end for everything that is open."""
        while self._open:
            line, count, bracket = self._open.pop()
            self.depth -= 1
            if bracket == "]":
                header = self.lines[line]
                assert isinstance(header, Line)
                text = header.text.removesuffix(" [")
                self.lines[line] = header._replace(text=f"{write_count(text, count)} [")
            self.lines.append(Line(self.depth, f"{bracket} cut"))
        return self.lines

    def add_struct(self, prefix: str, start: int, type_: FieldType | StructSchema | None) -> None:
        """`prefix` is what stands before the brace: the field that the struct is the value of."""
        schema, name = describe_struct(type_)
        text = f"{prefix}{{ {name}" if name else f"{prefix}{{"
        self._begin(text, start, 0, "}")
        way, cursor, field_id = self._way, self.cursor, 0
        cursor.enter()
        while True:
            start = cursor.position
            last_id = field_id
            wire_type, field_id = cursor.field_header(field_id)
            if wire_type == STOP:
                break
            self._way = (*way, (name, field_id))
            self._add_field(start, wire_type, field_id, last_id, schema, type_)
        cursor.depth -= 1
        self._way = way
        stop = cursor.buffer[start]
        self._end("}" if stop == 0 else f"}} 0x{stop:02x}", start)

    def _add_field(
        self,
        start: int,
        wire_type: int,
        field_id: int,
        last_id: int,
        schema: StructSchema | None,
        owner: FieldType | StructSchema | None,
    ) -> None:
        cursor = self.cursor
        field = schema.by_id.get(field_id) if schema else None
        usual = 1 if 0 < field_id - last_id < 16 else 1 + len(unsigned(zigzag(field_id)))
        label = f"{field_id}{write_width(cursor.position - start, usual)}"
        name = field.name if field else name_of_tag(owner, field_id)
        note = ""
        if not name and schema is not None:
            is_extension = wire_type == BINARY and field_id in (EXTENSION_ID, SPEC_WIRE_ID)
            note = "extension" if is_extension else "no field of the IDL"
        prefix = f"{label} {name}: " if name else f"{label}: "
        if wire_type in (TRUE, FALSE):
            self._add(prefix + ("true" if wire_type == TRUE else "false"), start, note)
        else:
            self._add_value(prefix, start, wire_type, field.type if field else None, note)

    def _add_value(
        self, prefix: str, start: int, wire_type: int, type_: FieldType | None, note: str = ""
    ) -> None:
        cursor = self.cursor
        if isinstance(type_, Hooked):
            type_ = type_.type
        if wire_type == STRUCT:
            self.add_struct(f"{prefix}struct " if prefix else "", start, type_)
        elif wire_type in (LIST, SET):
            self._add_list(prefix, start, wire_type, type_)
        elif wire_type == MAP:
            self._add_map(prefix, start, type_)
        elif wire_type == BINARY:
            self._add_binary(prefix, start, note)
        elif wire_type == DOUBLE:
            raw = cursor.buffer[(at := cursor.take(8)) : at + 8]
            self._add(f"{prefix}double {write_double(raw)}", start, note)
        elif wire_type == UUID:
            raw = cursor.buffer[(at := cursor.take(16)) : at + 16]
            self._add(f'{prefix}uuid x"{raw.hex()}"', start, note)
        elif wire_type in (TRUE, FALSE):  # as elements
            self._add(f"{prefix}bool {cursor.byte()}", start, note)
        elif wire_type == I8:
            value = (cursor.byte() ^ 0x80) - 0x80
            self._add(f"{prefix}i8 {value}", start, note or name_member(type_, value))
        elif I16 <= wire_type <= I64:
            self._add_integer(prefix, start, wire_type, type_, note)
        else:
            cursor.skip_element(wire_type)  # which says why it is not a value

    def _add_integer(
        self, prefix: str, start: int, wire_type: int, type_: FieldType | None, note: str
    ) -> None:
        at = self.cursor.position
        raw = self.cursor.varint(10)
        width = write_width(self.cursor.position - at, len(unsigned(raw)))
        value = unzigzag(raw)
        symbol = self.symbols(self._way, value) if self.symbols and not width else ""
        if symbol:
            note = f"{value}"
        text = f"{prefix}{TYPE_NAMES[wire_type]} {symbol or value}{width}"
        self._add(text, start, note or name_member(type_, value))

    def _add_binary(self, prefix: str, start: int, note: str) -> None:
        cursor = self.cursor
        header = cursor.position
        first = cursor.sized()
        data = cursor.buffer[first : cursor.position]
        width = write_width(first - header, len(unsigned(len(data))))
        if len(data) <= LONG_STRING:
            self._add(f"{prefix}binary{width} {write_string(data)}", start, note)
            return
        end = cursor.position
        cursor.position = first
        self._begin(f"{prefix}binary{width} (", start, 0, ")", note)
        place = self.base + first
        known = self.contents(place, self.base + end, self.depth) if self.contents else None
        if known is None:
            self.lines += write_bytes(data, place, self.depth)
        else:
            self.lines += known
        cursor.position = end
        self._end(")", end)

    def _add_list(self, prefix: str, start: int, wire_type: int, type_: FieldType | None) -> None:
        cursor = self.cursor
        header = cursor.position
        size, element_type = cursor.list_header()
        usual = 1 if size < 15 else 1 + len(unsigned(size))
        width = write_width(cursor.position - header, usual)
        kind = f"{TYPE_NAMES[wire_type]}<{name_of_element(element_type)}>"
        element = type_.element if isinstance(type_, ListOf | SetOf) else None
        if not size:
            self._add(f"{prefix}{kind}{width} []", start)
            return
        self._begin(f"{prefix}{kind}{width} [", start, size, "]")
        way = self._way
        cursor.enter()
        for index in range(size):
            self._way = (*way, ("", index))
            self._add_value("", cursor.position, element_type, element)
        cursor.depth -= 1
        self._way = way
        self._end("]", cursor.position)

    def _add_map(self, prefix: str, start: int, type_: FieldType | None) -> None:
        cursor = self.cursor
        header = cursor.position
        size, key_type, value_type = cursor.map_header()
        taken = cursor.position - header - bool(size)
        width = write_width(taken, len(unsigned(size)))
        if not size:
            self._add(f"{prefix}map{width} []", start)
            return
        kind = f"map<{name_of_element(key_type)}, {name_of_element(value_type)}>"
        self._begin(f"{prefix}{kind}{width} [", start, size, "]")
        known = type_ if isinstance(type_, MapOf) else None
        cursor.enter()
        for _ in range(size):
            self._add_value("", cursor.position, key_type, known.key if known else None)
            self._add_value("", cursor.position, value_type, known.value if known else None)
        cursor.depth -= 1
        self._end("]", cursor.position)

    def _begin(self, text: str, start: int, count: int, bracket: str, note: str = "") -> None:
        self._open.append(_Open(len(self.lines), count, bracket))
        self._add(text, start, note)
        self.depth += 1

    def _end(self, text: str, start: int) -> None:
        self._open.pop()
        self.depth -= 1
        self._add(text, start)

    def _add(self, text: str, start: int, note: str = "") -> None:
        end = self.cursor.position
        self.lines.append(Line(self.depth, text, self.base + start, self.base + end, note))
        self.safe = end
