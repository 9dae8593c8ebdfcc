"""What each line of a text does: the grammar of docs/dump.md."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Final

from inlay.ground.wording import amounts
from inlay.verbs.dump.errors import AssemblyError
from inlay.verbs.dump.flatbuffer import NUMBERS
from inlay.verbs.dump.packing import (
    pack_bool,
    pack_field_header,
    pack_i8,
    pack_integer,
    pack_list_header,
    pack_map_header,
    pack_number,
    pack_varint,
)
from inlay.verbs.dump.tails import CHECKSUMS
from inlay.verbs.dump.tokens import Tokens
from inlay.verbs.dump.unsettled import (
    Assembly,
    Copied,
    LateChecksum,
    LateHeader,
    LateNumber,
    SourceFile,
    Term,
)
from inlay.verbs.dump.wire_words import TYPE_NAMES

_NUMBERS: Final = {name: number for number, name in TYPE_NAMES.items()}
_ELEMENTS: Final = {**{f"type{number}": number for number in range(16)}, **_NUMBERS}
_VALUES: Final = ("true", "false", *_NUMBERS)
_INTEGERS: Final = ("i16", "i32", "i64")
_FLOATS: Final = ("float32", "float64")
_CLOSED: Final = {"}": ("struct",), "]": ("list", "map"), ")": ("binary",)}
_FIXED: Final = tuple(name for name in NUMBERS if name not in _FLOATS)


class OpenPart:
    """What is open: a struct with the id of its last field, a container with the elements so far, a binary."""

    __slots__ = ("close", "count", "kind", "last_id", "line")

    def __init__(self, kind: str, line: int, close: Callable[[int], None] | None = None) -> None:
        self.kind = kind
        self.line = line
        self.close = close
        self.last_id = 0
        self.count = 0


class Assembler:
    """Reads lines into `output`. `frames` are what is open, the innermost last."""

    def __init__(self, output: Assembly) -> None:
        self.output = output
        self.frames = [OpenPart("file", 0)]
        self.says_nothing = True
        self._places = 0

    def read(self, text: str, number: int) -> None:
        """A line. Raises AssemblyError."""
        line = Tokens(text.rstrip("\r\n"), number)
        try:
            self._read(line)
        except ValueError as error:
            raise AssemblyError(str(error), number) from error

    def _read(self, line: Tokens) -> None:
        if line.is_empty:
            return
        self.says_nothing = False
        if self._closes(line):
            pass
        elif line.skip("bytes"):
            self.output.add(line.take_bytes())
        elif (label := line.find("label")) is not None:
            self._mark(label, line)
        elif self.frames[-1].kind == "struct":
            self._read_field(line)
        elif self.frames[-1].kind in ("list", "map"):
            self.frames[-1].count += 1
            self._read_element(line)
        else:
            self._read_piece(line)
        line.take_end()

    def finish(self, lines: int) -> None:
        """Settles all, behind so many lines. Raises AssemblyError."""
        if self.says_nothing:
            reason = (
                "the text is empty: `inlay dump` writes one line or more, also of an empty file"
            )
            raise AssemblyError(reason, lines + 1)
        if len(self.frames) > 1:
            frame = self.frames[-1]
            raise AssemblyError(f"the {frame.kind} of line {frame.line} has no end", lines + 1)
        self.output.settle()

    def _mark(self, label: str, line: Tokens) -> None:
        while True:
            name = label[1:]
            if label[0] != "@" or self.output.knows(name):
                reason = (
                    "a place is named @label" if label[0] == "&" else f"{label} names two places"
                )
                raise AssemblyError(reason, line.line)
            self.output.mark(name)
            if (following := line.find("label")) is None:
                return
            label = following

    def _read_piece(self, line: Tokens) -> None:
        """What may stand outside of structs: in the file, or in a binary."""
        if line.skip("{"):
            line.find("word")
            self.frames.append(OpenPart("struct", line.line))
        elif (kind := line.skip_word(_FIXED)) is not None:
            self._add_number(line, partial(pack_number, kind=kind))
        elif (name := line.skip_word(CHECKSUMS)) is not None:
            labels = [line.take_label(), line.take_label()]
            while not line.is_empty:
                labels += [line.take_label(), line.take_label()]
            self.output.add(LateChecksum(CHECKSUMS[name], labels, line.line))
        elif (kind := line.skip_word(_FLOATS)) is not None:
            self.output.add(_take_float(line, kind))
        elif line.skip("copy"):
            offset, size = (line.take_integer("an offset", 0), line.take_integer("a size", 0))
            self.output.add(Copied(offset, size, line.line))
        elif line.skip("source"):
            size = line.take_integer("the size of the source", 0)
            line.take("crc32")
            self.output.source = SourceFile(size, line.take_integer("a CRC", 0), line.line)
        else:
            raise line.fail("bytes, copy, a type as uint32, crc32, { or @label is expected")

    def _read_field(self, line: Tokens) -> None:
        field_id = line.take_integer("the id of a field, or }")
        width = line.take_width()
        line.find("word")
        line.take(":")
        kind = line.take_word("a type", _VALUES)
        frame = self.frames[-1]
        number = {"true": 1, "false": 2}.get(kind) or _NUMBERS[kind]
        self.output.add(pack_field_header(field_id, number, frame.last_id, width))
        frame.last_id = field_id
        if kind not in ("true", "false"):
            self._read_value(kind, line)

    def _read_element(self, line: Tokens) -> None:
        if line.skip("{"):
            line.find("word")
            self.frames.append(OpenPart("struct", line.line))
        else:
            self._read_value(line.take_word("a type", _NUMBERS), line)

    def _read_value(self, kind: str, line: Tokens) -> None:
        if kind in _INTEGERS:
            self._add_number(line, pack_integer)
        elif kind == "binary":
            self._read_binary(line)
        elif kind == "struct":
            line.take("{")
            line.find("word")
            self.frames.append(OpenPart("struct", line.line))
        elif kind in ("list", "set"):
            self._read_list(line)
        elif kind == "map":
            self._read_map(line)
        elif kind == "double":
            self.output.add(_take_float(line, "float64"))
        elif kind == "uuid":
            self.output.add(_take_exactly(line, 16))
        else:
            self._add_number(line, pack_bool if kind == "bool" else pack_i8)

    def _add_number(self, line: Tokens, pack: Callable[[int, int | None], bytes]) -> None:
        terms = line.take_terms()
        width = line.take_width()
        if len(terms) == 1 and terms[0].label is None:
            self.output.add(pack(terms[0].sign * terms[0].value, width))
        else:
            self.output.add(LateNumber(terms, lambda value: pack(value, width), line.line))

    def _read_binary(self, line: Tokens) -> None:
        size = line.take_integer("a length", 0) if line.skip("of") else None
        width = line.take_width()
        if not line.skip("("):
            data = line.take_bytes()
            length = len(data) if size is None else size
            self.output.add(pack_varint(length, width) + data)
            return
        begin, end = self._places, self._places + 1
        self._places += 2
        terms = [Term(1, size)] if size is not None else [Term(1, 0, end), Term(-1, 0, begin)]
        self.output.add(LateNumber(terms, lambda value: pack_varint(value, width), line.line))
        self.output.mark(begin)
        self.frames.append(OpenPart("binary", line.line, lambda _: self.output.mark(end)))

    def _read_list(self, line: Tokens) -> None:
        line.take("<")
        element = _ELEMENTS[line.take_word("the type of the elements", _ELEMENTS)]
        line.take(">")
        count = line.take_integer("a count", 0) if line.skip("of") else None
        width = line.take_width()
        header_of = partial(pack_list_header, element=element, width=width)
        self._begin(line, "list", count, header_of)

    def _read_map(self, line: Tokens) -> None:
        types = 0
        if line.skip("<"):
            key = _ELEMENTS[line.take_word("the type of the keys", _ELEMENTS)]
            line.take(",")
            types = key << 4 | _ELEMENTS[line.take_word("the type of the values", _ELEMENTS)]
            line.take(">")
        count = line.take_integer("a count", 0) if line.skip("of") else None
        width = line.take_width()
        header_of = partial(pack_map_header, types=types, width=width)
        self._begin(line, "map", count, header_of)

    def _begin(
        self, line: Tokens, kind: str, count: int | None, header_of: Callable[[int], bytes]
    ) -> None:
        line.take("[")
        if line.skip("]"):
            self.output.add(header_of(count or 0))
            return
        header = LateHeader()
        self.output.add(header)

        def close(elements: int) -> None:
            pairs = elements // 2 if kind == "map" else elements
            header.data = header_of(pairs if count is None else count)

        self.frames.append(OpenPart(kind, line.line, close))

    def _closes(self, line: Tokens) -> bool:
        bracket = line.skip_word(_CLOSED)
        if bracket is None:
            return False
        frame = self.frames[-1]
        kinds = _CLOSED[bracket]
        if frame.kind not in kinds:
            what = f"the {frame.kind} of line {frame.line}" if frame.line else "nothing"
            raise AssemblyError(f"{bracket} ends a {kinds[0]}, and {what} is open", line.line)
        self.frames.pop()
        self._close(frame, line)
        return True

    def _close(self, frame: OpenPart, line: Tokens) -> None:
        is_cut = line.skip("cut")
        if frame.close is not None:
            frame.close(frame.count)
        elif not is_cut:
            stop = 0 if line.is_empty else line.take_integer("a stop byte", 0)
            if stop & 0x0F or stop > 0xFF:
                raise AssemblyError("the low half of a stop byte is 0, as in 0x30", line.line)
            self.output.add(bytes([stop]))


def _take_float(line: Tokens, kind: str) -> bytes:
    number = line.find("number")
    if number is None:
        return _take_exactly(line, NUMBERS[kind].size)
    return pack_number(float(number), kind=kind)


def _take_exactly(line: Tokens, size: int) -> bytes:
    data = line.take_bytes()
    if len(data) != size:
        raise AssemblyError(
            f"{amounts.count(size, 'byte is', 'bytes are')} expected, and these are {len(data)}",
            line.line,
        )
    return data
