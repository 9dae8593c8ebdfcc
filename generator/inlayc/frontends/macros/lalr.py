"""Lark, as this frontend uses it: LALR over tokens that were cut elsewhere.

The one place that meets the parts of Lark that have no complete types. What a rule reads is made as soon as it is complete,
and no tree is kept of it. Lark gives a rule of its own to all that repeats, and its name begins with two underscores.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator, Mapping
from contextvars import ContextVar
from dataclasses import dataclass
from typing import Any, Final

import lark
from lark import Token, Tree
from lark.lexer import PatternStr

from inlayc.frontends.macros.tokens import RustToken
from inlayc.frontends.text.automaton import END, Automaton

KEPT: Final = 64
"""Tokens before a wrong one that may explain it, and from it on."""

_BUILD: Final = ContextVar[object]("build")
"""Whose methods, named after rules, make what these read; the parser itself is made once for all texts."""


@dataclass(frozen=True, slots=True)
class Unexpected:
    """The first wrong token, by how many come before it from the place `since` on, and the terminals that could have come
    instead."""

    at: int
    since: int
    allowed: frozenset[str]


class Parser:
    """The parser of a grammar that declares its terminals, and the words and symbols in it."""

    def __init__(self, grammar: str, rules: Iterable[str]) -> None:
        self._lark: Any = lark.Lark(
            grammar, parser="lalr", lexer="basic", start=[*rules], transformer=_Made()
        )
        self._automaton = Automaton(self._lark)
        self._terminals: dict[str, str] = {
            terminal.pattern.value: terminal.name
            for terminal in self._lark.terminals
            if isinstance(terminal.pattern, PatternStr)
        }

    @property
    def symbols(self) -> Mapping[str, str]:
        """The terminals that have one text, with it."""
        return {name: text for text, name in self._terminals.items()}

    def check(self, rule: str, tokens: Iterable[RustToken]) -> Unexpected | None:
        """The first mistake. A word or symbol of the grammar is a terminal of its own, any other token is what kind it is."""
        last: deque[int] = deque(maxlen=KEPT)

        def terminals() -> Iterator[str]:
            end = 0
            for token in tokens:
                last.append(token.start)
                end = token.end
                yield self._terminals.get(token.text, token.kind)
            last.append(end)
            yield END

        stack = self._automaton.follow(rule, terminals())
        if stack is None:
            return None
        return Unexpected(len(last) - 1, last[0], self._automaton.find_accepted(stack))

    def parse(self, rule: str, tokens: Iterable[RustToken], build: object) -> Any:
        """What `build` makes of tokens that have been checked."""
        token = _BUILD.set(build)
        try:
            parser = self._lark.parse_interactive(start=rule)
            for kind, text, start, end in tokens:
                terminal = self._terminals.get(text, kind)
                parser.feed_token(Token(terminal, text, start, end_pos=end))
            return parser.feed_eof()
        finally:
            _BUILD.reset(token)


class _Made:
    """What Lark builds with."""

    def __default__(self, rule: str, children: list[Any], _: object) -> Any:
        make = None if rule.startswith("__") else getattr(_BUILD.get(), rule, None)
        return Tree(rule, children) if make is None else make(*children)
