"""Fields of another type on the wire than in the IDL: readers skip them, and `decode` keeps them as unknown.

The decoded footer does not say where they lie, so its bytes are walked, and only where a strict decode
refuses them. Empty lists of a type that does not exist are here, too: nothing is lost by them, and some readers refuse the file.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, Final

from inlay_runtime.compact.cursor import Cursor
from inlay_runtime.compact.declared import declared_type, found_type, is_declared, unhooked
from inlay_runtime.compact.spans import FieldSpan, find_field_spans
from inlay_runtime.core import load_native
from inlay_runtime.errors import DecodeError
from inlay_runtime.finding import Finding
from inlay_runtime.limits import DEFAULT_LIMITS, Limits
from inlay_runtime.schema import ListOf, MapOf, SetOf, StructSchema
from inlay_runtime.struct import Struct
from inlay_runtime.tags import UnionTag
from inlay_runtime.wire_types import LIST, MINIMAL_SIZE, SET, STRUCT
from parquet_format.parquet import FileMetaData

if TYPE_CHECKING:
    from inlay_runtime.schema import FieldType


_ALIKE: Final = re.compile(rb"(?:[\x19-\xfa]|[\x09\x0a][^\0]{1,3})[\x00\x0e\x0f]", re.DOTALL)
"""The header of a list or set, and an empty one without a type: also other bytes, for these are anywhere."""


def _find_native() -> Any:
    compiled = load_native("inlay.footers.footer.native_untyped")
    return None if compiled is None else compiled.has_untyped_list


native_untyped: Any = _find_native()
"""Says of valid bytes whether there is one; None without the native core."""


def may_have_untyped_list(data: bytes, cls: type[Struct]) -> bool:
    """Whether it is worth while to walk a struct for one: natively that is known, else bytes only look so."""
    if native_untyped is None:
        return _ALIKE.search(data) is not None
    unread = _UNREAD_PATH if cls is FileMetaData else b""
    is_there: bool = native_untyped(data, DEFAULT_LIMITS.depth, unread)
    return is_there


def is_untyped(size: int, element_type: int) -> bool:
    """Whether this is the header of such a list."""
    return size == 0 and element_type not in MINIMAL_SIZE


CODE = "wire-type"
_UNREAD: Final = ("ColumnMetaData", "key_value_metadata")
"""arrow-rs passes over it, and fastparquet writes an empty one without a type into every chunk."""
_UNREAD_PATH: Final = bytes([4, 1, 3, 8])
"""Its ids from FileMetaData on."""
_FIX: Final = "write the file anew with pyarrow"


def find_other_types(data: bytes, cls: type[Struct]) -> list[Finding]:
    """One for every such field of a struct that can be decoded, in the order of their bytes; offsets are
    those of the fields' headers, from the start of the struct."""
    try:
        cls.decode_from(data, strict=True)
    except DecodeError:
        return list(_Walk(data).struct(0, cls.SCHEMA, ""))
    return list(_Walk(data).struct(0, cls.SCHEMA, "")) if may_have_untyped_list(data, cls) else []


class _Walk:
    def __init__(self, data: bytes) -> None:
        self.data = data
        size = max(len(data), 1)
        self.limits = Limits(container=size, binary=size)  # which the bytes keep: they were decoded

    def cursor(self, position: int) -> Cursor:
        return Cursor(self.data, position, self.limits, is_strict=False)

    def struct(self, start: int, schema: StructSchema, path: str) -> Iterator[Finding]:
        for span in find_field_spans(self.cursor(start)):
            field = schema.by_id.get(span.field_id)
            if field is None:
                continue
            inner = f"{path}.{field.name}".removeprefix(".")
            if self.is_untyped(span) and (schema.name, field.name) != _UNREAD:
                yield self.untyped(span, declared_type(field.type), inner)
            elif is_declared(self.cursor(span.value), field.type, span.wire_type):
                yield from self.value(self.cursor(span.value), field.type, inner)
            else:
                yield self.finding(span, declared_type(field.type), inner)

    def value(self, cursor: Cursor, type_: FieldType, path: str) -> Iterator[Finding]:
        """The findings in a value, which the cursor passes."""
        type_ = unhooked(type_)
        start = cursor.position
        match type_:
            case ListOf(element=element) | SetOf(element=element):
                size, wire_type = cursor.list_header()
                for at in range(size):
                    yield from self.element(cursor, element, wire_type, f"{path}[{at}]")
            case MapOf():
                size, key_type, value_type = cursor.map_header()
                for at in range(size):
                    yield from self.element(cursor, type_.key, key_type, f"{path}[{at}].key")
                    yield from self.element(cursor, type_.value, value_type, f"{path}[{at}].value")
            case StructSchema():
                yield from self.struct(start, type_, path)
            case type() if issubclass(type_, Struct):
                yield from self.struct(start, type_.SCHEMA, path)
            case type() if issubclass(type_, UnionTag):
                yield from self.tag(start, type_, path)
            case _:
                return

    def element(
        self, cursor: Cursor, type_: FieldType, wire_type: int, path: str
    ) -> Iterator[Finding]:
        start = cursor.position
        cursor.skip_element(wire_type)
        yield from self.value(self.cursor(start), type_, path)

    def tag(self, start: int, tags: type[UnionTag], path: str) -> Iterator[Finding]:
        names = {int(tag): tag.name for tag in tags}
        for span in find_field_spans(self.cursor(start)):
            if span.field_id in names and span.wire_type != STRUCT:
                yield self.finding(span, "struct", f"{path}.{names[span.field_id]}")

    def is_untyped(self, span: FieldSpan) -> bool:
        """Whether the field is an empty list of a type that does not exist."""
        if span.wire_type not in (LIST, SET):
            return False
        return is_untyped(*self.cursor(span.value).list_header())

    def untyped(self, span: FieldSpan, declared: str, path: str) -> Finding:
        _, element = self.cursor(span.value).list_header()
        what = (
            f"an empty {found_type(span.wire_type, self.data[span.value : span.end])} of the type {element}, which does not exist, "
            f"and {declared} in the IDL: DataFusion, Daft and arro3 refuse such a file"
        )
        return Finding(CODE, span.start, what, path, _FIX)

    def finding(self, span: FieldSpan, declared: str, path: str) -> Finding:
        actual = found_type(span.wire_type, self.data[span.value : span.end])
        what = f"{actual} on the wire, and {declared} in the IDL: kept, and skipped by readers"
        return Finding(CODE, span.start, what, path)
