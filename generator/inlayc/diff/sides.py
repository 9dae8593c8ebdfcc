"""One of the two IDLs, seen as definitions by the names under which the other one has them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import PurePath
from typing import TypeAlias

from inlayc import macros
from inlayc.diff.model import Settings
from inlayc.schema import (
    Constant,
    Definition,
    Enumeration,
    External,
    Module,
    Named,
    Schema,
    Service,
    Struct,
    Type,
    Typedef,
)

Comparable: TypeAlias = Constant | Enumeration | Service | Struct
"""What has something to compare. Typedefs are followed where they are used."""


def fold(name: str) -> str:
    """The name without what only a style adds: letter case and underscores."""
    return name.replace("_", "").casefold()


@dataclass(frozen=True, slots=True)
class Entry:
    """A definition and the module that holds it."""

    module: Module
    definition: Comparable

    @property
    def name(self) -> str:
        return self.definition.name

    @property
    def drops_defaults(self) -> bool:
        """Rust's macros ignore defaults, so their texts need not repeat them."""
        return PurePath(self.module.source.name).suffix == macros.SUFFIX

    @property
    def is_empty_struct(self) -> bool:
        return isinstance(self.definition, Struct) and not self.definition.fields


class Side:
    """The definitions of a schema by key: the folded name, after the renames of the settings.

    All modules are looked through together. Rust spreads one IDL over many files, and a name that
    is external to one of them is often defined in the next.
    """

    def __init__(self, schema: Schema, settings: Settings) -> None:
        self._schema = schema
        self._renames = {fold(old): fold(new) for old, new in settings.renames.items()}
        self._entries: dict[str, list[Entry]] = {}
        self._externals: dict[str, External] = {}
        for module in schema.modules:
            for definition in module:
                key = self.key(definition.name)
                if isinstance(definition, External):
                    self._externals.setdefault(key, definition)
                elif not isinstance(definition, Typedef):
                    self._entries.setdefault(key, []).append(Entry(module, definition))

    def key(self, name: str) -> str:
        folded = fold(name)
        return self._renames.get(folded, folded)

    def defined(self) -> Iterator[str]:
        """The keys of all definitions, in the order of the text."""
        return iter(self._entries)

    def entries(self, key: str) -> list[Entry]:
        return self._entries.get(key, [])

    def external(self, key: str) -> External | None:
        """The mark that a type is written by hand, unless a definition is here after all."""
        return None if key in self._entries else self._externals.get(key)

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

    def definition(self, name: Named) -> Definition:
        """What a name stands for: rather a definition in another file than the mark of one."""
        entries = self.entries(self.key(name.name))
        found = self._schema[name]
        return entries[0].definition if entries and isinstance(found, External) else found
