"""The schema tables that generated classes carry: what a struct holds, as data.

Generated `read` and `write` methods are the specification; the tables say the same thing to code that
serves all classes: equality and repr, masks, paths in errors, the native core.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, Final, Protocol

from inlay_runtime import wire_types
from inlay_runtime.extension import EXTENSION_ID, SPEC_WIRE_ID, Header


class AttributeSchema(Protocol):
    """A field, as far as it is an attribute of a class."""

    @property
    def name(self) -> str: ...
    @property
    def attribute(self) -> str: ...
    @property
    def slot(self) -> str: ...


class RecordSchema(Protocol):
    """The table of a class, whatever its wire."""

    @property
    def name(self) -> str: ...
    @property
    def fields(self) -> Sequence[AttributeSchema]: ...
    @property
    def extension_alias(self) -> str: ...


class Scalar:
    """A base type of the IDL; there is one instance of each."""

    __slots__ = ("name", "wire_type")

    def __init__(self, name: str, wire_type: int) -> None:
        self.name = name
        self.wire_type = wire_type

    def __repr__(self) -> str:
        return self.name.upper()


BOOL: Final = Scalar("bool", wire_types.BOOL)
I8: Final = Scalar("i8", wire_types.I8)
I16: Final = Scalar("i16", wire_types.I16)
I32: Final = Scalar("i32", wire_types.I32)
I64: Final = Scalar("i64", wire_types.I64)
DOUBLE: Final = Scalar("double", wire_types.DOUBLE)
STRING: Final = Scalar("string", wire_types.BINARY)
UTF8: Final = Scalar("utf8", wire_types.BINARY)
"""A string that has to be UTF-8, as settings ask; one that is `STRING` should be."""
BINARY: Final = Scalar("binary", wire_types.BINARY)
UUID: Final = Scalar("uuid", wire_types.UUID)


class ListOf:
    __slots__ = ("element",)
    wire_type: Final = wire_types.LIST

    def __init__(self, element: FieldType) -> None:
        self.element = element

    @property
    def listed(self) -> FieldType:
        """The type of the elements, since the value is a list in Python."""
        return self.element


class SetOf:
    __slots__ = ("element",)
    wire_type: Final = wire_types.SET

    def __init__(self, element: FieldType) -> None:
        self.element = element


class MapOf:
    __slots__ = ("key", "value")
    wire_type: Final = wire_types.MAP

    def __init__(self, key: FieldType, value: FieldType) -> None:
        self.key = key
        self.value = value


class Hooked:
    """A type whose reader and writer are the user's own; `type` is what the IDL says it is.

    `reader` and `writer` are `module:name`; the generated methods call them, and so must any core.
    """

    __slots__ = ("reader", "type", "writer")

    def __init__(self, type_: FieldType, *, reader: str, writer: str) -> None:
        self.type = type_
        self.reader = reader
        self.writer = writer

    @property
    def wire_type(self) -> int:
        return wire_type_of(self.type)


class FieldSchema:
    """A field of a struct or a variant of a union.

    `name` is the IDL's, `attribute` Python's, `slot` where the value is stored: an optional field with
    a default is a property over a slot of another name. `wrapper` is the class of a variant whose payload
    does not tell it apart. `borrowed` is a binary that is read as a window on the input.
    """

    __slots__ = ("attribute", "borrowed", "id", "name", "required", "slot", "type", "wrapper")

    def __init__(
        self,
        id: int,
        name: str,
        type_: FieldType,
        *,
        required: bool = False,
        attribute: str = "",
        slot: str = "",
        borrowed: bool = False,
        wrapper: type[Variant[Any]] | None = None,
    ) -> None:
        self.id = id
        self.name = name
        self.type = type_
        self.required = required
        self.attribute = attribute or name
        self.slot = slot or self.attribute
        self.borrowed = borrowed
        self.wrapper = wrapper


class StructSchema:
    """The table of a struct; `define` fills in the rows once the classes that they name exist.

    `closed` says that a field of another type than declared is refused; of a union, a variant that the IDL does not have,
    too. `may_be_empty` says of a union that none of its variants need be there.
    """

    __slots__ = (
        "by_id",
        "by_name",
        "closed",
        "elements",
        "extension_alias",
        "extension_header",
        "fields",
        "has_own_extension_field",
        "may_be_empty",
        "mistaken",
        "name",
        "plan",
        "transitions",
        "wire_types",
    )
    is_union: bool = False

    def __init__(
        self,
        name: str,
        *,
        extension_header: Header = Header.ZIGZAG,
        extension_alias: str = "",
        closed: bool = False,
        may_be_empty: bool = False,
        mistaken: Mapping[bytes, str] | None = None,
    ) -> None:
        """`mistaken` are the first bytes of what people decode in place of this struct, each with what to tell them."""
        self.name = name
        self.closed = closed
        self.may_be_empty = may_be_empty
        self.mistaken = mistaken or {}
        self.extension_header = extension_header
        self.extension_alias = extension_alias
        self.define()

    def define(self, *fields: FieldSchema) -> None:
        self.fields = fields
        self.by_id = {field.id: field for field in fields}
        self.by_name = {field.name: field for field in fields}
        self.wire_types = {field.id: wire_type_of(field.type) for field in fields}
        self.has_own_extension_field = not self.by_id.keys().isdisjoint(
            (EXTENSION_ID, SPEC_WIRE_ID)
        )
        """Field 32767 is a field of the IDL like any other, so that nothing is an extension."""
        self.plan: int | None = None  # the native core's number for this table
        self.transitions: dict[int, dict[int, int]] = {}
        self.elements: dict[int, int] = {}

    def make_transitions(self) -> dict[int, dict[int, int]]:
        """For the reader: by the last field id, the next one for a header byte; 0 for the stop byte.

        They hold what well-behaved writers emit: short-form headers of known fields, with the right
        wire type. A union has none, since its rules are checked on every field. `elements` is made with
        them: by the id of a list or map, the element type that it is to have, or -1 where that takes more
        than one look.
        """
        for field in self.fields:
            if self.wire_types[field.id] in (wire_types.LIST, wire_types.SET, wire_types.MAP):
                self.elements[field.id] = _element_of(field.type)
        self.transitions[0] = {}
        if not self.is_union:
            for last_id in (0, *self.by_id):
                self.transitions[last_id] = {wire_types.STOP: 0}
                for field_id, wire_type in self.wire_types.items():
                    delta = field_id - last_id
                    if field_id and 0 < delta < 16:
                        self._add_transition(last_id, delta << 4 | wire_type, field_id)
                        if wire_type == wire_types.BOOL:
                            self._add_transition(last_id, delta << 4 | wire_types.FALSE, field_id)
        return self.transitions

    def _add_transition(self, last_id: int, header: int, field_id: int) -> None:
        self.transitions[last_id][header] = field_id


class UnionSchema(StructSchema):
    """The table of a union that is not an enum of tags; its fields are the variants."""

    __slots__ = ()
    is_union = True


if TYPE_CHECKING:
    from typing import TypeAlias

    from inlay_runtime.enums import WireEnum
    from inlay_runtime.struct import Struct
    from inlay_runtime.tags import UnionTag
    from inlay_runtime.union import Variant

    FieldType: TypeAlias = (
        Scalar
        | ListOf
        | SetOf
        | MapOf
        | Hooked
        | UnionSchema
        | type[Struct]
        | type[WireEnum]
        | type[UnionTag]
    )


def wire_type_of(type_: FieldType) -> int:
    """The compact wire type of a field of this type (booleans: `TRUE` stands for both)."""
    if isinstance(type_, UnionSchema):
        return wire_types.STRUCT
    return type_.wire_type() if isinstance(type_, type) else type_.wire_type


def _element_of(type_: FieldType) -> int:
    """The element type of a list or set of what is not a container itself, or -1."""
    if isinstance(type_, Hooked):
        type_ = type_.type
    if not isinstance(type_, ListOf | SetOf):
        return -1
    element = wire_type_of(type_.element)
    return -1 if element in (wire_types.LIST, wire_types.SET, wire_types.MAP) else element
