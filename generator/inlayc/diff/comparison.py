"""The comparison of two schemas: which definitions belong together, and which stand alone."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import product
from typing import TypeAlias

from inlayc.diff.definitions import DefinitionPair
from inlayc.diff.describe import describe_definition
from inlayc.diff.model import Change, Difference, Found, Settings
from inlayc.diff.sides import Entry, Side
from inlayc.diff.types import Types
from inlayc.schema import Schema

Match: TypeAlias = tuple[Entry | None, Entry | None]


def compare(a: Schema, b: Schema, settings: Settings) -> list[Difference]:
    """Everything that differs, in the order of A's text, then what only B has."""
    return list(_Comparison(a, b, settings).differences())


def not_compared(a: Schema, b: Schema, settings: Settings) -> list[Difference]:
    """The types that one side defines and the other one keeps in code written by hand."""
    return list(_Comparison(a, b, settings).notes())


def merged(schemas: Sequence[Schema]) -> Schema:
    """Several schemas as one side of a comparison: files of Rust that do not know of each other,
    and of which more than one may be called `mod.rs`."""
    return Schema(tuple(module for schema in schemas for module in schema.modules))


class _Comparison:
    def __init__(self, a: Schema, b: Schema, settings: Settings) -> None:
        self._a = Side(a, settings)
        self._b = Side(b, settings)
        self._hand_written = {self._a.key(name) for name in settings.hand_written}
        self._types = Types(self._a, self._b)
        self._documentation = settings.documentation

    def differences(self) -> Iterator[Difference]:
        """Match by match. What stands alone is judged last: only when all types were compared is
        it known which empty structs have unit variants in their place."""
        matches = list(self._matches())
        found = [self._together(a, b) if a and b else [] for a, b in matches]
        for match, together in zip(matches, found, strict=True):
            yield from together
            yield from self._alone(*match)

    def notes(self) -> Iterator[Difference]:
        for a, b in self._matches():
            entry, other = self._lonely(a, b)
            if entry is None or not self._is_by_hand(entry, other):
                continue
            here = _found(entry)
            mark = other.external(other.key(entry.name))
            there = Found("written by hand", mark.span) if mark else None
            sides = (here, there) if a else (there, here)
            # Of an empty struct, its name is all there is to compare.
            if not entry.is_empty_struct:
                yield Difference(Change.NOT_COMPARED, entry.name, *sides)

    def _matches(self) -> Iterator[Match]:
        for key in self._a.defined():
            others = self._b.entries(key)
            yield from _pairs(self._a.entries(key), others)
        for key in self._b.defined():
            if not self._a.entries(key):
                yield from ((None, entry) for entry in self._b.entries(key))

    def _together(self, a: Entry, b: Entry) -> list[Difference]:
        pair = DefinitionPair(a, b, self._types, documentation=self._documentation)
        return list(pair.differences())

    def _alone(self, a: Entry | None, b: Entry | None) -> Iterator[Difference]:
        entry, other = self._lonely(a, b)
        if entry is None or self._is_by_hand(entry, other):
            return
        if entry.is_empty_struct and other.key(entry.name) in self._types.stand_ins:
            return
        if a:
            yield Difference(Change.REMOVED, entry.name, _found(entry), None)
        else:
            yield Difference(Change.ADDED, entry.name, None, _found(entry))

    def _lonely(self, a: Entry | None, b: Entry | None) -> tuple[Entry | None, Side]:
        """The entry of a match that has no counterpart, and the side where it is missing."""
        return (b, self._a) if a is None else (a if b is None else None, self._b)

    def _is_by_hand(self, entry: Entry, other: Side) -> bool:
        key = other.key(entry.name)
        return key in self._hand_written or other.external(key) is not None


def _pairs(a: Sequence[Entry], b: Sequence[Entry]) -> Iterator[Match]:
    """Where both sides use a name in several files, files of one name belong together; otherwise
    every definition of the one is held against every definition of the other."""
    if not b:
        yield from ((entry, None) for entry in a)
        return
    if len(a) > 1 and len(b) > 1:
        modules = {entry.module.name for entry in a} & {entry.module.name for entry in b}
        same = [(x, y) for x, y in product(a, b) if x.module.name == y.module.name in modules]
        yield from same or product(a, b)
        return
    yield from product(a, b)


def _found(entry: Entry) -> Found:
    return Found(describe_definition(entry.definition), entry.definition.span)
