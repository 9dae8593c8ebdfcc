"""How messages speak of types and literals."""

from __future__ import annotations

from collections.abc import Mapping
from typing import assert_never

from inlayc.frontends.thrift import syntax
from inlayc.model.idl_text import text_of_type
from inlayc.model.schema import ArrayOf, Base, Enumeration, ListOf, MapOf, Named, SetOf, Type, Unit


def show_type(type_: Type) -> str:
    """A type as messages show it."""
    return f"`{text_of_type(type_)}`"


def name_kind(literal: syntax.Literal) -> str:
    match literal:
        case syntax.IntLiteral():
            return "an integer"
        case syntax.DoubleLiteral():
            return "a double"
        case syntax.StringLiteral():
            return "a string"
        case syntax.ListLiteral():
            return "a list"
        case syntax.MapLiteral():
            return "a map"
        case syntax.Identifier():
            return f"`{literal.text}`"
        case _:
            assert_never(literal)


def describe_allowed(type_: Type, enums: Mapping[Named, Enumeration]) -> str:
    match type_:
        case Base.BOOL:
            return "`true` or `false`"
        case Base.DOUBLE:
            return "a number"
        case Base.STRING | Base.BINARY | Base.UUID:
            return "a quoted string"
        case Base():
            return "an integer"
        case Named():
            if enum := enums.get(type_):
                example = enum.members[0].name if enum.members else "MEMBER"
                return f"a member, such as `{type_.name}.{example}`"
            return 'fields by name: `{"name": value}`'
        case ListOf() | ArrayOf() | SetOf():
            return "values in `[` and `]`"
        case MapOf():
            return "`key: value` pairs in `{` and `}`"
        case Unit():
            return "no value"
        case _:
            assert_never(type_)
