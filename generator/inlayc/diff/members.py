"""Finds for every field or enum member of one side its counterpart on the other."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from typing import TypeVar

from inlayc.diff.sides import fold
from inlayc.schema import EnumMember, Field

Member = TypeVar("Member", Field, EnumMember)


def number_of(member: Field | EnumMember) -> int:
    """What is written to a file: the id of a field, the value of an enum member."""
    return member.id if isinstance(member, Field) else member.value


def _name(member: Field | EnumMember) -> str:
    return fold(member.name)


def _number_and_name(member: Field | EnumMember) -> tuple[int, str]:
    return number_of(member), _name(member)


_KEYS: tuple[Callable[[Field | EnumMember], Hashable], ...] = (_number_and_name, _name, number_of)


def pair(a: Sequence[Member], b: Sequence[Member]) -> list[tuple[Member | None, Member | None]]:
    """Counterparts agree in number and name; else in name; else in number.

    A member without a counterpart stands alone. The order is that of A, then that of B.
    """
    partners: dict[int, int] = {}
    for key in _KEYS:
        taken = set(partners.values())
        free: dict[Hashable, int] = {}
        for at, member in enumerate(b):
            if at not in taken:
                free.setdefault(key(member), at)
        for at, member in enumerate(a):
            if at not in partners and (partner := free.pop(key(member), None)) is not None:
                partners[at] = partner
    matched = set(partners.values())
    pairs: list[tuple[Member | None, Member | None]] = [
        (member, b[partners[at]] if at in partners else None) for at, member in enumerate(a)
    ]
    pairs += ((None, member) for at, member in enumerate(b) if at not in matched)
    return pairs
