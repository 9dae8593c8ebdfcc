"""The text of a JSON document piece by piece: of all chunks of a wide file, it is longer than the footer by far.

`native_json.pyx` writes what is plain. Python writes the same where it is not built, and is what it is held to.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from typing import Any, Final, TypeAlias, cast

from inlay_runtime.core import load_native
from inlay_runtime.json_values import Json, make_encodable
from inlay_runtime.text import shown

StreamedJson: TypeAlias = "Mapping[str, StreamedJson] | Iterator[StreamedJson] | Json"
"""A document in which an iterator stands for a list whose items are made when their turn comes."""

_native: Any = load_native("inlay.ground.documents.native_json")

_PIECE: Final = 1 << 16
"""Characters that are put together at least."""

_MAY_BE_ESCAPED: Final = "\\udc"
"""In a text of JSON: a byte that is not UTF-8, which `make_encodable` shows as such, or half of a character."""


def format_pieces(document: StreamedJson, *, in_line: bool = False) -> Iterator[str]:
    """Together, what `format_json` makes of the same document with lists."""
    texts: list[str] = []
    size = 0
    for text in _stream(document, "" if in_line else "\n"):
        texts.append(text)
        size += len(text)
        if size >= _PIECE:
            yield "".join(texts)
            texts, size = [], 0
    yield "".join(texts)


def collect_document(document: StreamedJson) -> Json:
    """The same with lists."""
    if isinstance(document, Iterator):
        return [collect_document(item) for item in document]
    if isinstance(document, Mapping):
        return {key: collect_document(value) for key, value in document.items()}
    return document


def _stream(document: StreamedJson, line: str) -> Iterator[str]:
    """`line` is what ends a line and begins the next one, empty for a document in one line."""
    if not _is_streamed(document):
        yield _format(cast(Json, document), line)
        return
    if isinstance(document, Iterator):
        brackets = "[]"
        items: Iterable[tuple[str, StreamedJson]] = (("", item) for item in document)
    else:
        brackets = "{}"
        fields = cast("Mapping[str, StreamedJson]", document)
        items = ((f"{_format(shown(key), '')}: ", item) for key, item in fields.items())
    below = _indent(line)
    before = begin = brackets[0] + below
    for name, item in items:
        if _is_streamed(item):
            yield before + name
            yield from _stream(item, below)
        else:
            yield before + name + _format(cast(Json, item), below)
        before = _separator(below)
    yield brackets if before is begin else line + brackets[1]


def _is_streamed(document: StreamedJson) -> bool:
    if _native is not None:
        is_streamed: bool = _native.is_streamed(document)
        return is_streamed
    if isinstance(document, Mapping):
        return any(map(_is_streamed, document.values()))
    return isinstance(document, Iterator)


def _format(document: Json, line: str) -> str:
    plain: str | None = None if _native is None else _native.format_plain(document, line)
    if plain is not None:
        return plain
    text = _format_encodable(document, line)
    if _MAY_BE_ESCAPED in text:
        return _format_encodable(make_encodable(document), line)
    return text


def _format_encodable(document: Json, line: str) -> str:
    """The encoder that Python has in C indents nothing, but separates as it is told to: it is given what is not nested."""
    if not line or not _is_filled(document):
        return _encoder("").encode(document)
    below = _indent(line)
    values = document.values() if isinstance(document, dict) else cast("list[Json]", document)
    if not any(map(_is_filled, values)):
        text = _encoder(below).encode(document)
        return f"{text[0]}{below}{text[1:-1]}{line}{text[-1]}"
    texts = [_format_encodable(value, below) for value in values]
    if isinstance(document, dict):
        names = map(_encoder("").encode, document)
        texts = [f"{name}: {text}" for name, text in zip(names, texts, strict=True)]
    brackets = "{}" if isinstance(document, dict) else "[]"
    return f"{brackets[0]}{below}{_separator(below).join(texts)}{line}{brackets[1]}"


def _is_filled(document: Json) -> bool:
    return isinstance(document, dict | list) and bool(document)


@cache
def _indent(line: str) -> str:
    return line and line + "  "


@cache
def _separator(line: str) -> str:
    return "," + (line or " ")


@cache
def _encoder(line: str) -> json.JSONEncoder:
    return json.JSONEncoder(separators=(_separator(line), ": "), allow_nan=False)
