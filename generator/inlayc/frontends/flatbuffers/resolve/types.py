"""What a type in a text means, and the definitions that are resolved so far."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import chain
from typing import TypeGuard, assert_never

from inlayc.base.amounts import count
from inlayc.base.diagnostics import Diagnostic
from inlayc.frontends.flatbuffers import syntax
from inlayc.frontends.flatbuffers.resolve.flatc_reading import Place, read_as_flatc
from inlayc.frontends.flatbuffers.resolve.names import BASE_TYPES, Names, Scope, Symbol
from inlayc.frontends.resolve.report import Report
from inlayc.model.schema import (
    ArrayOf,
    Base,
    Enumeration,
    Kind,
    ListOf,
    Named,
    Service,
    Struct,
    Type,
)

_ARRAY_LENGTHS = range(1, 2**16)


class Types:
    """Turns type nodes into types; the passes leave what they resolve in its tables."""

    def __init__(self, names: Names, report: Report) -> None:
        self.names = names
        self._report = report
        self.enums: dict[Named, Enumeration] = {}
        self.members: dict[Named, dict[str, int]] = {}
        self.numbers: dict[Named, frozenset[int]] = {}
        """The values of enums, by member and without, for looking them up."""
        self.structs: dict[Named, Struct] = {}
        """Tables, fixed structs and unions."""
        self.services: dict[Named, Service] = {}
        self._meant: Mapping[Place, Symbol] | None = None

    def resolve(self, node: syntax.TypeNode, namespace: str, scope: Scope) -> Type | None:
        """The type that a node means in a namespace of a file, or None after a report."""
        match node:
            case syntax.Identifier():
                if node.text in BASE_TYPES:
                    return BASE_TYPES[node.text]
                symbol = self.symbol(node, namespace, scope)
                return None if symbol is None else symbol.named
            case syntax.VectorType():
                element = self._element(node, namespace, scope)
                return None if element is None else ListOf(element)
            case syntax.ArrayType():
                element = self._element(node, namespace, scope)
                length = node.length.value
                if length not in _ARRAY_LENGTHS:
                    message = f"array of {count(length, 'element')}"
                    label = f"from {_ARRAY_LENGTHS.start} to {_ARRAY_LENGTHS.stop - 1}"
                    self._report.add(Diagnostic("array-length", message, node.length.span, label))
                    return None
                return None if element is None else ArrayOf(element, length)
            case _:
                assert_never(node)

    def symbol(
        self, name: syntax.Identifier, namespace: str, scope: Scope, *, as_root: bool = False
    ) -> Symbol | None:
        """The enum, union, table or struct that a name means, or None after a report."""
        candidates = self.names.candidates(name.text, namespace, scope)
        types = [each for each in candidates if not isinstance(each.node, syntax.ServiceNode)]
        if as_root:
            chosen = _find_root(types, name, scope)
        else:
            chosen = self._of_flatc(types, name, scope) or next(iter(types), None)
        if chosen is None and candidates:
            message = f"`{name.text}` is a service"
            self._report.add(Diagnostic("not-a-type", message, name.span, "expected a type"))
        elif chosen is None:
            self._unknown(name, namespace, scope)
        return chosen if chosen is not None and self.names.bears_its_name(chosen) else None

    def _of_flatc(
        self, types: Sequence[Symbol], name: syntax.Identifier, scope: Scope
    ) -> Symbol | None:
        """What flatc takes a name for. Another file may have a definition of that full name, which is not seen from here."""
        if self._meant is None:
            self._meant = read_as_flatc(self.names)
        meant = self._meant.get((scope.module, name.span.start))
        if meant is None:
            return None
        return next((each for each in types if each.full_name == meant.full_name), meant)

    def is_kind(self, type_: Type | None, *kinds: Kind) -> TypeGuard[Named]:
        """Whether a type is a table, a fixed struct, a union, as asked for."""
        return isinstance(type_, Named) and _kind(self.names[type_].node) in kinds

    def is_enum(self, type_: Type | None) -> TypeGuard[Named]:
        return isinstance(type_, Named) and isinstance(self.names[type_].node, syntax.EnumNode)

    def is_scalar(self, type_: Type | None) -> bool:
        is_text = type_ in (Base.STRING, Base.BINARY)
        return (isinstance(type_, Base) and not is_text) or self.is_enum(type_)

    def has_tags(self, type_: Type | None) -> bool:
        """Whether a field of the type takes two slots, the first one for the tag or tags."""
        element = type_.element if isinstance(type_, ListOf) else type_
        return self.is_kind(element, Kind.UNION)

    def _element(
        self, node: syntax.VectorType | syntax.ArrayType, namespace: str, scope: Scope
    ) -> Type | None:
        if isinstance(node.element, syntax.Identifier):
            return self.resolve(node.element, namespace, scope)
        message = "vector of vectors"
        label = "a table around the inner one can be in a vector"
        self._report.add(Diagnostic("nested-vector", message, node.element.span, label))
        return None

    def _unknown(self, name: syntax.Identifier, namespace: str, scope: Scope) -> None:
        connected = len(scope.document.includes) > 0
        where = "not defined here" + (" or in an included file" if connected else "")
        self._report.add(
            Diagnostic("unknown-type", f"unknown type `{name.text}`", name.span, where),
            name.text,
            lambda: chain(BASE_TYPES, self.names.names(namespace, scope)),
        )


def _kind(node: syntax.DefinitionNode) -> Kind | None:
    match node:
        case syntax.TableNode():
            return node.kind
        case syntax.UnionNode():
            return Kind.UNION
        case syntax.EnumNode() | syntax.ServiceNode():
            return None
        case _:
            assert_never(node)


def _find_root(types: Sequence[Symbol], name: syntax.Identifier, scope: Scope) -> Symbol | None:
    """The type that the full name means, if flatc has read it by then; else the nearest."""
    here = (scope.position, name.span.start)
    of_name = (each for each in types if each.full_name == name.text and _place(each) < here)
    return next(of_name, next(iter(types), None))


def _place(symbol: Symbol) -> tuple[int, int]:
    return symbol.scope.position, symbol.node.name.span.start
