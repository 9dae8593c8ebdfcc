"""One of the two IDLs, seen as definitions by the names under which the other one has them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import cached_property

from inlayc.judges.diff.entries import Entry, is_macro_dialect
from inlayc.judges.diff.model import Settings
from inlayc.judges.diff.spelling import Spelling, fold
from inlayc.model.schema import (
    ArrayOf,
    Definition,
    Enumeration,
    External,
    Kind,
    ListOf,
    MapOf,
    Module,
    Named,
    Schema,
    Service,
    SetOf,
    Struct,
    Type,
    Typedef,
)


def choose_modules(schema: Schema, settings: Settings) -> list[Module]:
    """Those whose definitions are compared."""
    given = settings.given
    return [each for each in schema.modules if not given or each.source.name in given]


class Side:
    """The definitions of a schema by key: the name as `spell` has it, after the renames of the settings.

    All modules are looked through together. Rust spreads one IDL over many files, and a name that
    is external to one of them is often defined in the next.
    """

    def __init__(self, schema: Schema, settings: Settings, spell: Spelling) -> None:
        self._schema = schema
        self.spell = spell
        self._renames = {fold(old): fold(new) for old, new in settings.renames.items()}
        self._renames |= {name: name for name in self._renames.values()}
        self._hand_written = {self.key(name) for name in settings.hand_written}
        self._entries: dict[str, list[Entry]] = {}
        self._externals: dict[str, External] = {}
        self.has_unit_variants = any(map(is_macro_dialect, schema.modules))
        for module in choose_modules(schema, settings):
            for definition in module:
                key = self.key(definition.name)
                if isinstance(definition, External):
                    self._externals.setdefault(key, definition)
                elif not isinstance(definition, Typedef):
                    self._entries.setdefault(key, []).append(Entry(module, definition))

    def key(self, name: str) -> str:
        """Renames are found in any spelling."""
        return self._renames.get(fold(name), self.spell(name))

    def names(self) -> Iterator[str]:
        """One name for each key that is defined here, in the order of the text."""
        return (entries[0].name for entries in self._entries.values())

    def entries(self, name: str) -> Sequence[Entry]:
        """All definitions that a name of either side may mean here."""
        return self._entries.get(self.key(name), ())

    def external(self, name: str) -> External | None:
        """The mark that a type is written by hand, if there is one."""
        return self._externals.get(self.key(name))

    def is_hand_written(self, name: str) -> bool:
        """Whether the settings say so."""
        return self.key(name) in self._hand_written

    def is_hand_written_enum(self, type_: Type) -> bool:
        """Whether the settings say so of what is an enum here."""
        if not isinstance(type_, Named) or not self.is_hand_written(type_.name):
            return False
        return isinstance(self.definition(type_), Enumeration)

    def is_only_a_tag(self, entry: Entry) -> bool:
        """Whether a definition is an empty struct for a union to tell its variants apart by. Where
        there are unit variants nobody needs it."""
        return entry.is_empty_struct and self.key(entry.name) in self._variant_types

    @cached_property
    def _variant_types(self) -> frozenset[str]:
        definitions = [entry.definition for entries in self._entries.values() for entry in entries]
        return frozenset(
            self.key(variant.type.name)
            for union in definitions
            if isinstance(union, Struct) and union.kind is Kind.UNION
            for variant in union.fields
            if isinstance(variant.type, Named)
        )

    def typedefs(self, type_: Type) -> tuple[Type, frozenset[str]]:
        """What a type stands for, and the keys of all names it goes by on the way."""
        names: set[str] = set()
        while isinstance(type_, Named):
            names.add(self.key(type_.name))
            target = self._schema[type_]
            if not isinstance(target, Typedef):
                break
            type_ = target.type
        return type_, frozenset(names)

    def written_out(self, type_: Type) -> Type:
        """The type without typedefs, at its top and inside."""
        type_, _ = self.typedefs(type_)
        match type_:
            case ListOf() | ArrayOf() | SetOf():
                return replace(type_, element=self.written_out(type_.element))
            case MapOf():
                return MapOf(self.written_out(type_.key), self.written_out(type_.value))
            case _:
                return type_

    def definition(self, name: Named) -> Definition:
        """What a name stands for: rather a definition in another file than the mark of one."""
        entries = self.entries(name.name)
        definition = self._schema[name]
        return entries[0].definition if entries and isinstance(definition, External) else definition

    def base(self, service: Service) -> Service | None:
        """What it extends."""
        if service.extends is None:
            return None
        definition = self.definition(service.extends)
        return definition if isinstance(definition, Service) else None
