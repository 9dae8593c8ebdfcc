"""Lark as the frontends use it, and how they read the trees it builds.

What repeats (definitions, fields, values of a list) is read as soon as it is complete, and its tree forgotten: a tree takes
ten times what a node does. Lark gives a rule of its own to all that repeats, and its name begins with two underscores.

The basic lexer, not the contextual one: LALR states are shared between rules, so what a state accepts is
no sound guide to whether a word is a keyword. In each grammar the rule `name` says it instead.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import cache
from typing import TypeAlias, TypeVar, cast

from lark import Token, Tree

from inlayc.base.diagnostics import CompileError, Diagnostic
from inlayc.base.source import SourceFile, Span
from inlayc.frontends.text.build_tree import build_tree
from inlayc.frontends.text.mistakes import Mistake, Walker
from inlayc.frontends.text.stored import read_tables
from inlayc.frontends.text.tables import Tables

AnyTree: TypeAlias = Tree[Token]
Child: TypeAlias = Tree[Token] | Token | None
Explain: TypeAlias = Callable[[Mistake, SourceFile], Diagnostic]
Read: TypeAlias = Callable[[Tree[Token] | Token], object]
Node = TypeVar("Node")


def parse_tree(source: SourceFile, package: str, explain: Explain, read: Read) -> AnyTree:
    """The tree of a text by the `grammar.lark` of a package, in which whatever repeats is read already.

    `explain` words what is wrong with the text.
    """
    tables = _tables(package)
    if (mistake := Walker(tables).check(source)) is not None:
        raise CompileError([explain(mistake, source)])
    return build_tree(tables, source.text, read)


@cache
def _tables(package: str) -> Tables:
    return read_tables(package)


def start_of_token(token: Token) -> int:
    assert token.start_pos is not None
    return token.start_pos


def span_of_token(source: SourceFile, token: Token) -> Span:
    assert token.end_pos is not None
    return Span(source, start_of_token(token), token.end_pos)


def span_of_tree(source: SourceFile, tree: AnyTree) -> Span:
    return Span(source, tree.meta.start_pos, tree.meta.end_pos)


def children_of(tree: AnyTree) -> Sequence[Child]:
    """The children, among which None stands for an optional part that is not there."""
    return tree.children


def find_trees(tree: AnyTree, rule: str) -> Iterator[AnyTree]:
    return (child for child in tree.children if isinstance(child, Tree) and child.data == rule)


def nodes_of(tree: AnyTree) -> Sequence[object]:
    """The children of a rule all of whose children repeat: they are read already."""
    return cast("Sequence[object]", tree.children)


def find_nodes(tree: AnyTree, kind: type[Node]) -> tuple[Node, ...]:
    """Those of that class."""
    return tuple(node for node in nodes_of(tree) if isinstance(node, kind))


def as_tree(child: Child) -> AnyTree:
    assert isinstance(child, Tree)
    return child


def as_token(child: Child) -> Token:
    assert isinstance(child, Token)
    return child
