"""Resolved definitions back into modules, each in the order of its text."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import assert_never

from inlayc.frontends.flatbuffers import syntax
from inlayc.frontends.flatbuffers.resolve.names import Scope
from inlayc.frontends.flatbuffers.resolve.types import Types
from inlayc.model.schema import Definition, Dialect, Module, Named, Schema


def assemble(types: Types, roots: Mapping[str, Named]) -> Schema:
    """The schema of what is resolved; called only when nothing was reported."""
    return Schema(tuple(_module(scope, types, roots) for scope in types.names.scopes))


def _module(scope: Scope, types: Types, roots: Mapping[str, Named]) -> Module:
    document = scope.document
    identifier, extension = document.file_identifier, document.file_extension
    return Module(
        scope.module,
        document.source,
        tuple(_definitions(scope, types)),
        tuple(dict.fromkeys(included.module for included in scope.includes)),
        {"*": document.namespaces[0].text} if document.namespaces else {},
        document.doc,
        Dialect.FLATBUFFERS,
        roots.get(scope.module),
        "" if identifier is None else identifier.value,
        "" if extension is None else extension.value,
    )


def _definitions(scope: Scope, types: Types) -> Iterator[Definition]:
    for symbol in scope.symbols:
        name, node = symbol.named, symbol.node
        match node:
            case syntax.EnumNode():
                yield types.enums[name]
            case syntax.TableNode() | syntax.UnionNode():
                yield types.structs[name]
            case syntax.ServiceNode():
                yield types.services[name]
            case _:
                assert_never(node)
