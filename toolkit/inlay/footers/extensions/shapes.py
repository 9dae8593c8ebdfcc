"""What a struct on the wire is, as far as finding one in it and extending it goes."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import Enum, unique
from typing import TYPE_CHECKING, TypeAlias

from inlay_runtime.extension import Header
from inlay_runtime.schema import Hooked, ListOf, SetOf, StructSchema, UnionSchema
from inlay_runtime.struct import Struct
from inlay_runtime.tags import UnionTag
from inlay_runtime.wire_types import STRUCT

if TYPE_CHECKING:
    from inlay_runtime.schema import FieldType


@unique
class CarrierKind(Enum):
    """Of a carrier; the values are the names of the refusals."""

    STRUCT = "struct"
    UNION = "union"
    EMPTY = "empty-struct"


@dataclass(frozen=True, slots=True)
class CarrierShape:
    """`fields` are those that hold structs or lists of them, by id; `header` is how an extension of it is
    spelled unless somebody says otherwise."""

    name: str
    kind: CarrierKind
    fields: Mapping[int, Child] = field(default_factory=dict[int, "Child"])
    header: Header = Header.ZIGZAG


@dataclass(frozen=True, slots=True)
class Child:
    """`container` is the wire type of the list or set that holds the structs, or None."""

    name: str
    type: FieldType | CarrierShape
    container: int | None = None

    @property
    def is_list(self) -> bool:
        return self.container is not None

    def fits(self, wire_type: int) -> bool:
        """Whether a field of this wire type may be what is declared."""
        return wire_type == (STRUCT if self.container is None else self.container)

    @property
    def shape(self) -> CarrierShape:
        return self.type if isinstance(self.type, CarrierShape) else shape_of(self.type)


Shapes: TypeAlias = "dict[FieldType, CarrierShape]"

UNKNOWN = CarrierShape("struct", CarrierKind.STRUCT)
"""A struct that the IDL does not have."""

_KNOWN: Shapes = {}


def shape_of(type_: FieldType) -> CarrierShape:
    """`UNKNOWN` for a type that is not a struct or union."""
    shape = _KNOWN.get(type_)
    if shape is None:
        shape = _KNOWN[type_] = _make(type_)
    return shape


def _make(type_: FieldType) -> CarrierShape:
    if isinstance(type_, Hooked):
        return shape_of(type_.type)
    if isinstance(type_, UnionSchema):
        return CarrierShape(type_.name, CarrierKind.UNION, _children(type_))
    if isinstance(type_, type) and issubclass(type_, UnionTag):
        variants = {
            int(tag): Child(tag.name, CarrierShape(tag.name, CarrierKind.EMPTY)) for tag in type_
        }
        return CarrierShape(type_.__name__, CarrierKind.UNION, variants)
    if isinstance(type_, type) and issubclass(type_, Struct):
        schema = type_.SCHEMA
        kind = CarrierKind.STRUCT if schema.fields else CarrierKind.EMPTY
        return CarrierShape(schema.name, kind, _children(schema), schema.extension_header)
    return UNKNOWN


def _children(schema: StructSchema) -> dict[int, Child]:
    children: dict[int, Child] = {}
    for row in schema.fields:
        type_ = row.type
        container = None
        if isinstance(type_, ListOf | SetOf):
            container, type_ = type_.wire_type, type_.element
        if _holds_structs(type_):
            children[row.id] = Child(row.name, type_, container)
    return children


def _holds_structs(type_: FieldType) -> bool:
    if isinstance(type_, Hooked):
        return _holds_structs(type_.type)
    if isinstance(type_, UnionSchema):
        return True
    return isinstance(type_, type) and issubclass(type_, Struct | UnionTag)
