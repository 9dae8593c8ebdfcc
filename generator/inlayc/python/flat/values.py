"""Defaults of a FlatBuffers schema as Python expressions: they are scalars and texts."""

from __future__ import annotations

from inlayc.model.schema import Enumeration, EnumValue, Value
from inlayc.python.flat.types import FlatTypes
from inlayc.python.literals import write_scalar
from inlayc.python.values import name_enum_members


def write_expression(value: Value, types: FlatTypes) -> str:
    match value:
        case bool() | int() | float() | str() | bytes():
            return write_scalar(value)
        case EnumValue(type=type_, value=constant):
            enum = types.schema[type_]
            assert isinstance(enum, Enumeration)
            return _members(enum, types.class_of(type_), constant)
        case _:
            raise AssertionError(f"{value!r} is not a default in FlatBuffers")


def _members(enum: Enumeration, cls: str, constant: int) -> str:
    """The member of that value, or for flags the members that make it up."""
    names = name_enum_members(enum)
    members = (f"{cls}.{names[member.name]}" for member in enum.members_of(constant))
    return " | ".join(members) or f"{cls}({constant})"
