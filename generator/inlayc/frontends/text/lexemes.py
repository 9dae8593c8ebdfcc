"""The words and symbols before a syntax error, and the bracket that was not closed."""

from __future__ import annotations

import re
from collections import deque
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass

from inlayc.base.diagnostics import Diagnostic, Related
from inlayc.base.source import SourceFile, Span
from inlayc.frontends.text.mistakes import Mistake, Unexpected

_LEXEME = re.compile(
    r"""
      (?P<ignored>  /\*.*?\*/ | //[^\n]*+ | \#[^\n]*+ | \s++ | \ufeff )
    | (?P<string>   "[^"\\]*+(?:\\.[^"\\]*+)*+" | '[^'\\]*+(?:\\.[^'\\]*+)*+' )
    | (?P<word>     [A-Za-z_][A-Za-z_0-9.]*+ )
    | (?P<number>   [+-]?[0-9.][0-9A-Za-z.]*+ )
    | (?P<symbol>   . )
    """,
    re.VERBOSE | re.DOTALL,
)
_KEPT = 16
"""Lexemes before a mistake that may explain it: a few words, of a line."""

_CLOSING = {"{": "}", "(": ")", "[": "]", "<": ">"}


@dataclass(frozen=True, slots=True)
class Lexeme:
    kind: str
    text: str
    start: int

    @property
    def end(self) -> int:
        return self.start + len(self.text)


def find_lexeme(mistake: Unexpected, source: SourceFile) -> Lexeme:
    """The lexeme that is wrong; of kind `end` at the end of the text."""
    if mistake.terminal == "$END":
        return Lexeme("end", "", len(source.text))
    return Lexeme(mistake.terminal, source.text[mistake.start : mistake.end], mistake.start)


def split_before(text: str, until: int) -> tuple[list[Lexeme], list[Lexeme]]:
    """The last lexemes before a place, and all before it that are brackets still open there."""
    last: deque[re.Match[str]] = deque(maxlen=_KEPT)
    brackets: list[Lexeme] = []
    for match in _LEXEME.finditer(text, 0, until):
        if match.lastgroup == "ignored":
            continue
        last.append(match)
        if match.lastgroup != "symbol":
            continue
        if match.group() in _CLOSING:
            brackets.append(_lexeme_of(match))
        elif brackets and match.group() == _CLOSING[brackets[-1].text]:
            brackets.pop()
    return list(map(_lexeme_of, last)), brackets


def find_line_starts(text: str, words: Collection[str]) -> list[int]:
    """Where one of the words begins a line, but in a comment or a text in quotes."""
    candidates = (match for match in _LEXEME.finditer(text) if match.lastgroup == "word")
    return [
        match.start()
        for match in candidates
        if match.group() in words and text[match.start() - 1 : match.start()] in ("", "\n")
    ]


def _lexeme_of(match: re.Match[str]) -> Lexeme:
    return Lexeme(match.lastgroup or "", match.group(), match.start())


def find_unclosed(
    source: SourceFile, brackets: Sequence[Lexeme], lexeme: Lexeme, defining: Collection[str]
) -> Diagnostic | None:
    """The bracket that is open where the file ends, a definition starts, or an outer one closes."""
    if not brackets:
        return None
    opening = brackets[-1]
    closing = _CLOSING[opening.text]
    closes_outer = lexeme.text in {_CLOSING[bracket.text] for bracket in brackets} - {closing}
    if lexeme.kind == "end":
        end = len(source.text.rstrip())
        related = Related(Span(source, end, end), f"the file ends without `{closing}`")
    elif lexeme.text in defining or closes_outer:
        where = Span(source, lexeme.start, lexeme.end)
        related = Related(where, f"expected `{closing}` before this")
    else:
        return None
    return Diagnostic(
        "unclosed-bracket",
        f"`{opening.text}` is not closed",
        Span(source, opening.start, opening.end),
        related=(related,),
    )


def explain_mistake(
    mistake: Mistake,
    source: SourceFile,
    language: str,
    explain_token: Callable[[Unexpected, SourceFile], Diagnostic],
) -> Diagnostic:
    """The diagnostic of a mistake: a token, as its language explains it, or a character that it does not use."""
    if isinstance(mistake, Unexpected):
        return explain_token(mistake, source)
    character = source.text[mistake.at]
    shown = character if character.isprintable() else f"U+{ord(character):04X}"
    return Diagnostic(
        "unexpected-character",
        f"unexpected character `{shown}`",
        Span(source, mistake.at, mistake.at + 1),
        f"not used by {language} outside strings and comments",
        help="strings are written in `\"` or `'`" if character in "“”‘’`" else "",
    )


def describe_lexeme(
    source: SourceFile, before: Sequence[Lexeme], lexeme: Lexeme
) -> tuple[Span, str]:
    """Where it stands, and what a message calls it; the end of a file stands behind what is `before` it."""
    if lexeme.kind == "end":
        end = before[-1].end if before else 0
        return Span(source, end, end), "end of file"
    shown = "string" if lexeme.kind == "STRING" else f"`{lexeme.text}`"
    return Span(source, lexeme.start, lexeme.end), shown


def join_words(words: Sequence[str]) -> str:
    if not words:
        return "the end of the file"
    *others, last = words
    return f"{', '.join(others)} or {last}" if others else last
