"""The schema tables of FlatBuffers: what a table holds slot by slot, as data for the verifier."""

from __future__ import annotations

import struct
from typing import TYPE_CHECKING, Final, NamedTuple, TypeAlias

if TYPE_CHECKING:
    from enum import IntEnum, IntFlag

    from inlay_runtime.flat.fixed import Fixed
    from inlay_runtime.flat.table import Table


Layout: TypeAlias = struct.Struct
"""How a fixed struct lies in bytes, as `struct` writes it."""


class Scalar:
    """A scalar type: its size, and how `struct` reads it. Alignment is the size."""

    __slots__ = ("layout", "name", "size")

    def __init__(self, name: str, code: str) -> None:
        self.name = name
        self.layout = struct.Struct(f"<{code}")
        self.size = self.layout.size


BOOL: Final = Scalar("bool", "?")
I8: Final = Scalar("i8", "b")
U8: Final = Scalar("u8", "B")
I16: Final = Scalar("i16", "h")
U16: Final = Scalar("u16", "H")
I32: Final = Scalar("i32", "i")
U32: Final = Scalar("u32", "I")
I64: Final = Scalar("i64", "q")
U64: Final = Scalar("u64", "Q")
FLOAT: Final = Scalar("float", "f")
DOUBLE: Final = Scalar("double", "d")


class String:
    """A string; there are three instances. Those of `STRING` and `UTF8` are text in Python: a `STRING` should
    be UTF-8, a `UTF8` has to be. That of `BINARY` is bytes."""

    __slots__ = ("is_strict", "is_text")

    def __init__(self, *, is_text: bool, is_strict: bool = False) -> None:
        self.is_text = is_text
        self.is_strict = is_strict


STRING: Final = String(is_text=True)
UTF8: Final = String(is_text=True, is_strict=True)
BINARY: Final = String(is_text=False)


class EnumOf:
    """A scalar whose values have names."""

    __slots__ = ("enum", "scalar")

    def __init__(self, enum: type[IntEnum | IntFlag], scalar: Scalar) -> None:
        self.enum = enum
        self.scalar = scalar


class VectorOf:
    __slots__ = ("element",)

    def __init__(self, element: SlotType) -> None:
        self.element = element

    @property
    def listed(self) -> SlotType | None:
        """The type of the elements where the value is a list in Python; None for bytes."""
        return None if self.element in (I8, U8) else self.element


class ArrayOf:
    """So many elements in line in a fixed struct."""

    __slots__ = ("element", "length")

    def __init__(self, element: FixedType, length: int) -> None:
        self.element = element
        self.length = length


class UnionSchema:
    """A union: its variants by tag. Its type lies one slot before its value, as a `U8`."""

    __slots__ = ("correspondence", "name", "tags", "variants", "wrappers")

    def __init__(self, name: str) -> None:
        self.name = name
        self.variants: dict[int, SlotType] = {}
        self.wrappers: dict[int, type] = {}
        self.tags: dict[str, int] = {}
        self.correspondence: Correspondence | None = None

    def define(self, *variants: Variant) -> None:
        self.variants = {variant.tag: variant.type for variant in variants}
        self.wrappers = {v.tag: v.wrapper for v in variants if v.wrapper is not None}
        self.tags = {variant.name: variant.tag for variant in variants}

    def stand_for(self, name: str, *rows: Counterpart, unrecognized: str = "") -> None:
        """The Thrift union that it stands for, `module.Union`, and which of its members each variant does."""
        self.correspondence = Correspondence((name,), rows, unrecognized)


class Variant:
    __slots__ = ("name", "tag", "type", "wrapper")

    def __init__(self, tag: int, name: str, type_: SlotType, *, wrapper: type | None = None):
        self.tag = tag
        self.name = name
        self.type = type_
        self.wrapper = wrapper


class Counterpart:
    """The Thrift field that a slot stands for, or the member that a variant does; both by name, of an attribute that of
    the attribute. Without a `field`, the slot is a table that is a part of the same struct.

    `zero_is_absent` says that zero stands for a field that is not there, unless the slot `explicit`, if there is one,
    is true; `empty_is_absent`, that an empty list is not written.
    """

    __slots__ = ("empty_is_absent", "explicit", "field", "slot", "zero_is_absent")

    def __init__(
        self,
        slot: str,
        field: str,
        *,
        zero_is_absent: bool = False,
        empty_is_absent: bool = False,
        explicit: str = "",
    ) -> None:
        self.slot = slot
        self.field = field
        self.zero_is_absent = zero_is_absent
        self.empty_is_absent = empty_is_absent
        self.explicit = explicit


class Correspondence(NamedTuple):
    """What a table stands for in Thrift, or a union: `names` are `module.Struct`, or one `module.Union`.

    Slots that are in no row are filled by code. `unrecognized` is the variant for members that no other one can express.
    """

    names: tuple[str, ...]
    rows: tuple[Counterpart, ...]
    unrecognized: str = ""


class SlotSchema:
    """A field of a table. `id` is its slot; of a union, that of its value.

    `default` is what an absent value is worth, or None where absent means absent. A union that
    `ignores_untyped` is absent where its type is, whatever lies in the slot of its value. Strings that are
    `shared` are written once where they are equal; a vector that `is_never_none` is empty where it is absent.
    Elements of a vector are written at a multiple of `align`; readers do not insist, for few writers obey.
    """

    __slots__ = (
        "align",
        "attribute",
        "default",
        "id",
        "ignores_untyped",
        "is_never_none",
        "name",
        "required",
        "shared",
        "slot",
        "type",
    )

    def __init__(
        self,
        id: int,
        name: str,
        type_: SlotType,
        *,
        required: bool = False,
        attribute: str = "",
        default: bool | int | float | str | bytes | None = None,
        ignores_untyped: bool = False,
        shared: bool = False,
        is_never_none: bool = False,
        align: int = 1,
    ) -> None:
        self.id = id
        self.name = name
        self.type = type_
        self.required = required
        self.default = default
        self.ignores_untyped = ignores_untyped
        self.shared = shared
        self.is_never_none = is_never_none
        self.align = align
        self.attribute = attribute or name
        self.slot = self.attribute


DEAREST_TABLE: Final = 1000
"""Bytes of the memory budget. A table that is not shared takes 8 bytes (where it begins, and the offset that leads
there), which the default limits take for 1,024: what was written without sharing is read."""


class TableSchema:
    """The table of a table; `define` fills in the rows once the classes that they name exist.

    `identifier` is what a buffer with the table at its root has in bytes 4 to 7, or empty. `price`
    is what an instance costs the memory budget, in bytes. `attributes` are the slots of an instance, that of
    its extension included. `plan` and `layout` are what the native core makes of it, to verify and to write.
    `correspondence` is what it stands for in Thrift, if that is declared; `slots_of` the table whose first slots it
    has, as `module.Table`, or empty.
    """

    __slots__ = (
        "attributes",
        "by_name",
        "correspondence",
        "extension_alias",
        "fields",
        "identifier",
        "layout",
        "name",
        "plan",
        "price",
        "slots",
        "slots_of",
    )

    def __init__(self, name: str, *, identifier: str = "", slots_of: str = "") -> None:
        self.name = name
        self.identifier = identifier
        self.slots_of = slots_of
        self.extension_alias = ""
        self.correspondence: Correspondence | None = None
        self.define()

    def define(self, *fields: SlotSchema) -> None:
        self.fields = fields
        self.by_name = {field.name: field for field in fields}
        self.attributes = tuple(dict.fromkeys([*(field.slot for field in fields), "extension"]))
        self.plan: object = None
        self.layout: object = None
        self.slots = 1 + max((field.id for field in fields), default=-1)
        self.price = min(64 + 8 * len(fields), DEAREST_TABLE)

    def only(self, *names: str) -> TableSchema:
        """The schema of the same tables with no slots but these: a verifier that is given it passes over the others,
        and over all that only they lead to."""
        some = TableSchema(self.name, identifier=self.identifier)
        some.define(*(self.by_name[name] for name in names))
        return some

    def stand_for(self, names: tuple[str, ...], *rows: Counterpart) -> None:
        """The Thrift structs that it stands for, and which of their fields each slot does."""
        self.correspondence = Correspondence(names, rows)


class FixedField:
    """A field of a fixed struct; `offset` is in bytes from the start of the struct."""

    __slots__ = ("attribute", "name", "offset", "type")

    def __init__(self, offset: int, name: str, type_: FixedType, *, attribute: str = "") -> None:
        self.offset = offset
        self.name = name
        self.type = type_
        self.attribute = attribute or name


class FixedSchema:
    """The table of a fixed struct."""

    __slots__ = ("fields", "name")

    def __init__(self, name: str) -> None:
        self.name = name
        self.define()

    def define(self, *fields: FixedField) -> None:
        self.fields = fields

    def price(self) -> int:
        """What an instance costs the memory budget, in bytes."""
        return 56 + sum(8 + _fixed_price(field.type) for field in self.fields)

    def booleans(self) -> list[int]:
        """Where the booleans are, in bytes from the start; those of nested structs among them."""
        return [field.offset + at for field in self.fields for at in _booleans_in(field.type)]


def _fixed_price(type_: FixedType) -> int:
    match type_:
        case Scalar():
            return 0 if type_.size == 1 else 32
        case EnumOf(scalar=scalar):
            return 0 if scalar.size == 1 else 64 * scalar.size
        case ArrayOf(element=element, length=length):
            return 56 + length * (8 + _fixed_price(element))
        case _:
            return type_.SCHEMA.price()


def _booleans_in(type_: FixedType) -> list[int]:
    match type_:
        case Scalar():
            return [0] if type_ is BOOL else []
        case EnumOf():
            return []
        case ArrayOf(element=element, length=length):
            within, size = _booleans_in(element), size_of(element)
            return [index * size + at for index in range(length) for at in within]
        case _:
            return type_.SCHEMA.booleans()


def size_of(type_: FixedType) -> int:
    """Bytes of a value in a fixed struct."""
    match type_:
        case Scalar():
            return type_.size
        case EnumOf(scalar=scalar):
            return scalar.size
        case ArrayOf(element=element, length=length):
            return length * size_of(element)
        case _:
            return type_.SIZE


if TYPE_CHECKING:
    SlotType: TypeAlias = (
        Scalar | String | EnumOf | VectorOf | UnionSchema | type[Table] | type[Fixed]
    )
    FixedType: TypeAlias = Scalar | EnumOf | ArrayOf | type[Fixed]
