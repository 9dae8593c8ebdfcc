"""What a walk through a text needs of its grammar. Lark's own walk calls a handful of functions for each token and each rule,
which takes ten times as long.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any, Final, Self, cast

from inlayc.frontends.text import limits
from inlayc.frontends.text.automaton import END, Automaton

if TYPE_CHECKING:
    from lark import Lark

LAST: Final = "_END_OF_TEXT"
OTHER: Final = "_OTHER_CHARACTER"


class Tables:
    """The states of a grammar, and what cuts a text into its tokens."""

    def __init__(self, lark: Lark) -> None:
        lexer = cast("Any", lark.parser).lexer
        self.automaton = Automaton(lark)
        (self.rule,) = lark.options.start
        self.tokens = _token_pattern(lexer)
        self.words = _words_of(lexer)
        self.free = frozenset((END, *_find_free(lexer)))

    def to_stored(self) -> dict[str, Any]:
        """All of it, as JSON can have it: `restored` reads it."""
        return {
            "automaton": self.automaton.to_stored(),
            "rule": self.rule,
            "tokens": [self.tokens.pattern, self.tokens.flags],
            "words": self.words,
            "free": sorted(self.free),
        }

    @classmethod
    def restored(cls, stored: Mapping[str, Any]) -> Self:
        """Of what `to_stored` gave."""
        self = cls.__new__(cls)
        self.automaton = Automaton.restored(stored["automaton"])
        self.rule = stored["rule"]
        self.tokens = re.compile(*stored["tokens"])
        self.words = stored["words"]
        self.free = frozenset(stored["free"])
        return self


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
    # Python 3.11.2 (Debian 12; gh-100061) goes on behind the beginning of a turn that fails, but for `(?!)`, which fails at its beginning.
    # An atomic group would do as well, and remembers 250 bytes of each turn.
    return re.compile(
        rf"(?:{ignored}|(?!))*+(?:{tokens}|(?P<{LAST}>\Z)|(?P<{OTHER}>(?s:.)))",
        lexer.g_regex_flags,
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
