"""What a type in a text means, and the definitions that are resolved so far."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import chain
from typing import assert_never

from inlayc.base.diagnostics import Diagnostic
from inlayc.frontends.resolve.names import BASE_TYPES, Names, Scope, Symbol
from inlayc.frontends.resolve.report import Report
from inlayc.frontends.thrift import syntax
from inlayc.model.schema import (
    Base,
    Constant,
    Enumeration,
    Field,
    ListOf,
    MapOf,
    Named,
    Service,
    SetOf,
    Struct,
    Type,
    Typedef,
    Unit,
)

_BASES = {name: Base.I8 if name == "byte" else Base(name) for name in BASE_TYPES}


@dataclass(frozen=True, slots=True)
class Shape:
    """What a struct constant has to give, by name; fields whose type is unknown are None."""

    fields: Mapping[str, Field | None]
    required: tuple[str, ...]


class Types:
    """Turns type nodes into types; the passes leave what they resolve in its tables."""

    def __init__(self, names: Names, report: Report) -> None:
        self.names = names
        self._report = report
        self.typedefs: dict[Named, Typedef] = {}
        self.enums: dict[Named, Enumeration] = {}
        self.members: dict[Named, dict[str, int]] = {}
        self.numbers: dict[Named, frozenset[int]] = {}
        """The values of enums, by member and without, for looking them up."""
        self.structs: dict[Named, Struct] = {}
        self.shapes: dict[Named, Shape] = {}
        self.constants: dict[Named, Constant] = {}
        self.services: dict[Named, Service] = {}

    def resolve(self, node: syntax.TypeNode, scope: Scope) -> Type | None:
        """The type that a node means in a scope, or None after a report."""
        match node:
            case syntax.TypeName():
                return self._named(node, scope)
            case syntax.ListType():
                element = self.resolve(node.element, scope)
                return None if element is None else ListOf(element)
            case syntax.SetType():
                element = self.resolve(node.element, scope)
                return None if element is None else SetOf(element)
            case syntax.MapType():
                key, value = self.resolve(node.key, scope), self.resolve(node.value, scope)
                return None if key is None or value is None else MapOf(key, value)
            case syntax.UnitType():
                return Unit()
            case _:
                assert_never(node)

    def actual(self, type_: Type) -> Type | None:
        """The type behind typedefs, or None if that is not known."""
        while isinstance(type_, Named) and self._is_typedef(type_):
            target = self.typedefs.get(type_)
            if target is None:
                return None
            type_ = target.type
        return type_

    def _is_typedef(self, name: Named) -> bool:
        node = self.names.scopes[name.module].definitions.get(name.name)
        return isinstance(node, syntax.TypedefNode)

    def _named(self, node: syntax.TypeName, scope: Scope) -> Type | None:
        symbol = self.names.find(scope, node.name)
        if symbol is None:
            if node.name in _BASES:
                return _BASES[node.name]
            return self._unknown(node, scope)
        if node.name in _BASES and node.name != "uuid":
            return _BASES[node.name]
        match symbol.node:
            case syntax.ConstantNode():
                self._not_a_type(node, "a constant")
                return None
            case syntax.ServiceNode():
                self._not_a_type(node, "a service")
                return None
            case _:
                return symbol.named

    def _unknown(self, node: syntax.TypeName, scope: Scope) -> Type | None:
        qualifier, _, last = node.name.rpartition(".")
        if scope.document.open:
            external = syntax.ExternalNode(syntax.Identifier(node.name, node.span))
            scope.externals[node.name] = external
            return Symbol(scope, external).named
        if qualifier and qualifier not in scope.includes:
            self._report.add(
                Diagnostic(
                    "unknown-module",
                    f"unknown module `{qualifier}`",
                    node.span,
                    "no include of this file has this name",
                ),
                qualifier,
                lambda: scope.includes,
            )
            return None
        owners = scope.includes[qualifier] if qualifier else [scope]
        where = f"not defined in `{qualifier}`" if qualifier else "not defined here"
        if scope.includes and not qualifier:
            where += " or in an included file"
        self._report.add(
            Diagnostic("unknown-type", f"unknown type `{node.name}`", node.span, where),
            last,
            lambda: chain.from_iterable(list_type_names(owner, qualifier) for owner in owners),
        )
        return None

    def _not_a_type(self, node: syntax.TypeName, what: str) -> None:
        message = f"`{node.name}` is {what}"
        label = "expected a type"
        self._report.add(Diagnostic("not-a-type", message, node.span, label))


def list_type_names(scope: Scope, qualifier: str) -> Iterator[str]:
    """The names of types that a file defines and, for the file itself, those it can see."""
    for name, node in scope.definitions.items():
        if not isinstance(node, syntax.ConstantNode | syntax.ServiceNode):
            yield name
    if not qualifier:
        yield from BASE_TYPES
        yield from ("list", "set", "map")
        for called, owners in scope.includes.items():
            for owner in owners:
                yield from (f"{called}.{name}" for name in list_type_names(owner, called))
