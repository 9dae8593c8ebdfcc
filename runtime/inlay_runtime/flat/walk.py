"""What lies where in a FlatBuffer: tables with their vtables and slots, strings, vectors, in the order in which they are reached.

The buffer has passed the verifier of its schema, so nothing is checked here. Pieces may lie in any order, and may be shared: a
table is walked once, and a shared vtable, string or vector is a piece as often as something leads to it, under the name of what
does. What is in no piece is padding, or known to a newer schema only.
"""

from __future__ import annotations

from collections.abc import Callable
from enum import Enum, auto
from struct import Struct, unpack_from
from typing import TYPE_CHECKING, Final, NamedTuple, TypeAlias

from inlay_runtime.flat.fixed import Fixed
from inlay_runtime.flat.schema import (
    U8,
    EnumOf,
    Scalar,
    SlotSchema,
    String,
    TableSchema,
    UnionSchema,
    VectorOf,
)

if TYPE_CHECKING:
    from inlay_runtime.flat.schema import SlotType

    PieceType: TypeAlias = SlotType | TableSchema

_VTABLE: Final = Struct("<HH")
"""Its length, and that of the table."""

_I32: Final = Struct("<i")
_U32: Final = Struct("<I")
_OFFSET: Final = 4
"""Bytes of an offset, which stands for whatever is not in line, and of a length."""

TAGS: Final = VectorOf(U8)
"""The type of the slot with the tags of a vector of unions."""


class FlatKind(Enum):
    """What a piece is. `SLOT` is a value in a table, or an offset in a table or a vector, and lies inside of that; `TAG` is the slot
    of the type of a union, and `STRUCT` a struct that is a union's value."""

    TABLE = auto()
    VTABLE = auto()
    SLOT = auto()
    TAG = auto()
    STRING = auto()
    VECTOR = auto()
    STRUCT = auto()


class FlatPiece(NamedTuple):
    """Bytes from `start` to `end` of the buffer.

    `name` is that of the field that leads here, and `number` the place in its vector, or -1; the root has the name of its schema.
    `type` is the schema of a table and of its vtable, the type of a slot, and that of the elements of a vector.
    `holder` is where the table is that has the field; 0 for the root. `target` is where an offset leads; 0 for what is in line.
    """

    kind: FlatKind
    start: int
    end: int
    name: str
    number: int
    type: PieceType
    holder: int
    target: int = 0


def walk_buffer(
    buffer: bytes,
    schema: TableSchema,
    add: Callable[[FlatPiece], None],
    *,
    with_slots: bool = True,
) -> None:
    """Gives `add` every piece of a buffer that the verifier of `schema` has passed; slots and tags only where they are wanted. The
    offset of the root and the identifier are not pieces."""
    root = _U32.unpack_from(buffer)[0]
    _Walk(buffer, add, with_slots=with_slots).table(root, schema, schema.name, -1, 0)


def is_in_line(type_: SlotType) -> bool:
    """Whether a table or a vector holds values of this type, and not offsets of them."""
    is_fixed = isinstance(type_, type) and issubclass(type_, Fixed)
    return is_fixed or isinstance(type_, Scalar | EnumOf)


def size_in_line(type_: SlotType) -> int:
    """Bytes of a value, or of its offset, in a table or a vector."""
    if isinstance(type_, EnumOf):
        return type_.scalar.size
    if isinstance(type_, Scalar):
        return type_.size
    return type_.SIZE if isinstance(type_, type) and issubclass(type_, Fixed) else _OFFSET


class _Walk:
    def __init__(
        self, buffer: bytes, add: Callable[[FlatPiece], None], *, with_slots: bool
    ) -> None:
        self._buffer = buffer
        self._add = add
        self._with_slots = with_slots
        self._tables: set[int] = set()

    def table(self, at: int, schema: TableSchema, name: str, number: int, holder: int) -> None:
        if at in self._tables:
            return
        self._tables.add(at)
        buffer = self._buffer
        vtable = at - _I32.unpack_from(buffer, at)[0]
        length, size = _VTABLE.unpack_from(buffer, vtable)
        end = vtable + length
        self._add(FlatPiece(FlatKind.TABLE, at, at + size, name, number, schema, holder))
        self._add(FlatPiece(FlatKind.VTABLE, vtable, end, name, number, schema, holder))
        slots = unpack_from(f"<{length // 2}H", buffer, vtable)
        for field in schema.fields:
            place = field.id + 2
            if place < len(slots) and (slot := slots[place]):
                type_ = field.type
                if isinstance(type_, Scalar | EnumOf):
                    self._in_line(at + slot, type_, field.name, at)
                else:
                    self._field(at, field, slot, slots[place - 1])

    def _in_line(self, at: int, type_: SlotType, name: str, holder: int) -> None:
        if self._with_slots:
            end = at + size_in_line(type_)
            self._add(FlatPiece(FlatKind.SLOT, at, end, name, -1, type_, holder))

    def _field(self, table: int, field: SlotSchema, slot: int, before: int) -> None:
        """The value in a slot; `before` is the slot with the type of a union."""
        at, type_, name = table + slot, field.type, field.name
        if isinstance(type_, UnionSchema):
            if before:
                tag = table + before
                if self._with_slots:
                    self._add(FlatPiece(FlatKind.TAG, tag, tag + 1, name, -1, U8, table))
                variant = type_.variants.get(self._buffer[tag])
                if variant is not None:
                    self._offset(at, variant, name, -1, table)
        elif isinstance(type_, VectorOf) and isinstance(type_.element, UnionSchema):
            self._unions(table + before, at, type_.element, name, table)
        elif is_in_line(type_):
            self._in_line(at, type_, name, table)
        else:
            self._offset(at, type_, name, -1, table)

    def _offset(self, at: int, type_: SlotType, name: str, number: int, holder: int) -> None:
        """An offset, and what it leads to."""
        target = at + self._u32(at)
        self._slot(at, type_, name, number, holder, target)
        if isinstance(type_, String):
            end = target + _OFFSET + self._u32(target) + 1
            self._add(FlatPiece(FlatKind.STRING, target, end, name, number, type_, holder))
        elif isinstance(type_, VectorOf):
            self._vector(target, type_.element, name, holder)
        elif isinstance(type_, type) and issubclass(type_, Fixed):
            end = target + type_.SIZE
            self._add(FlatPiece(FlatKind.STRUCT, target, end, name, number, type_, holder))
        elif isinstance(type_, type):
            self.table(target, type_.SCHEMA, name, number, holder)

    def _slot(
        self, at: int, type_: SlotType, name: str, number: int, holder: int, target: int
    ) -> None:
        if self._with_slots:
            end = at + _OFFSET
            self._add(FlatPiece(FlatKind.SLOT, at, end, name, number, type_, holder, target))

    def _vector(self, at: int, element: SlotType, name: str, holder: int) -> None:
        first = at + _OFFSET
        end = first + self._u32(at) * size_in_line(element)
        self._add(FlatPiece(FlatKind.VECTOR, at, end, name, -1, element, holder))
        if not is_in_line(element):
            for number, place in enumerate(range(first, end, _OFFSET)):
                self._offset(place, element, name, number, holder)

    def _unions(self, types: int, values: int, union: UnionSchema, name: str, holder: int) -> None:
        """A vector of tags, and a vector of as many values."""
        self._offset(types, TAGS, name, -1, holder)
        target = values + self._u32(values)
        first = target + _OFFSET
        end = first + _OFFSET * self._u32(target)
        self._slot(values, union, name, -1, holder, target)
        self._add(FlatPiece(FlatKind.VECTOR, target, end, name, -1, union, holder))
        tags = types + self._u32(types) + _OFFSET
        for number, at in enumerate(range(first, end, _OFFSET)):
            variant = union.variants.get(self._buffer[tags + number])
            if variant is not None:
                self._offset(at, variant, name, number, holder)

    def _u32(self, at: int) -> int:
        return int(_U32.unpack_from(self._buffer, at)[0])
