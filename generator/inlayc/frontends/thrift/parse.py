"""Thrift text to syntax nodes: Lark builds trees by `grammar.lark`, the functions here read each as soon as it is complete."""

from __future__ import annotations

import re
from sys import intern
from typing import cast

from lark import Token

from inlayc.base.diagnostics import CompileError, Diagnostic
from inlayc.base.source import SourceFile, Span
from inlayc.frontends.text.comments import Comments
from inlayc.frontends.text.limits import check_text
from inlayc.frontends.text.more_mistakes import parse_all
from inlayc.frontends.text.trees import (
    AnyTree,
    Child,
    as_token,
    as_tree,
    children_of,
    find_nodes,
    find_trees,
    nodes_of,
    parse_tree,
    span_of_token,
    span_of_tree,
    start_of_token,
)
from inlayc.frontends.thrift import syntax, syntax_errors
from inlayc.model.schema import Kind, Requiredness

_ESCAPE = re.compile(r"\\(.)")
_ESCAPES = {"n": "\n", "r": "\r", "t": "\t", '"': '"', "'": "'", "\\": "\\"}
_REQUIREDNESS = {"required": Requiredness.REQUIRED, "optional": Requiredness.OPTIONAL}
_I64_DIGITS = 19


def parse(source: SourceFile) -> syntax.Document:
    """The syntax nodes of a Thrift text, or a `CompileError` that says where it is not Thrift."""
    check_text(source)
    return parse_all(source, _parse, syntax_errors.DEFINING)


def _parse(source: SourceFile) -> syntax.Document:
    reader = _Reader(source, Comments(source, hashes=True))
    return reader.document(
        parse_tree(source, "inlayc.frontends.thrift", syntax_errors.explain, reader.repeated)
    )


class _Reader:
    """Reads trees of one source; each method is named after the rule it reads."""

    def __init__(self, source: SourceFile, comments: Comments) -> None:
        self._source = source
        self._comments = comments
        self._is_first = True
        self._first_definition: int | None = None

    def document(self, tree: AnyTree) -> syntax.Document:
        return syntax.Document(
            self._source,
            tuple(node for node in nodes_of(tree) if isinstance(node, syntax.DefinitionNode)),
            find_nodes(tree, syntax.Include),
            find_nodes(tree, syntax.Namespace),
            self._comments.of_file(self._first_definition),
        )

    def repeated(self, child: AnyTree | Token) -> object:
        """What may stand many times: a header, a definition, or a part of one."""
        if isinstance(child, Token):
            return self._value(child)
        match child.data:
            case "field":
                return self._field(child)
            case "enum_value":
                return self._enum_value(child)
            case "function":
                return self._function(child)
            case "annotation":
                return self._annotation(child)
            case "map_entry":
                key, value = map(self._value, child.children)
                return key, value
            case "name" | "list_value" | "map_value":
                return self._value(child)
            case _:
                return self._statement(child)

    def _statement(
        self, tree: AnyTree
    ) -> syntax.Include | syntax.Namespace | syntax.DefinitionNode | None:
        is_first, self._is_first = self._is_first, False
        match tree.data:
            case "include":
                path = as_token(tree.children[0])
                return syntax.Include(self._string(path), self._span(path))
            case "namespace":
                return self._namespace(tree)
            case "cpp_include":
                return None
            case _:
                self._first_definition = tree.meta.start_pos if is_first else self._first_definition
                return self._definition(tree)

    def _namespace(self, tree: AnyTree) -> syntax.Namespace:
        scope, name, annotations = children_of(tree)
        word = str(scope) if isinstance(scope, Token) else self._name(scope).text
        named = self._name(name)
        return syntax.Namespace(word, named.text, named.span, self._annotations(annotations))

    def _definition(self, tree: AnyTree) -> syntax.DefinitionNode:
        match tree.data:
            case "constant":
                return self._constant(tree)
            case "typedef":
                return self._typedef(tree)
            case "enum":
                return self._enum(tree)
            case "service":
                return self._service(tree)
            case kind:
                return self._struct(tree, Kind(str(kind)))

    def _constant(self, tree: AnyTree) -> syntax.ConstantNode:
        type_, name, value = children_of(tree)
        return syntax.ConstantNode(
            self._name(name), self._type(type_), self._value(value), self._doc(tree)
        )

    def _typedef(self, tree: AnyTree) -> syntax.TypedefNode:
        type_, name, annotations = children_of(tree)
        return syntax.TypedefNode(
            self._name(name), self._type(type_), self._doc(tree), self._annotations(annotations)
        )

    def _enum(self, tree: AnyTree) -> syntax.EnumNode:
        name, body, annotations = children_of(tree)
        return syntax.EnumNode(
            self._name(name),
            find_nodes(as_tree(body), syntax.EnumMemberNode),
            self._doc(tree, as_tree(body)),
            self._annotations(annotations),
        )

    def _enum_value(self, tree: AnyTree) -> syntax.EnumMemberNode:
        name, value, annotations = children_of(tree)
        return syntax.EnumMemberNode(
            self._name(name),
            None if value is None else self._integer(as_token(value)),
            self._doc(tree),
            self._annotations(annotations),
        )

    def _struct(self, tree: AnyTree, kind: Kind) -> syntax.StructNode:
        name, body, annotations = children_of(tree)
        return syntax.StructNode(
            kind,
            self._name(name),
            self._fields(as_tree(body)),
            self._doc(tree, as_tree(body)),
            self._annotations(annotations),
        )

    def _fields(self, tree: AnyTree) -> tuple[syntax.FieldNode, ...]:
        return find_nodes(tree, syntax.FieldNode)

    def _field(self, tree: AnyTree) -> syntax.FieldNode:
        id_, requiredness, type_, _, name, default = children_of(tree)[:6]
        word = as_tree(requiredness).children
        return syntax.FieldNode(
            None if id_ is None else self._integer(as_token(id_)),
            self._name(name),
            self._type(type_),
            _REQUIREDNESS[str(word[0])] if word else Requiredness.DEFAULT,
            None if default is None else self._value(default),
            self._doc(tree),
            self._annotations(tree.children[-1]),
        )

    def _service(self, tree: AnyTree) -> syntax.ServiceNode:
        name, extends, body, annotations = children_of(tree)
        return syntax.ServiceNode(
            self._name(name),
            None if extends is None else self._name(extends),
            find_nodes(as_tree(body), syntax.FunctionNode),
            self._doc(tree, as_tree(body)),
            self._annotations(annotations),
        )

    def _function(self, tree: AnyTree) -> syntax.FunctionNode:
        oneway, result, name, parameters, throws, annotations = children_of(tree)
        return syntax.FunctionNode(
            self._name(name),
            None if isinstance(result, Token) else self._type(result),
            bool(as_tree(oneway).children),
            self._fields(as_tree(parameters)),
            tuple(
                f
                for child in find_trees(as_tree(throws), "parameters")
                for f in self._fields(child)
            ),
            self._doc(tree),
            self._annotations(annotations),
        )

    def _type(self, child: Child) -> syntax.TypeNode:
        tree = as_tree(child)
        span = span_of_tree(self._source, tree)
        annotations = self._annotations(tree.children[-1])
        for cpp_type in find_trees(tree, "cpp_type"):
            if cpp_type.children:
                annotations += (self._cpp_type(as_token(cpp_type.children[0])),)
        match tree.data:
            case "named_type":
                name = as_token(tree.children[0])
                return syntax.TypeName(intern(str(name)), self._span(name), annotations)
            case "list_type":
                return syntax.ListType(self._type(tree.children[1]), span, annotations)
            case "set_type":
                return syntax.SetType(self._type(tree.children[1]), span, annotations)
            case _:
                key, value = map(self._type, tree.children[1:3])
                return syntax.MapType(key, value, span, annotations)

    def _cpp_type(self, value: Token) -> syntax.Annotation:
        """`list cpp_type "x" <T>`, an older way to write an annotation of a container."""
        name = syntax.Identifier("cpp_type", self._span(value))
        return syntax.Annotation(name, self._string(value))

    def _annotations(self, child: Child) -> tuple[syntax.Annotation, ...]:
        return find_nodes(as_tree(child), syntax.Annotation)

    def _annotation(self, tree: AnyTree) -> syntax.Annotation:
        name, value = children_of(tree)
        # An annotation without a value is worth "1", as in the Apache compiler.
        return syntax.Annotation(
            self._name(name), "1" if value is None else self._string(as_token(value))
        )

    def _value(self, child: Child) -> syntax.Literal:
        if isinstance(child, Token):
            match child.type:
                case "INTEGER":
                    return self._integer(child)
                case "DOUBLE":
                    return syntax.DoubleLiteral(float(child), self._span(child))
                case _:
                    return syntax.StringLiteral(self._string(child), self._span(child))
        tree = as_tree(child)
        span = span_of_tree(self._source, tree)
        match tree.data:
            case "name":
                return self._name(tree)
            case "list_value":
                return syntax.ListLiteral(
                    cast("tuple[syntax.Literal, ...]", (*nodes_of(tree),)), span
                )
            case _:
                entries = cast(
                    "tuple[tuple[syntax.Literal, syntax.Literal], ...]", (*nodes_of(tree),)
                )
                return syntax.MapLiteral(entries, span)

    def _name(self, child: Child) -> syntax.Identifier:
        token = as_token(as_tree(child).children[0])
        return syntax.Identifier(intern(str(token)), self._span(token))

    def _integer(self, token: Token) -> syntax.IntLiteral:
        sign = -1 if token.startswith("-") else 1
        digits = token.lstrip("+-")
        base = 16 if digits.startswith("0x") else 10
        digits = digits.removeprefix("0x").lstrip("0") or "0"
        value = sign * int(digits, base) if len(digits) <= _I64_DIGITS else None
        if value is None or not -(2**63) <= value < 2**63:
            raise CompileError(
                [
                    Diagnostic(
                        "integer-too-large",
                        "integer does not fit 64 bits",
                        self._span(token),
                        f"from {-(2**63)} to {2**63 - 1}",
                    )
                ]
            )
        return syntax.IntLiteral(value, self._span(token))

    def _string(self, token: Token) -> str:
        for match in _ESCAPE.finditer(token):
            if match[1] not in _ESCAPES:
                at = start_of_token(token) + match.start()
                raise CompileError(
                    [
                        Diagnostic(
                            "unknown-escape",
                            f"unknown escape `{match[0]}`",
                            Span(self._source, at, at + 2),
                            r"""one of `\n`, `\r`, `\t`, `\"`, `\'`, `\\`""",
                        )
                    ]
                )
        return _ESCAPE.sub(lambda match: _ESCAPES[match[1]], token[1:-1])

    def _doc(self, tree: AnyTree, body: AnyTree | None = None) -> str:
        start, end = tree.meta.start_pos, tree.meta.end_pos
        if body is None:
            return self._comments.around(start, end)
        return self._comments.around_block(start, body.meta.start_pos, end)

    def _span(self, token: Token) -> Span:
        return span_of_token(self._source, token)
