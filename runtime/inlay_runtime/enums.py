"""Enums of the IDL. An open one keeps a value that it does not know; a closed one refuses it."""

from __future__ import annotations

from enum import IntEnum
from typing import TYPE_CHECKING, ClassVar, Final, Self, TypeVar

from inlay_runtime import wire_types
from inlay_runtime.compact.varint import zigzag
from inlay_runtime.errors import InvalidValueError

if TYPE_CHECKING:
    from collections.abc import Callable

    from inlay_runtime.compact.reader import CompactReader
    from inlay_runtime.compact.writer import CompactWriter

_MEMBER_PRICE: Final = 500
E = TypeVar("E", bound="WireEnum")


class WireEnum(IntEnum):
    """What both have in common: on the wire they are an i32."""

    __source__: ClassVar[tuple[str, int]]
    """The file and the line of its definition in the IDL."""

    @staticmethod
    def wire_type() -> int:
        return wire_types.I32

    @classmethod
    def read(cls, reader: CompactReader) -> Self:
        start = reader.position
        value = reader.i32()
        member = cls._value2member_map_.get(value)
        if isinstance(member, cls):
            return member
        reader.charge(_MEMBER_PRICE)
        return cls._unknown(value, start)

    @classmethod
    def _unknown(cls, value: int, offset: int) -> Self:
        raise InvalidValueError(f"{cls.__name__} has no value {value}", offset)

    @staticmethod
    def write(writer: CompactWriter, value: int) -> None:
        writer.i32(value)

    def __reduce_ex__(self, protocol: object) -> tuple[object, ...]:
        # Python 3.11.2 (Debian 12) looks members up by their names, and an unknown value has none there.
        return type(self), (self._value_,)


def enum_reader(cls: type[E]) -> Callable[[CompactReader], E]:
    """What `cls.read` does, for generated code: members are looked up by their byte on the wire."""
    by_byte = {zigzag(member): member for member in cls if -64 <= member < 64}

    def read(reader: CompactReader) -> E:
        start = reader.position
        try:
            member = by_byte[reader.buffer[start]]
        except LookupError:
            return cls.read(reader)
        reader.position = start + 1
        return member

    return read


class ClosedEnum(WireEnum):
    """`unknown = "error"`: what the IDL does not list is refused, as `thrift_enum!` does."""


class OpenEnum(WireEnum):
    """An unknown value is a member too: `PageType(7)` is `<PageType.UNKNOWN_7: 7>`.

    Members made for unknown values compare by value and are not singletons: use `==`, not `is`.
    """

    @classmethod
    def _missing_(cls, value: object) -> Self | None:
        if not isinstance(value, int) or not -(1 << cls._bits()) <= value < 1 << cls._bits():
            return None
        return cls._unknown(int(value), 0)

    @classmethod
    def _unknown(cls, value: int, offset: int) -> Self:
        member = int.__new__(cls, value)
        sign = "NEGATIVE_" if value < 0 else ""
        member._name_ = f"UNKNOWN_{sign}{abs(value)}"
        member._value_ = value
        return member

    @classmethod
    def _bits(cls) -> int:
        """What an unknown value has to fit, without its sign."""
        return 31

    @property
    def is_unknown(self) -> bool:
        """Whether the IDL does not list this value."""
        return self._value_ not in type(self)._value2member_map_
