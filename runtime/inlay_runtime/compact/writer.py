"""Writes the Thrift compact protocol, canonically.

Canonical means: fields in ascending order of their ids, the extension last, headers in their short
form where the distance to the previous id is 1 to 15, minimal varints, list sizes below 15 in the
header. Where a struct was read from bytes that differ in its fields or their order, its remainder
says so and `end_struct` puts things back as they were.
"""

from __future__ import annotations

import struct
from collections.abc import Callable, Collection
from typing import TYPE_CHECKING, Final, Protocol, TypeVar, cast

from inlay_runtime import amounts
from inlay_runtime.compact.cursor import is_value
from inlay_runtime.compact.varint import unsigned, zigzag
from inlay_runtime.errors import EncodeError
from inlay_runtime.extension import EXTENSION_ID, Extension, Header
from inlay_runtime.limits import DEFAULT_LIMITS, Limits
from inlay_runtime.text import bytes_of, is_utf8
from inlay_runtime.wire_types import FALSE, STOP, STRUCT, TRUE, name_of

if TYPE_CHECKING:
    from uuid import UUID

    from inlay_runtime.remainder import Remainder
    from inlay_runtime.schema import StructSchema

S = TypeVar("S", bound="Writable")
K = TypeVar("K")
V = TypeVar("V")

_DOUBLE: Final = struct.Struct("<d")


class Writable(Protocol):
    def write(self, writer: CompactWriter) -> None: ...


class CompactWriter:
    """Appends to `data`; `last_id` is the id of the field written last in the current struct.

    Nothing is written that the same limits would not read.
    """

    __slots__ = (
        "_binary",
        "_container",
        "_deepest",
        "_depth",
        "_may_be_empty",
        "_outer",
        "data",
        "last_id",
        "trailing",
    )

    def __init__(self, limits: Limits = DEFAULT_LIMITS) -> None:
        self._deepest = limits.depth
        self._container = limits.container
        self._binary = limits.binary
        self._depth = 0
        self._may_be_empty = False
        self.data = bytearray()
        self.last_id = 0
        self.trailing = b""
        self._outer: list[tuple[int, int]] = []

    # Structs

    def begin_struct(self) -> None:
        self._enter()
        self._outer.append((len(self.data), self.last_id))
        self.last_id = 0

    def _enter(self) -> None:
        self._depth += 1
        if self._depth > self._deepest:
            raise EncodeError.beyond(
                "depth", f"nested deeper than {amounts.count(self._deepest, 'level')}"
            )

    def _enter_container(self, size: int) -> None:
        self._enter()
        if size > self._container:
            raise EncodeError.beyond(
                "container",
                f"{amounts.count(size, 'element exceeds', 'elements exceed')} the limit of {self._container:,}",
            )

    def field(self, field_id: int, wire_type: int) -> None:
        """The header of a field; its value follows."""
        delta = field_id - self.last_id
        if 0 < delta < 16:
            self.data.append(delta << 4 | wire_type)
        else:
            self.data.append(wire_type)
            self.data += unsigned(zigzag(field_id))
        self.last_id = field_id

    def boolean_field(self, field_id: int, value: bool) -> None:
        """A boolean field is all header: its value is its type."""
        self.field(field_id, TRUE if value else FALSE)
        if value is not True and value is not False:
            raise EncodeError(f"{value!r} is not a bool")

    def extension(self, extension: Extension, schema: StructSchema) -> None:
        """The extension, in its own spelling or in the one that the schema asks for."""
        header = extension.header or schema.extension_header
        if header is Header.TRAILING:
            if len(self._outer) > 1:
                raise EncodeError("only the outermost struct can have a trailing extension")
            self.trailing = header.data + _sized(extension.payload) + bytes([STOP])
            return
        self.data += header.data
        self.binary(extension.payload)
        self.last_id = EXTENSION_ID

    def raw(self, value: bytes, wire_type: int) -> None:
        """A value as it came, once it has proved to be one of its type and nothing else."""
        size = len(value)
        if not is_value(value, wire_type, Limits(self._deepest, size, size), self._depth):
            raise EncodeError(f"the bytes are not a whole {name_of(wire_type)}")
        self.data += value

    def end_struct(self, remainder: Remainder | None) -> None:
        """The stop byte; before it, what the struct held beyond its fields."""
        self.data.append(STOP)
        self._depth -= 1
        start, self.last_id = self._outer.pop()
        if remainder is not None:
            if remainder.unknown_fields or remainder.order or remainder.element_types:
                from inlay_runtime.compact.reorder import merge_remainder

                self.data[start:] = merge_remainder(bytes(self.data[start:]), remainder)
            if remainder.trailing and not self._outer:
                if self.trailing:
                    raise EncodeError("an extension cannot follow the stop byte: other bytes do")
                self.trailing = remainder.trailing

    def no_variant(self) -> None:
        """The union that has begun is to have none."""
        self._may_be_empty = True

    def end_union(self, enclosing: Remainder | None, schema: StructSchema) -> None:
        """Like `end_struct`, and writes back an extension that the union was read with.

        A value that was not a variant has written nothing, which is an EncodeError.
        """
        may_be_empty, self._may_be_empty = self._may_be_empty, False
        if len(self.data) == self._outer[-1][0] and not may_be_empty:
            raise EncodeError(f"expected a variant of {schema.name}")
        if enclosing is not None and enclosing.extension is not None:
            self.extension(enclosing.extension, schema)
        self.end_struct(enclosing)

    def struct(self, cls: type[S], value: S) -> None:
        """A struct, which has to be one of its class."""
        if not isinstance(value, cls):
            raise EncodeError(f"expected {cls.__name__}")
        value.write(self)

    def structs(self, cls: type[S], values: list[S]) -> None:
        """A list (or a set) of structs of one class."""
        self._begin_list(STRUCT, values)
        for value in values:
            if not isinstance(value, cls):
                raise EncodeError(f"expected {cls.__name__}")
            value.write(self)
        self._depth -= 1

    # Scalars

    def boolean_element(self, value: bool) -> None:
        if value is not True and value is not False:
            raise EncodeError(f"{value!r} is not a bool")
        self.data.append(TRUE if value else FALSE)

    def i8(self, value: int) -> None:
        _check(value, 8)
        self.data.append(value & 0xFF)

    def i16(self, value: int) -> None:
        _check(value, 16)
        self.data += unsigned(zigzag(value))

    def i32(self, value: int) -> None:
        if 0 <= value < 0x40:
            self.data.append(value << 1)
            return
        _check(value, 32)
        self.data += unsigned(zigzag(value))

    def i64(self, value: int) -> None:
        if 0 <= value < 0x40:
            self.data.append(value << 1)
            return
        _check(value, 64)
        self.data += unsigned(zigzag(value))

    def double(self, value: float) -> None:
        self.data += _DOUBLE.pack(value)

    def uuid(self, value: UUID) -> None:
        self.data += value.bytes

    def binary(self, value: bytes | memoryview) -> None:
        if isinstance(value, memoryview):
            value = value.tobytes()
        size = len(value)
        if size < 0x80 and size <= self._binary:
            self.data.append(size)
        else:
            if size > self._binary:
                raise EncodeError.beyond(
                    "binary",
                    f"{amounts.count(size, 'byte exceeds', 'bytes exceed')} the limit of {self._binary:,}",
                )
            self.data += unsigned(size)
        self.data += value

    def string(self, value: str) -> None:
        """Text; what is escaped in it is written as the bytes that it was."""
        self.binary(bytes_of(value))

    def utf8(self, value: str) -> None:
        """Text without any lone surrogate."""
        self.binary(value.encode())

    # Containers

    def list_of(
        self,
        wire_type: int,
        elements: list[V],
        write: Callable[[CompactWriter, V], None],
    ) -> None:
        """A list or a set."""
        self._begin_list(wire_type, elements)
        for element in elements:
            write(self, element)
        self._depth -= 1

    def _begin_list(self, wire_type: int, elements: Collection[object]) -> None:
        if not isinstance(elements, list):
            raise EncodeError("expected a list")
        size = len(elements)
        self._enter_container(size)
        if size < 15:
            self.data.append(size << 4 | wire_type)
        else:
            self.data.append(0xF0 | wire_type)
            self.data += unsigned(size)

    def pairs_of(
        self,
        key_type: int,
        write_key: Callable[[CompactWriter, K], None],
        value_type: int,
        write_value: Callable[[CompactWriter, V], None],
        items: Collection[tuple[K, V]],
    ) -> None:
        """A map, from its items. An empty one is a single byte 0."""
        if write_key is CompactWriter.string and len(items) > 1:
            _check_keys(cast("Collection[tuple[str, object]]", items))
        self._enter_container(len(items))
        self.data += unsigned(len(items))
        if len(items):
            self.data.append(key_type << 4 | value_type)
        for key, value in items:
            write_key(self, key)
            write_value(self, value)
        self._depth -= 1


def _sized(payload: bytes) -> bytes:
    return unsigned(len(payload)) + payload


def _check_keys(items: Collection[tuple[str, object]]) -> None:
    """Texts may differ and come from the same bytes: escaped bytes side by side may be UTF-8."""
    if any(not is_utf8(key) for key, _ in items) and len({bytes_of(k) for k, _ in items}) < len(
        items
    ):
        raise EncodeError("two keys are the same bytes")


def _check(value: int, bits: int) -> None:
    if not -(1 << (bits - 1)) <= value < 1 << (bits - 1):
        raise EncodeError(f"{value} is out of range for i{bits}")
