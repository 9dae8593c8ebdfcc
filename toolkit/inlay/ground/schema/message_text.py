"""A schema as parquet-java and its tools print it: `message trip { required int64 id; optional binary city (STRING); }`."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import Final, NamedTuple

from inlay.ground.mistakes import RequestError
from inlay.ground.schema.annotations import explain_annotation, explain_decimal
from inlay.ground.schema.converted_types import converted_from_logical
from inlay.ground.schema.logical_text import parse_logical_type
from parquet_format.parquet import (
    ConvertedType,
    FieldRepetitionType,
    Float16Type,
    ListType,
    LogicalType,
    MapType,
    NullType,
    SchemaElement,
    Type,
    VariantType,
)

_TOKEN: Final = re.compile(
    r"\s*(?:(?P<sign>[{};=])|\((?P<inside>(?:[^()]|\([^()]*\))*)\)|(?P<word>[^\s{}();=]+))"
)
_TYPES: Final = {
    "boolean": Type.BOOLEAN,
    "int32": Type.INT32,
    "int64": Type.INT64,
    "int96": Type.INT96,
    "float": Type.FLOAT,
    "double": Type.DOUBLE,
    "binary": Type.BYTE_ARRAY,
    "byte_array": Type.BYTE_ARRAY,
    "fixed_len_byte_array": Type.FIXED_LEN_BYTE_ARRAY,
}
_REPETITIONS: Final = {it.name.lower(): it for it in FieldRepetitionType}
_BARE: Final[dict[str, Callable[[], LogicalType]]] = {
    "FLOAT16": Float16Type,
    "LIST": ListType,
    "MAP": MapType,
    "UNKNOWN": NullType,
}
_MOST_DEPTH: Final = 200


class _Token(NamedTuple):
    sign: str
    inside: str | None
    word: str
    line: int


class _Open(NamedTuple):
    """A group that is not closed yet, with the number of its children so far."""

    element: SchemaElement
    children: list[SchemaElement]


def parse_message(text: str) -> list[SchemaElement]:
    """The elements as a footer has them. Raises RequestError with the line of what is no such schema."""
    tokens = _Tokens(text)
    if tokens.word("message") != "message":
        raise tokens.error("a schema begins with `message NAME {`")
    root = SchemaElement(name=tokens.word("a name"))
    tokens.sign("{")
    elements, unfinished = [root], [_Open(root, [])]
    while unfinished:
        if tokens.has("}"):
            closed = unfinished.pop()
            closed.element.num_children = len(closed.children)
            continue
        element = _parse_field(tokens)
        unfinished[-1].children.append(element)
        elements.append(element)
        if element.type is None:
            unfinished.append(_Open(element, []))
            if len(unfinished) > _MOST_DEPTH:
                raise tokens.error(f"groups are nested more than {_MOST_DEPTH} deep")
    tokens.end()
    return elements


def _parse_field(tokens: _Tokens) -> SchemaElement:
    repetition = tokens.word("required, optional or repeated")
    if repetition not in _REPETITIONS:
        raise tokens.error(f"required, optional or repeated, not {repetition!r}")
    type_ = tokens.word("a type")
    if type_ != "group" and type_ not in _TYPES:
        raise tokens.error(f"{type_!r} is not a type; there are group, {', '.join(_TYPES)}")
    element = SchemaElement(
        name="", repetition_type=_REPETITIONS[repetition], type=_TYPES.get(type_)
    )
    if element.type == Type.FIXED_LEN_BYTE_ARRAY:
        element.type_length = tokens.number(tokens.inside() or "")
        if element.type_length == 0:
            raise tokens.error("the length of a fixed_len_byte_array is 1 or more")
    element.name = tokens.word("a name")
    if (annotation := tokens.inside()) is not None:
        _annotate(tokens, element, annotation)
    if tokens.has("="):
        element.field_id = tokens.number(tokens.word("a field id"))
    tokens.sign(";" if element.type is not None else "{")
    return element


def _annotate(tokens: _Tokens, element: SchemaElement, text: str) -> None:
    """Logical types in the words of parquet-java or of `inlay inspect`, or the converted types of old tools."""
    name = text.strip().upper()
    if name in ConvertedType.__members__ and name not in {*_BARE, "JSON", "BSON", "ENUM", "DATE"}:
        if name == "DECIMAL":
            raise tokens.error("(DECIMAL) has no precision and scale: `DECIMAL(9,2)`")
        element.converted_type = ConvertedType[name]
    else:
        kind = _logical(text)
        if kind is None:
            raise tokens.error(f"({text}) is not a logical type")
        element.logicalType = kind
        converted = converted_from_logical(kind)
        element.converted_type = converted.type
        element.scale, element.precision = converted.scale, converted.precision
    if (problem := explain_annotation(element) or explain_decimal(element)) is not None:
        raise tokens.error(f"{element.name!r} would be {problem}")


def _logical(text: str) -> LogicalType | None:
    name = text.strip().upper()
    if name in _BARE:
        return _BARE[name]()
    if name.partition("(")[0] == "VARIANT":
        return VariantType()
    spelt = re.sub(r"\btrue\b", "signed" if name.startswith("INT") else "UTC", text)
    spelt = re.sub(r"\bfalse\b", "unsigned" if name.startswith("INT") else "local", spelt)
    try:
        return parse_logical_type(spelt)
    except RequestError:
        return None


class _Tokens:
    def __init__(self, text: str) -> None:
        self._text = text
        self._tokens = self._split()
        self._next = next(self._tokens, None)
        self._line = 1

    def _split(self) -> Iterator[_Token]:
        at, line = 0, 1
        while match := _TOKEN.match(self._text, at):
            line += self._text.count("\n", at, match.end())
            yield _Token(match["sign"] or "", match["inside"], match["word"] or "", line)
            at = match.end()
        if rest := self._text[at:].lstrip():  # parentheses without a partner
            line += self._text.count("\n", at, len(self._text) - len(rest))
            yield _Token(rest[0], None, "", line)

    def _take(self) -> _Token:
        taken = self._next
        if taken is None:
            raise self.error("the schema ends early")
        self._line = taken.line
        self._next = next(self._tokens, None)
        return taken

    def word(self, wanted: str) -> str:
        token = self._take()
        if not token.word:
            raise self.error(f"{wanted} is missing")
        return token.word

    def inside(self) -> str | None:
        """What stands in parentheses, if they are next."""
        if self._next is None or self._next.inside is None:
            return None
        return self._take().inside

    def has(self, sign: str) -> bool:
        if self._next is None or self._next.sign != sign:
            return False
        self._take()
        return True

    def sign(self, sign: str) -> None:
        if not self.has(sign):
            raise self.error(f"`{sign}` is missing")

    def number(self, text: str) -> int:
        if not re.fullmatch(r"[0-9]{1,9}", text):
            raise self.error(f"{text!r} is not a number")
        return int(text)

    def end(self) -> None:
        if self._next is not None:
            self._take()
            raise self.error("the schema has ended, and something follows")

    def error(self, what: str) -> RequestError:
        return RequestError(f"schema, line {self._line}: {what}")
