"""The first mistake of a text against its grammar, found by a walk over Lark's tables that keeps nothing of the text.

A text is walked before it is read. Trees and nodes take a hundred times what a word of one letter does, and Lark several times
as long: a text that is refused shall cost neither.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, TypeAlias, cast

from inlayc.diagnostics import CompileError, Diagnostic
from inlayc.source import SourceFile, Span
from inlayc.text import limits
from inlayc.text.tables import END, LAST, OTHER, Tables

_DEPTHS: Final = {
    **dict.fromkeys(("LBRACE", "LSQB", "LPAR", "LESSTHAN"), 1),
    **dict.fromkeys(("RBRACE", "RSQB", "RPAR", "MORETHAN"), -1),
}


@dataclass(frozen=True, slots=True)
class Unexpected:
    """The first wrong token: its terminal (`$END` at the end of the text) and place, the terminals that could have come
    instead, and the symbols that were read and not yet put together.
    """

    terminal: str
    start: int
    end: int
    accepted: frozenset[str]
    stack: Sequence[str]


@dataclass(frozen=True, slots=True)
class UnknownCharacter:
    """A character with which no token begins."""

    at: int


Mistake: TypeAlias = Unexpected | UnknownCharacter


class Walker:
    """Walks through texts by the tables of a grammar."""

    def __init__(self, tables: Tables) -> None:
        self._tables = tables

    def check(self, source: SourceFile) -> Mistake | None:
        """The first mistake. A text beyond the limits is a CompileError."""
        tables = self._tables
        actions, gotos, words, final = tables.actions, tables.gotos, tables.words, tables.final
        most, deepest = limits.MAX_TOKENS, limits.MAX_NESTING
        stack = [tables.start]
        depth = 0
        for count, match in enumerate(tables.tokens.finditer(source.text), 1):
            terminal = match.lastgroup
            assert terminal is not None
            if terminal in words:
                terminal = words[terminal].get(match[terminal], terminal)
            elif terminal in _DEPTHS:
                depth += _DEPTHS[terminal]
                if depth > deepest:
                    label = f"at most {deepest} levels of brackets"
                    raise _too_much("nesting-too-deep", "nesting is too deep", label, source, match)
            elif terminal == OTHER:
                return UnknownCharacter(match.start(OTHER))
            elif terminal == LAST:
                terminal = END
            if count > most:
                label = f"at most {most:,} words and symbols in one file"
                raise _too_much("too-many-tokens", "file is too long", label, source, match)
            while isinstance(action := actions[stack[-1]].get(terminal), tuple):
                size, rule, *_ = action
                if size:
                    del stack[-size:]
                stack.append(gotos[stack[-1]][rule])
                if stack[-1] == final:
                    return None
            if action is None:
                return self._unexpected(match, terminal, stack)
            stack.append(action)
        raise AssertionError("a text ends")

    def _unexpected(self, match: re.Match[str], terminal: str, stack: list[int]) -> Unexpected:
        start, end = match.span(cast("str", match.lastgroup))
        accepted = {name for name in self._tables.actions[stack[-1]] if self._is_taken(name, stack)}
        read = [self._tables.symbols[state] for state in stack[1:]]
        return Unexpected(terminal, start, end, frozenset(accepted), read)

    def _is_taken(self, terminal: str, stack: Sequence[int]) -> bool:
        """Whether it can come next: tables shared between rules may put rules together for what none of them takes."""
        states = [*stack]
        while isinstance(action := self._tables.actions[states[-1]].get(terminal), tuple):
            size, rule, *_ = action
            del states[len(states) - size :]
            states.append(self._tables.gotos[states[-1]][rule])
            if states[-1] == self._tables.final:
                return True
        return action is not None


def _too_much(
    code: str, message: str, label: str, source: SourceFile, match: re.Match[str]
) -> CompileError:
    start, end = match.span(cast("str", match.lastgroup))
    return CompileError([Diagnostic(code, message, Span(source, start, end), label)])
