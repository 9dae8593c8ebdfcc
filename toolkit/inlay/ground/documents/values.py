"""Single values as JSON."""

from __future__ import annotations

import json
import math
from decimal import Decimal
from typing import TypeAlias

from inlay.ground.values.decode import Undecodable, Value
from inlay_runtime.text import bytes_of, is_utf8, shown

Json: TypeAlias = "dict[str, Json] | list[Json] | str | int | float | bool | None"


def document_binary(data: bytes) -> Json:
    return {"hex": data.hex()}


def document_text(value: str) -> Json:
    """Text; bytes, as of a binary, where it is no UTF-8, which JSON has to be."""
    return value if is_utf8(value) else document_binary(bytes_of(value))


def format_json(document: Json, *, in_line: bool = False) -> str:
    """ASCII, so that no terminal and no encoding can spoil it; every text in it is `text`."""
    return json.dumps(make_encodable(document), indent=None if in_line else 2, allow_nan=False)


def make_encodable(document: Json) -> Json:
    """The same document, in which every text is UTF-8, as JSON needs it."""
    match document:
        case str():
            return document_text(document)
        case dict():
            return {shown(key): make_encodable(value) for key, value in document.items()}
        case list():
            return [make_encodable(value) for value in document]
        case _:
            return document


def document_number(value: float) -> Json:
    """JSON has no NaN and no infinities: these are strings."""
    if math.isnan(value):
        return "NaN"
    if math.isinf(value):
        return "Infinity" if value > 0 else "-Infinity"
    return float(value)


def to_json(value: Value | Undecodable) -> Json:
    """Booleans, numbers and text as themselves; bytes as hex; all else (decimals, dates, UUIDs) as text."""
    match value:
        case Undecodable():
            return {"hex": value.raw.hex(), "problem": value.reason}
        case bool() | int() | str():
            return value
        case float():
            return document_number(value)
        case bytes():
            return document_binary(value)
        case Decimal():
            return f"{value:f}"
        case _:
            return str(value)
