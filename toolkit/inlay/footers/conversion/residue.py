"""The three slots that end a table: unknown fields, the extension and how its header is spelled."""

from __future__ import annotations

from typing import Final, Protocol, TypeVar

from inlay.footers.conversion.errors import ConversionError
from inlay_runtime.compact.cursor import Cursor
from inlay_runtime.compact.declared import is_declared
from inlay_runtime.compact.spans import FieldSpan, field_header, find_field_spans
from inlay_runtime.errors import DecodeError
from inlay_runtime.extension import Extension, Header
from inlay_runtime.remainder import Remainder, UnknownField
from inlay_runtime.struct import EmptyVariant, Struct
from inlay_runtime.wire_types import STOP
from parquet_format.footer import ExtensionHeader


class ThriftTable(Protocol):
    """A table with these slots, which is every one that stands for a Thrift struct."""

    unknown_fields: bytes | None
    extension: Extension | None
    extension_header: ExtensionHeader


C = TypeVar("C", bound=ThriftTable)
S = TypeVar("S", bound=Struct)

CARRIED: Final = ("remainder", "extension")
"""Attributes of a struct that `carry` is for."""

RESTORED: Final = ("unknown_fields", "extension")
"""Attributes of a table that `restore` is for."""

_HEADERS: Final = {
    Header.SPEC: ExtensionHeader.SPEC,
    Header.ZIGZAG: ExtensionHeader.ZIGZAG,
    Header.TRAILING: ExtensionHeader.TRAILING,
}
_SPELLINGS: Final = {int(number): header for header, number in _HEADERS.items()}


def carry(struct: Struct, table: C) -> C:
    """The table, with what the struct held beyond its fields."""
    if struct.remainder is not None and struct.remainder.unknown_fields:
        table.unknown_fields = pack(struct.remainder.unknown_fields)
    extension = struct.extension
    if extension is not None:
        table.extension = Extension(extension.payload)
        table.extension_header = _HEADERS[extension.header or struct.SCHEMA.extension_header]
    return table


def restore(table: ThriftTable, struct: S) -> S:
    """The struct, with what the table held for it."""
    unknown, carried = table.unknown_fields, table.extension
    if unknown is None and carried is None:
        return struct
    remainder = None
    if unknown is not None:
        remainder = Remainder(unknown_fields=unpack(unknown, struct))
    extension = None
    if carried is not None:
        header = _SPELLINGS.get(table.extension_header)
        if header is None:
            reason = f"{int(table.extension_header)} is not a spelling of a header"
            raise ConversionError(reason, "extension_header")
        extension = Extension(carried.payload, header)
    if isinstance(struct, EmptyVariant):
        struct.keep_read(extension, remainder)
    else:
        struct.extension, struct.remainder = extension, remainder
    return struct


def refuse_extension(extension: Extension | None, path: str = "extension") -> None:
    """That of a table which v1 has for its own purposes."""
    if extension is not None:
        raise ConversionError("no Thrift struct stands behind this table", path)


def is_bare(table: ThriftTable) -> bool:
    return table.unknown_fields is None and table.extension is None


def pack(fields: tuple[UnknownField, ...]) -> bytes:
    """The fields as a compact-protocol struct of nothing else, by ascending id."""
    out = bytearray()
    last_id = 0
    for field in sorted(fields, key=lambda field: field.field_id):
        out += field_header(field.field_id, field.wire_type, last_id) + field.raw
        last_id = field.field_id
    out.append(STOP)
    return bytes(out)


def unpack(data: bytes, struct: Struct) -> tuple[UnknownField, ...]:
    """The reverse; the bytes may hold nothing that the struct has a slot for."""
    cursor = Cursor(data)
    try:
        spans = find_field_spans(cursor)
    except DecodeError as error:
        raise ConversionError(f"no compact-protocol struct: {error}", "unknown_fields") from error
    if cursor.position != len(data):
        raise ConversionError("bytes follow the stop byte", "unknown_fields")
    seen: set[int] = set()
    for span in spans:
        if span.is_extension or span.field_id in seen or _is_known(data, span, struct):
            reason = f"field {span.wire_id} is known, or there twice"
            raise ConversionError(reason, "unknown_fields")
        seen.add(span.field_id)
    return tuple(
        UnknownField(span.wire_id, span.wire_type, data[span.value : span.end]) for span in spans
    )


def _is_known(data: bytes, span: FieldSpan, struct: Struct) -> bool:
    """Whether the struct has the field, with this type."""
    field = struct.SCHEMA.by_id.get(span.field_id)
    return field is not None and is_declared(Cursor(data, span.value), field.type, span.wire_type)
