"""The base of generated fixed structs: what FlatBuffers calls a struct."""

from __future__ import annotations

import struct
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any, ClassVar, Self, TypeAlias, TypeVar

from inlay_runtime import amounts
from inlay_runtime.equality import are_equal
from inlay_runtime.errors import EncodeError, TruncatedError
from inlay_runtime.flat.schema import (  # not only to type checkers: typing.get_type_hints
    FixedSchema,
    Layout,
)
from inlay_runtime.shown import represent
from inlay_runtime.unknown_attributes import refuse_attributes

if TYPE_CHECKING:
    from enum import IntEnum, IntFlag

    from inlay_runtime.struct import Buffer

E = TypeVar("E", bound="IntEnum | IntFlag")
FixedValues: TypeAlias = tuple[Any, ...]
"""The scalars of a fixed struct in order, those of nested ones and of arrays among them."""


class Fixed:
    """A FlatBuffers struct: scalars at fixed places. Subclasses are generated."""

    __slots__: tuple[str, ...] = ()
    SCHEMA: ClassVar[FixedSchema]
    SIZE: ClassVar[int]
    ALIGNMENT: ClassVar[int]
    LAYOUT: ClassVar[Layout]
    __source__: ClassVar[tuple[str, int]]
    """The file and the line of its definition in the IDL."""

    if TYPE_CHECKING:  # generated

        @classmethod
        def from_values(cls, values: FixedValues) -> Self:
            """From the scalars in order; nested structs and arrays are flattened."""
            ...

        def values(self) -> FixedValues:
            """The scalars in order. TypeError and ValueError for what cannot be one."""
            ...

        def replace(self) -> Self:
            """A copy with some attributes changed; TypeError names an attribute that is not there."""
            ...

    # What the generated methods are made of

    @staticmethod
    def _span(values: FixedValues, start: int, count: int) -> FixedValues:
        return values[start : start + count]

    @staticmethod
    def _items(values: FixedValues, start: int, count: int) -> list[Any]:
        return list(values[start : start + count])

    @staticmethod
    def _enums(values: FixedValues, start: int, count: int, enum: type[E]) -> list[E]:
        return [enum(value) for value in values[start : start + count]]

    @classmethod
    def _list_from(cls, values: FixedValues, length: int) -> list[Self]:
        width = len(values) // length
        return [cls.from_values(values[at : at + width]) for at in range(0, len(values), width)]

    @staticmethod
    def _exactly(length: int, values: Sequence[Any]) -> Sequence[Any]:
        """An array, which has one length and no other."""
        if not _is_a(values, list) or len(values) != length:
            raise ValueError(f"expected a list of {length}")
        return values

    @staticmethod
    def _boolean(value: bool) -> bool:
        """`struct` would take any object for one."""
        if not _is_a(value, bool):
            raise TypeError(f"expected a bool, found {type(value).__name__}")
        return value

    @classmethod
    def _booleans(cls, length: int, values: Sequence[bool]) -> FixedValues:
        return tuple(cls._boolean(value) for value in cls._exactly(length, values))

    @classmethod
    def _parts(cls, value: Fixed) -> FixedValues:
        """The scalars of a nested struct of this class."""
        if not _is_a(value, cls):
            raise TypeError(f"expected {cls.__name__}, found {type(value).__name__}")
        return value.values()

    @classmethod
    def _all_parts(cls, length: int, structs: Sequence[Fixed]) -> FixedValues:
        every = cls._exactly(length, structs)
        return tuple(value for struct_ in every for value in cls._parts(struct_))

    # The verbs

    @classmethod
    def unpack_from(cls, buffer: bytes, position: int) -> Self:
        return cls.from_values(cls.LAYOUT.unpack_from(buffer, position))

    @classmethod
    def decode(cls, data: Buffer) -> Self:
        """The struct that the bytes begin with."""
        view = memoryview(data)
        if view.nbytes < cls.SIZE:
            raise TruncatedError(
                f"needs {amounts.count(cls.SIZE, 'byte')}, {amounts.count(view.nbytes, 'is left', 'are left')}",
                0,
            )
        return cls.unpack_from(bytes(view), 0)

    def encode(self) -> bytes:
        """The struct in its bytes. Raises EncodeError for a value that its field cannot hold."""
        try:
            return self.LAYOUT.pack(*self.values())
        except (struct.error, TypeError, ValueError, AttributeError, OverflowError) as error:
            from inlay_runtime.flat.validate import first_mistake_of_fixed

            raise first_mistake_of_fixed(self) or EncodeError(str(error)) from error

    def __replace__(self, **changes: object) -> Self:
        """What `replace` does; `copy.replace` of Python 3.13 calls it."""
        values = {field.attribute: getattr(self, field.attribute) for field in self.SCHEMA.fields}
        if unknown := changes.keys() - values.keys():
            raise refuse_attributes(self.SCHEMA.name, unknown, values)
        copy = type(self).__new__(type(self))
        for name, value in {**values, **changes}.items():
            setattr(copy, name, value)
        return copy

    if not TYPE_CHECKING:
        replace = __replace__

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Fixed) or self.SCHEMA is not other.SCHEMA:
            return NotImplemented
        return all(
            are_equal(getattr(self, field.attribute, None), getattr(other, field.attribute, None))
            for field in self.SCHEMA.fields
        )

    __repr__ = represent

    def __parts__(self, decodes: bool) -> Iterable[tuple[str, object]]:
        names = [field.attribute for field in self.SCHEMA.fields]
        return [(name, getattr(self, name, None)) for name in names]


def _is_a(value: object, cls: type) -> bool:
    return isinstance(value, cls)
