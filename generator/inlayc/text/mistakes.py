"""The first mistake of a text against its grammar, found by a walk over Lark's tables that keeps nothing of the text.

A text is walked before it is read. Trees and nodes take a hundred times what a word of one letter does, and Lark several times
as long: a text that is refused shall cost neither.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, TypeAlias, cast

from lark import Lark
from lark.parsers.lalr_analysis import Shift

from inlayc.diagnostics import CompileError, Diagnostic
from inlayc.source import SourceFile, Span
from inlayc.text import limits

_END: Final = "$END"
_LAST: Final = "_END_OF_TEXT"
_OTHER: Final = "_OTHER_CHARACTER"
_DEPTHS: Final = {
    **dict.fromkeys(("LBRACE", "LSQB", "LPAR", "LESSTHAN"), 1),
    **dict.fromkeys(("RBRACE", "RSQB", "RPAR", "MORETHAN"), -1),
}

_Reduction: TypeAlias = tuple[int, str]
"""How many symbols a rule takes from the stack, and the rule."""


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
    """The tables of a grammar, and what cuts a text into its tokens."""

    def __init__(self, lark: Lark) -> None:
        frontend = cast("Any", lark.parser)
        lexer = frontend.lexer
        self._tokens = _token_pattern(lexer)
        self._words = _words_of(lexer)
        table = frontend.parser.parser.parse_table
        (self._start,) = table.start_states.values()
        (self._final,) = table.end_states.values()
        self._actions: dict[int, dict[str, int | _Reduction]] = {}
        self._gotos: dict[int, dict[str, int]] = {}
        self._symbols: dict[int, str] = {}
        """What was read last in a state: there is one way into each."""
        for state, actions in table.states.items():
            self._actions[state], self._gotos[state] = {}, {}
            for symbol, (action, target) in actions.items():
                name = str(symbol)
                if action is not Shift:
                    reduction = len(target.expansion), str(target.origin.name)
                    self._actions[state][name] = reduction
                    continue
                self._symbols[target] = name
                follow = self._actions if name.isupper() else self._gotos
                cast("dict[str, int]", follow[state])[name] = target

    def check(self, source: SourceFile) -> Mistake | None:
        """The first mistake. A text beyond the limits is a CompileError."""
        actions, gotos, words, final = self._actions, self._gotos, self._words, self._final
        most, deepest = limits.MAX_TOKENS, limits.MAX_NESTING
        stack = [self._start]
        depth = 0
        for count, match in enumerate(self._tokens.finditer(source.text), 1):
            terminal = cast("str", match.lastgroup)
            if terminal in words:
                terminal = words[terminal].get(match[terminal], terminal)
            elif terminal in _DEPTHS:
                depth += _DEPTHS[terminal]
                if depth > deepest:
                    label = f"at most {deepest} levels of brackets"
                    raise _too_much("nesting-too-deep", "nesting is too deep", label, source, match)
            elif terminal == _OTHER:
                return UnknownCharacter(match.start(_OTHER))
            elif terminal == _LAST:
                terminal = _END
            if count > most:
                label = f"at most {most:,} words and symbols in one file"
                raise _too_much("too-many-tokens", "file is too long", label, source, match)
            while isinstance(action := actions[stack[-1]].get(terminal), tuple):
                size, rule = action
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
        accepted = {name for name in self._actions[stack[-1]] if self._is_taken(name, stack)}
        read = [self._symbols[state] for state in stack[1:]]
        return Unexpected(terminal, start, end, frozenset(accepted), read)

    def _is_taken(self, terminal: str, stack: Sequence[int]) -> bool:
        """Whether it can come next: tables shared between rules may put rules together for what none of them takes."""
        states = [*stack]
        while isinstance(action := self._actions[states[-1]].get(terminal), tuple):
            size, rule = action
            del states[len(states) - size :]
            states.append(self._gotos[states[-1]][rule])
            if states[-1] == self._final:
                return True
        return action is not None


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


def _too_much(
    code: str, message: str, label: str, source: SourceFile, match: re.Match[str]
) -> CompileError:
    start, end = match.span(cast("str", match.lastgroup))
    return CompileError([Diagnostic(code, message, Span(source, start, end), label)])
