"""The resolved model of an IDL: every name is looked up, every value is checked.

It is what the frontends produce and what everything after them reads. It knows nothing about Lark
and nothing about Python code; documentation is plain text with its comment marks removed.
"""

from __future__ import annotations

import uuid
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from enum import Enum, unique
from types import MappingProxyType
from typing import Final, TypeAlias

from inlayc.base.source import SourceFile, Span

EXTENSION_ID: Final = 32767
"""The id that Parquet reserves for extensions, in every struct."""

_EXTENSION_IDS: Final = (EXTENSION_ID, -16384)
"""It, and what the compact protocol makes of the extension document's spelling of it."""


@unique
class Base(Enum):
    """The scalar types, named as Thrift names them (`byte` is `i8`); FlatBuffers adds five."""

    BOOL = "bool"
    I8 = "i8"
    I16 = "i16"
    I32 = "i32"
    I64 = "i64"
    U8 = "u8"
    U16 = "u16"
    U32 = "u32"
    U64 = "u64"
    FLOAT = "float"
    """32 bits, where `DOUBLE` has 64."""
    DOUBLE = "double"
    STRING = "string"
    UTF8 = "utf8"
    """A string whose bytes have to be UTF-8: no IDL says so, settings do."""
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
class ArrayOf:
    """So many elements in line in a fixed struct of FlatBuffers."""

    element: Type
    length: int


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


Type: TypeAlias = Base | Named | ListOf | ArrayOf | SetOf | MapOf | Unit


def parts_of(type_: Type) -> Iterator[Type]:
    """The types that a type is made of, at any depth; of a type with no parts, itself."""
    match type_:
        case ListOf(element=element) | SetOf(element=element) | ArrayOf(element=element):
            yield from parts_of(element)
        case MapOf(key=key, value=value):
            yield from parts_of(key)
            yield from parts_of(value)
        case _:
            yield type_


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
NO_ANNOTATIONS: Final[Annotations] = MappingProxyType({})
"""One for all that have none, which most do."""


def _no_annotations() -> Annotations:
    return NO_ANNOTATIONS


@dataclass(frozen=True, slots=True)
class Field:
    """A field of a struct or exception, a variant of a union, a parameter of a function.

    The `id` is what identifies it in the data. In a FlatBuffers table it is the slot in the vtable (the
    slot before that of a union, or of a list of unions, holds the tags), in a fixed struct the position,
    in a union of FlatBuffers the tag; a fixed struct has its fields at byte `offset`s.
    """

    id: int
    name: str
    type: Type
    requiredness: Requiredness
    span: Span = field(compare=False)
    default: Value | None = None
    doc: str = ""
    annotations: Annotations = field(default_factory=_no_annotations)
    borrowed: bool = False
    offset: int | None = None


@dataclass(frozen=True, slots=True)
class EnumMember:
    name: str
    value: int
    span: Span = field(compare=False)
    doc: str = ""
    annotations: Annotations = field(default_factory=_no_annotations)


@dataclass(frozen=True, slots=True)
class Enumeration:
    """An enum; of one that is `bit_flags` the values are the bits themselves, 1, 2, 4, 8."""

    name: str
    members: tuple[EnumMember, ...]
    span: Span = field(compare=False)
    doc: str = ""
    annotations: Annotations = field(default_factory=_no_annotations)
    visibility: Visibility = Visibility.PUBLIC
    underlying: Base = Base.I32
    bit_flags: bool = False
    namespace: str = ""

    def members_of(self, value: int) -> tuple[EnumMember, ...]:
        """The member of that value, or of flags the members that make it up; none where it is a number and no more."""
        for member in self.members:
            if member.value == value:
                return (member,)
        flags = tuple(m for m in self.members if self.bit_flags and m.value & value)
        return flags if sum(member.value for member in flags) == value else ()


@unique
class Kind(Enum):
    STRUCT = "struct"
    UNION = "union"
    EXCEPTION = "exception"
    TABLE = "table"
    FIXED = "fixed struct"
    """What FlatBuffers calls a struct: all fields present, each at its offset."""


@dataclass(frozen=True, slots=True)
class ExtensionDeclaration:
    """What a FlatBuffers table says of the extension whose payload it is.

    `extends` is the Thrift struct that carries it, as `module.Struct`, or empty for any struct.
    """

    uuid: uuid.UUID
    extends: str
    trailer: str


@dataclass(frozen=True, slots=True)
class Counterpart:
    """The Thrift field that a slot stands for, or the member of a Thrift union that a variant does.

    Without a `field` the slot is a table that is a part of the same struct. `explicit` is the slot that says of
    a zero that it is meant; it is there only if `is_absent_if_zero`.
    """

    slot: str
    field: str = ""
    is_absent_if_zero: bool = False
    is_absent_if_empty: bool = False
    explicit: str = ""


@dataclass(frozen=True, slots=True)
class Correspondence:
    """What a FlatBuffers table or union stands for in Thrift: the `names` of structs, or of one union, as
    `module.Name`. `unrecognized` is the variant for members that no other one can express, or empty.
    """

    names: tuple[str, ...]
    counterparts: tuple[Counterpart, ...]
    unrecognized: str = ""


@dataclass(frozen=True, slots=True)
class Struct:
    """A struct, union, exception or table: fields in the order of the text.

    A fixed struct has a `size` and an `alignment` in bytes. A union of FlatBuffers does not list its
    variant NONE, which has tag 0. `slots_of` is the table, as `module.Table`, whose first slots a table has.
    """

    kind: Kind
    name: str
    fields: tuple[Field, ...]
    span: Span = field(compare=False)
    doc: str = ""
    annotations: Annotations = field(default_factory=_no_annotations)
    visibility: Visibility = Visibility.PUBLIC
    size: int = 0
    alignment: int = 0
    extension: ExtensionDeclaration | None = None
    namespace: str = ""
    correspondence: Correspondence | None = None
    slots_of: str = ""


@dataclass(frozen=True, slots=True)
class Typedef:
    name: str
    type: Type
    span: Span = field(compare=False)
    doc: str = ""
    annotations: Annotations = field(default_factory=_no_annotations)


@dataclass(frozen=True, slots=True)
class Constant:
    name: str
    type: Type
    value: Value
    span: Span = field(compare=False)
    doc: str = ""
    annotations: Annotations = field(default_factory=_no_annotations)


@dataclass(frozen=True, slots=True)
class Function:
    name: str
    returns: Type | None
    oneway: bool
    parameters: tuple[Field, ...]
    throws: tuple[Field, ...]
    span: Span = field(compare=False)
    doc: str = ""
    annotations: Annotations = field(default_factory=_no_annotations)


@dataclass(frozen=True, slots=True)
class Service:
    name: str
    extends: Named | None
    functions: tuple[Function, ...]
    span: Span = field(compare=False)
    doc: str = ""
    annotations: Annotations = field(default_factory=_no_annotations)
    namespace: str = ""


@dataclass(frozen=True, slots=True)
class External:
    """A type that the macro dialect uses and whose definition is written in Rust by hand."""

    name: str
    span: Span = field(compare=False)
    doc: str = ""


Definition: TypeAlias = Enumeration | Struct | Typedef | Constant | Service | External


@unique
class Dialect(Enum):
    """The language that a file is written in."""

    THRIFT = "thrift"
    MACROS = "macros"
    FLATBUFFERS = "flatbuffers"


@dataclass(frozen=True, slots=True)
class Module:
    """What one file defines, in the order of its text.

    `namespaces` are by language. FlatBuffers has one for all, `*`: the first that a file names. Each
    definition there has the `namespace` in which it stands.
    """

    name: str
    source: SourceFile = field(compare=False)
    definitions: tuple[Definition, ...]
    includes: tuple[str, ...] = ()
    namespaces: Mapping[str, str] = field(default_factory=dict[str, str])
    doc: str = ""
    dialect: Dialect = Dialect.THRIFT
    root_type: Named | None = None
    file_identifier: str = ""
    file_extension: str = ""

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

    def is_extension(self, field: Field) -> bool:
        """Whether a field of Thrift is Parquet's extension by its declaration: `32767: optional binary`."""
        is_optional = field.requiredness is Requiredness.OPTIONAL
        return field.id == EXTENSION_ID and is_optional and self.actual(field.type) is Base.BINARY

    def has_own_extension_field(self, struct: Struct) -> bool:
        """Whether field 32767 of a struct or union is a field like any other, so that nothing is an extension."""
        is_thrift = struct.kind not in (Kind.TABLE, Kind.FIXED)
        return is_thrift and any(
            field.id in _EXTENSION_IDS and not self.is_extension(field) for field in struct.fields
        )
