"""Turns the parse tree of an invocation into the syntax nodes that both dialects share."""

from __future__ import annotations

from typing import NamedTuple, TypeAlias

from lark import Token

from inlayc.base.diagnostics import Diagnostic
from inlayc.base.source import SourceFile, Span
from inlayc.frontends.macros import docs, literals
from inlayc.frontends.macros.explain import (
    ABSENT_CONTAINERS,
    ONLY_LIST,
    absent_container,
    nested_list,
)
from inlayc.frontends.macros.tokens import quote_token
from inlayc.frontends.thrift import syntax
from inlayc.model.schema import Kind, Requiredness, Visibility

Definition: TypeAlias = syntax.EnumNode | syntax.StructNode | syntax.ExternalNode


class Written(NamedTuple):
    """A type as it stands in the text; `borrowed` if it is bytes with a lifetime."""

    type: syntax.TypeNode
    borrowed: bool


class Element(NamedTuple):
    """`<name>` after `list`; the span has the brackets, too."""

    name: syntax.Identifier
    span: Span


_RUST_TYPES = frozenset({"bool", "f64", "i8", "i16", "i32", "i64", "String"})
"""What `write_thrift_field!` is also used for: types that Rust brings, not definitions."""


class Build:
    """One per text, with a method for each rule that means something; `mistakes` collects what the grammar accepts and the
    macros refuse."""

    def __init__(self, source: SourceFile) -> None:
        self.mistakes: list[Diagnostic] = []
        self._source = source

    def thrift_enum(
        self, doc: str, name: syntax.Identifier, *members: syntax.EnumMemberNode
    ) -> syntax.EnumNode:
        return syntax.EnumNode(name, members, doc)

    def thrift_struct(
        self,
        doc: str,
        visibility: Visibility,
        name: syntax.Identifier,
        _lifetime: object,
        *fields: syntax.FieldNode,
    ) -> syntax.StructNode:
        return syntax.StructNode(Kind.STRUCT, name, fields, doc, visibility=visibility)

    def thrift_union(
        self,
        doc: str,
        name: syntax.Identifier,
        _lifetime: object,
        *variants: syntax.FieldNode,
    ) -> syntax.StructNode:
        return syntax.StructNode(Kind.UNION, name, variants, doc)

    def thrift_union_all_empty(
        self, doc: str, name: syntax.Identifier, *variants: syntax.FieldNode
    ) -> syntax.StructNode:
        return syntax.StructNode(Kind.UNION, name, variants, doc)

    def write_thrift_field(
        self, name: syntax.Identifier, _lifetime: object, _wire_type: object
    ) -> syntax.ExternalNode | None:
        return None if name.text in _RUST_TYPES else syntax.ExternalNode(name)

    def enum_member(
        self, doc: str, name: syntax.Identifier, value: syntax.IntLiteral
    ) -> syntax.EnumMemberNode:
        return syntax.EnumMemberNode(name, value, doc)

    def field(
        self,
        doc: str,
        id_: syntax.IntLiteral,
        requiredness: Requiredness,
        written: Written,
        name: syntax.Identifier,
        default: syntax.Literal | None,
    ) -> syntax.FieldNode:
        return syntax.FieldNode(
            id_,
            name,
            written.type,
            requiredness,
            default=default,
            doc=doc,
            borrowed=written.borrowed,
        )

    def variant(
        self,
        doc: str,
        id_: syntax.IntLiteral,
        written: Written | None,
        name: syntax.Identifier,
    ) -> syntax.FieldNode:
        type_, borrowed = written or Written(syntax.UnitType(name.span), borrowed=False)
        return syntax.FieldNode(id_, name, type_, Requiredness.DEFAULT, doc=doc, borrowed=borrowed)

    def empty_variant(
        self,
        doc: str,
        id_: syntax.IntLiteral,
        type_: syntax.Identifier,
        element: Element | None,
        name: syntax.Identifier,
    ) -> syntax.FieldNode:
        """The macro ignores the type that is written: the variant is a unit variant."""
        span = type_.span.to(element.span) if element else type_.span
        node = syntax.UnitType(span)
        return syntax.FieldNode(id_, name, node, Requiredness.DEFAULT, doc=doc)

    def attributes(self, *comments: Token) -> str:
        return docs.join(comments)

    def visibility(self, pub: Token | None, restriction: object) -> Visibility:
        is_public = pub is not None and restriction is None
        return Visibility.PUBLIC if is_public else Visibility.INTERNAL

    def requiredness(self, word: Token) -> Requiredness:
        return Requiredness(str(word))

    def type(self, name: syntax.Identifier, lifetime: object, element: Element | None) -> Written:
        node = self._type_node(name, element)
        is_binary = (element.name if element else name).text == "binary"
        return Written(node, borrowed=lifetime is not None and is_binary)

    def variant_type(
        self, name: syntax.Identifier, element: Element | None, lifetime: object
    ) -> Written:
        return self.type(name, lifetime, element)

    def element(self, opening: Token, name: syntax.Identifier, closing: Token) -> Element:
        return Element(name, self._span(opening).to(self._span(closing)))

    def integer(self, minus: Token | None, digits: Token) -> syntax.IntLiteral:
        span = self._span(minus or digits).to(self._span(digits))
        try:
            value = literals.parse_integer(digits)
        except ValueError as reason:
            self._refuse("literal", "malformed literal", span, str(reason))
            value = 0
        return syntax.IntLiteral(-value if minus else value, span)

    def number(
        self, minus: Token | None, digits: Token
    ) -> syntax.IntLiteral | syntax.DoubleLiteral:
        span = self._span(minus or digits).to(self._span(digits))
        try:
            value = literals.parse_number(digits, is_float=digits.type == "FLOAT")
        except ValueError as reason:
            self._refuse("literal", "malformed literal", span, str(reason))
            value = 0
        value = -value if minus else value
        if isinstance(value, float):
            return syntax.DoubleLiteral(value, span)
        return syntax.IntLiteral(value, span)

    def string(self, token: Token) -> syntax.StringLiteral:
        try:
            value = literals.parse_string(token)
        except ValueError as reason:
            self._refuse("literal", "malformed literal", self._span(token), str(reason))
            value = ""
        return syntax.StringLiteral(value, self._span(token))

    def character(self, token: Token) -> syntax.StringLiteral | syntax.IntLiteral:
        """`b'a'` is a number to Rust."""
        literal = self.string(token)
        if token.startswith("b"):
            return syntax.IntLiteral(ord(literal.value or "\0"), literal.span)
        return literal

    def boolean(self, token: Token) -> syntax.Identifier:
        return syntax.Identifier(str(token), self._span(token))

    def name(self, token: Token) -> syntax.Identifier:
        return syntax.Identifier(token.removeprefix("r#"), self._span(token))

    def _type_node(self, name: syntax.Identifier, element: Element | None) -> syntax.TypeNode:
        self._check_containers(name, element)
        if element is None:
            return syntax.TypeName(name.text, name.span)
        node = syntax.TypeName(element.name.text, element.name.span)
        return syntax.ListType(node, name.span.to(element.span))

    def _check_containers(self, name: syntax.Identifier, element: Element | None) -> None:
        """The macros' patterns let any name have an element; their expansion knows only `list`."""
        named = [name, element.name] if element else [name]
        for absent in (each for each in named if each.text in ABSENT_CONTAINERS):
            self.mistakes.append(absent_container(absent.span))
            return
        if element is None and name.text == "list":
            self._refuse(
                "list-element", "`list` has no element type", name.span, "expected `list<...>`"
            )
        elif element is not None and name.text != "list":
            span = element.span
            self._refuse(
                "list-element", f"{quote_token(name.text)} has no element type", span, ONLY_LIST
            )
        elif element is not None and element.name.text == "list":
            self.mistakes.append(nested_list(element.name.span))

    def _refuse(self, code: str, message: str, span: Span, label: str = "") -> None:
        self.mistakes.append(Diagnostic(code, message, span, label))

    def _span(self, token: Token) -> Span:
        assert token.start_pos is not None
        assert token.end_pos is not None
        return Span(self._source, token.start_pos, token.end_pos)
