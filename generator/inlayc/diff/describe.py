"""How a report shows what a side has: as Thrift would write it, on one line."""

from __future__ import annotations

import json
import uuid
from typing import assert_never

from inlayc.diff.sides import Comparable
from inlayc.schema import (
    ArrayOf,
    Base,
    Constant,
    Enumeration,
    EnumMember,
    EnumValue,
    Field,
    Function,
    Kind,
    ListOf,
    ListValue,
    MapOf,
    MapValue,
    Named,
    Requiredness,
    Service,
    SetOf,
    Struct,
    StructValue,
    Type,
    Unit,
    Value,
)


def describe_definition(definition: Comparable) -> str:
    match definition:
        case Struct():
            noun = "variants" if definition.kind is Kind.UNION else "fields"
            return f"{definition.kind.value} with {len(definition.fields)} {noun}"
        case Enumeration():
            return f"enum with {len(definition.members)} values"
        case Constant():
            return f"const {describe_type(definition.type)}"
        case Service():
            return f"service with {len(definition.functions)} functions"
        case _:
            assert_never(definition)


def describe_field(field: Field) -> str:
    words = "" if field.requiredness is Requiredness.DEFAULT else f"{field.requiredness.value} "
    default = "" if field.default is None else f" = {describe_value(field.default)}"
    return f"{field.id}: {words}{describe_type(field.type)} {field.name}{default}"


def describe_variant(variant: Field) -> str:
    type_ = "" if isinstance(variant.type, Unit) else f"{describe_type(variant.type)} "
    return f"{variant.id}: {type_}{variant.name}"


def describe_member(member: EnumMember) -> str:
    return f"{member.name} = {member.value}"


def describe_function(function: Function) -> str:
    result = "void" if function.returns is None else describe_type(function.returns)
    return f"oneway {result}" if function.oneway else result


def describe_type(type_: Type) -> str:
    match type_:
        case Base():
            return type_.value
        case Named():
            return type_.name
        case ListOf():
            return f"list<{describe_type(type_.element)}>"
        case ArrayOf():
            return f"array<{describe_type(type_.element)}, {type_.length}>"
        case SetOf():
            return f"set<{describe_type(type_.element)}>"
        case MapOf():
            return f"map<{describe_type(type_.key)}, {describe_type(type_.value)}>"
        case Unit():
            return "no type"
        case _:
            assert_never(type_)


def describe_value(value: Value) -> str:
    """Strings are shown as JSON, so that nothing in them is taken literally."""
    match value:
        case bool():
            return "true" if value else "false"
        case int() | float() | uuid.UUID():
            return str(value)
        case str():
            return json.dumps(value)
        case bytes():
            return json.dumps(value.decode("utf-8", "backslashreplace"))
        case EnumValue():
            return f"{value.type.name}({value.value})"
        case ListValue():
            return f"[{', '.join(map(describe_value, value.items))}]"
        case MapValue():
            items = (f"{describe_value(key)}: {describe_value(item)}" for key, item in value.items)
            return f"{{{', '.join(items)}}}"
        case StructValue():
            fields = (f"{name}: {describe_value(item)}" for name, item in value.fields)
            return f"{value.type.name} {{{', '.join(fields)}}}"
        case _:
            assert_never(value)
