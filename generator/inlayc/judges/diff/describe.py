"""How a report shows what a side has: as Thrift would write it, on one line."""

from __future__ import annotations

from typing import assert_never

from inlayc.base.amounts import count
from inlayc.judges.diff.entries import Comparable
from inlayc.model.idl_text import text_of_type, text_of_value
from inlayc.model.schema import (
    Constant,
    Enumeration,
    EnumMember,
    Field,
    Function,
    Kind,
    Requiredness,
    Service,
    Struct,
    Type,
    Unit,
)


def describe_definition(definition: Comparable) -> str:
    match definition:
        case Struct():
            noun = "variants" if definition.kind is Kind.UNION else "fields"
            return f"{definition.kind.value} with {len(definition.fields):,} {noun}"
        case Enumeration():
            return f"enum with {count(len(definition.members), 'value')}"
        case Constant():
            return f"const {describe_type(definition.type)}"
        case Service():
            return f"service with {len(definition.functions):,} functions"
        case _:
            assert_never(definition)


def describe_field(field: Field) -> str:
    words = "" if field.requiredness is Requiredness.DEFAULT else f"{field.requiredness.value} "
    default = "" if field.default is None else f" = {text_of_value(field.default)}"
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
    return "no type" if isinstance(type_, Unit) else text_of_type(type_)
