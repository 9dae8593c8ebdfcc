"""An extension in every struct of a kind, at any depth of a footer, spelled in any way.

The bytes are put in by hand: `inlay ext append` refuses unions and empty structs, and the table shows why.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Final

from inlay.footers.extensions.carrier import carrier_at, cursor_at
from inlay.footers.extensions.shapes import CarrierKind, CarrierShape, Child
from inlay_runtime.compact.spans import FieldSpan, find_field_spans
from inlay_runtime.compact.varint import unsigned
from inlay_runtime.extension import Header
from inlay_runtime.wire_types import LIST, STOP, STRUCT

NEVER: Final = {
    "EncryptionAlgorithm",
    "AesGcmV1",
    "AesGcmCtrV1",
    "ColumnCryptoMetaData",
    "EncryptionWithFooterKey",
    "EncryptionWithColumnKey",
    "PageEncodingStats",
}
"""Not tried: what is only in signed and encrypted files, whose footers are never changed, and what the page says is left out."""


def payload(size: int = 52) -> bytes:
    """Pseudo-random bytes, the same every time, as compressed data would be."""
    return random.Random(size).randbytes(size)


def shapes_below(root: CarrierShape) -> dict[str, CarrierShape]:
    """Every struct, union and variant that can stand in a footer, by name."""
    found: dict[str, CarrierShape] = {}
    pending = [root]
    while pending:
        shape = pending.pop()
        if shape.name not in found:
            found[shape.name] = shape
            pending += reversed([child.shape for child in shape.fields.values()])
    return found


def noun(shape: CarrierShape) -> str:
    return {
        CarrierKind.STRUCT: "struct",
        CarrierKind.UNION: "union",
        CarrierKind.EMPTY: "empty struct",
    }[shape.kind]


def extended(
    data: bytes, root: CarrierShape, name: str, header: Header, extension: bytes
) -> bytes | None:
    """`data` with the extension in every struct `name`, as its last field; None if it has no such struct."""
    field = header.data + unsigned(len(extension)) + extension
    if header is Header.TRAILING:
        return data + field + bytes([STOP])
    stops = sorted({stop for stop, shape in structs_in(data, root) if shape.name == name})
    for stop in reversed(stops):
        data = data[:stop] + field + data[stop:]
    return data if stops else None


def structs_in(
    data: bytes, shape: CarrierShape, start: int = 0
) -> Iterator[tuple[int, CarrierShape]]:
    """The offset of the stop byte of every struct, union and variant."""
    yield carrier_at(data, start, "", shape).end - 1, shape
    for span in find_field_spans(cursor_at(data, start)):
        child = shape.fields.get(span.field_id)
        if child is not None:
            for inner in _starts(data, span, child):
                yield from structs_in(data, child.shape, inner)


def _starts(data: bytes, span: FieldSpan, child: Child) -> Iterator[int]:
    if span.wire_type == STRUCT and not child.is_list:
        yield span.value
    elif span.wire_type == LIST:
        cursor = cursor_at(data, span.value)
        size, element_type = cursor.list_header()
        for _ in range(size if element_type == STRUCT else 0):
            yield cursor.position
            cursor.skip_struct()
