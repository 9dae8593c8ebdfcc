"""The text of a struct that is whole, natively and a piece at a time; what is not, `inlay.verbs.dump.thrift` writes."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import TYPE_CHECKING, Final, TypeAlias

from inlay.verbs.dump.lines import write_bytes, write_lines
from inlay.verbs.dump.native_words import native_text
from inlay.verbs.dump.pieces import FilePiece
from inlay.verbs.dump.places import Follows, PlacedSymbols, Places, follows
from inlay.verbs.dump.thrift import Contents, Symbols
from inlay.verbs.dump.wire_words import describe_struct
from inlay_runtime.enums import WireEnum
from inlay_runtime.schema import Hooked, ListOf, SetOf, StructSchema
from inlay_runtime.tags import UnionTag

if TYPE_CHECKING:
    from inlay.verbs.dump.native_text import StructText, TextWriter, TypeText
    from inlay_runtime.schema import FieldType


FieldText: TypeAlias = "tuple[int, str, TypeText | None, tuple[Follows, str]]"
"""Id, name, type, and what a number may follow from."""


class WholeStruct:
    """A struct from the beginning of some bytes to `end`."""

    def __init__(self, writer: TextWriter, end: int) -> None:
        self.end = end
        self._writer = writer

    def pieces(self) -> Iterator[str]:
        """Its lines, once: some with each piece, which has no line feed at its end."""
        while not self._writer.is_done():
            yield self._writer.take_piece()[:-1]


class PageTexts:
    """The text of pieces with few bytes behind their struct, one behind the other: of a wide file there are hundreds of thousands."""

    def __init__(self, writer: TextWriter) -> None:
        self._writer = writer

    def write(self, data: bytes, piece: FilePiece) -> bool:
        """Adds a piece, whose bytes are `data`, with the labels of its beginning and of its body; False where Python has to write it."""
        schema = _describe_struct(piece.schema)
        return self._writer.write_page(
            data, piece.start, piece.body, schema, piece.label, piece.note
        )

    def count(self) -> int:
        """Characters that are to be taken."""
        return self._writer.count()

    def take(self) -> Iterator[str]:
        """What there is, as one block."""
        if self._writer.count():
            yield self._writer.take()[:-1]


def open_pages(places: Places) -> PageTexts | None:
    """None where Python has to write all of them."""
    if native_text is None:
        return None
    return PageTexts(native_text.TextWriter(places.native, "", partial(_write_content, None)))


def find_whole(
    data: bytes | memoryview,
    base: int,
    schema: StructSchema,
    symbols: Symbols,
    contents: Contents | None = None,
) -> WholeStruct | None:
    """The struct that `data` begins with, which lies at `base` of the file. None where Python has to write it."""
    if native_text is None:
        return None
    known, label = (
        (symbols.places.native, symbols.label)
        if isinstance(symbols, PlacedSymbols)
        else (symbols, "")
    )
    writer = native_text.TextWriter(known, label, partial(_write_content, contents))
    end = writer.start(bytes(data), base, _describe_struct(schema))
    return None if end < 0 else WholeStruct(writer, end)


def _write_content(
    contents: Contents | None, data: bytes, base: int, start: int, end: int, depth: int
) -> Iterator[str]:
    """Of a long binary; places are those in the data."""
    known = contents(base + start, base + end, depth) if contents else None
    lines = write_bytes(data[start:end], base + start, depth) if known is None else known
    return (f"{line}\n" for line in write_lines(lines, data, base))


_STRUCTS: Final[dict[FieldType | StructSchema | None, StructText]] = {}


def _describe_struct(type_: FieldType | StructSchema | None) -> StructText:
    text = _STRUCTS.get(type_)
    if text is None:
        assert native_text is not None
        text = _STRUCTS[type_] = native_text.StructText()
        schema, name = describe_struct(type_)
        tags = type_ if isinstance(type_, type) and issubclass(type_, UnionTag) else ()
        nothing = (Follows.NOTHING, "")
        fields: list[FieldText] = [(int(tag), tag.name, None, nothing) for tag in tags]
        for field in schema.fields if schema else ():
            described = _describe_type(field.type)
            fields.append((field.id, field.name, described, follows(name, field.id)))
        text.define(name, schema is not None, fields)
    return text


def _describe_type(type_: FieldType) -> TypeText:
    assert native_text is not None
    if isinstance(type_, Hooked):
        type_ = type_.type
    members = element = struct = None
    if isinstance(type_, type) and issubclass(type_, WireEnum):
        members = {int(member): member.name for member in type_}
    elif isinstance(type_, ListOf | SetOf):
        element = _describe_type(type_.element)
    else:
        struct = _describe_struct(type_)
    described: TypeText = native_text.TypeText(members, struct, element)
    return described
