"""Enums: 32 bits in Thrift, a byte in FlatBuffers. A Thrift union of empty structs is one as well, told by names."""

from __future__ import annotations

from collections.abc import Mapping
from enum import IntEnum
from typing import Any, Final, NamedTuple, TypeVar

from inlay_runtime.tags import UnionTag

E = TypeVar("E", bound=IntEnum)

UNFIT: Final = -128
"""Stands for a number that does not fit, which the remainder has. Parquet does not use it."""


def fits(number: int) -> bool:
    return -0x80 <= number <= 0x7F


def as_byte(cls: type[E], number: int) -> E:
    return cls(number if fits(number) else UNFIT)


def as_optional(cls: type[E], number: int | None) -> E | None:
    return None if number is None else cls(number)


class EnumPair(NamedTuple):
    """Members by the numbers of the other side. Without more the numbers are the same ones; `is_closed` are those
    that have no others."""

    flat: type[IntEnum]
    thrift: type[IntEnum]
    of_thrift: Mapping[int, Any]
    of_flat: Mapping[int, Any]
    is_closed: bool

    def to_flat(self, number: int) -> Any:
        if self.is_closed:
            return self.of_thrift[number]
        return as_byte(self.flat, number)

    def to_thrift(self, number: int) -> Any:
        return self.of_flat[number] if self.is_closed else self.thrift(number)

    def has_flat(self, number: int | None) -> bool:
        """Whether FlatBuffers has a member for a number of Thrift, or nothing is asked."""
        return number is None or (number in self.of_thrift if self.is_closed else fits(number))

    def has_thrift(self, number: int | None) -> bool:
        """The same for a number of FlatBuffers."""
        return number is None or not self.is_closed or number in self.of_flat


def match_enums(flat: type[IntEnum], thrift: type[IntEnum]) -> EnumPair:
    if issubclass(thrift, UnionTag):
        members = [(member, thrift[member.name]) for member in flat]
        of_thrift = {int(tag): member for member, tag in members}
        return EnumPair(
            flat, thrift, of_thrift, {int(member): tag for member, tag in members}, True
        )
    bytes_ = {int(member): as_byte(flat, member) for member in flat}
    return EnumPair(flat, thrift, bytes_, {int(member): member for member in thrift}, False)
