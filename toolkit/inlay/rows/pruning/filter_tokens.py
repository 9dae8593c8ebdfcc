"""The text of a filter as tokens, and the error that points into it."""

from __future__ import annotations

import re
from typing import Final, NamedTuple

from inlay_runtime.errors import RequestError
from inlay_runtime.public_home import public_in

_TOKEN: Final = re.compile(
    r"""\s*(?:
        (?P<number>[+-]?(?:[0-9]+(?:\.[0-9]*)?|\.[0-9]+)(?:[eE][+-]?[0-9]{1,4})?(?![\w.]))
      | (?P<hex>[xX]'[0-9a-fA-F]*')
      | (?P<text>'(?:[^']|'')*')
      | (?P<name>"(?:[^"]|"")*"|[^\W\d]\w*)
      | (?P<sign><=|>=|<>|!=|==|=|<|>|\(|\)|,|\.)
    )""",
    re.VERBOSE,
)


@public_in("inlay.errors")
class FilterError(RequestError, ValueError):
    """A filter that cannot be used; `offset` counts characters of its text. `path` is the file that it does not fit, if it is
    a filter, and `column` what it names there and the file does not have."""

    path = ""

    def __init__(self, text: str, offset: int, what: str, column: str = "") -> None:
        super().__init__(text, offset, what, column)
        self.text = text
        self.offset = offset
        self.what = what
        self.column = column

    def __str__(self) -> str:
        file = f"{self.path}: " if self.path else ""
        if self.offset < 0:
            return f"{file}filter: {self.what}"
        line = " ".join(self.text.splitlines()) if len(self.text.splitlines()) > 1 else self.text
        return f"{file}filter, character {self.offset + 1}: {self.what}\n  {line}\n  {' ' * self.offset}^"


class FilterToken(NamedTuple):
    kind: str
    text: str
    offset: int

    @property
    def word(self) -> str:
        """Of a word that is not quoted, without regard to its case."""
        return self.text.lower() if self.kind == "name" and self.text[0] != '"' else ""


def explain_mistake(text: str, offset: int, what: str) -> FilterError:
    """What to write instead, where that is known; `what` is wrong otherwise."""
    from inlay.rows.pruning.filter_hints import find_hint

    hint = find_hint(text, offset)
    return FilterError(text, offset, what) if hint is None else FilterError(text, *hint)


def split_filter(text: str) -> list[FilterToken]:
    """The last one is the end. Raises FilterError."""
    tokens: list[FilterToken] = []
    at, end = 0, len(text.rstrip())
    while at < end:
        match = _TOKEN.match(text, at)
        if match is None or match.lastgroup is None:
            start = at + len(text[at:]) - len(text[at:].lstrip())
            what = f"{text[start]!r} is not expected here"
            if text[start] in "'\"":
                what = "a quote that is never closed"
            elif text[start] == "`":
                what = "a name with other characters is written in double quotes, not in backquotes"
            elif text[start].isdigit():
                what = "no number: a name that begins with a digit is written in double quotes"
            raise explain_mistake(text, start, what)
        start = match.start(match.lastgroup)
        tokens.append(FilterToken(match.lastgroup, match[match.lastgroup], start))
        at = match.end()
    return [*tokens, FilterToken("end", "", end)]
