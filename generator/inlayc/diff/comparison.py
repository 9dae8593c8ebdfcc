"""The comparison of two schemas: which definitions belong together, and which stand alone."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import product

from inlayc.diff.definitions import DefinitionPair
from inlayc.diff.describe import describe_definition
from inlayc.diff.entries import Entry
from inlayc.diff.flatbuffers import compare_files
from inlayc.diff.model import Change, Difference, Found, Settings
from inlayc.diff.sides import Side
from inlayc.diff.types import Types
from inlayc.schema import Schema


def compare(a: Schema, b: Schema, settings: Settings) -> list[Difference]:
    """Everything that differs, in the order of A's text, then what only B has."""
    return list(_Comparison(a, b, settings).differences())


def list_not_compared(a: Schema, b: Schema, settings: Settings) -> list[Difference]:
    """The types that one side defines and the other one keeps in code written by hand."""
    return list(_Comparison(a, b, settings).notes())


def merge_schemas(schemas: Sequence[Schema]) -> Schema:
    """Several schemas as one side of a comparison: files of Rust that do not know of each other,
    and of which more than one may be called `mod.rs`."""
    return Schema(tuple(module for schema in schemas for module in schema.modules))


@dataclass(frozen=True, slots=True)
class _Alone:
    """A definition that the `other` side does not have."""

    entry: Entry
    here: Side
    other: Side


class _Comparison:
    def __init__(self, a: Schema, b: Schema, settings: Settings) -> None:
        self._schemas = a, b
        self._a = Side(a, settings)
        self._b = Side(b, settings)
        self._settings = settings

    def differences(self) -> Iterator[Difference]:
        types = Types(self._a, self._b)
        yield from compare_files(*self._schemas, (self._a, self._b))
        for match in self._matches():
            if isinstance(match, _Alone):
                yield from self._missing(match)
            else:
                documentation = self._settings.documentation
                yield from DefinitionPair(*match, types, documentation=documentation).differences()

    def notes(self) -> Iterator[Difference]:
        """Of an empty struct there is no more to compare than the name, and it was compared."""
        for match in self._matches():
            if isinstance(match, _Alone) and self._is_by_hand(match):
                mark = match.other.external(match.entry.name)
                there = Found("written by hand", mark.span) if mark else None
                if not match.entry.is_empty_struct:
                    yield self._one_sided(Change.NOT_COMPARED, match, there)

    def _matches(self) -> Iterator[tuple[Entry, Entry] | _Alone]:
        for name in self._a.names():
            a, b = list(self._a.entries(name)), list(self._b.entries(name))
            if len(a) > 1 and len(b) > 1:
                # A name that both sides use in several files means the same in files of one name.
                same_file = [(x, y) for x, y in product(a, b) if x.module.name == y.module.name]
                yield from same_file
                a = [entry for entry in a if all(entry is not x for x, _ in same_file)]
                b = [entry for entry in b if all(entry is not y for _, y in same_file)]
            yield from product(a, b)
            yield from (_Alone(entry, self._a, self._b) for entry in a if not b)
            yield from (_Alone(entry, self._b, self._a) for entry in b if not a)
        for name in self._b.names():
            if not self._a.entries(name):
                yield from (_Alone(entry, self._b, self._a) for entry in self._b.entries(name))

    def _missing(self, alone: _Alone) -> Iterator[Difference]:
        is_tag = alone.other.has_unit_variants and alone.here.is_only_a_tag(alone.entry)
        if not is_tag and not self._is_by_hand(alone):
            kind = Change.REMOVED if alone.here is self._a else Change.ADDED
            yield self._one_sided(kind, alone, None)

    def _is_by_hand(self, alone: _Alone) -> bool:
        name = alone.entry.name
        return alone.other.is_hand_written(name) or alone.other.external(name) is not None

    def _one_sided(self, kind: Change, alone: _Alone, there: Found | None) -> Difference:
        definition = alone.entry.definition
        here = Found(describe_definition(definition), definition.span, definition)
        if alone.here is self._a:
            return Difference(kind, definition.name, here, there, (alone.entry, None))
        return Difference(kind, definition.name, there, here, (None, alone.entry))
