"""Lark as the frontends use it, and how they read the trees it builds.

What repeats (definitions, fields, values of a list) is read as soon as it is complete, and its tree forgotten: a tree takes
ten times what a node does. Lark gives a rule of its own to all that repeats, and its name begins with two underscores.

The basic lexer, not the contextual one: LALR states are shared between rules, so what a state accepts is
no sound guide to whether a word is a keyword. In each grammar the rule `name` says it instead.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextvars import ContextVar
from functools import cache
from importlib.resources import files
from typing import Final, Protocol, TypeAlias, TypeVar, cast

from lark import Lark, Token, Tree

from inlayc.diagnostics import CompileError, Diagnostic
from inlayc.source import SourceFile, Span
from inlayc.text.mistakes import Mistake, Walker

AnyTree: TypeAlias = Tree[Token]
Child: TypeAlias = Tree[Token] | Token | None
Explain: TypeAlias = Callable[[Mistake, SourceFile], Diagnostic]
Read: TypeAlias = Callable[[Tree[Token] | Token], object]
Node = TypeVar("Node")

_READ: Final = ContextVar[Read]("read")
"""How the text that is being parsed is read; the parser itself is made once for all texts."""


def parse_tree(source: SourceFile, package: str, explain: Explain, read: Read) -> AnyTree:
    """The tree of a text by the `grammar.lark` of a package, in which whatever repeats is read already.

    `explain` words what is wrong with the text.
    """
    if (mistake := _walker(package).check(source)) is not None:
        raise CompileError([explain(mistake, source)])
    token = _READ.set(read)
    try:
        return cast("_Parser", _lark(package)).parse(source.text)
    finally:
        _READ.reset(token)


class _Repeated:
    """What Lark builds trees with."""

    def __default__(self, rule: str, children: list[object], _: object) -> AnyTree:
        if rule.startswith("__"):
            children[-1] = _READ.get()(cast("AnyTree | Token", children[-1]))
        return Tree(rule, cast("list[AnyTree | Token]", children))


class _Parser(Protocol):
    """What is used of Lark, whose own annotations of it are incomplete."""

    def parse(self, text: str) -> AnyTree: ...


@cache
def _walker(package: str) -> Walker:
    return Walker(_lark(package))


@cache
def _lark(package: str) -> Lark:
    return Lark(
        files(package).joinpath("grammar.lark").read_text(encoding="utf-8"),
        start="document",
        parser="lalr",
        lexer="basic",
        transformer=_Repeated(),
        propagate_positions=True,
        maybe_placeholders=True,
    )


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
