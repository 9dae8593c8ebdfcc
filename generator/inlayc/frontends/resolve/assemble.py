"""Resolved definitions back into modules, each in the order of its text."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import assert_never

from inlayc.frontends.resolve.names import Scope, Symbol
from inlayc.frontends.resolve.types import Types
from inlayc.frontends.thrift import syntax
from inlayc.model.schema import Definition, Dialect, External, Module, Schema


def assemble(order: Sequence[Scope], types: Types) -> Schema:
    """The schema of what is resolved; called only when nothing was reported."""
    return Schema(tuple(_module(scope, types) for scope in order))


def _module(scope: Scope, types: Types) -> Module:
    document = scope.document
    return Module(
        scope.module,
        document.source,
        tuple(_definitions(scope, types)),
        tuple(dict.fromkeys(each.module for owners in scope.includes.values() for each in owners)),
        {namespace.scope: namespace.name for namespace in document.namespaces},
        document.doc,
        Dialect.MACROS if document.open else Dialect.THRIFT,
    )


def _definitions(scope: Scope, types: Types) -> Iterator[Definition]:
    """Definitions as written, then what an open document leaves to others."""
    for node in (*scope.definitions.values(), *scope.externals.values()):
        name = Symbol(scope, node).named
        match node:
            case syntax.EnumNode():
                yield types.enums[name]
            case syntax.StructNode():
                yield types.structs[name]
            case syntax.TypedefNode():
                yield types.typedefs[name]
            case syntax.ConstantNode():
                yield types.constants[name]
            case syntax.ServiceNode():
                yield types.services[name]
            case syntax.ExternalNode():
                yield External(node.name.text, node.name.span, node.doc)
            case _:
                assert_never(node)
