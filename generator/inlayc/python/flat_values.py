"""Defaults of a FlatBuffers schema as Python expressions: they are scalars and texts."""

from __future__ import annotations

from inlayc.python.flat_types import FlatTypes
from inlayc.python.literals import number, quote
from inlayc.python.values import enum_member_names
from inlayc.schema import Enumeration, EnumValue, Value


def expression(value: Value, types: FlatTypes) -> str:
    match value:
        case bool():
            return repr(value)
        case int() | float():
            return number(value)
        case str():
            return quote(value)
        case EnumValue(type=type_, value=constant):
            enum = types.schema[type_]
            assert isinstance(enum, Enumeration)
            name = types.class_of(type_)
            member = next((m.name for m in enum.members if m.value == constant), None)
            return f"{name}.{enum_member_names(enum)[member]}" if member else f"{name}({constant})"
        case _:
            raise AssertionError(f"{value!r} is no default of FlatBuffers")
