"""Writes tables with the `flatbuffers` package's Builder, which is imported when the first is written.

A Builder works from the end of its buffer to the front, so children are written before the table that
refers to them: generated `write` methods first turn what lies out of line into offsets, then fill the
slots. An offset of 0 is an absent value.
"""

from __future__ import annotations

import struct
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, TypeVar

from inlay_runtime.errors import EncodeError
from inlay_runtime.union import UnknownVariant

if TYPE_CHECKING:
    from inlay_runtime.extension import Extension
    from inlay_runtime.flat.fixed import Fixed
    from inlay_runtime.flat.schema import Scalar
    from inlay_runtime.flat.table import Table

T = TypeVar("T")


class TableBuilder:
    """One buffer in the making."""

    def __init__(self) -> None:
        from flatbuffers import Builder

        self._builder = Builder(1024)

    def finish(self, root: int, identifier: str = "") -> bytes:
        self._builder.Finish(root, identifier.encode() if identifier else None)
        return bytes(self._builder.Output())

    # Out of line, before the table is started

    def string(self, value: str | None, *, shared: bool = False) -> int:
        if value is None:
            return 0
        create = self._builder.CreateSharedString if shared else self._builder.CreateString
        return create(value)

    def extension(self, value: Extension | None) -> int:
        return 0 if value is None else self.data(value.payload)

    def refuse_extension(self, value: Extension | None, name: str) -> None:
        """A table without a slot for an extension cannot carry one."""
        if value is not None:
            raise EncodeError("the table has no slot for an extension", name)

    def data(self, value: bytes | None) -> int:
        return 0 if value is None else self._builder.CreateByteVector(bytes(memoryview(value)))

    def table(self, cls: type[Table], value: Table | None) -> int:
        if value is None:
            return 0
        if not isinstance(value, cls):
            raise EncodeError(f"expected {cls.__name__}, found {type(value).__name__}")
        return value.write(self)

    def strings(self, values: Sequence[str] | None, *, shared: bool = False) -> int:
        if values is None:
            return 0
        return self._offsets([self.string(value, shared=shared) for value in values])

    def tables(self, cls: type[Table], values: Sequence[Table] | None) -> int:
        if values is None:
            return 0
        return self._offsets([self.table(cls, value) for value in values])

    def scalars(self, scalar: Scalar, values: Sequence[int | float] | None) -> int:
        if values is None:
            return 0
        packed = struct.pack(f"<{len(values)}{scalar.layout.format[1:]}", *values)
        return self._packed(packed, len(values), scalar.size, scalar.size)

    def fixeds(self, cls: type[Fixed], values: Sequence[Fixed] | None) -> int:
        if values is None:
            return 0
        packed = b"".join(_checked(cls, value).encode() for value in values)
        return self._packed(packed, len(values), cls.SIZE, cls.ALIGNMENT)

    def outside(self, cls: type[Fixed], value: Fixed) -> int:
        """A fixed struct that a union refers to."""
        self._place(_checked(cls, value).encode(), cls.ALIGNMENT)
        return self._builder.Offset()

    def no_variant(self, name: str, value: object) -> EncodeError:
        """The error for a value that cannot be written as a variant of a union."""
        if isinstance(value, UnknownVariant):
            reason = f"variant {value.field_id} of {name} is of a newer schema"
            return EncodeError(f"{reason}, so it can only be written in the buffer it came in")
        return EncodeError(f"expected a variant of {name}, found {type(value).__name__}")

    def unions(
        self, values: Sequence[T] | None, write: Callable[[TableBuilder, T], tuple[int, int]]
    ) -> tuple[int, int]:
        """A vector of unions: the offsets of its types and of its values."""
        if values is None:
            return 0, 0
        written = [write(self, value) for value in values]
        tags = self._builder.CreateByteVector(bytes(tag for tag, _ in written))
        return tags, self._offsets([offset for _, offset in written])

    def _offsets(self, offsets: Sequence[int]) -> int:
        self._builder.StartVector(4, len(offsets), 4)
        for offset in reversed(offsets):
            self._builder.PrependUOffsetTRelative(offset)
        return self._builder.EndVector()

    def _packed(self, packed: bytes, count: int, size: int, alignment: int) -> int:
        self._builder.StartVector(size, count, alignment)
        self._builder.head -= len(packed)
        head = self._builder.head
        self._builder.Bytes[head : head + len(packed)] = packed
        return self._builder.EndVector()

    def _place(self, packed: bytes, alignment: int) -> None:
        builder = self._builder
        builder.Prep(alignment, len(packed))
        builder.head -= len(packed)
        builder.Bytes[builder.head : builder.head + len(packed)] = packed

    # Slots

    def start(self, slots: int) -> None:
        self._builder.StartObject(slots)

    def scalar(
        self, slot: int, scalar: Scalar, value: float | None, default: float | None = None
    ) -> None:
        """A scalar, unless it is the default; without one, unless it is None."""
        if value is None:
            return
        packed = scalar.layout.pack(value)
        if default is not None and packed == scalar.layout.pack(default):
            return  # compared as bytes, for -0.0 equals 0.0
        self._place(packed, scalar.size)
        self._builder.Slot(slot)

    def offset(self, slot: int, offset: int) -> None:
        self._builder.PrependUOffsetTRelativeSlot(slot, offset, 0)

    def fixed(self, slot: int, cls: type[Fixed], value: Fixed | None) -> None:
        if value is None:
            return
        self._place(_checked(cls, value).encode(), cls.ALIGNMENT)
        self._builder.Slot(slot)

    def union_slot(self, slot: int, written: tuple[int, int]) -> None:
        """A union: its type one slot before its value."""
        tag, offset = written
        if tag:
            self._place(bytes([tag]), 1)
            self._builder.Slot(slot - 1)
            self.offset(slot, offset)

    def union_vector(self, slot: int, written: tuple[int, int]) -> None:
        tags, values = written
        self.offset(slot - 1, tags)
        self.offset(slot, values)

    def end(self) -> int:
        return self._builder.EndObject()


def required(value: T | None, name: str) -> T:
    """The value of a field that has to be there."""
    if value is None:
        raise EncodeError("required, but it is None", name)
    return value


def encode_root(table: Table) -> bytes:
    """See `Table.encode`."""
    original = table.remainder.original if table.remainder is not None else b""
    if original:
        if type(table).decode(original) == table:
            return original
        raise EncodeError(
            "it holds what only a newer schema has, which can only be written as it was read; set "
            "the remainder to None to give that up",
            table.SCHEMA.name,
        )
    builder = TableBuilder()
    try:
        return builder.finish(table.write(builder))
    except (struct.error, TypeError, AttributeError, ValueError, OverflowError) as error:
        raise EncodeError(str(error), table.SCHEMA.name) from error


def _checked(cls: type[Fixed], value: Fixed) -> Fixed:
    if not isinstance(value, cls):
        raise EncodeError(f"expected {cls.__name__}, found {type(value).__name__}")
    return value
