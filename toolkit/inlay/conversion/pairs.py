"""A Thrift struct and the table of v1 that stands for it: one list of what both have, read in both directions."""

from __future__ import annotations

from collections.abc import Sequence
from enum import IntEnum
from typing import Any, Final, Generic, NamedTuple, TypeAlias, TypeVar

from inlay.conversion.carried import CARRIED, RESTORED, carry, restore
from inlay.conversion.copying import Convert, Copier, Rule
from inlay.conversion.enum_bytes import as_byte
from inlay_runtime.flat.table import Table
from inlay_runtime.struct import Struct

S = TypeVar("S", bound=Struct)
T = TypeVar("T", bound=Table)


class Attribute(NamedTuple):
    """An attribute that both have. What needs more than a rule on the way back has none for it."""

    to_flat: Rule
    to_thrift: Rule | None


Attributes: TypeAlias = Sequence[Attribute]


class Pair(Generic[S, T]):
    """What no rule is about has its default in the copy, for whoever calls the copier to set."""

    def __init__(self, thrift: type[S], flat: type[T], attributes: Attributes) -> None:
        there = [attribute.to_flat for attribute in attributes]
        back = [attribute.to_thrift for attribute in attributes if attribute.to_thrift is not None]
        self.to_flat: Final = Copier(thrift, flat, there, finish=carry, when=CARRIED)
        self.to_thrift: Final = Copier(flat, thrift, back, finish=restore, when=RESTORED)


def same(*names: str) -> list[Attribute]:
    """Of the same name and value in both."""
    return [Attribute(Rule(name, name), Rule(name, name)) for name in names]


def renamed(thrift: str, flat: str) -> Attribute:
    return Attribute(Rule(thrift, flat), Rule(flat, thrift))


def required(name: str) -> Attribute:
    """Which Thrift requires and v1 does not."""
    return Attribute(Rule(name, name), Rule(name, name, is_required=True, path=name))


def to_flat_only(*names: str) -> list[Attribute]:
    return [Attribute(Rule(name, name), None) for name in names]


def enum(
    name: str, thrift: type[IntEnum], flat: type[IntEnum], *, is_list: bool = False
) -> Attribute:
    """A number with a name: 32 bits in Thrift, a byte in v1."""

    def to_byte(number: int) -> IntEnum:
        return as_byte(flat, number)

    bytes_ = {int(member): to_byte(member) for member in flat}
    numbers = {int(member): member for member in thrift}
    return Attribute(
        Rule(name, name, to_byte, bytes_, is_list=is_list),
        Rule(name, name, thrift, numbers, is_list=is_list),
    )


def record(name: str, pair: Pair[Any, Any], *, is_list: bool = False) -> Attribute:
    return converted(name, pair.to_flat, pair.to_thrift, is_list=is_list)


def converted(
    name: str, to_flat: Convert, to_thrift: Convert, *, is_list: bool = False
) -> Attribute:
    return Attribute(
        Rule(name, name, to_flat, is_list=is_list, path=name),
        Rule(name, name, to_thrift, is_list=is_list, path=name),
    )
