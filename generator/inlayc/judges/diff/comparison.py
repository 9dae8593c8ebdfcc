"""The comparison of two schemas: what differs in files, in definitions that belong together, and what stands alone."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from inlayc.judges.diff.definitions import DefinitionPair
from inlayc.judges.diff.describe import describe_definition
from inlayc.judges.diff.flatbuffers import compare_files
from inlayc.judges.diff.model import Change, Difference, Found, Settings
from inlayc.judges.diff.pairs import Alone, Pairs
from inlayc.judges.diff.types import Types
from inlayc.model.schema import Schema


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


class _Comparison:
    def __init__(self, a: Schema, b: Schema, settings: Settings) -> None:
        self._schemas = a, b
        self._pairs = Pairs(a, b, settings)
        self._settings = settings

    def differences(self) -> Iterator[Difference]:
        types = Types(self._pairs)
        yield from compare_files(*self._schemas, types)
        for match in self._pairs:
            if isinstance(match, Alone):
                yield from self._missing(match)
            else:
                documentation = self._settings.documentation
                yield from DefinitionPair(*match, types, documentation=documentation).differences()

    def notes(self) -> Iterator[Difference]:
        """Of an empty struct there is no more to compare than the name, and it was compared."""
        for match in self._pairs:
            if isinstance(match, Alone) and self._is_by_hand(match):
                mark = match.other.external(match.entry.name)
                there = Found("written by hand", mark.span) if mark else None
                if not match.entry.is_empty_struct:
                    yield self._one_sided(Change.NOT_COMPARED, match, there)

    def _missing(self, alone: Alone) -> Iterator[Difference]:
        is_tag = alone.other.has_unit_variants and alone.here.is_only_a_tag(alone.entry)
        if not is_tag and not self._is_by_hand(alone):
            kind = Change.REMOVED if alone.here is self._pairs.a else Change.ADDED
            yield self._one_sided(kind, alone, None)

    def _is_by_hand(self, alone: Alone) -> bool:
        name = alone.entry.name
        return alone.other.is_hand_written(name) or alone.other.external(name) is not None

    def _one_sided(self, kind: Change, alone: Alone, there: Found | None) -> Difference:
        definition = alone.entry.definition
        here = Found(describe_definition(definition), definition.span, definition)
        if alone.here is self._pairs.a:
            return Difference(kind, definition.name, here, there, (alone.entry, None))
        return Difference(kind, definition.name, there, here, (None, alone.entry))
