"""Unions whose variants are all empty structs: enums of tags, as `thrift_union_all_empty!` has it."""

from __future__ import annotations

from enum import IntEnum
from typing import TYPE_CHECKING, ClassVar, Final, Self

from inlay_runtime import wire_types
from inlay_runtime.errors import EncodeError, InvalidValueError, WireTypeError
from inlay_runtime.schema import UnionSchema
from inlay_runtime.wire_types import STOP, STRUCT

if TYPE_CHECKING:
    from inlay_runtime.compact.reader import CompactReader
    from inlay_runtime.compact.writer import CompactWriter

_MEMBER_PRICE: Final = 600
_ID_BITS: Final = 16
_ID_MASK: Final = (1 << _ID_BITS) - 1
_ANY_VARIANT: Final = UnionSchema("union")


class UnionTag(IntEnum):
    """The variant of a union, by the field id of its tag.

    A tag that was read from anything but one empty struct (a variant has gained fields, the union has
    an extension) equals the plain tag and carries the bytes of the union in `raw`; they are written
    back. A tag that the IDL does not have is `UNKNOWN_77`. One whose variant is not a struct on the wire is
    `UNKNOWN_1_I32`: it equals no other, since its number is beyond those of fields. All three compare by
    value and are not singletons: use `==`, not `is`.
    """

    _raw: bytes | None
    __source__: ClassVar[tuple[str, int]]
    """The file and the line of its definition in the IDL."""

    @staticmethod
    def wire_type() -> int:
        return STRUCT

    @property
    def raw(self) -> bytes | None:
        """The union as it was read, where it is more than its tag."""
        return getattr(self, "_raw", None)

    @property
    def field_id(self) -> int:
        """The id of the variant on the wire; the number, but for one that is not a struct."""
        return _id_of(int(self))

    @property
    def is_unknown(self) -> bool:
        """Whether the IDL does not have this variant."""
        return self._value_ not in type(self)._value2member_map_

    @classmethod
    def read(cls, reader: CompactReader) -> Self:
        start = reader.position
        head = reader.buffer[start : start + 3]
        if len(head) == 3 and head[0] > 0x0F and head[0] & 0x0F == STRUCT and not any(head[1:]):
            member = cls._value2member_map_.get(head[0] >> 4)
            if isinstance(member, cls):
                reader.enter()
                reader.enter()
                reader.depth -= 2
                reader.position = start + 3
                return member
        return cls._read_raw(reader)

    @classmethod
    def _read_raw(cls, reader: CompactReader) -> Self:
        start = reader.position
        reader.charge(_MEMBER_PRICE)
        tag = 0
        for field_id in reader.fields(_ANY_VARIANT):
            tag = cls._accepted(reader, field_id, start)
            reader.skip(reader.wire_type)
        return cls.with_raw(tag, reader.buffer[start : reader.position])

    @classmethod
    def _accepted(cls, reader: CompactReader, field_id: int, start: int) -> int:
        """The number of the variant at the reader, in a union from `start` on."""
        if field_id not in cls._value2member_map_ or reader.wire_type == STRUCT:
            return field_id
        if reader.strict:
            raise _no_struct(reader, start)
        return reader.wire_type << _ID_BITS | field_id & _ID_MASK

    @classmethod
    def with_raw(cls, tag: int, raw: bytes) -> Self:
        """The tag of a union that was read as `raw`."""
        member = cls._unknown(tag)
        member._raw = raw
        return member

    @classmethod
    def write(cls, writer: CompactWriter, value: UnionTag) -> None:
        if not isinstance(value, cls):
            raise EncodeError(f"expected a tag of {cls.__name__}")
        raw = value.raw
        if raw is not None:
            writer.raw(raw, STRUCT)
            return
        writer.begin_struct()
        writer.field(value, STRUCT)
        writer.data.append(STOP)
        writer.end_struct(None)

    @classmethod
    def _missing_(cls, value: object) -> Self | None:
        if not isinstance(value, int) or not -0x8000 <= value <= 0x7FFF:
            return None
        return cls._unknown(value)

    @classmethod
    def _unknown(cls, value: int) -> Self:
        known = cls._value2member_map_.get(value)
        member = int.__new__(cls, value)
        member._name_ = known._name_ if known is not None else _unknown_name(value)
        member._value_ = int(value)
        return member

    def __reduce_ex__(self, protocol: object) -> tuple[object, ...]:
        raw = self.raw
        if raw is None:
            return type(self), (self._value_,)
        return type(self).with_raw, (self._value_, raw)


class ClosedTag(UnionTag):
    """`unknown = "error"`: a variant that the IDL does not have is refused."""

    @classmethod
    def _missing_(cls, value: object) -> Self | None:
        return None

    @classmethod
    def _accepted(cls, reader: CompactReader, field_id: int, start: int) -> int:
        if field_id not in cls._value2member_map_:
            raise InvalidValueError(f"{cls.__name__} has no variant {field_id}", start)
        if reader.wire_type != STRUCT:
            raise _no_struct(reader, start)
        at = reader.position
        if at < len(reader.buffer) and reader.buffer[at] & 0x0F != STOP:
            name = cls._value2member_map_[field_id]._name_
            raise InvalidValueError(f"{name} of {cls.__name__} is not an empty struct", at)
        return field_id


def _no_struct(reader: CompactReader, offset: int) -> WireTypeError:
    return WireTypeError(f"expected struct, found {wire_types.name_of(reader.wire_type)}", offset)


def _unknown_name(number: int) -> str:
    """Of a field id, or of one with the wire type above it."""
    wire_type = number >> _ID_BITS if not -0x8000 <= number <= 0x7FFF else STRUCT
    field_id = _id_of(number)
    sign = "NEGATIVE_" if field_id < 0 else ""
    suffix = "" if wire_type == STRUCT else f"_{wire_types.name_of(wire_type).upper()}"
    return f"UNKNOWN_{sign}{abs(field_id)}{suffix}"


def _id_of(number: int) -> int:
    return ((number & _ID_MASK) ^ 0x8000) - 0x8000
