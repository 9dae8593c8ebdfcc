"""The words of the text for what is on the wire: types, widths, doubles, names from the IDL."""

from __future__ import annotations

import struct
from typing import TYPE_CHECKING, Final

from inlay_runtime.enums import WireEnum
from inlay_runtime.schema import StructSchema
from inlay_runtime.tags import UnionTag

if TYPE_CHECKING:
    from inlay_runtime.schema import FieldType

TYPE_NAMES: Final = {
    1: "bool",
    3: "i8",
    4: "i16",
    5: "i32",
    6: "i64",
    7: "double",
    8: "binary",
    9: "list",
    10: "set",
    11: "map",
    12: "struct",
    13: "uuid",
}
"""Element types in the text. Two numbers mean boolean, and the other one is written as a number."""


def name_of_element(wire_type: int) -> str:
    """A type in the header of a container."""
    return TYPE_NAMES.get(wire_type, f"type{wire_type}")


def write_count(header: str, count: int) -> str:
    """The header of a container with its count, which is not that of what follows."""
    behind = header.rindex(">") + 1
    return f"{header[:behind]} of {count}{header[behind:]}"


def write_width(taken: int, usual: int) -> str:
    """How many bytes something takes, where that is not the usual number."""
    return "" if taken == usual else f" ({taken} byte{'s' * (taken != 1)})"


def write_double(raw: bytes) -> str:
    """The shortest number that has these bytes; the bytes of a NaN."""
    value: float = struct.unpack("<d", raw)[0]
    text = repr(value)
    is_exact = text != "nan" and struct.pack("<d", float(text)) == raw
    return text if is_exact else f'x"{raw.hex()}"'


def describe_struct(type_: FieldType | StructSchema | None) -> tuple[StructSchema | None, str]:
    """The table of a struct, if it has one, and its name, if that is known."""
    if isinstance(type_, StructSchema):
        return type_, type_.name
    if isinstance(type_, type):
        if issubclass(type_, UnionTag):
            return None, type_.__name__
        schema = getattr(type_, "SCHEMA", None)
        if isinstance(schema, StructSchema):
            return schema, schema.name
    return None, ""


def name_of_tag(type_: FieldType | StructSchema | None, field_id: int) -> str:
    """What a variant of a union without payloads is called."""
    if isinstance(type_, type) and issubclass(type_, UnionTag) and field_id in list(type_):
        return type_(field_id).name
    return ""


def name_member(type_: FieldType | None, value: int) -> str:
    """What the value of an enum is called; empty for other types."""
    if isinstance(type_, type) and issubclass(type_, WireEnum):
        member = next((member for member in type_ if member == value), None)
        return member.name if member is not None else "no member of the enum"
    return ""
