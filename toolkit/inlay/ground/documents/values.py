"""Single values as JSON."""

from __future__ import annotations

from decimal import Decimal

from inlay.ground.values.decode import Undecodable, Value
from inlay_runtime.json_values import (
    Json,
    document_binary,
    document_number,
    document_text,
    format_json,
    make_encodable,
)

__all__ = [
    "Json",
    "document_binary",
    "document_number",
    "document_text",
    "format_json",
    "make_encodable",
    "to_json",
]


def to_json(value: Value | Undecodable) -> Json:
    """Booleans, numbers and text as themselves; bytes as hex; all else (decimals, dates, UUIDs) as text."""
    match value:
        case float():
            return document_number(value)
        case bool() | int() | str():
            return value
        case Undecodable():
            return {"hex": value.raw.hex(), "problem": value.reason}
        case bytes():
            return document_binary(value)
        case Decimal():
            return f"{value:f}"
        case _:
            return str(value)
