"""Enums: 32 bits in Thrift, a byte in FlatBuffers."""

from __future__ import annotations

from enum import IntEnum
from typing import Final, TypeVar

E = TypeVar("E", bound=IntEnum)

UNFIT: Final = -128
"""Stands for a number that does not fit, which the remainder has. Parquet does not use it."""


def fits(number: int) -> bool:
    return -0x80 <= number <= 0x7F


def as_byte(cls: type[E], number: int) -> E:
    return cls(number if fits(number) else UNFIT)


def as_optional(cls: type[E], number: int | None) -> E | None:
    return None if number is None else cls(number)
