"""Writes tables with the `flatbuffers` package's Builder, which is imported when the first is written.

A Builder works from the end of its buffer to the front, so children are written before the table that
refers to them: generated `write` methods first turn what lies out of line into offsets, then fill the
slots. An offset of 0 is an absent value.
"""

from __future__ import annotations

import struct
from collections.abc import Callable, Sequence
from types import UnionType
from typing import TYPE_CHECKING, Any, Final, Protocol, TypeVar

from inlay_runtime import amounts
from inlay_runtime.core import is_native
from inlay_runtime.errors import EncodeError
from inlay_runtime.extension import Extension
from inlay_runtime.flat.schema import BOOL
from inlay_runtime.flat.size_prefix import has_size_prefix, reframe
from inlay_runtime.limits import Limits
from inlay_runtime.text import bytes_of, is_utf8

if TYPE_CHECKING:
    from inlay_runtime.flat.fixed import Fixed
    from inlay_runtime.flat.schema import Scalar
    from inlay_runtime.flat.table import Table
    from inlay_runtime.native.flat_output import Written
    from inlay_runtime.union import UnknownVariant

    class NativeEncode(Protocol):
        def __call__(
            self,
            table: Table,
            limits: Limits,
            sharing: bool,
            written: Written | None = None,
            size_prefixed: bool = False,
            /,
        ) -> bytes | None: ...


T = TypeVar("T")
K = TypeVar("K")


def _find_native() -> NativeEncode | None:
    if not is_native("flat_writer"):
        return None
    from inlay_runtime.native.flat_writer import encode

    return encode


native_encode: NativeEncode | None = _find_native()
"""Writes a table as it is told below: its arguments are the table, the limits, whether to store once what occurs more than
once, what of a root is written already, and whether the size goes in front. It gives None for what this module has to decide."""


class TableBuilder:
    """One buffer in the making. Nothing is written that the same limits on depth and sizes would not read."""

    def __init__(self, limits: Limits, *, opaque: bool = False) -> None:
        """An `opaque` one writes a stand-in for each variant that only a newer schema has: good for comparing, and for
        nothing else."""
        from flatbuffers import Builder

        self._builder = Builder(1024)
        self._limits = limits
        self._left = limits.depth
        self._opaque = opaque

    def finish(self, root: int, identifier: str = "", *, size_prefixed: bool = False) -> bytes:
        finish = self._builder.FinishSizePrefixed if size_prefixed else self._builder.Finish
        finish(root, identifier.encode() if identifier else None)
        return bytes(self._builder.Output())

    @staticmethod
    def require(value: object, name: str) -> None:
        """Raises EncodeError where a field has no value that has to have one."""
        if value is None:
            raise EncodeError("required, but it is None", name)

    # Out of line, before the table is started. Elements of a vector begin at a multiple of `align`, and of
    # what they need themselves.

    def string(self, value: str | None, *, shared: bool = False) -> int:
        if value is None:
            return 0
        if not is_utf8(_expect(value, str)):
            return self.binary(bytes_of(value), shared=shared)
        if 4 * len(value) > self._limits.binary:
            check_binary(len(value.encode()), self._limits)
        create = self._builder.CreateSharedString if shared else self._builder.CreateString
        return create(value)

    def utf8(self, value: str | None, *, shared: bool = False) -> int:
        """Text without any lone surrogate."""
        if value is not None:
            _expect(value, str).encode()
        return self.string(value, shared=shared)

    def binary(self, value: bytes | None, *, shared: bool = False) -> int:
        """A string of bytes that need not be UTF-8."""
        if value is None:
            return 0
        _expect(value, bytes | bytearray | memoryview)
        packed = bytes(memoryview(value))
        check_binary(len(packed), self._limits)
        create = self._builder.CreateSharedString if shared else self._builder.CreateString
        return create(packed)

    def extension(self, value: Extension | None, *, align: int = 1) -> int:
        return 0 if value is None else self.data(_expect(value, Extension).payload, align=align)

    def refuse_extension(self, value: Extension | None, name: str) -> None:
        """A table without a slot for an extension cannot carry one."""
        if value is not None:
            raise EncodeError("the table has no slot for an extension", name)

    def data(self, value: bytes | None, *, align: int = 1) -> int:
        if value is None:
            return 0
        _expect(value, bytes | bytearray | memoryview)
        packed = bytes(memoryview(value))
        check_elements(len(packed), "binary", self._limits)
        return self._packed(packed, len(packed), 1, align)

    def table(self, cls: type[Table], value: Table | None) -> int:
        if value is None:
            return 0
        self._left -= 1
        if self._left < 0:
            raise EncodeError("nested deeper than the limit")
        offset = _expect(value, cls).write(self)
        self._left += 1
        return offset

    def strings(self, values: Sequence[str] | None, *, shared: bool = False, align: int = 1) -> int:
        if values is None:
            return 0
        offsets = [self.string(_expect(v, str), shared=shared) for v in self._elements(values)]
        return self._offsets(offsets, align)

    def utf8s(self, values: Sequence[str] | None, *, shared: bool = False, align: int = 1) -> int:
        for value in values or ():
            _expect(value, str).encode()
        return self.strings(values, shared=shared, align=align)

    def binaries(
        self, values: Sequence[bytes] | None, *, shared: bool = False, align: int = 1
    ) -> int:
        """A vector of strings whose bytes are not taken for text."""
        if values is None:
            return 0
        expected = bytes | bytearray | memoryview
        offsets = [self.binary(_expect(v, expected), shared=shared) for v in self._elements(values)]
        return self._offsets(offsets, align)

    def tables(self, cls: type[Table], values: Sequence[Table] | None, *, align: int = 1) -> int:
        if values is None:
            return 0
        offsets = [self.table(cls, _expect(v, cls)) for v in self._elements(values)]
        return self._offsets(offsets, align)

    def scalars(
        self, scalar: Scalar, values: Sequence[int | float] | None, *, align: int = 1
    ) -> int:
        if values is None:
            return 0
        self._elements(values)
        if scalar is BOOL:
            for value in values:
                _expect(value, bool)
        packed = struct.pack(f"<{len(values)}{scalar.layout.format[1:]}", *values)
        return self._packed(packed, len(values), scalar.size, max(scalar.size, align))

    def fixeds(self, cls: type[Fixed], values: Sequence[Fixed] | None, *, align: int = 1) -> int:
        if values is None:
            return 0
        packed = b"".join(_expect(value, cls).encode() for value in self._elements(values))
        return self._packed(packed, len(values), cls.SIZE, max(cls.ALIGNMENT, align))

    def outside(self, cls: type[Fixed], value: Fixed) -> int:
        """A fixed struct that a union refers to."""
        self._place(_expect(value, cls).encode(), cls.ALIGNMENT)
        return self._builder.Offset()

    def unknown_variant(self, value: UnknownVariant, name: str) -> tuple[int, int]:
        """A variant that only a newer schema has: its bytes are not ours to lay out anew."""
        if not self._opaque:
            reason = f"variant {value.field_id} of {name} is of a newer schema"
            raise EncodeError(f"{reason}, so it can only be written in the buffer it came in")
        return value.field_id, self.data(value.raw)

    def no_variant(self, name: str, value: object) -> EncodeError:
        """The error for a value that is not a variant of a union."""
        return EncodeError(f"expected a variant of {name}, found {type(value).__name__}")

    def unions(
        self,
        values: Sequence[T] | None,
        write: Callable[[TableBuilder, T], tuple[int, int]],
        *,
        align: int = 1,
    ) -> tuple[int, int]:
        """A vector of unions: the offsets of its types and of its values."""
        if values is None:
            return 0, 0
        elements = self._elements(values, "binary")  # the vector of types is one of bytes
        written = [_present(write(self, value)) for value in elements]
        tags = self._builder.CreateByteVector(bytes(tag for tag, _ in written))
        return tags, self._offsets([offset for _, offset in written], align)

    def _elements(self, values: Sequence[T], limit: str = "container") -> Sequence[T]:
        """A list: text and bytes are sequences too, of what is not meant."""
        _expect(values, list)
        check_elements(len(values), limit, self._limits)
        return values

    def _offsets(self, offsets: Sequence[int], align: int) -> int:
        self._builder.StartVector(4, len(offsets), max(4, align))
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
        if value is None and default is None:
            return
        if scalar is BOOL:
            _expect(value, bool)
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
        self._place(_expect(value, cls).encode(), cls.ALIGNMENT)
        self._builder.Slot(slot)

    def union_value(self, slot: int, written: tuple[int, int]) -> None:
        """The value of a union, if it has one; its type is one slot before."""
        if written[0]:
            self.offset(slot, _present(written)[1])

    def union_type(self, slot: int, written: tuple[int, int]) -> None:
        if written[0]:
            self._place(bytes([written[0]]), 1)
            self._builder.Slot(slot)

    def union_vector(self, slot: int, written: tuple[int, int]) -> None:
        tags, values = written
        self.offset(slot - 1, tags)
        self.offset(slot, values)

    def end(self) -> int:
        return self._builder.EndObject()


def encode_root(table: Table, limits: Limits, *, size_prefixed: bool = False) -> bytes:
    """See `Table.encode`."""
    original = table.remainder.original if table.remainder is not None else b""
    if original:
        as_read = type(table).from_verified(original, size_prefixed=has_size_prefix(original))
        if _written(as_read, _ANY, opaque=True) == _written(table, _ANY, opaque=True):
            return reframe(original, table.SCHEMA, size_prefixed=size_prefixed)
        raise EncodeError(
            "it was changed, and it holds what only a newer schema has, which can only be written as "
            "it was read; set the remainder to None to give that up"
        )
    return _written(table, limits, size_prefixed=size_prefixed)


_ANY: Final = Limits(depth=1 << 30, container=1 << 62, binary=1 << 62)
_MISTAKES: Final = (
    EncodeError,
    TypeError,
    AttributeError,
    ValueError,
    RuntimeError,
    OverflowError,
    struct.error,
)
"""What writing a value that its field cannot hold may end in; the builder's own errors among them."""


def _written(
    table: Table, limits: Limits, *, opaque: bool = False, size_prefixed: bool = False
) -> bytes:
    if native_encode is not None and not opaque:
        encoded = native_encode(table, limits, False, None, size_prefixed)
        if encoded is not None:
            return encoded
    builder = TableBuilder(limits, opaque=opaque)
    try:
        root = builder.table(type(table), table)
        return builder.finish(root, table.SCHEMA.identifier, size_prefixed=size_prefixed)
    except _MISTAKES as error:
        from inlay_runtime.flat.validate import first_mistake

        mistake = first_mistake(table, limits)
        if mistake is not None:
            raise mistake from error
        if isinstance(error, EncodeError):
            raise
        raise EncodeError(str(error)) from error


def _expect(value: Any, kind: type[K] | UnionType) -> K:
    if not isinstance(value, kind):
        expected = getattr(kind, "__name__", str(kind))
        raise EncodeError(f"expected {expected}, found {type(value).__name__}")
    return value


def _present(variant: tuple[int, int]) -> tuple[int, int]:
    if not variant[1]:
        raise EncodeError("a variant without a value")
    return variant


def check_binary(size: int, limits: Limits, path: str = "") -> None:
    """Raises EncodeError for a string, of so many bytes, that would not be read."""
    if size > limits.binary:
        raise EncodeError.beyond(
            "binary",
            f"{amounts.count(size, 'byte exceeds', 'bytes exceed')} {limits.binary:,}",
            path,
        )


def check_elements(size: int, limit: str, limits: Limits, path: str = "") -> None:
    """The same for a vector: `limit` is `binary` for one of bytes, `container` for any other."""
    most: int = getattr(limits, limit)
    if size > most:
        reason = (
            f"{amounts.count(size, 'element exceeds', 'elements exceed')} the limit of {most:,}"
        )
        raise EncodeError.beyond(limit, reason, path)
