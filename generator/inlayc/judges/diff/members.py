"""Finds for every field or enum member of one side its counterpart on the other."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from typing import TypeVar

from inlayc.judges.diff.spelling import Spelling
from inlayc.model.schema import EnumMember, Field

Member = TypeVar("Member", Field, EnumMember)


def number_of(member: Field | EnumMember) -> int:
    """What is written to a file: the id of a field, the value of an enum member."""
    return member.id if isinstance(member, Field) else member.value


def pair(
    a: Sequence[Member], b: Sequence[Member], spell: Spelling
) -> list[tuple[Member | None, Member | None]]:
    """Counterparts agree in number and name; else in name; else in number.

    A member without a counterpart stands alone. The order is that of A, then that of B.
    """

    def name_of(member: Field | EnumMember) -> str:
        return spell(member.name)

    def number_and_name(member: Field | EnumMember) -> tuple[int, str]:
        return number_of(member), spell(member.name)

    keys: tuple[Callable[[Field | EnumMember], Hashable], ...]
    keys = number_and_name, name_of, number_of
    partners: dict[int, int] = {}
    for key in keys:
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
