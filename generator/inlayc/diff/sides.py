"""One of the two IDLs, seen as a set of definitions by the names under which the other has them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import PurePath

from inlayc import macros
from inlayc.diff.model import Found, Settings
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

Comparable = Constant | Enumeration | Service | Struct
"""The definitions that have something to compare. Typedefs are followed where they are used."""


def fold(name: str) -> str:
    """The name without what only its style adds: letter case and underscores."""
    return name.replace("_", "").casefold()


@dataclass(frozen=True, slots=True)
class Entry:
    """A definition and the module that holds it."""

    module: Module
    definition: Comparable

    @property
    def drops_defaults(self) -> bool:
        """Rust's macros ignore defaults, so the texts they are given need not have any."""
        return PurePath(self.module.source.name).suffix == macros.SUFFIX


class Side:
    """The definitions of a schema by key: the folded name, after the renames of the settings.

    All modules of a side are looked through together: Rust code spreads one IDL over many files,
    and a name that is external to one of them is often defined in the next.
    """

    def __init__(self, schema: Schema, settings: Settings) -> None:
        self._schema = schema
        self._renames = {fold(old): fold(new) for old, new in settings.renames.items()}
        self._hand_written = {self.key(name) for name in settings.hand_written}
        self.entries: dict[str, list[Entry]] = {}
        self._externals: dict[str, External] = {}
        for module in schema.modules:
            for definition in module:
                key = self.key(definition.name)
                if isinstance(definition, External):
                    self._externals.setdefault(key, definition)
                elif not isinstance(definition, Typedef):
                    self.entries.setdefault(key, []).append(Entry(module, definition))

    def key(self, name: str) -> str:
        folded = fold(name)
        return self._renames.get(folded, folded)

    def external(self, key: str) -> Found | None:
        """What marks a name that this side does not define as written by hand, if anything does."""
        if key in self.entries or key not in self._externals:
            return None
        external = self._externals[key]
        return Found(f"external {external.name}", external.span)

    def is_hand_written(self, key: str) -> bool:
        return key not in self.entries and (key in self._externals or key in self._hand_written)

    def unfold(self, type_: Type) -> Iterator[Type]:
        """The type, and what it stands for, typedef by typedef; at its end an external name gives
        way to the definition that another module of this side has."""
        yield type_
        while isinstance(type_, Named) and isinstance(alias := self._schema[type_], Typedef):
            type_ = alias.type
            yield type_

    def definition(self, name: Named) -> Definition:
        """What a name stands for: rather a definition than a mark that there is one."""
        found = self._schema[name]
        if isinstance(found, External) and (entries := self.entries.get(self.key(found.name))):
            return entries[0].definition
        return found
