"""What a Thrift text says, node by node, before any name is looked up.

Every node carries the span a diagnostic about it should point at: the name of a declaration, the
whole of a type or literal. The macro dialect produces the same nodes (`inlayc.frontends.macros`).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

from inlayc.base.source import SourceFile, Span
from inlayc.model.schema import Kind, Requiredness, Visibility


@dataclass(frozen=True, slots=True)
class Identifier:
    """A name as written; a dotted one keeps its dots."""

    text: str
    span: Span


@dataclass(frozen=True, slots=True)
class Annotation:
    name: Identifier
    value: str


@dataclass(frozen=True, slots=True)
class TypeName:
    """A base type or a defined type, by name."""

    name: str
    span: Span
    annotations: tuple[Annotation, ...] = ()


@dataclass(frozen=True, slots=True)
class ListType:
    element: TypeNode
    span: Span
    annotations: tuple[Annotation, ...] = ()


@dataclass(frozen=True, slots=True)
class SetType:
    element: TypeNode
    span: Span
    annotations: tuple[Annotation, ...] = ()


@dataclass(frozen=True, slots=True)
class MapType:
    key: TypeNode
    value: TypeNode
    span: Span
    annotations: tuple[Annotation, ...] = ()


@dataclass(frozen=True, slots=True)
class UnitType:
    """A union variant that the macro dialect writes without a type."""

    span: Span


TypeNode: TypeAlias = TypeName | ListType | SetType | MapType | UnitType


@dataclass(frozen=True, slots=True)
class IntLiteral:
    value: int
    span: Span


@dataclass(frozen=True, slots=True)
class DoubleLiteral:
    value: float
    span: Span


@dataclass(frozen=True, slots=True)
class StringLiteral:
    value: str
    span: Span


@dataclass(frozen=True, slots=True)
class ListLiteral:
    items: tuple[Literal, ...]
    span: Span


@dataclass(frozen=True, slots=True)
class MapLiteral:
    items: tuple[tuple[Literal, Literal], ...]
    span: Span


Literal: TypeAlias = (
    IntLiteral | DoubleLiteral | StringLiteral | Identifier | ListLiteral | MapLiteral
)
"""An `Identifier` here is `true`, `false`, a constant, or an enum member (dotted)."""


@dataclass(frozen=True, slots=True)
class FieldNode:
    """A field, variant, parameter or throws entry; `id` is None where the text gives none."""

    id: IntLiteral | None
    name: Identifier
    type: TypeNode
    requiredness: Requiredness
    default: Literal | None = None
    doc: str = ""
    annotations: tuple[Annotation, ...] = ()
    borrowed: bool = False


@dataclass(frozen=True, slots=True)
class EnumMemberNode:
    name: Identifier
    value: IntLiteral | None
    doc: str = ""
    annotations: tuple[Annotation, ...] = ()


@dataclass(frozen=True, slots=True)
class EnumNode:
    name: Identifier
    members: tuple[EnumMemberNode, ...]
    doc: str = ""
    annotations: tuple[Annotation, ...] = ()
    visibility: Visibility = Visibility.PUBLIC


@dataclass(frozen=True, slots=True)
class StructNode:
    kind: Kind
    name: Identifier
    fields: tuple[FieldNode, ...]
    doc: str = ""
    annotations: tuple[Annotation, ...] = ()
    visibility: Visibility = Visibility.PUBLIC


@dataclass(frozen=True, slots=True)
class TypedefNode:
    name: Identifier
    type: TypeNode
    doc: str = ""
    annotations: tuple[Annotation, ...] = ()


@dataclass(frozen=True, slots=True)
class ConstantNode:
    name: Identifier
    type: TypeNode
    value: Literal
    doc: str = ""
    annotations: tuple[Annotation, ...] = ()


@dataclass(frozen=True, slots=True)
class FunctionNode:
    name: Identifier
    returns: TypeNode | None
    oneway: bool
    parameters: tuple[FieldNode, ...]
    throws: tuple[FieldNode, ...]
    doc: str = ""
    annotations: tuple[Annotation, ...] = ()


@dataclass(frozen=True, slots=True)
class ServiceNode:
    name: Identifier
    extends: Identifier | None
    functions: tuple[FunctionNode, ...]
    doc: str = ""
    annotations: tuple[Annotation, ...] = ()


@dataclass(frozen=True, slots=True)
class ExternalNode:
    """`write_thrift_field!(Name, ...)`: a type whose definition is written in Rust by hand."""

    name: Identifier
    doc: str = ""


DefinitionNode: TypeAlias = (
    EnumNode | StructNode | TypedefNode | ConstantNode | ServiceNode | ExternalNode
)


@dataclass(frozen=True, slots=True)
class Include:
    path: str
    span: Span


@dataclass(frozen=True, slots=True)
class Namespace:
    scope: str
    name: str
    span: Span
    annotations: tuple[Annotation, ...] = ()


@dataclass(frozen=True, slots=True)
class Document:
    """A whole text. `open` says that unknown type names are external rather than mistakes,
    which is how the macro dialect has it: Rust may define them anywhere."""

    source: SourceFile
    definitions: tuple[DefinitionNode, ...]
    includes: tuple[Include, ...] = ()
    namespaces: tuple[Namespace, ...] = ()
    doc: str = ""
    open: bool = False
