"""Which definitions of two IDLs belong together, and which stand alone."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from itertools import product

from inlayc.judges.diff.entries import Entry
from inlayc.judges.diff.model import Settings
from inlayc.judges.diff.sides import Side, choose_modules
from inlayc.judges.diff.spelling import choose_spelling
from inlayc.model.schema import Definition, Schema


@dataclass(frozen=True, slots=True)
class Alone:
    """A definition that the `other` side does not have."""

    entry: Entry
    here: Side
    other: Side


class Pairs:
    """Both sides of a comparison, and their definitions by pairs."""

    def __init__(self, a: Schema, b: Schema, settings: Settings) -> None:
        self.spell = choose_spelling(choose_modules(a, settings), choose_modules(b, settings))
        self.a = Side(a, settings, self.spell)
        self.b = Side(b, settings, self.spell)

    def __iter__(self) -> Iterator[tuple[Entry, Entry] | Alone]:
        """In the order of A's text, then what only B has."""
        for name in self.a.names():
            a, b = list(self.a.entries(name)), list(self.b.entries(name))
            # Of several definitions of one name, those in files of one name belong together.
            same_file = [(x, y) for x, y in product(a, b) if x.module.name == y.module.name]
            yield from same_file
            a = [entry for entry in a if all(entry is not x for x, _ in same_file)]
            b = [entry for entry in b if all(entry is not y for _, y in same_file)]
            yield from product(a, b)
            yield from (Alone(entry, self.a, self.b) for entry in a if not b)
            yield from (Alone(entry, self.b, self.a) for entry in b if not a)
        for name in self.b.names():
            if not self.a.entries(name):
                yield from (Alone(entry, self.b, self.a) for entry in self.b.entries(name))

    def are_one(self, a: Definition, b: Definition) -> bool:
        """Whether they belong together. A definition that is left out does if the names say so."""
        if id(a) in self._compared and id(b) in self._compared:
            return (id(a), id(b)) in self._pairs
        return self.a.key(a.name) == self.b.key(b.name)

    @cached_property
    def _pairs(self) -> frozenset[tuple[int, int]]:
        pairs = (each for each in self if not isinstance(each, Alone))
        return frozenset((id(a.definition), id(b.definition)) for a, b in pairs)

    @cached_property
    def _compared(self) -> frozenset[int]:
        names = ((side, name) for side in (self.a, self.b) for name in side.names())
        return frozenset(
            id(entry.definition) for side, name in names for entry in side.entries(name)
        )
