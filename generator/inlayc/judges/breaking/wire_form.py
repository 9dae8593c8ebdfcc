"""Whether two types have the same bytes, whatever they are called."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Final, TypeAlias

from inlayc.judges.diff.definitions import DefinitionPair
from inlayc.judges.diff.entries import Entry
from inlayc.judges.diff.model import Change, Difference
from inlayc.judges.diff.sides import Side
from inlayc.judges.diff.types import Types
from inlayc.model.schema import (
    ArrayOf,
    Base,
    Definition,
    Enumeration,
    Field,
    ListOf,
    MapOf,
    Named,
    SetOf,
    Struct,
    Type,
    Unit,
)

_TEXT: Final = frozenset({Base.STRING, Base.UTF8})
"""In Thrift a text is a length, and so many bytes, as a binary is."""

_Defined: TypeAlias = Struct | Enumeration


@dataclass(frozen=True, slots=True)
class _Pair:
    """A definition of the old side and one of the new, by what they are and not by what they hold."""

    old: _Defined
    new: _Defined

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Pair) and self.old is other.old and self.new is other.new

    def __hash__(self) -> int:
        return hash((id(self.old), id(self.new)))


class WireForms:
    """Compares types of the old side with types of the new one.

    `breaks` says of a difference other than a type whether it breaks data: whoever judges differences knows.
    """

    def __init__(self, types: Types, breaks: Callable[[Difference], bool]) -> None:
        self._types = types
        self._breaks = breaks
        self._known: dict[_Pair, bool] = {}

    def are_same(self, old: Type, new: Type, *, is_flatbuffers: bool) -> bool:
        """A type that contains itself is the same as another if all else in them is.

        Types lead to types, in chains of any length, so they are a list of what is still open.
        """
        still_open = self._pairs_of(old, new, is_flatbuffers)
        if still_open is None:
            return False
        needed_by = dict.fromkeys(still_open)
        while still_open:
            pair = still_open.pop()
            if self._known.get(pair):
                continue
            within = None if pair in self._known else self._pairs_within(pair)
            if within is None:
                self._remember_difference(pair, needed_by)
                return False
            new_ones = dict.fromkeys(each for each in within if each not in needed_by)
            needed_by |= dict.fromkeys(new_ones, pair)
            still_open += new_ones
        self._known |= dict.fromkeys(needed_by, True)
        return True

    def _remember_difference(
        self, pair: _Pair | None, needed_by: Mapping[_Pair, _Pair | None]
    ) -> None:
        while pair is not None:
            self._known[pair] = False
            pair = needed_by[pair]

    def _pairs_within(self, pair: _Pair) -> list[_Pair] | None:
        """Which definitions must be the same for these to be; None if they are not, whatever those are."""
        old, new = _entry(self._types.a, pair.old), _entry(self._types.b, pair.new)
        if old is None or new is None:
            return None
        needed: list[_Pair] = []
        is_flatbuffers = old.is_flatbuffers and new.is_flatbuffers
        for difference in DefinitionPair(old, new, self._types, documentation=False).differences():
            fields = _retyped_fields(difference)
            if fields is None:
                if self._breaks(difference):
                    return None
                continue
            pairs = self._pairs_of(fields[0].type, fields[1].type, is_flatbuffers)
            if pairs is None:
                return None
            needed += pairs
        return needed

    def _pairs_of(self, old: Type, new: Type, is_flatbuffers: bool) -> list[_Pair] | None:
        """Which definitions must be the same for two types to be; None if these never are."""
        pairs: list[_Pair] = []
        for a, b in self._atoms(old, new):
            x, y = _definition(self._types.a, a), _definition(self._types.b, b)
            if (isinstance(x, Struct) and isinstance(y, Struct)) or (
                isinstance(x, Enumeration) and isinstance(y, Enumeration)
            ):
                pairs.append(_Pair(x, y))
            elif not _are_same_atoms((a, x), (b, y), is_flatbuffers):
                return None
        return pairs

    def _atoms(self, old: Type, new: Type) -> Iterator[tuple[Type, Type]]:
        """What two types are made of; those that are made in another way are given as they are."""
        old, new = self._types.a.typedefs(old)[0], self._types.b.typedefs(new)[0]
        match old, new:
            case (ListOf(), ListOf()):
                yield from self._atoms(old.element, new.element)
            case (SetOf(), SetOf()):
                yield from self._atoms(old.element, new.element)
            case (ArrayOf(), ArrayOf()) if old.length == new.length:
                yield from self._atoms(old.element, new.element)
            case MapOf(), MapOf():
                yield from self._atoms(old.key, new.key)
                yield from self._atoms(old.value, new.value)
            case _:
                yield old, new


def _retyped_fields(difference: Difference) -> tuple[Field, Field] | None:
    if difference.kind is not Change.RETYPED or difference.a is None or difference.b is None:
        return None
    a, b = difference.a.thing, difference.b.thing
    return (a, b) if isinstance(a, Field) and isinstance(b, Field) else None


def _definition(side: Side, type_: Type) -> Definition | None:
    return side.definition(type_) if isinstance(type_, Named) else None


def _entry(side: Side, definition: _Defined) -> Entry | None:
    """None for one of a file whose definitions are left out."""
    entries = side.entries(definition.name)
    return next((entry for entry in entries if entry.definition is definition), None)


def _are_same_atoms(
    old: tuple[Type, Definition | None], new: tuple[Type, Definition | None], is_flatbuffers: bool
) -> bool:
    if _is_empty(*old) or _is_empty(*new):
        return _is_empty(*old) and _is_empty(*new)
    number, other = _number(*old, is_flatbuffers), _number(*new, is_flatbuffers)
    if number is Base.STRING and other is Base.BINARY and not is_flatbuffers:
        return True  # the other way round, readers meet bytes that are not text
    return number is not None and number is other


def _is_empty(type_: Type, definition: Definition | None) -> bool:
    is_empty_struct = isinstance(definition, Struct) and not definition.fields
    return isinstance(type_, Unit) or is_empty_struct


def _number(type_: Type, definition: Definition | None, is_flatbuffers: bool) -> Base | None:
    """What a scalar is stored as; None for what is none."""
    if isinstance(definition, Enumeration):
        return definition.underlying if is_flatbuffers else Base.I32
    if not isinstance(type_, Base):
        return None
    return Base.STRING if type_ in _TEXT and not is_flatbuffers else type_
