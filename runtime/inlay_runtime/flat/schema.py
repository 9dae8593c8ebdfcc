"""The schema tables of FlatBuffers: what a table holds slot by slot, as data for the verifier."""

from __future__ import annotations

import struct
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from enum import IntEnum
    from typing import TypeAlias

    from inlay_runtime.flat.fixed import Fixed
    from inlay_runtime.flat.table import Table


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
    """A string; there is one instance, `STRING`."""

    __slots__ = ()


STRING: Final = String()


class EnumOf:
    """A scalar whose values have names."""

    __slots__ = ("enum", "scalar")

    def __init__(self, enum: type[IntEnum], scalar: Scalar) -> None:
        self.enum = enum
        self.scalar = scalar


class VectorOf:
    __slots__ = ("element",)

    def __init__(self, element: SlotType) -> None:
        self.element = element


class UnionSchema:
    """A union: its variants by tag. Its type lies one slot before its value, as a `U8`."""

    __slots__ = ("name", "variants", "wrappers")

    def __init__(self, name: str) -> None:
        self.name = name
        self.variants: dict[int, SlotType] = {}
        self.wrappers: dict[int, type] = {}

    def define(self, *variants: Variant) -> None:
        self.variants = {variant.tag: variant.type for variant in variants}
        self.wrappers = {v.tag: v.wrapper for v in variants if v.wrapper is not None}


class Variant:
    __slots__ = ("name", "tag", "type", "wrapper")

    def __init__(self, tag: int, name: str, type_: SlotType, *, wrapper: type | None = None):
        self.tag = tag
        self.name = name
        self.type = type_
        self.wrapper = wrapper


class SlotSchema:
    """A field of a table. `id` is its slot; of a union, that of its value."""

    __slots__ = ("attribute", "id", "name", "required", "slot", "type")

    def __init__(
        self,
        id: int,
        name: str,
        type_: SlotType,
        *,
        required: bool = False,
        attribute: str = "",
    ) -> None:
        self.id = id
        self.name = name
        self.type = type_
        self.required = required
        self.attribute = attribute or name
        self.slot = self.attribute


class TableSchema:
    """The table of a table; `define` fills in the rows once the classes that they name exist."""

    __slots__ = ("extension_alias", "fields", "name", "slots")

    def __init__(self, name: str) -> None:
        self.name = name
        self.extension_alias = ""
        self.define()

    def define(self, *fields: SlotSchema) -> None:
        self.fields = fields
        self.slots = 1 + max((field.id for field in fields), default=-1)


if TYPE_CHECKING:
    SlotType: TypeAlias = (
        Scalar | String | EnumOf | VectorOf | UnionSchema | type[Table] | type[Fixed]
    )
