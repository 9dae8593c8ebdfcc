"""Whether two types have the same bytes, whatever they are called."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from inlayc.diff.definitions import DefinitionPair
from inlayc.diff.entries import Entry
from inlayc.diff.model import Difference
from inlayc.diff.sides import Side
from inlayc.diff.types import Types
from inlayc.schema import (
    ArrayOf,
    Base,
    Definition,
    Enumeration,
    ListOf,
    MapOf,
    Named,
    SetOf,
    Struct,
    Type,
    Unit,
)

_OF_BYTES: Final = frozenset({Base.STRING, Base.UTF8, Base.BINARY})
"""In Thrift these are a length, and so many bytes."""


class WireForms:
    """Compares types of the old side with types of the new one.

    `breaks` says whether a difference between two definitions breaks data: whoever judges differences knows.
    """

    def __init__(self, old: Side, new: Side, breaks: Callable[[Difference], bool]) -> None:
        self._old = old
        self._new = new
        self._breaks = breaks
        self._assumed: set[tuple[int, int]] = set()

    def are_same(self, old: Type, new: Type, *, is_flatbuffers: bool) -> bool:
        """A type that contains itself is the same as another if all else in them is."""
        old, new = self._old.typedefs(old)[0], self._new.typedefs(new)[0]
        match old, new:
            case ListOf(), ListOf():
                return self.are_same(old.element, new.element, is_flatbuffers=is_flatbuffers)
            case SetOf(), SetOf():
                return self.are_same(old.element, new.element, is_flatbuffers=is_flatbuffers)
            case ArrayOf(), ArrayOf():
                same = self.are_same(old.element, new.element, is_flatbuffers=is_flatbuffers)
                return same and old.length == new.length
            case MapOf(), MapOf():
                keys = self.are_same(old.key, new.key, is_flatbuffers=is_flatbuffers)
                return keys and self.are_same(old.value, new.value, is_flatbuffers=is_flatbuffers)
            case _:
                return self._are_same_atoms(old, new, is_flatbuffers)

    def _are_same_atoms(self, old: Type, new: Type, is_flatbuffers: bool) -> bool:
        a, b = _definition(self._old, old), _definition(self._new, new)
        if isinstance(a, Struct) and isinstance(b, Struct):
            return self._are_same_structs(a, b)
        if isinstance(a, Enumeration) and isinstance(b, Enumeration):
            return self._differ_harmlessly(a, b)
        if _is_empty(old, a) or _is_empty(new, b):
            return _is_empty(old, a) and _is_empty(new, b)
        number, other = _number(old, a, is_flatbuffers), _number(new, b, is_flatbuffers)
        return number is not None and number is other

    def _are_same_structs(self, a: Struct, b: Struct) -> bool:
        pair = id(a), id(b)
        if pair in self._assumed:
            return True
        known = set(self._assumed)
        self._assumed.add(pair)
        is_same = self._differ_harmlessly(a, b)
        if not is_same:
            self._assumed = known  # what was the same because of this pair is open again
        return is_same

    def _differ_harmlessly(self, a: Struct | Enumeration, b: Struct | Enumeration) -> bool:
        old, new = _entry(self._old, a), _entry(self._new, b)
        if old is None or new is None:
            return False
        pair = DefinitionPair(old, new, Types(self._old, self._new), documentation=False)
        return not any(map(self._breaks, pair.differences()))


def _definition(side: Side, type_: Type) -> Definition | None:
    return side.definition(type_) if isinstance(type_, Named) else None


def _entry(side: Side, definition: Struct | Enumeration) -> Entry | None:
    """None for one of a file whose definitions are left out."""
    entries = side.entries(definition.name)
    return next((entry for entry in entries if entry.definition is definition), None)


def _is_empty(type_: Type, definition: Definition | None) -> bool:
    is_empty_struct = isinstance(definition, Struct) and not definition.fields
    return isinstance(type_, Unit) or is_empty_struct


def _number(type_: Type, definition: Definition | None, is_flatbuffers: bool) -> Base | None:
    """What a scalar is stored as; None for what is none."""
    if isinstance(definition, Enumeration):
        return definition.underlying if is_flatbuffers else Base.I32
    if not isinstance(type_, Base):
        return None
    return Base.BINARY if type_ in _OF_BYTES and not is_flatbuffers else type_
