"""What to shred by, as text: `struct<ts: timestamp[us, UTC], tags: list<string>, price: decimal(9, 2)>`.

Types go by their names in Arrow or in Spark; `variant` is a column of its own without a type. Names that are
not plain stand in backquotes, a backquote in them twice.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final, NamedTuple

import pyarrow as pa

from inlay_runtime.errors import RequestError
from inlay_variant.storage.arrow_classes import fields_of
from inlay_variant.storage.shape import find_value_field, is_list, parse_shape

MOST_DEPTH: Final = 100

_INSTANT: Final = pa.timestamp("us", "UTC")
_NO_COLUMNS: Final = pa.null()
"""What a Variant is shredded by that is to stay whole."""
_TYPES: Final[dict[str, pa.DataType]] = {
    "variant": _NO_COLUMNS,
    "bool": pa.bool_(),
    "int8": pa.int8(),
    "int16": pa.int16(),
    "int32": pa.int32(),
    "int64": pa.int64(),
    "float": pa.float32(),
    "double": pa.float64(),
    "date": pa.date32(),
    "time": pa.time64("us"),
    "timestamp[us, UTC]": _INSTANT,
    "timestamp[us]": pa.timestamp("us"),
    "timestamp[ns, UTC]": pa.timestamp("ns", "UTC"),
    "timestamp[ns]": pa.timestamp("ns"),
    "binary": pa.binary(),
    "string": pa.string(),
    "uuid": pa.uuid(),
}
"""How they are written."""

_ALSO: Final[dict[str, pa.DataType]] = {
    "null": pa.null(),
    "boolean": pa.bool_(),
    "tinyint": pa.int8(),
    "smallint": pa.int16(),
    "int": pa.int32(),
    "integer": pa.int32(),
    "bigint": pa.int64(),
    "long": pa.int64(),
    "float32": pa.float32(),
    "float64": pa.float64(),
    "date32": pa.date32(),
    "date32[day]": pa.date32(),
    "time64[us]": pa.time64("us"),
    "timestamp": _INSTANT,
    "timestamp_ntz": pa.timestamp("us"),
    "timestamp[us, tz=UTC]": _INSTANT,
    "timestamp[ns, tz=UTC]": pa.timestamp("ns", "UTC"),
}
"""What is read as well: Spark's names, and what pyarrow prints."""

_NAMES: Final = {name.replace(" ", "").lower(): type_ for name, type_ in (_TYPES | _ALSO).items()}
_WRITTEN: Final = {type_: name for name, type_ in _TYPES.items()}
_PLAIN: Final = re.compile(r"[^\W\d][\w.$@-]*")
_TOKEN: Final = re.compile(
    r"\s*(?P<text>`(?:[^`]|``)*`|[<>,:()]|[^\s<>,:()\[\]`]+(?:\[[^\[\]]*\])?|\S|$)"
)


_HALF: Final = re.compile("[\ud800-\udfff]")
"""What Python makes of bytes on a command line that are not UTF-8."""


class SchemaTextError(RequestError):
    """Text that is not a schema; `offset` counts characters."""

    def __init__(self, text: str, offset: int, what: str) -> None:
        super().__init__(text, offset, what)
        self.text = text
        self.offset = offset
        self.what = what

    def __str__(self) -> str:
        start = max(self.offset - 40, 0)
        line = self.text[start : self.offset + 40].replace("\n", " ")
        line = line.encode(errors="replace").decode()  # no terminal shows half a character
        caret = " " * (self.offset - start) + "^"
        return f"the schema, at character {self.offset + 1}: {self.what}\n  {line}\n  {caret}"


class _Token(NamedTuple):
    text: str
    offset: int


def parse_schema(text: str, variant: pa.DataType = _NO_COLUMNS) -> pa.DataType:
    """The type, in which `variant` stands for what is called so. Raises SchemaTextError with the place, StorageError for a type that
    Variants cannot be shredded into."""
    parser = _Parser(text)
    type_ = parser.type(0)
    parser.end()
    parse_shape(type_)
    return type_ if variant is _NO_COLUMNS else _Parser(text, variant).type(0)


def format_schema(schema: pa.DataType) -> str:
    """The inverse of `parse_schema`, for schemas that may be shredded by."""
    if pa.types.is_struct(schema):
        inner = (
            f"{_name_text(field.name)}: {format_schema(field.type)}" for field in fields_of(schema)
        )
        return f"struct<{', '.join(inner)}>"
    if is_list(schema):
        return f"list<{format_schema(find_value_field(schema).type)}>"
    if pa.types.is_decimal(schema):
        return f"decimal({schema.precision}, {schema.scale})"
    return _WRITTEN[schema]


def _name_text(name: str) -> str:
    return name if _PLAIN.fullmatch(name) else "`" + name.replace("`", "``") + "`"


class _Parser:
    def __init__(self, text: str, variant: pa.DataType = _NO_COLUMNS) -> None:
        self._text = text
        self._tokens = list(_tokens(text))
        self._at = 0
        self._variant = variant

    def type(self, depth: int) -> pa.DataType:
        if depth > MOST_DEPTH:
            raise self._error(f"more than {MOST_DEPTH} nested types")
        name = self._next("a type")
        match name.text.lower():
            case "struct":
                return self._struct(depth)
            case "list" | "array":
                self._expect("<")
                self._label()
                element = self.type(depth + 1)
                self._expect(">")
                return pa.list_(element)
            case "decimal" | "decimal128":
                return self._decimal(name)
            case "variant":
                return self._variant
        type_ = _NAMES.get("".join(name.text.split()).lower())
        if type_ is None:
            known = ", ".join(["struct<...>", "list<...>", "decimal(p, s)", *_TYPES])
            raise SchemaTextError(self._text, name.offset, f"{name.text!r} is none of {known}")
        return type_

    def end(self) -> None:
        if self._peek():
            raise self._error(f"{self._peek()!r} where the schema should end")

    def _struct(self, depth: int) -> pa.DataType:
        self._expect("<")
        fields: dict[str, pa.DataType] = {}
        while self._peek() != ">":
            token = self._next("the name of a field")
            quoted = token.text.startswith("`")
            name = token.text[1:-1].replace("``", "`") if quoted else token.text
            if name in fields:
                raise SchemaTextError(self._text, token.offset, f"the field {name!r} again")
            if self._peek() == ":":
                self._at += 1
            fields[name] = self.type(depth + 1)
            if self._peek() != ",":
                break
            self._at += 1
        if not fields:
            raise self._error(
                "an object without fields has no columns; for any object, say `variant`"
            )
        self._expect(">")
        return pa.struct(list(fields.items()))

    def _decimal(self, name: _Token) -> pa.DataType:
        self._expect("(")
        digits = [self._next("a number of digits").text]
        if self._peek() == ",":
            self._at += 1
            digits.append(self._next("a number of digits").text)
        self._expect(")")
        if not all(number.isascii() and number.isdecimal() for number in digits):
            raise SchemaTextError(
                self._text,
                name.offset,
                "a decimal needs two numbers: its digits, and those behind the point",
            )
        # Five digits are too much already, and thousands of them are none for Python.
        precision, scale = (*(int(number.lstrip("0")[:5] or "0") for number in digits), 0)[:2]
        if not (1 <= precision <= 38 and scale <= precision):
            what = "a decimal has 1 to 38 digits, of which no more may follow the point"
            raise SchemaTextError(self._text, name.offset, what)
        return pa.decimal128(precision, scale)

    def _label(self) -> None:
        """pyarrow prints `list<element: string>`."""
        if self._at + 1 < len(self._tokens) and self._tokens[self._at + 1].text == ":":
            self._at += 2

    def _peek(self) -> str:
        return self._tokens[self._at].text

    def _next(self, what: str) -> _Token:
        token = self._tokens[self._at]
        if token.text in ("", "<", ">", ",", ":", "(", ")"):
            raise self._error(f"{what} should be here")
        self._at += 1
        return token

    def _expect(self, text: str) -> None:
        if self._peek() != text:
            raise self._error(f"{text!r} should be here")
        self._at += 1

    def _error(self, what: str) -> SchemaTextError:
        return SchemaTextError(self._text, self._tokens[self._at].offset, what)


def _tokens(text: str) -> Iterator[_Token]:
    if (half := _HALF.search(text)) is not None:
        what = "half a character, which no name of Arrow has: names are UTF-8"
        raise SchemaTextError(text, half.start(), what)
    at = 0
    while True:
        match = _TOKEN.match(text, at)
        assert match is not None
        if match["text"] == "`":
            raise SchemaTextError(text, match.start("text"), "a backquote that is never closed")
        yield _Token(match["text"], match.start("text"))
        if not match["text"]:
            return
        at = match.end()
