"""The base of generated fixed structs: what FlatBuffers calls a struct."""

from __future__ import annotations

import struct
from collections.abc import Sequence
from typing import Any, ClassVar, Self, TypeAlias

from inlay_runtime.errors import EncodeError, TruncatedError

Scalars: TypeAlias = tuple[Any, ...]
"""The scalars of a fixed struct in order, those of nested ones and of arrays among them."""


class Fixed:
    """A FlatBuffers struct: scalars at fixed places. Subclasses are generated."""

    __slots__: tuple[str, ...] = ()
    SIZE: ClassVar[int]
    ALIGNMENT: ClassVar[int]
    LAYOUT: ClassVar[struct.Struct]

    @classmethod
    def from_values(cls, values: Scalars) -> Self:
        """From the scalars in order; nested structs and arrays are flattened."""
        raise NotImplementedError

    def values(self) -> Scalars:
        raise NotImplementedError

    @classmethod
    def list_from(cls, values: Scalars) -> list[Self]:
        """As many structs as the scalars are enough for."""
        width = len(cls.LAYOUT.unpack(bytes(cls.SIZE)))
        return [cls.from_values(values[at : at + width]) for at in range(0, len(values), width)]

    @staticmethod
    def flatten(structs: Sequence[Fixed]) -> Scalars:
        return tuple(value for struct_ in structs for value in struct_.values())

    @classmethod
    def unpack_from(cls, buffer: bytes, position: int) -> Self:
        return cls.from_values(cls.LAYOUT.unpack_from(buffer, position))

    @classmethod
    def decode(cls, data: bytes) -> Self:
        if len(data) < cls.SIZE:
            raise TruncatedError(f"needs {cls.SIZE} bytes, {len(data)} are left", 0, cls.__name__)
        return cls.unpack_from(data, 0)

    def encode(self) -> bytes:
        try:
            return self.LAYOUT.pack(*self.values())
        except (struct.error, TypeError, OverflowError) as error:
            raise EncodeError(str(error), type(self).__name__) from error

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Fixed) or type(self) is not type(other):
            return NotImplemented
        return self.values() == other.values()

    def __repr__(self) -> str:
        names: tuple[str, ...] = self.__slots__
        shown = ", ".join(f"{name}={getattr(self, name)!r}" for name in names)
        return f"{type(self).__name__}({shown})"
