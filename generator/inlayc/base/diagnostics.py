"""What the compiler tells its users, and how it looks.

The rules, after protocompile's style guide: lower case, no final period, the smallest span, one
report per mistake, what is allowed rather than what is forbidden, at most one line of help.
"""

from __future__ import annotations

import difflib
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final

from inlay_runtime.errors import InlayError
from inlayc.base.printable import escape_unprintable
from inlayc.base.source import Span

MOST_SHOWN: Final = 100
"""Mistakes of an error that are written out; nobody reads more at once."""


@dataclass(frozen=True, slots=True)
class Related:
    """A second place that explains the first: `label` is printed under its span."""

    span: Span
    label: str


@dataclass(frozen=True, slots=True)
class Diagnostic:
    """One mistake: a stable `code`, the sentence, where, and what would be right."""

    code: str
    message: str
    span: Span
    label: str = ""
    related: tuple[Related, ...] = ()
    help: str = ""


class CompileError(InlayError):
    """One or more diagnostics that keep the input from being compiled."""

    def __init__(self, diagnostics: Sequence[Diagnostic]) -> None:
        texts = [render(diagnostic) for diagnostic in diagnostics[:MOST_SHOWN]]
        if len(diagnostics) > MOST_SHOWN:
            texts.append(f"{len(diagnostics) - MOST_SHOWN:,} more mistakes are not shown")
        super().__init__("\n\n".join(texts))
        self.diagnostics = tuple(diagnostics)


def find_closest(name: str, candidates: Iterable[str]) -> str:
    """The help line that names the most similar candidate, or nothing."""
    similar = find_most_similar(name, candidates)
    return similar and f"did you mean `{similar}`?"


def find_most_similar(name: str, candidates: Iterable[str]) -> str:
    """The candidate that a name was perhaps meant to be, or nothing."""
    folded: dict[str, str] = {}
    for candidate in candidates:
        folded.setdefault(candidate.casefold(), candidate)
    matches = difflib.get_close_matches(name.casefold(), folded, n=1, cutoff=0.7)
    return folded[matches[0]] if matches else ""


def render(diagnostic: Diagnostic) -> str:
    """The diagnostic as plain text: headline, place, excerpt with carets, help."""
    places = [(diagnostic.span, diagnostic.label, "^")]
    places += [(related.span, related.label, "-") for related in diagnostic.related]
    width = max(len(str(span.source.position(span.start)[0])) for span, _, _ in places)
    lines = [f"error[{diagnostic.code}]: {escape_unprintable(diagnostic.message)}"]
    previous = None
    for span, label, mark in places:
        number, column = span.source.position(span.start)
        if previous is not span.source:
            arrow = "-->" if previous is None else ":::"
            name = escape_unprintable(span.source.name)
            lines.append(f"{'':{width}}{arrow} {name}:{number}:{column}")
        previous = span.source
        lines += _excerpt(span, label, mark, width)
    if diagnostic.help:
        lines.append(f"{'':{width}} = help: {escape_unprintable(diagnostic.help)}")
    return "\n".join(lines)


_EXCERPT_WIDTH = 160


def _excerpt(span: Span, label: str, mark: str, width: int) -> list[str]:
    number, column = span.source.position(span.start)
    text = span.source.line(number)
    first = max(0, column - 1 - _EXCERPT_WIDTH // 2)
    shown = text[first : first + _EXCERPT_WIDTH]
    visible = shown if shown.isprintable() else "".join(map(_show_character, shown))
    indent = column - 1 - first
    length = max(1, min(span.end - span.start, len(text) - column + 1, _EXCERPT_WIDTH - indent))
    return [
        f"{number:>{width}} | {visible}",
        f"{'':{width}} | {'':{indent}}{mark * length} {escape_unprintable(label)}".rstrip(),
    ]


def _show_character(character: str) -> str:
    if character.isprintable():
        return character
    return " " if character == "\t" else "\N{REPLACEMENT CHARACTER}"
