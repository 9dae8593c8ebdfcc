"""Names the value that lies at an offset: the path in errors.

Readers do not keep paths, which would cost every good file; when one fails, the bytes are walked once
more up to the offset of the error.
"""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING, Final

from inlay_runtime.compact.cursor import Cursor
from inlay_runtime.core import load_native
from inlay_runtime.errors import DecodeError
from inlay_runtime.extension import EXTENSION_ID, SPEC_WIRE_ID
from inlay_runtime.limits import Limits
from inlay_runtime.schema import Hooked, ListOf, MapOf, SetOf, StructSchema
from inlay_runtime.tags import UnionTag
from inlay_runtime.wire_types import (
    BINARY,
    FALSE,
    I16,
    I32,
    I64,
    LIST,
    MAP,
    SET,
    STOP,
    STRUCT,
    TRUE,
)

if TYPE_CHECKING:
    from collections.abc import Iterator

    from inlay_runtime.schema import FieldType


def path_at(
    schema: StructSchema | type[UnionTag], buffer: bytes, start: int, offset: int, depth: int = 64
) -> str:
    """The path of the innermost value that holds `offset`, in a struct or union that begins at `start`."""
    size = len(buffer)
    walk = _Walk(Cursor(buffer, start, Limits(depth + 1, container=size, binary=size)), offset)
    with suppress(_Found, DecodeError, RecursionError):
        if isinstance(schema, StructSchema):
            walk.struct(schema, None)
        else:
            walk.struct(None, schema)
    return walk.path() or (schema.name if isinstance(schema, StructSchema) else schema.__name__)


_native = load_native("inlay_runtime.native.compact")


_MOST_PASSES: Final = 3
"""Lists in each other of which elements are passed over in pure Python: of row groups, of columns, and one more."""


class _Found(Exception):
    """The walk has passed the offset; its steps are the path."""


class _Walk:
    def __init__(self, cursor: Cursor, offset: int) -> None:
        self.cursor = cursor
        self.offset = offset
        self.steps: list[tuple[str, int | None]] = []
        self.passes = 0

    def path(self) -> str:
        names = "".join(name for name, _ in self.steps).removeprefix(".")
        last = self.steps[-1][1] if self.steps else None
        return names if last is None else f"{names} (field {last})"

    def struct(self, schema: StructSchema | None, tags: type[UnionTag] | None) -> None:
        for wire_type, field_id in self.field_headers():
            field = schema.by_id.get(field_id) if schema else None
            if field:
                name = field.name
            elif tags is not None and field_id in list(tags):
                name = tags(field_id).name
            else:
                has_none = schema is not None and schema.has_own_extension_field
                name = f"<unknown {field_id}>" if has_none else _unknown_name(field_id, wire_type)
            shown_id = EXTENSION_ID if name == "extension" and not field else field_id
            self.steps.append((f".{name}", shown_id))
            self.stop_in_header()
            if wire_type not in (TRUE, FALSE):
                self.value(wire_type, field.type if field else None)
            self.pass_offset()
        self.stop_in_header()  # an offset in the byte that ends a struct means that struct

    def field_headers(self) -> Iterator[tuple[int, int]]:
        """As those of a cursor, but with ids that no field can have: structs that are skipped may hold them. At the offset,
        such an id is the error, and that of the struct."""
        cursor = self.cursor
        cursor.enter()
        field_id = 0
        while True:
            start = cursor.position
            byte = cursor.byte()
            if byte & 0x0F == STOP:
                break
            field_id = field_id + (byte >> 4) if byte > 0x0F else cursor.long_field_id()
            if field_id > EXTENSION_ID and start >= self.offset:
                raise _Found
            yield byte & 0x0F, field_id
        cursor.depth -= 1

    def value(self, wire_type: int, type_: FieldType | None) -> None:
        if isinstance(type_, Hooked):
            type_ = type_.type
        if wire_type == STRUCT:
            if isinstance(type_, type) and issubclass(type_, UnionTag):
                self.struct(None, type_)
            else:
                self.struct(_schema_of(type_), None)
        elif wire_type in (LIST, SET):
            element = type_.element if isinstance(type_, ListOf | SetOf) else None
            self.elements(element)
        elif wire_type == MAP:
            self.items(type_ if isinstance(type_, MapOf) else None)
        elif wire_type in (I16, I32, I64):
            self.cursor.varint(
                10
            )  # the reader takes integers that are wider than the label of their list
        else:
            self.cursor.skip_element(wire_type)

    def elements(self, element: FieldType | None) -> None:
        size, element_type = self.cursor.list_header()
        self.stop_in_header()
        self.cursor.enter()
        for at in range(self.pass_elements(element_type, size), size):
            self.steps.append((f"[{at}]", None))
            self.value(element_type, element)
            self.pass_offset()
        self.cursor.depth -= 1

    def pass_elements(self, element_type: int, size: int) -> int:
        """How many elements lie before the offset, of those that can be passed over without a look at their fields."""
        if _native is None:
            return self._pass_in_python(element_type, size)
        cursor = self.cursor
        passed: int
        passed, cursor.position = _native.pass_elements(
            cursor.buffer, cursor.position, element_type, size, self.offset, cursor.limits.depth
        )
        return passed

    def _pass_in_python(self, element_type: int, size: int) -> int:
        """It goes over the element of the offset as well, so it is not done again at any depth."""
        if self.passes == _MOST_PASSES:
            return 0
        self.passes += 1
        cursor = self.cursor
        depth = cursor.depth
        for at in range(size):
            before = cursor.position
            with suppress(DecodeError):
                cursor.skip_element(element_type)
                if cursor.position <= self.offset:
                    continue
            cursor.position, cursor.depth = before, depth
            return at
        return size

    def items(self, map_: MapOf | None) -> None:
        size, key_type, value_type = self.cursor.map_header()
        self.stop_in_header()
        self.cursor.enter()
        for at in range(size):
            self.steps.append((f"[{at}].key", None))
            self.value(key_type, map_.key if map_ else None)
            self.pass_offset()
            self.steps.append((f"[{at}].value", None))
            self.value(value_type, map_.value if map_ else None)
            self.pass_offset()
        self.cursor.depth -= 1

    def stop_in_header(self) -> None:
        """An offset in the header of a value means that value, and nothing in it."""
        if self.cursor.position > self.offset:
            raise _Found

    def pass_offset(self) -> None:
        if self.cursor.position > self.offset:
            raise _Found
        self.steps.pop()


def _unknown_name(field_id: int, wire_type: int) -> str:
    is_extension = wire_type == BINARY and field_id in (EXTENSION_ID, SPEC_WIRE_ID)
    return "extension" if is_extension else f"<unknown {field_id}>"


def _schema_of(type_: FieldType | None) -> StructSchema | None:
    if isinstance(type_, StructSchema):
        return type_
    schema = getattr(type_, "SCHEMA", None)
    return schema if isinstance(schema, StructSchema) else None
