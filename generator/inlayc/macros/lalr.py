"""Lark, as this frontend uses it: LALR over tokens that were cut elsewhere.

The one place that meets the parts of Lark that have no complete types.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any, TypeVar, cast

import lark
from lark import Token, Tree, UnexpectedToken
from lark.lexer import PatternStr

from inlayc.macros.tokens import RustToken

_T = TypeVar("_T")
_untyped_lark: Any = lark


def inline(transformer: type[_T]) -> type[_T]:
    """Makes the methods of a `lark.Transformer` take children as arguments of their own."""
    return cast("type[_T]", _untyped_lark.v_args(inline=True)(transformer))


@dataclass(frozen=True, slots=True)
class Unexpected:
    """The first wrong token, by its number, and the terminals that could have come instead."""

    at: int
    allowed: frozenset[str]


class Parser:
    """The parser of a grammar that declares its terminals, and the words and symbols in it."""

    def __init__(self, grammar: str, rules: Iterable[str]) -> None:
        self._lark: Any = lark.Lark(grammar, parser="lalr", lexer="basic", start=[*rules])
        self._terminals: dict[str, str] = {
            terminal.pattern.value: terminal.name
            for terminal in self._lark.terminals
            if isinstance(terminal.pattern, PatternStr)
        }

    @property
    def symbols(self) -> Mapping[str, str]:
        """The terminals that have one text, with it."""
        return {name: text for text, name in self._terminals.items()}

    def parse(self, rule: str, tokens: Iterable[RustToken]) -> Tree[Token] | Unexpected:
        """The tree of the tokens: a word or symbol of the grammar is a terminal of its own, any
        other token is what kind it is."""
        parser = self._lark.parse_interactive(start=rule)
        fed = 0
        try:
            for kind, text, start, end in tokens:
                terminal = self._terminals.get(text, kind)
                parser.feed_token(Token(terminal, text, start, end_pos=end))
                fed += 1
            return cast("Tree[Token]", parser.feed_eof())
        except UnexpectedToken:
            return Unexpected(fed, frozenset(parser.accepts()))
