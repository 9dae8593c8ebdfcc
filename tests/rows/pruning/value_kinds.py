"""The few values of which files are made here, by their kind."""

from __future__ import annotations

import struct
from typing import Any, NamedTuple

from parquet_format.parquet import (
    FieldRepetitionType,
    SchemaElement,
    StringType,
    Type,
)

Pages = tuple[tuple[Any, ...], ...]

Said = dict[str, Any]


class Kind(NamedTuple):
    element: SchemaElement
    values: tuple[Any, ...]
    asked: tuple[Any, ...]
    format: str

    def encode(self, value: Any) -> bytes:
        return str(value).encode() if self.format == "" else struct.pack(self.format, value)


_NAN = float("nan")

OPTIONAL = FieldRepetitionType.OPTIONAL

KINDS: dict[str, Kind] = {
    "whole": Kind(
        SchemaElement(name="c", type=Type.INT64, repetition_type=OPTIONAL),
        (-1, 0, 1),
        (-2, -1, 0, 1, 2),
        "<q",
    ),
    "text": Kind(
        SchemaElement(
            name="c", type=Type.BYTE_ARRAY, logicalType=StringType(), repetition_type=OPTIONAL
        ),
        ("ka", "lb", "mc"),
        ("", "ka", "kb", "lb", "mc", "n"),
        "",
    ),
    "empty": Kind(
        SchemaElement(name="c", type=Type.BYTE_ARRAY, repetition_type=OPTIONAL),
        ("",),
        ("", "a", "b"),
        "",
    ),
    "real": Kind(
        SchemaElement(name="c", type=Type.DOUBLE, repetition_type=OPTIONAL),
        (-1.5, 2.0, _NAN),
        (-2, -1.5, 0, 2.0, 3),
        "<d",
    ),
}
