"""What flatc takes the names of types for.

It reads every file once, included ones first. A name that means nothing yet is noted, and stands for one definition
from then on: for the next one called so, in whichever namespace, or for the one whose full name it is. Until that
definition comes, the name means it everywhere, even where something nearer is known.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import TypeAlias, assert_never

from inlayc.frontends.flatbuffers import syntax
from inlayc.frontends.flatbuffers.resolve.names import (
    BASE_TYPES,
    Names,
    Symbol,
    list_enclosing,
)
from inlayc.frontends.flatbuffers.resolve.same_names import qualify

Place: TypeAlias = tuple[str, int]
"""Where a name is used: the file's module, and where in its text."""


def read_as_flatc(names: Names) -> Mapping[Place, Symbol]:
    """The definition that each used name means. What flatc finds no definition for is not there."""
    readings: dict[int, _Reading] = {}
    called = {symbol.node.name.text for scope in names.scopes for symbol in scope.symbols}
    for scope in names.scopes:
        reading = readings.setdefault(scope.group, _Reading())
        for symbol in scope.symbols:
            reading.define(symbol)
            for name, may_be_enum in _list_used(symbol.node):
                if name.text not in BASE_TYPES and name.text.rpartition(".")[2] in called:
                    place = scope.module, name.span.start
                    reading.use(place, name.text, symbol.node.namespace, may_be_enum=may_be_enum)
    used = (use for reading in readings.values() for use in reading.used.items())
    return {place: noted.symbol for place, noted in used if noted.symbol is not None}


@dataclass(slots=True)
class _Noted:
    """A table or struct, whose definition may be still to come; or an enum."""

    symbol: Symbol | None = None


@dataclass(slots=True)
class _Reading:
    """Files that share their names, as far as they have been read."""

    used: dict[Place, _Noted] = field(default_factory=dict[Place, _Noted])
    _structs: dict[str, _Noted] = field(default_factory=dict[str, _Noted])
    _enums: dict[str, _Noted] = field(default_factory=dict[str, _Noted])

    def define(self, symbol: Symbol) -> None:
        match symbol.node:
            case syntax.TableNode():
                noted = self._structs.get(symbol.node.name.text)
                if noted is not None and noted.symbol is None:
                    del self._structs[symbol.node.name.text]
                    self._structs[symbol.full_name] = noted
                else:
                    noted = self._structs.setdefault(symbol.full_name, _Noted())
                noted.symbol = noted.symbol or symbol
            case syntax.EnumNode() | syntax.UnionNode():
                self._enums.setdefault(symbol.full_name, _Noted(symbol))
            case syntax.ServiceNode():
                pass
            case _:
                assert_never(symbol.node)

    def use(self, place: Place, name: str, namespace: str, *, may_be_enum: bool) -> None:
        full_names = [qualify(prefix, name) for prefix in list_enclosing(namespace)]
        enums = [self._enums[each] for each in full_names if each in self._enums]
        noted = self._structs.get(name)
        if may_be_enum and enums:
            self.used[place] = enums[0]
        elif noted is not None and noted.symbol is None:
            self.used[place] = noted
        else:
            known = [self._structs[each] for each in full_names if each in self._structs]
            self.used[place] = known[0] if known else self._structs.setdefault(name, _Noted())


def _list_used(node: syntax.DefinitionNode) -> Iterator[tuple[syntax.Identifier, bool]]:
    """The names of types in a definition, each with whether it may be an enum's."""
    match node:
        case syntax.TableNode():
            for each in node.fields:
                type_ = each.type
                while not isinstance(type_, syntax.Identifier):
                    type_ = type_.element
                yield type_, True
        case syntax.UnionNode():
            for variant in node.variants:
                if isinstance(variant.type, syntax.Identifier):
                    yield variant.type, variant.type.span != variant.name.span
        case syntax.ServiceNode():
            for method in node.methods:
                yield method.request, True
                yield method.response, True
        case syntax.EnumNode():
            pass
        case _:
            assert_never(node)
