"""Lark as the frontends use it, and how they read the trees it builds.

The basic lexer, not the contextual one: LALR states are shared between rules, so what a state accepts is
no sound guide to whether a word is a keyword. In each grammar the rule `name` says it instead.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import cache
from importlib.resources import files
from typing import Protocol, TypeAlias

from lark import Lark, Token, Tree
from lark.exceptions import UnexpectedInput

from inlayc.diagnostics import CompileError, Diagnostic
from inlayc.source import SourceFile, Span
from inlayc.text.limits import TokenLimitError, TokenLimits

AnyTree: TypeAlias = Tree[Token]
Child: TypeAlias = Tree[Token] | Token | None


def parse_tree(
    source: SourceFile, package: str, explain: Callable[[UnexpectedInput, SourceFile], Diagnostic]
) -> AnyTree:
    """The tree of a text by the `grammar.lark` of a package; `explain` words what is wrong with it."""
    try:
        return _lark(package).parse(source.text)
    except TokenLimitError as error:
        span = span_of_token(source, error.token)
        raise CompileError([Diagnostic(error.code, str(error), span, error.label)]) from None
    except UnexpectedInput as error:
        raise CompileError([explain(error, source)]) from None


class _Parser(Protocol):
    """What is used of Lark, whose own annotations of it are incomplete."""

    def parse(self, text: str) -> AnyTree: ...


@cache
def _lark(package: str) -> _Parser:
    return Lark(
        files(package).joinpath("grammar.lark").read_text(encoding="utf-8"),
        start="document",
        parser="lalr",
        lexer="basic",
        postlex=TokenLimits(),
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


def as_tree(child: Child) -> AnyTree:
    assert isinstance(child, Tree)
    return child


def as_token(child: Child) -> Token:
    assert isinstance(child, Token)
    return child
