"""Flat buffers back to Python values, by the book of Arrow's layout and without Arrow."""

from __future__ import annotations

import struct
from typing import Any, TypeAlias
from uuid import UUID

from inlay_runtime.columnar import ExtractedColumn, Extraction
from inlay_runtime.columnar.plan import Kind
from inlay_runtime.text import text_from

CODES = {Kind.I8: "b", Kind.I16: "h", Kind.I32: "i", Kind.I64: "q", Kind.DOUBLE: "d"}
Told: TypeAlias = "tuple[dict[str, Any], dict[int, tuple[object, ...]]]"


def told(found: Extraction) -> Told:
    """All that an extraction says, so that two can be compared: tables, and errors."""
    shown: dict[str, Any] = {}
    for path, table in found.tables.items():
        assert all(column.length == table.rows for column in table.columns.values())
        assert all(column.length == table.rows for column in table.ordinals)
        columns = {name: values_of(column) for name, column in table.columns.items()}
        shown[path] = table.rows, [values_of(column) for column in table.ordinals], columns
    errors: dict[int, tuple[object, ...]] = {
        at: (type(error), error.offset, error.path, error.reason, str(error))
        for at, error in found.errors.items()
    }
    return shown, errors


def values_of(column: ExtractedColumn) -> list[Any]:
    """Doubles as their bytes, for NaN is not equal to itself."""
    valid = [True] * column.length
    if column.validity is not None:
        valid = bits(column.validity, column.length)
    assert column.null_count == valid.count(False)
    return [value if there else None for value, there in zip(_values(column), valid, strict=True)]


def bits(bitmap: bytes | memoryview, length: int) -> list[bool]:
    assert len(bitmap) == (length + 7) // 8
    found = [bool(bitmap[at >> 3] >> (at & 7) & 1) for at in range(8 * len(bitmap))]
    return found[:length]


def _values(column: ExtractedColumn) -> list[Any]:
    if column.offsets is not None:
        ends = struct.unpack(f"<{column.length + 1}i", bytes(column.offsets))
        assert ends[0] == 0
        if column.items is not None:
            assert ends[-1] == column.items.length
            items = values_of(column.items)
            return [items[ends[at] : ends[at + 1]] for at in range(column.length)]
        assert ends[-1] == len(column.values)
        found = [bytes(column.values[ends[at] : ends[at + 1]]) for at in range(column.length)]
        return [text_from(data) for data in found] if column.kind is Kind.STRING else found
    if column.kind is Kind.BOOL:
        return list(bits(column.values, column.length))
    if column.kind is Kind.UUID:
        assert len(column.values) == 16 * column.length
        return [UUID(bytes=bytes(column.values[at * 16 :][:16])) for at in range(column.length)]
    size = struct.calcsize(f"<{CODES[column.kind]}")
    if column.kind is Kind.DOUBLE:
        assert len(column.values) == 8 * column.length
        return [bytes(column.values[at * 8 :][:8]) for at in range(column.length)]
    assert len(column.values) == size * column.length
    return list(struct.unpack(f"<{column.length}{CODES[column.kind]}", bytes(column.values)))
