"""A table in a verified buffer: its slots, read without a check."""

from __future__ import annotations

import struct
from typing import TYPE_CHECKING, Any, Final, TypeVar

from inlay_runtime.extension import Extension
from inlay_runtime.text import text_from

if TYPE_CHECKING:
    from collections.abc import Callable
    from enum import IntEnum, IntFlag

    from inlay_runtime.flat.fixed import Fixed
    from inlay_runtime.flat.schema import Scalar
    from inlay_runtime.flat.table import Table

    T = TypeVar("T", bound=Table)
    F = TypeVar("F", bound=Fixed)
    E = TypeVar("E", bound="IntEnum | IntFlag")
    U = TypeVar("U")

P = TypeVar("P")
_U32: Final = struct.Struct("<I")
_I32: Final = struct.Struct("<i")
_U16: Final = struct.Struct("<H")


class TableView:
    """Reads the fields of one table; `lazy` is handed on to the tables below."""

    __slots__ = ("_end", "_vtable", "buffer", "lazy", "position")

    def __init__(self, buffer: bytes, position: int, lazy: bool) -> None:
        self.buffer = buffer
        self.position = position
        self.lazy = lazy
        self._vtable: int = position - _I32.unpack_from(buffer, position)[0]
        self._end: int = _U16.unpack_from(buffer, self._vtable)[0]

    def at(self, slot: int) -> int:
        """Where a field is, or 0 where it is absent."""
        entry = 4 + 2 * slot
        if entry >= self._end:
            return 0
        offset: int = _U16.unpack_from(self.buffer, self._vtable + entry)[0]
        return self.position + offset if offset else 0

    def _follow(self, at: int) -> int:
        offset: int = _U32.unpack_from(self.buffer, at)[0]
        return at + offset

    # Scalars: absent, they have their default; optional ones are None

    def integer(self, slot: int, scalar: Scalar, default: int) -> int:
        at = self.at(slot)
        return scalar.layout.unpack_from(self.buffer, at)[0] if at else default

    def optional_integer(self, slot: int, scalar: Scalar) -> int | None:
        at = self.at(slot)
        return scalar.layout.unpack_from(self.buffer, at)[0] if at else None

    def real(self, slot: int, scalar: Scalar, default: float) -> float:
        at = self.at(slot)
        return scalar.layout.unpack_from(self.buffer, at)[0] if at else default

    def optional_real(self, slot: int, scalar: Scalar) -> float | None:
        at = self.at(slot)
        return scalar.layout.unpack_from(self.buffer, at)[0] if at else None

    def boolean(self, slot: int, default: bool) -> bool:
        at = self.at(slot)
        return self.buffer[at] != 0 if at else default

    def optional_boolean(self, slot: int) -> bool | None:
        at = self.at(slot)
        return self.buffer[at] != 0 if at else None

    def enum(self, slot: int, scalar: Scalar, enum: type[E], default: E) -> E:
        at = self.at(slot)
        return enum(scalar.layout.unpack_from(self.buffer, at)[0]) if at else default

    def optional_enum(self, slot: int, scalar: Scalar, enum: type[E]) -> E | None:
        at = self.at(slot)
        return enum(scalar.layout.unpack_from(self.buffer, at)[0]) if at else None

    # What only some fields need

    @staticmethod
    def present(value: P | None) -> P:
        """The value of a required field, which the verifier has seen."""
        if value is None:
            raise AssertionError("a required field is absent from a verified buffer")
        return value

    @staticmethod
    def or_default(value: P | None, default: P) -> P:
        """The value, or what an absent string or vector is worth."""
        return default if value is None else value

    # Out of line

    def string(self, slot: int) -> str | None:
        at = self.at(slot)
        return self._string(self._follow(at)) if at else None

    def _string(self, at: int) -> str:
        size: int = _U32.unpack_from(self.buffer, at)[0]
        return text_from(self.buffer[at + 4 : at + 4 + size])

    def extension(self, slot: int) -> Extension | None:
        """The payload of the table's own extension."""
        payload = self.data(slot)
        return None if payload is None else Extension(payload)

    def data(self, slot: int) -> bytes | None:
        """A vector of bytes."""
        at = self.at(slot)
        if not at:
            return None
        return self._binary(self._follow(at))

    def _binary(self, at: int) -> bytes:
        size: int = _U32.unpack_from(self.buffer, at)[0]
        return self.buffer[at + 4 : at + 4 + size]

    def table(self, slot: int, cls: type[T]) -> T | None:
        at = self.at(slot)
        return cls.view(self.buffer, self._follow(at), self.lazy) if at else None

    def fixed(self, slot: int, cls: type[F]) -> F | None:
        at = self.at(slot)
        return cls.unpack_from(self.buffer, at) if at else None

    # Vectors

    def _vector(self, slot: int) -> tuple[int, int] | None:
        """Where the elements of a vector begin, and how many they are."""
        at = self.at(slot)
        if not at:
            return None
        start = self._follow(at)
        return start + 4, _U32.unpack_from(self.buffer, start)[0]

    def integers(self, slot: int, scalar: Scalar) -> list[int] | None:
        return self._scalars(slot, scalar)

    def reals(self, slot: int, scalar: Scalar) -> list[float] | None:
        return self._scalars(slot, scalar)

    def booleans(self, slot: int) -> list[bool] | None:
        vector = self._vector(slot)
        if vector is None:
            return None
        start, size = vector
        return [byte != 0 for byte in self.buffer[start : start + size]]

    def enums(self, slot: int, scalar: Scalar, enum: type[E]) -> list[E] | None:
        values = self.integers(slot, scalar)
        if values is None:
            return None
        members = {value: enum(value) for value in set(values)}  # an unknown one is a new object
        return [members[value] for value in values]

    def _scalars(self, slot: int, scalar: Scalar) -> list[Any] | None:
        vector = self._vector(slot)
        if vector is None:
            return None
        start, size = vector
        code = scalar.layout.format[1:]
        return list(struct.unpack_from(f"<{size}{code}", self.buffer, start))

    def strings(self, slot: int) -> list[str] | None:
        vector = self._vector(slot)
        if vector is None:
            return None
        start, size = vector
        return [self._string(self._follow(at)) for at in range(start, start + 4 * size, 4)]

    def binaries(self, slot: int) -> list[bytes] | None:
        """A vector of strings whose bytes are not taken for text."""
        vector = self._vector(slot)
        if vector is None:
            return None
        start, size = vector
        return [self._binary(self._follow(at)) for at in range(start, start + 4 * size, 4)]

    def tables(self, slot: int, cls: type[T]) -> list[T] | None:
        vector = self._vector(slot)
        if vector is None:
            return None
        start, size = vector
        buffer, lazy = self.buffer, self.lazy
        offsets = struct.unpack_from(f"<{size}I", buffer, start)
        return [cls.view(buffer, start + 4 * i + o, lazy) for i, o in enumerate(offsets)]

    def fixeds(self, slot: int, cls: type[F]) -> list[F] | None:
        vector = self._vector(slot)
        if vector is None:
            return None
        start, size = vector
        end = start + cls.SIZE * size
        return [cls.unpack_from(self.buffer, at) for at in range(start, end, cls.SIZE)]

    # Unions

    def union(self, slot: int, read: Callable[[int, Member], U]) -> U | None:
        """A union whose value is in `slot` and whose type is in the slot before."""
        at = self.at(slot - 1)
        if not at or not self.buffer[at]:
            return None
        value = self._follow(self.at(slot))
        return read(self.buffer[at], Member(self.buffer, value, self.lazy))

    def required_union(self, slot: int, read: Callable[[int, Member], U]) -> U:
        value = self.union(slot, read)
        if value is None:
            raise AssertionError("a required union is absent from a verified buffer")
        return value

    def unions(self, slot: int, read: Callable[[int, Member], U]) -> list[U] | None:
        tags, values = self._vector(slot - 1), self._vector(slot)
        if tags is None or values is None:
            return None
        return [
            read(
                self.buffer[tags[0] + index],
                Member(self.buffer, self._follow(values[0] + 4 * index), self.lazy),
            )
            for index in range(values[1])
        ]


class Member:
    """The value of a union, whatever its type turns out to be."""

    __slots__ = ("_buffer", "_lazy", "_position")

    def __init__(self, buffer: bytes, position: int, lazy: bool) -> None:
        self._buffer = buffer
        self._position = position
        self._lazy = lazy

    def table(self, cls: type[T]) -> T:
        return cls.view(self._buffer, self._position, self._lazy)

    def fixed(self, cls: type[F]) -> F:
        return cls.unpack_from(self._buffer, self._position)

    def string(self) -> str:
        size: int = _U32.unpack_from(self._buffer, self._position)[0]
        start = self._position + 4
        return text_from(self._buffer[start : start + size])
