"""Constants and defaults as Python expressions."""

from __future__ import annotations

import uuid
from typing import assert_never

from inlayc.model.schema import (
    Enumeration,
    EnumValue,
    Kind,
    ListOf,
    ListValue,
    MapOf,
    MapValue,
    Named,
    SetOf,
    Struct,
    StructValue,
    Type,
    Unit,
    Value,
)
from inlayc.python.literals import quote, write_scalar
from inlayc.python.names import ENUM_MEMBERS, Scope
from inlayc.python.naming import UnionForm
from inlayc.python.text import with_texts
from inlayc.python.types import Types


def write_expression(value: Value, type_: Type, types: Types) -> str:
    """The expression that makes the value anew each time it is evaluated, as an object of the annotated type."""
    match value:
        case bool() | int() | float() | str() | bytes():
            return write_scalar(value)
        case uuid.UUID():
            types.use("uuid", "UUID as Uuid")
            return f"Uuid({quote(str(value))})"
        case EnumValue(type=enum, value=constant):
            return _member(enum, constant, types)
        case ListValue(items=items):
            container = types.schema.actual(type_)
            assert isinstance(container, ListOf | SetOf)
            written = (write_expression(item, container.element, types) for item in items)
            return f"[{', '.join(written)}]"
        case MapValue():
            return _map(value, type_, types)
        case StructValue():
            return _struct(value, types)
        case _:
            assert_never(value)


def _map(value: MapValue, type_: Type, types: Types) -> str:
    """A dict, or a list of pairs where Python cannot hash the keys."""
    container = types.schema.actual(type_)
    assert isinstance(container, MapOf)
    items = [
        (
            write_expression(key, container.key, types),
            write_expression(item, container.value, types),
        )
        for key, item in value.items
    ]
    if types.is_hashable(container.key):
        return f"{{{', '.join(f'{key}: {item}' for key, item in items)}}}"
    return f"[{', '.join(f'({key}, {item})' for key, item in items)}]"


def _member(type_: Named, constant: int, types: Types) -> str:
    names = types.naming[type_]
    definition = types.schema[type_]
    assert isinstance(definition, Enumeration)
    name = types.local(names, names.name)
    members = definition.members_of(constant)
    return (
        f"{name}.{name_enum_members(definition)[members[0].name]}"
        if members
        else f"{name}({constant})"
    )


def name_enum_members(definition: Enumeration | Struct) -> dict[str, str]:
    """The Python name of each member of an enum, or of each tag of a union."""
    scope = Scope(ENUM_MEMBERS)
    members = definition.members if isinstance(definition, Enumeration) else definition.fields
    return {member.name: scope.reserve(member.name) for member in members}


def _struct(value: StructValue, types: Types) -> str:
    definition = types.schema[value.type]
    assert isinstance(definition, Struct)
    names = types.naming[value.type]
    given = with_texts(value.fields, definition, value.type, types.naming)
    if definition.kind is not Kind.UNION:
        attributes = types.naming.attribute_names(value.type.module, definition)
        arguments = (
            f"{attributes[field.name]}={write_expression(item, field.type, types)}"
            for field, item in given
        )
        return f"{types.local(names, names.name)}({', '.join(arguments)})"
    ((variant, payload),) = given
    if types.naming.union_form(definition) is UnionForm.TAGS:
        return f"{types.local(names, names.name)}.{name_enum_members(definition)[variant.name]}"
    at = [field.name for field in definition.fields].index(variant.name)
    written = write_expression(payload, variant.type, types)
    if not names.variants[at] or isinstance(definition.fields[at].type, Unit):
        return written
    return f"{types.local(names, names.variants[at])}({written})"
