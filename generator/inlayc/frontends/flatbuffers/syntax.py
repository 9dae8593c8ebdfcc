"""What a FlatBuffers text says, node by node, before any name is looked up.

Every node carries the span a diagnostic about it should point at. Names, integers, strings and includes
are the nodes of `inlayc.frontends.thrift.syntax`.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

from inlayc.base.source import SourceFile, Span
from inlayc.frontends.thrift.syntax import (
    DoubleLiteral,
    Identifier,
    Include,
    IntLiteral,
    StringLiteral,
)
from inlayc.model.schema import Kind

__all__ = [
    "ArrayType",
    "DefinitionNode",
    "Document",
    "DoubleLiteral",
    "EmptyVector",
    "EnumMemberNode",
    "EnumNode",
    "FieldNode",
    "Identifier",
    "Include",
    "IntLiteral",
    "Literal",
    "Metadata",
    "Metadatum",
    "MethodNode",
    "RootType",
    "ServiceNode",
    "StringLiteral",
    "TableNode",
    "TypeNode",
    "UnionNode",
    "VariantNode",
    "VectorType",
]


@dataclass(frozen=True, slots=True)
class Metadatum:
    """`name` or `name: value` between parentheses; the value is None if the text gives none."""

    name: Identifier
    value: IntLiteral | StringLiteral | None


Metadata: TypeAlias = tuple[Metadatum, ...]


@dataclass(frozen=True, slots=True)
class VectorType:
    element: TypeNode
    span: Span


@dataclass(frozen=True, slots=True)
class ArrayType:
    element: TypeNode
    length: IntLiteral
    span: Span


TypeNode: TypeAlias = Identifier | VectorType | ArrayType
"""An `Identifier` here is a scalar, `string`, or a definition, with dots if in a namespace."""


@dataclass(frozen=True, slots=True)
class EmptyVector:
    """`[]`, the only default that a vector can have."""

    span: Span


Literal: TypeAlias = IntLiteral | DoubleLiteral | StringLiteral | Identifier | EmptyVector
"""An `Identifier` here is `true`, `null`, an enum member, or a number such as `-inf`."""


@dataclass(frozen=True, slots=True)
class FieldNode:
    name: Identifier
    type: TypeNode
    default: Literal | None
    metadata: Metadata
    doc: str = ""


@dataclass(frozen=True, slots=True)
class TableNode:
    """A table, or a struct, whose kind is `FIXED`."""

    kind: Kind
    name: Identifier
    fields: tuple[FieldNode, ...]
    namespace: str
    metadata: Metadata
    doc: str = ""


@dataclass(frozen=True, slots=True)
class EnumMemberNode:
    name: Identifier
    value: IntLiteral | None
    metadata: Metadata
    doc: str = ""


@dataclass(frozen=True, slots=True)
class EnumNode:
    name: Identifier
    underlying: TypeNode | None
    members: tuple[EnumMemberNode, ...]
    namespace: str
    metadata: Metadata
    doc: str = ""


@dataclass(frozen=True, slots=True)
class VariantNode:
    """A variant; without an alias it is called like its type, with `_` for the dots, as flatc has it."""

    name: Identifier
    type: TypeNode
    value: IntLiteral | None
    metadata: Metadata
    doc: str = ""


@dataclass(frozen=True, slots=True)
class UnionNode:
    name: Identifier
    underlying: TypeNode | None
    variants: tuple[VariantNode, ...]
    namespace: str
    metadata: Metadata
    doc: str = ""


@dataclass(frozen=True, slots=True)
class MethodNode:
    name: Identifier
    request: Identifier
    response: Identifier
    metadata: Metadata
    doc: str = ""


@dataclass(frozen=True, slots=True)
class ServiceNode:
    name: Identifier
    methods: tuple[MethodNode, ...]
    namespace: str
    metadata: Metadata
    doc: str = ""


DefinitionNode: TypeAlias = TableNode | EnumNode | UnionNode | ServiceNode


@dataclass(frozen=True, slots=True)
class RootType:
    name: Identifier
    namespace: str


@dataclass(frozen=True, slots=True)
class Document:
    """A whole text. Of several root types, identifiers and extensions the last one counts."""

    source: SourceFile
    definitions: tuple[DefinitionNode, ...]
    includes: tuple[Include, ...] = ()
    namespaces: tuple[Identifier, ...] = ()
    attributes: tuple[str, ...] = ()
    root_type: RootType | None = None
    file_identifier: StringLiteral | None = None
    file_extension: StringLiteral | None = None
    doc: str = ""
