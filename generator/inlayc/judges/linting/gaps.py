"""Numbers that a definition passes over, without a word about them."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from itertools import pairwise
from operator import itemgetter
from typing import Final, NamedTuple, TypeAlias

from inlayc.base.source import Span
from inlayc.model.schema import Dialect, Enumeration, EnumMember, Field, Module, Schema, Struct

_NAMED: Final = re.compile(
    r"\b(?:codes?|fields?|ids?|numbers?|tags?|values?)\s+(\d+(?:\s*(?:,|-|and|or|to)\s*\d+)*)", re.I
)
"""Numbers in prose: `id 9`, `ids 3 and 4`, `values 5 to 8`."""
_RANGE: Final = re.compile(r"(\d+)(?:\s*(?:-|to)\s*(\d+))?")
_LONGEST: Final = 20
"""Digits of a number; Python makes none of thousands."""


_Range: TypeAlias = tuple[int, int]
"""The first number and the last."""


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
    in_definition = _ranges_in(definition.doc)
    for before, after in pairwise(sorted(known, key=lambda each: each.number)):
        first, last = before.number + 1, after.number - 1
        if first > last:
            continue
        named = (in_definition, _ranges_in(before.member.doc), _ranges_in(after.member.doc))
        if not _are_named(first, last, named):
            free = f"{first}" if first == last else f"{first} to {last}"
            what = f"{free} not used before {after.number}"
            yield f"{definition.name}.{after.member.name}", after.member.span, what


def _ranges_in(doc: str) -> list[_Range]:
    """The numbers that it names, in ascending order, those that follow each other joined."""
    ends = (end for named in _NAMED.findall(doc) for end in _RANGE.findall(named))
    ranges: list[_Range] = []
    for first, last in sorted(
        (int(first), int(last or first))
        for first, last in ends
        if max(len(first), len(last)) < _LONGEST
    ):
        if ranges and first <= ranges[-1][1] + 1:
            ranges[-1] = ranges[-1][0], max(ranges[-1][1], last)
        else:
            ranges.append((first, last))
    return ranges


def _are_named(first: int, last: int, named: Sequence[Sequence[_Range]]) -> bool:
    """Whether each number from `first` to `last` is in one of these."""
    while first <= last:
        end = max(_find_end(ranges, first) for ranges in named)
        if end < first:
            return False
        first = end + 1
    return True


def _find_end(ranges: Sequence[_Range], number: int) -> int:
    """The last of the numbers that follow this one in a range; a smaller one where it is in none."""
    at = bisect_right(ranges, number, key=itemgetter(0)) - 1
    return ranges[at][1] if at >= 0 else number - 1
