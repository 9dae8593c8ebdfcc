"""Numbers that a definition passes over, without a word about them."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import Final, NamedTuple

from inlayc.schema import Dialect, Enumeration, EnumMember, Field, Module, Schema, Struct
from inlayc.source import Span

_NAMED: Final = re.compile(
    r"\b(?:codes?|fields?|ids?|numbers?|tags?|values?)\s+(\d+(?:\s*(?:,|-|and|or|to)\s*\d+)*)", re.I
)
"""Numbers in prose: `id 9`, `ids 3 and 4`, `values 5 to 8`."""
_LONGEST: Final = 20
"""Digits of a number; Python makes none of thousands."""


class _Numbered(NamedTuple):
    number: int
    member: Field | EnumMember


def list_gaps(schema: Schema, module: Module) -> Iterator[tuple[str, Span, str]]:
    """In structs and unions, and in enums of which most values follow each other: others count by powers of two, or are
    codes of somebody else."""
    if module.dialect is Dialect.FLATBUFFERS:
        structs: tuple[Struct, ...] = ()  # the slot before a union has its tags
    else:
        structs = tuple(each for each in module if isinstance(each, Struct))
    for struct in structs:
        known = [
            _Numbered(each.id, each) for each in struct.fields if not schema.is_extension(each)
        ]
        yield from _gaps_of(struct, known)
    for enum in (each for each in module if isinstance(each, Enumeration)):
        known = [_Numbered(each.value, each) for each in enum.members]
        if not enum.bit_flags and _is_counted(known):
            yield from _gaps_of(enum, known)


def _is_counted(known: Sequence[_Numbered]) -> bool:
    """Whether four of five values follow the one before."""
    steps = [after - before for before, after in pairwise(sorted(each.number for each in known))]
    return len(steps) > 1 and sum(step <= 1 for step in steps) >= 0.8 * len(steps)


def _gaps_of(
    definition: Struct | Enumeration, known: Sequence[_Numbered]
) -> Iterator[tuple[str, Span, str]]:
    """Those that neither the documentation of the definition nor that of the members around them names."""
    for before, after in pairwise(sorted(known, key=lambda each: each.number)):
        first, last = before.number + 1, after.number - 1
        said = " ".join((definition.doc, before.member.doc, after.member.doc))
        if first <= last and not {first, last} <= _numbers_in(said):
            free = f"{first}" if first == last else f"{first} to {last}"
            what = f"{free} not used before {after.number}"
            yield f"{definition.name}.{after.member.name}", after.member.span, what


def _numbers_in(doc: str) -> set[int]:
    numbers = (number for named in _NAMED.findall(doc) for number in re.findall(r"\d+", named))
    return {int(number) for number in numbers if len(number) < _LONGEST}
