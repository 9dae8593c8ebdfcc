"""The first mistake of a text against its grammar, found by a walk over Lark's tables that keeps nothing of the text.

A text is walked before it is read. Trees and nodes take a hundred times what a word of one letter does, and Lark several times
as long: a text that is refused shall cost neither.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence, Set
from dataclasses import dataclass
from typing import Any, Final, TypeAlias, cast

from lark import Lark

from inlayc.diagnostics import CompileError, Diagnostic
from inlayc.source import SourceFile, Span
from inlayc.text import limits
from inlayc.text.automaton import END, Automaton

_LAST: Final = "_END_OF_TEXT"
_OTHER: Final = "_OTHER_CHARACTER"
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

    def __init__(self, lark: Lark) -> None:
        lexer = cast("Any", lark.parser).lexer
        self._tokens = _token_pattern(lexer)
        self._words = _words_of(lexer)
        self._free = frozenset((END, *_find_free(lexer)))
        self._automaton = Automaton(lark)
        (self._rule,) = lark.options.start

    def check(self, source: SourceFile) -> Mistake | None:
        """The first mistake. A text beyond the limits is a CompileError."""
        reading = _Reading(source, self._tokens, self._words, self._free)
        stack = self._automaton.follow(self._rule, reading)
        if stack is None:
            return None
        if reading.terminal == _OTHER:
            return UnknownCharacter(reading.match.start(_OTHER))
        start, end = _place_of(reading.match)
        accepted = self._automaton.find_accepted(stack)
        return Unexpected(reading.terminal, start, end, accepted, self._automaton.symbols_of(stack))


class _Reading:
    """The terminals of a text, one after another; `match` and `terminal` are the last one."""

    match: re.Match[str]
    terminal: str

    def __init__(
        self,
        source: SourceFile,
        tokens: re.Pattern[str],
        words: Mapping[str, Mapping[str, str]],
        free: Set[str],
    ) -> None:
        self._source = source
        self._tokens = tokens
        self._words = words
        self._free = free

    def __iter__(self) -> Iterator[str]:
        source, words, free = self._source, self._words, self._free
        most, deepest = limits.count_allowed(len(source.text)), limits.MAX_NESTING
        depth = count = 0
        for match in self._tokens.finditer(source.text):
            terminal = cast("str", match.lastgroup)
            if terminal in words:
                terminal = words[terminal].get(match[terminal], terminal)
            elif terminal in _DEPTHS:
                depth += _DEPTHS[terminal]
                if depth > deepest:
                    label = f"at most {deepest} levels of brackets"
                    raise _too_much("nesting-too-deep", "nesting is too deep", label, source, match)
            elif terminal == _LAST:
                terminal = END
            if terminal not in free:
                count += 1
                if count > most:
                    raise limits.refuse_words(Span(source, *_place_of(match)))
            self.match, self.terminal = match, terminal
            yield terminal


def _place_of(match: re.Match[str]) -> tuple[int, int]:
    return match.span(cast("str", match.lastgroup))


def _token_pattern(lexer: Any) -> re.Pattern[str]:
    """What is ignored, then a token, by the name of its terminal. Every place of a text matches, so nothing is searched."""
    ignored = "|".join(
        terminal.pattern.to_regexp()
        for terminal in lexer.terminals
        if terminal.name in lexer.ignore_types
    )
    tokens = "|".join(
        f"(?P<{terminal.name}>{terminal.pattern.to_regexp()})"
        for terminal in lexer.scanner.terminals
        if terminal.name not in lexer.ignore_types
    )
    return re.compile(
        rf"(?:{ignored})*+(?:{tokens}|(?P<{_LAST}>\Z)|(?P<{_OTHER}>(?s:.)))", lexer.g_regex_flags
    )


def _words_of(lexer: Any) -> Mapping[str, Mapping[str, str]]:
    """By a terminal that is a pattern, the words that it matches and that are terminals of their own."""
    return {
        name: {word.pattern.value: word.name for word in callback.scanner.terminals}
        for name, callback in lexer.callback.items()
    }


def _find_free(lexer: Any) -> Iterator[str]:
    """The terminals that are symbols which make nothing."""
    for terminal in lexer.terminals:
        if terminal.pattern.value in limits.FREE:
            yield terminal.name


def _too_much(
    code: str, message: str, label: str, source: SourceFile, match: re.Match[str]
) -> CompileError:
    return CompileError([Diagnostic(code, message, Span(source, *_place_of(match)), label)])
