"""The resolved model of an IDL: every name is looked up, every value is checked.

It is what the frontends produce and what everything after them reads. It knows nothing about Lark
and nothing about Python code; documentation is plain text with its comment marks removed.
"""

from __future__ import annotations

import uuid
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from enum import Enum, unique
from typing import TypeAlias

from inlayc.source import SourceFile, Span


@unique
class Base(Enum):
    """The scalar types, named as Thrift names them (`byte` is `i8`)."""

    BOOL = "bool"
    I8 = "i8"
    I16 = "i16"
    I32 = "i32"
    I64 = "i64"
    DOUBLE = "double"
    STRING = "string"
    BINARY = "binary"
    UUID = "uuid"


@dataclass(frozen=True, slots=True)
class Named:
    """A definition by its module (the file's stem) and its name."""

    module: str
    name: str


@dataclass(frozen=True, slots=True)
class ListOf:
    element: Type


@dataclass(frozen=True, slots=True)
class SetOf:
    element: Type


@dataclass(frozen=True, slots=True)
class MapOf:
    key: Type
    value: Type


@dataclass(frozen=True, slots=True)
class Unit:
    """The type of a union variant that the macro dialect writes without one: an empty struct."""


Type: TypeAlias = Base | Named | ListOf | SetOf | MapOf | Unit


@dataclass(frozen=True, slots=True)
class EnumValue:
    """A constant that is a value of an enum."""

    type: Named
    value: int


@dataclass(frozen=True, slots=True)
class ListValue:
    """A constant of a list or set type; items have been converted to the element type."""

    items: tuple[Value, ...]


@dataclass(frozen=True, slots=True)
class MapValue:
    items: tuple[tuple[Value, Value], ...]


@dataclass(frozen=True, slots=True)
class StructValue:
    """A constant of a struct or union type, written in the IDL as a map of field names."""

    type: Named
    fields: tuple[tuple[str, Value], ...]


Value: TypeAlias = (
    bool | int | float | str | bytes | uuid.UUID | EnumValue | ListValue | MapValue | StructValue
)


@unique
class Requiredness(Enum):
    REQUIRED = "required"
    OPTIONAL = "optional"
    DEFAULT = "default"
    """Neither word: always written, possibly absent when read."""


@unique
class Visibility(Enum):
    PUBLIC = "public"
    INTERNAL = "internal"


Annotations: TypeAlias = Mapping[str, str]


@dataclass(frozen=True, slots=True)
class Field:
    """A field of a struct or exception, a variant of a union, a parameter of a function."""

    id: int
    name: str
    type: Type
    requiredness: Requiredness
    span: Span = field(compare=False)
    default: Value | None = None
    doc: str = ""
    annotations: Annotations = field(default_factory=dict[str, str])
    borrowed: bool = False


@dataclass(frozen=True, slots=True)
class EnumMember:
    name: str
    value: int
    span: Span = field(compare=False)
    doc: str = ""
    annotations: Annotations = field(default_factory=dict[str, str])


@dataclass(frozen=True, slots=True)
class Enumeration:
    name: str
    members: tuple[EnumMember, ...]
    span: Span = field(compare=False)
    doc: str = ""
    annotations: Annotations = field(default_factory=dict[str, str])
    visibility: Visibility = Visibility.PUBLIC


@unique
class Kind(Enum):
    STRUCT = "struct"
    UNION = "union"
    EXCEPTION = "exception"


@dataclass(frozen=True, slots=True)
class Struct:
    """A struct, union or exception: fields in the order of the text."""

    kind: Kind
    name: str
    fields: tuple[Field, ...]
    span: Span = field(compare=False)
    doc: str = ""
    annotations: Annotations = field(default_factory=dict[str, str])
    visibility: Visibility = Visibility.PUBLIC


@dataclass(frozen=True, slots=True)
class Typedef:
    name: str
    type: Type
    span: Span = field(compare=False)
    doc: str = ""
    annotations: Annotations = field(default_factory=dict[str, str])


@dataclass(frozen=True, slots=True)
class Constant:
    name: str
    type: Type
    value: Value
    span: Span = field(compare=False)
    doc: str = ""
    annotations: Annotations = field(default_factory=dict[str, str])


@dataclass(frozen=True, slots=True)
class Function:
    name: str
    returns: Type | None
    oneway: bool
    parameters: tuple[Field, ...]
    throws: tuple[Field, ...]
    span: Span = field(compare=False)
    doc: str = ""
    annotations: Annotations = field(default_factory=dict[str, str])


@dataclass(frozen=True, slots=True)
class Service:
    name: str
    extends: Named | None
    functions: tuple[Function, ...]
    span: Span = field(compare=False)
    doc: str = ""
    annotations: Annotations = field(default_factory=dict[str, str])


@dataclass(frozen=True, slots=True)
class External:
    """A type that the macro dialect uses and whose definition is written in Rust by hand."""

    name: str
    span: Span = field(compare=False)
    doc: str = ""


Definition: TypeAlias = Enumeration | Struct | Typedef | Constant | Service | External


@dataclass(frozen=True, slots=True)
class Module:
    """What one file defines, in the order of its text."""

    name: str
    source: SourceFile = field(compare=False)
    definitions: tuple[Definition, ...]
    includes: tuple[str, ...] = ()
    namespaces: Mapping[str, str] = field(default_factory=dict[str, str])
    doc: str = ""

    def __iter__(self) -> Iterator[Definition]:
        return iter(self.definitions)


@dataclass(frozen=True, slots=True)
class Schema:
    """All modules of a compilation, included ones before those that include them."""

    modules: tuple[Module, ...]
    _index: dict[Named, Definition] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        index = {Named(m.name, d.name): d for m in self.modules for d in m}
        object.__setattr__(self, "_index", index)

    def __getitem__(self, name: Named) -> Definition:
        return self._index[name]

    def module(self, name: str) -> Module:
        return next(module for module in self.modules if module.name == name)

    def actual(self, type_: Type) -> Type:
        """The type with typedefs at its top followed to what they stand for."""
        while isinstance(type_, Named) and isinstance(target := self[type_], Typedef):
            type_ = target.type
        return type_
