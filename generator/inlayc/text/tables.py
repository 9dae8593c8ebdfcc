"""The tables that Lark makes of a grammar, as the walks over texts use them.

Lark's own walk calls a handful of functions for each token and each rule, which takes ten times as long.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any, Final, NamedTuple, cast

from lark import Lark
from lark.parsers.lalr_analysis import Shift

END: Final = "$END"
LAST: Final = "_END_OF_TEXT"
OTHER: Final = "_OTHER_CHARACTER"


class Kept(NamedTuple):
    """A symbol of a rule that is in its tree."""

    at: int
    """Where it lies on the stack, from its top: -1 is the last symbol of the rule."""
    terminal: str
    """What a token of it is; empty for a rule."""
    is_inlined: bool
    """Whether its children stand in the place of it."""
    absent: int
    """How many optional parts that are not there come before it."""


class Reduction(NamedTuple):
    """What is done when a rule is complete."""

    size: int
    """How many symbols it takes from the stack."""
    origin: str
    name: str
    """What its tree is called."""
    kept: Sequence[Kept]
    absent: int
    """How many optional parts are not there behind the last symbol that is kept."""
    gives_only_child: bool


class Tables:
    """The tables of a grammar, and what cuts a text into its tokens."""

    def __init__(self, lark: Lark) -> None:
        frontend = cast("Any", lark.parser)
        lexer = frontend.lexer
        self.tokens = _token_pattern(lexer)
        self.words = _words_of(lexer)
        table = frontend.parser.parser.parse_table
        (self.start,) = table.start_states.values()
        (self.final,) = table.end_states.values()
        self.actions: dict[int, dict[str, int | Reduction]] = {}
        self.gotos: dict[int, dict[str, int]] = {}
        self.symbols: dict[int, str] = {}
        """What was read last in a state: there is one way into each."""
        reductions: dict[object, Reduction] = {}
        for state, actions in table.states.items():
            self.actions[state], self.gotos[state] = {}, {}
            for symbol, (action, target) in actions.items():
                name = str(symbol)
                if action is not Shift:
                    if target not in reductions:
                        reductions[target] = _reduction(target)
                    self.actions[state][name] = reductions[target]
                    continue
                self.symbols[target] = name
                follow = self.actions if name.isupper() else self.gotos
                cast("dict[str, int]", follow[state])[name] = target


def _reduction(rule: Any) -> Reduction:
    """As Lark's own builder of trees takes a rule: `_rules` are inlined, and an optional part that is not there is None."""
    size, options = len(rule.expansion), rule.options
    is_absent = "".join("1" if absent else "0" for absent in options.empty_indices or ())
    gaps = [len(gap) for gap in is_absent.split("0")] if is_absent else [0] * (size + 1)
    kept: list[Kept] = []
    absent = 0
    for at, symbol in enumerate(rule.expansion):
        absent += gaps[at]
        if options.keep_all_tokens or not (symbol.is_term and symbol.filter_out):
            terminal = str(symbol.name) if symbol.is_term else ""
            is_inlined = not symbol.is_term and symbol.name.startswith("_")
            kept.append(Kept(at - size, terminal, is_inlined, absent))
            absent = 0
    origin = str(rule.origin.name)
    name = str(rule.alias or origin)
    only_child = bool(options.expand1) and not rule.alias
    return Reduction(size, origin, name, tuple(kept), absent + gaps[size], only_child)


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
        rf"(?:{ignored})*+(?:{tokens}|(?P<{LAST}>\Z)|(?P<{OTHER}>(?s:.)))", lexer.g_regex_flags
    )


def _words_of(lexer: Any) -> Mapping[str, Mapping[str, str]]:
    """By a terminal that is a pattern, the words that it matches and that are terminals of their own."""
    return {
        name: {word.pattern.value: word.name for word in callback.scanner.terminals}
        for name, callback in lexer.callback.items()
    }
