"""Mistakes in more than one definition of a text: each is told, and not only the first."""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Final, TypeVar

from inlayc.base.diagnostics import CompileError, Diagnostic
from inlayc.base.source import SourceFile, Span
from inlayc.frontends.text.lexemes import find_line_starts
from inlayc.frontends.text.unfinished import UnfinishedError

T = TypeVar("T")

_MOST: Final = 10
_LONGEST: Final = 1 << 18
"""Characters: a longer text is read once."""
_SYNTAX: Final = frozenset(
    "syntax-error unclosed-bracket missing-semicolon unknown-type unknown-requiredness dropped-statement".split()
)
"""Mistakes that are one definition's: a text in quotes or a comment that does not end takes others with it."""


def parse_all(source: SourceFile, parse: Callable[[SourceFile], T], defining: Sequence[str]) -> T:
    """What `parse` makes of the text. Raises UnfinishedError with a mistake of each definition that has one.

    A definition begins where one of the words `defining` begins a line. One with a mistake is read as spaces after that.
    """
    try:
        return parse(source)
    except CompileError as error:
        raise _find_more(error, source, parse, defining) from None


def _find_more(
    error: CompileError,
    source: SourceFile,
    parse: Callable[[SourceFile], object],
    defining: Sequence[str],
) -> UnfinishedError:
    more: list[Diagnostic] = []
    left_out: list[str] = []
    rest: object = None
    text, last = source.text, error.diagnostics[-1]
    starts = find_line_starts(text, defining) if len(text) <= _LONGEST else []
    while len(more) < _MOST and last.code in _SYNTAX:
        # The word that begins a definition is wrong where the one before it has no end.
        at = bisect_left(starts, last.span.start) - 1
        if at < 0:
            break
        end = bisect_right(starts, max(last.span.start - 1, starts[at]))
        stop = starts[end] if end < len(starts) else len(text)
        left_out.append(text[starts[at] : stop])
        text = _blank(text, starts[at], stop)
        try:
            rest = parse(SourceFile(source.name, text))
            break
        except CompileError as error_again:
            if error_again.diagnostics[-1].span.start <= starts[at]:
                break
            last = error_again.diagnostics[-1]
            more.append(_in(source, last))
    return UnfinishedError([*error.diagnostics, *more], rest, left_out)


def _blank(text: str, start: int, end: int) -> str:
    return text[:start] + re.sub(r"[^\n]", " ", text[start:end]) + text[end:]


def _in(source: SourceFile, diagnostic: Diagnostic) -> Diagnostic:
    """As of the text that the user has."""
    related = tuple(
        replace(each, span=Span(source, each.span.start, each.span.end))
        for each in diagnostic.related
    )
    span = Span(source, diagnostic.span.start, diagnostic.span.end)
    return replace(diagnostic, span=span, related=related)
