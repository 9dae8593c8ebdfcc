"""FlatBuffers text to syntax nodes: Lark builds trees by `grammar.lark`, the functions here read each as soon as it is complete."""

from __future__ import annotations

from sys import intern
from typing import cast

from lark import Token, Tree

from inlayc.base.diagnostics import CompileError, Diagnostic
from inlayc.base.source import SourceFile, Span
from inlayc.frontends.flatbuffers import numbers, syntax, syntax_errors
from inlayc.frontends.flatbuffers.strings import unquote
from inlayc.frontends.text.comments import Comments
from inlayc.frontends.text.limits import MAX_NESTING, check_text
from inlayc.frontends.text.more_mistakes import parse_all
from inlayc.frontends.text.trees import (
    AnyTree,
    Child,
    Node,
    as_token,
    as_tree,
    children_of,
    find_nodes,
    nodes_of,
    parse_tree,
    span_of_token,
    span_of_tree,
)
from inlayc.model.schema import Kind


def parse(source: SourceFile) -> syntax.Document:
    """The syntax nodes of a text, or a `CompileError` that says where it is not a FlatBuffers schema."""
    check_text(source)
    return parse_all(source, _parse, syntax_errors.DEFINING)


def _parse(source: SourceFile) -> syntax.Document:
    reader = _Reader(source, Comments(source, hashes=False))
    return reader.document(
        parse_tree(source, "inlayc.frontends.flatbuffers", syntax_errors.explain, reader.repeated)
    )


class _Reader:
    """Reads trees of one source; each method is named after the rule it reads."""

    def __init__(self, source: SourceFile, comments: Comments) -> None:
        self._source = source
        self._comments = comments
        self._namespace = ""
        self._namespaces: list[syntax.Identifier] = []
        self._attributes: list[str] = []
        self._root_type: syntax.RootType | None = None
        self._strings: dict[str, syntax.StringLiteral] = {}
        self._is_first = True
        self._first_definition: int | None = None

    def document(self, tree: AnyTree) -> syntax.Document:
        return syntax.Document(
            self._source,
            tuple(node for node in nodes_of(tree) if isinstance(node, syntax.DefinitionNode)),
            find_nodes(tree, syntax.Include),
            tuple(self._namespaces),
            tuple(self._attributes),
            self._root_type,
            self._strings.get("file_identifier"),
            self._strings.get("file_extension"),
            self._comments.of_file(self._first_definition),
        )

    def repeated(self, child: AnyTree | Token) -> object:
        """What may stand many times: a header, a statement, or a part of one."""
        tree = as_tree(child)
        match tree.data:
            case "field":
                return self._field(tree)
            case "enum_value":
                return self._enum_value(tree)
            case "variant":
                return self._variant(tree)
            case "method":
                return self._method(tree)
            case "metadatum":
                return self._metadatum(tree)
            case "name":
                return self._name(tree)
            case _:
                return self._statement(tree)

    def _parts(self, child: Child, kind: type[Node]) -> tuple[Node, ...]:
        """Parts of a statement. The first of those between which commas stand is not a repetition, and not read before."""
        nodes = (
            self.repeated(cast("AnyTree", node)) if isinstance(node, Tree) else node
            for node in nodes_of(as_tree(child))
        )
        return tuple(node for node in nodes if isinstance(node, kind))

    def _statement(self, tree: AnyTree) -> syntax.Include | syntax.DefinitionNode | None:
        is_first, self._is_first = self._is_first, False
        match tree.data:
            case "include":
                path = self._string(as_token(tree.children[0]))
                return syntax.Include(path.value.replace("\\", "/"), path.span)
            case "native_include":
                self._string(as_token(tree.children[0]))
            case "namespace":
                (path_or_none,) = children_of(tree)
                self._namespace = "" if path_or_none is None else self._named(path_or_none)
                if path_or_none is not None:
                    self._namespaces.append(self._path(path_or_none))
            case "attribute":
                self._attributes.append(self._attribute_name(tree.children[0]).text)
            case "root_type":
                self._root_type = syntax.RootType(self._path(tree.children[0]), self._namespace)
            case "file_identifier" | "file_extension" as rule:
                self._strings[str(rule)] = self._string(as_token(tree.children[0]))
            case _:
                self._first_definition = tree.meta.start_pos if is_first else self._first_definition
                return self._definition(tree)
        return None

    def _named(self, child: Child) -> str:
        """A namespace, which every name in it will be looked up through."""
        path = self._path(child)
        if path.text.count(".") >= MAX_NESTING:
            label = f"at most {MAX_NESTING} parts"
            message = "namespace is too deep"
            raise CompileError([Diagnostic("namespace-too-deep", message, path.span, label)])
        return path.text

    def _definition(self, tree: AnyTree) -> syntax.DefinitionNode:
        match tree.data:
            case "enum":
                return self._enum(tree)
            case "union":
                return self._union(tree)
            case "service":
                return self._service(tree)
            case rule:
                return self._table(tree, Kind.TABLE if rule == "table" else Kind.FIXED)

    def _table(self, tree: AnyTree, kind: Kind) -> syntax.TableNode:
        name, metadata, body = children_of(tree)
        return syntax.TableNode(
            kind,
            self._name(name),
            self._parts(body, syntax.FieldNode),
            self._namespace,
            self._metadata(metadata),
            self._doc(tree, as_tree(body)),
        )

    def _field(self, tree: AnyTree) -> syntax.FieldNode:
        name, type_, default, metadata = children_of(tree)
        return syntax.FieldNode(
            self._name(name),
            self._type(type_),
            None if default is None else self._value(default),
            self._metadata(metadata),
            self._doc(tree),
        )

    def _enum(self, tree: AnyTree) -> syntax.EnumNode:
        name, underlying, metadata, body = children_of(tree)
        return syntax.EnumNode(
            self._name(name),
            None if underlying is None else self._type(underlying),
            self._parts(body, syntax.EnumMemberNode),
            self._namespace,
            self._metadata(metadata),
            self._doc(tree, as_tree(body)),
        )

    def _enum_value(self, tree: AnyTree) -> syntax.EnumMemberNode:
        name, value, metadata = children_of(tree)
        return syntax.EnumMemberNode(
            self._name(name),
            None if value is None else self._integer(as_token(value)),
            self._metadata(metadata),
            self._doc(tree),
        )

    def _union(self, tree: AnyTree) -> syntax.UnionNode:
        name, underlying, metadata, body = children_of(tree)
        return syntax.UnionNode(
            self._name(name),
            None if underlying is None else self._type(underlying),
            self._parts(body, syntax.VariantNode),
            self._namespace,
            self._metadata(metadata),
            self._doc(tree, as_tree(body)),
        )

    def _variant(self, tree: AnyTree) -> syntax.VariantNode:
        path, type_, value, metadata = children_of(tree)
        named = self._path(path)
        return syntax.VariantNode(
            syntax.Identifier(named.text.replace(".", "_"), named.span),
            named if type_ is None else self._type(type_),
            None if value is None else self._integer(as_token(value)),
            self._metadata(metadata),
            self._doc(tree),
        )

    def _service(self, tree: AnyTree) -> syntax.ServiceNode:
        name, metadata, body = children_of(tree)
        return syntax.ServiceNode(
            self._name(name),
            self._parts(body, syntax.MethodNode),
            self._namespace,
            self._metadata(metadata),
            self._doc(tree, as_tree(body)),
        )

    def _method(self, tree: AnyTree) -> syntax.MethodNode:
        name, request, response, metadata = children_of(tree)
        return syntax.MethodNode(
            self._name(name),
            self._path(request),
            self._path(response),
            self._metadata(metadata),
            self._doc(tree),
        )

    def _type(self, child: Child) -> syntax.TypeNode:
        tree = as_tree(child)
        match tree.data:
            case "path":
                return self._path(tree)
            case "vector":
                span = span_of_tree(self._source, tree)
                return syntax.VectorType(self._type(tree.children[0]), span)
            case _:
                element, length = children_of(tree)
                return syntax.ArrayType(
                    self._type(element),
                    self._integer(as_token(length)),
                    span_of_tree(self._source, tree),
                )

    def _metadata(self, child: Child) -> syntax.Metadata:
        return self._parts(child, syntax.Metadatum)

    def _metadatum(self, tree: AnyTree) -> syntax.Metadatum:
        name, value = children_of(tree)
        known: syntax.IntLiteral | syntax.StringLiteral | None = None
        if value is not None:
            token = as_token(value)
            known = self._integer(token) if token.type == "INTEGER" else self._string(token)
        return syntax.Metadatum(self._attribute_name(name), known)

    def _attribute_name(self, child: Child) -> syntax.Identifier:
        if isinstance(child, Token):
            string = self._string(child)
            return syntax.Identifier(string.value, string.span)
        return self._name(child)

    def _value(self, child: Child) -> syntax.Literal:
        if isinstance(child, Token):
            match child.type:
                case "INTEGER":
                    return self._integer(child)
                case "FLOAT":
                    span = span_of_token(self._source, child)
                    return syntax.DoubleLiteral(numbers.parse_number(child), span)
                case "SIGNED_NAME":
                    return syntax.Identifier(str(child), span_of_token(self._source, child))
                case _:
                    return self._string(child)
        tree = as_tree(child)
        match tree.data:
            case "name":
                return self._name(tree)
            case "empty_vector":
                return syntax.EmptyVector(span_of_tree(self._source, tree))
            case _:
                return self._conversion(tree)

    def _conversion(self, tree: AnyTree) -> syntax.DoubleLiteral:
        """`= sin(rad(90))`: what opens is one token, and what closes, so they are held together here."""
        first, argument, *rest = children_of(tree)
        functions, closing = str(as_token(first)), str(as_token(rest[0])) if rest else ")"
        span = span_of_tree(self._source, tree)
        if functions.count("(") != closing.count(")"):
            where = Span(self._source, span.end - len(closing), span.end)
            counted = f"{functions.count('(')} `(` and {closing.count(')')} `)`"
            label = "expected a `)` for each `(`"
            raise CompileError([Diagnostic("syntax-error", f"unexpected {counted}", where, label)])
        return syntax.DoubleLiteral(numbers.convert_number(functions, self._value(argument)), span)

    def _path(self, child: Child) -> syntax.Identifier:
        """A name, or several with dots between them."""
        tree = as_tree(child)
        parts = self._parts(tree, syntax.Identifier)
        return syntax.Identifier(
            ".".join(part.text for part in parts), span_of_tree(self._source, tree)
        )

    def _name(self, child: Child) -> syntax.Identifier:
        token = as_token(as_tree(child).children[0])
        return syntax.Identifier(intern(str(token)), span_of_token(self._source, token))

    def _integer(self, token: Token) -> syntax.IntLiteral:
        span = span_of_token(self._source, token)
        return syntax.IntLiteral(numbers.parse_integer(str(token), span), span)

    def _string(self, token: Token) -> syntax.StringLiteral:
        span = span_of_token(self._source, token)
        return syntax.StringLiteral(unquote(span), span)

    def _doc(self, tree: AnyTree, body: AnyTree | None = None) -> str:
        start, end = tree.meta.start_pos, tree.meta.end_pos
        if body is None:
            return self._comments.around(start, end)
        return self._comments.around_block(start, body.meta.start_pos, end)
