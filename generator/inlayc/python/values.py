"""Constants and defaults as Python expressions."""

from __future__ import annotations

import uuid
from typing import assert_never

from inlayc.python.literals import quote, write_scalar
from inlayc.python.names import ENUM_MEMBERS, Scope
from inlayc.python.naming import UnionForm
from inlayc.python.text import with_texts
from inlayc.python.types import Types
from inlayc.schema import (
    Enumeration,
    EnumValue,
    Kind,
    ListValue,
    MapValue,
    Named,
    Struct,
    StructValue,
    Unit,
    Value,
)


def write_expression(value: Value, types: Types) -> str:
    """The expression that makes the value anew each time it is evaluated."""
    match value:
        case bool() | int() | float() | str() | bytes():
            return write_scalar(value)
        case uuid.UUID():
            types.use("uuid", "UUID as Uuid")
            return f"Uuid({quote(str(value))})"
        case EnumValue(type=type_, value=constant):
            return _member(type_, constant, types)
        case ListValue(items=items):
            return f"[{', '.join(write_expression(item, types) for item in items)}]"
        case MapValue(items=items):
            pairs = (
                f"{write_expression(k, types)}: {write_expression(v, types)}" for k, v in items
            )
            return f"{{{', '.join(pairs)}}}"
        case StructValue():
            return _struct(value, types)
        case _:
            assert_never(value)


def _member(type_: Named, constant: int, types: Types) -> str:
    names = types.naming[type_]
    definition = types.schema[type_]
    assert isinstance(definition, Enumeration)
    name = types.local(names, names.name)
    for member in definition.members:
        if member.value == constant:
            return f"{name}.{name_enum_members(definition)[member.name]}"
    return f"{name}({constant})"


def name_enum_members(definition: Enumeration | Struct) -> dict[str, str]:
    """The Python name of each member of an enum, or of each tag of a union."""
    scope = Scope(ENUM_MEMBERS)
    members = definition.members if isinstance(definition, Enumeration) else definition.fields
    return {member.name: scope.reserve(member.name) for member in members}


def _struct(value: StructValue, types: Types) -> str:
    definition = types.schema[value.type]
    assert isinstance(definition, Struct)
    names = types.naming[value.type]
    if definition.kind is not Kind.UNION:
        attributes = types.naming.attribute_names(value.type.module, definition)
        arguments = (
            f"{attributes[n]}={write_expression(v, types)}"
            for n, v in with_texts(value.fields, definition, value.type, types.naming)
        )
        return f"{types.local(names, names.name)}({', '.join(arguments)})"
    ((variant, payload),) = with_texts(value.fields, definition, value.type, types.naming)
    if types.naming.union_form(definition) is UnionForm.TAGS:
        return f"{types.local(names, names.name)}.{name_enum_members(definition)[variant]}"
    at = [field.name for field in definition.fields].index(variant)
    if not names.variants[at] or isinstance(definition.fields[at].type, Unit):
        return write_expression(payload, types)
    return f"{types.local(names, names.variants[at])}({write_expression(payload, types)})"
