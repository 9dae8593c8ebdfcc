"""The first mistake of a text against its grammar, found by a walk over Lark's tables that keeps nothing of the text.

A text is walked before it is read. Trees and nodes take a hundred times what a word of one letter does, and Lark several times
as long: a text that is refused shall cost neither.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final, TypeAlias, cast

from inlayc.base.diagnostics import CompileError, Diagnostic
from inlayc.base.source import SourceFile, Span
from inlayc.frontends.text import limits
from inlayc.frontends.text.automaton import END
from inlayc.frontends.text.tables import LAST, OTHER, Tables

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
    """Walks a text by a grammar that says how to cut it into tokens."""

    def __init__(self, tables: Tables) -> None:
        self._tables = tables

    def check(self, source: SourceFile) -> Mistake | None:
        """The first mistake. A text beyond the limits is a CompileError."""
        automaton = self._tables.automaton
        reading = _Reading(source, self._tables)
        stack = automaton.follow(self._tables.rule, reading)
        if stack is None:
            return None
        if reading.terminal == OTHER:
            return UnknownCharacter(reading.match.start(OTHER))
        start, end = _place_of(reading.match)
        accepted = automaton.find_accepted(stack)
        return Unexpected(reading.terminal, start, end, accepted, automaton.symbols_of(stack))


class _Reading:
    """The terminals of a text, one after another; `match` and `terminal` are the last one."""

    match: re.Match[str]
    terminal: str

    def __init__(self, source: SourceFile, tables: Tables) -> None:
        self._source = source
        self._tables = tables

    def __iter__(self) -> Iterator[str]:
        source, words, free = self._source, self._tables.words, self._tables.free
        most, deepest = limits.count_allowed(len(source.text)), limits.MAX_NESTING
        depth = count = 0
        for match in self._tables.tokens.finditer(source.text):
            terminal = cast("str", match.lastgroup)
            if terminal in words:
                terminal = words[terminal].get(match[terminal], terminal)
            elif terminal in _DEPTHS:
                depth += _DEPTHS[terminal]
                if depth > deepest:
                    label = f"at most {deepest} levels of brackets"
                    raise _too_much("nesting-too-deep", "nesting is too deep", label, source, match)
            elif terminal == LAST:
                terminal = END
            if terminal not in free:
                count += 1
                if count > most:
                    raise limits.refuse_words(Span(source, *_place_of(match)))
            self.match, self.terminal = match, terminal
            yield terminal


def _place_of(match: re.Match[str]) -> tuple[int, int]:
    return match.span(cast("str", match.lastgroup))


def _too_much(
    code: str, message: str, label: str, source: SourceFile, match: re.Match[str]
) -> CompileError:
    return CompileError([Diagnostic(code, message, Span(source, *_place_of(match)), label)])
