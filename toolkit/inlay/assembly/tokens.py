"""A line of the text as tokens, taken one after the other."""

from __future__ import annotations

import re
from collections.abc import Collection
from difflib import get_close_matches
from typing import Final, NamedTuple

from inlay.assembly.errors import AssemblyError
from inlay.assembly.strings import read_string
from inlay.assembly.unsettled import Term

_TOKEN: Final = re.compile(
    r"""\s*(?:
      (?P<string>x?"(?:[^"\\]|\\.)*")
    | (?P<label>[@&][A-Za-z_][\w.]*)
    | (?P<number>[+-]?(?:0x[0-9a-fA-F]+|inf\b|\d+(?:\.\d+)?(?:[eE][+-]?\d+)?))
    | (?P<word>[A-Za-z_]\w*)
    | (?P<mark>[{}\[\]()<>,:+-])
    | (?P<comment>\#.*)
    | (?P<end>$)
    | (?P<wrong>.)
    )""",
    re.VERBOSE,
)

_SHOWN: Final = 20


class _Token(NamedTuple):
    kind: str
    text: str
    column: int


_END: Final = _Token("end", "", 0)


class Tokens:
    """Every method that begins with `take` raises AssemblyError where something else stands."""

    def __init__(self, text: str, line: int) -> None:
        self.line = line
        self._tokens: list[_Token] = []
        self._next = 0
        self._length = len(text)
        for match in _TOKEN.finditer(text):
            kind = str(match.lastgroup)
            if kind == "wrong":
                at = match.start(kind)
                raise AssemblyError(_what_is_wrong(text[at:]), line, at + 1)
            if kind not in ("comment", "end"):
                self._tokens.append(_Token(kind, match[kind], match.start(kind) + 1))
        self._tokens.append(_END)

    @property
    def is_empty(self) -> bool:
        return self._token is _END

    @property
    def _token(self) -> _Token:
        return self._tokens[self._next]

    def skip(self, text: str) -> bool:
        """Passes over this word or mark, if it is next."""
        if self._token.text != text:
            return False
        self._next += 1
        return True

    def skip_word(self, words: Collection[str]) -> str | None:
        """The next token, if it is one of these words."""
        text = self._token.text
        if text not in words:
            return None
        self._next += 1
        return text

    def take(self, text: str) -> None:
        if not self.skip(text):
            raise self.fail(f"{text} is expected")

    def find(self, kind: str) -> str | None:
        """The next token, if it is of this kind."""
        if self._token.kind != kind:
            return None
        text = self._token.text
        self._next += 1
        return text

    def take_word(self, what: str, words: Collection[str]) -> str:
        token = self._token
        if token.kind != "word" or token.text not in words:
            nearest = get_close_matches(token.text, words, 1)
            hint = f"; did you mean {nearest[0]}?" if nearest else f": {', '.join(words)}"
            raise self.fail(f"{what} is expected{hint}")
        self._next += 1
        return token.text

    def take_integer(self, what: str, least: int | None = None) -> int:
        token = self._token
        try:
            value = int(token.text, 0) if token.kind == "number" else None
        except ValueError:
            value = None
        if value is None:
            raise self.fail(f"{what} is expected, a whole number")
        if least is not None and value < least:
            raise self.fail(f"{what} is at least {least}")
        self._next += 1
        return value

    def take_terms(self) -> list[Term]:
        """Numbers and `&labels`, added or subtracted."""
        terms: list[Term] = []
        while True:
            sign = -1 if self.skip("-") else 1
            if sign == 1:
                self.skip("+")
            if self._token.kind == "label":
                terms.append(self.take_label()._replace(sign=sign))
            else:
                terms.append(Term(sign, self.take_integer("a number or an &label")))
            if self._token.text not in ("+", "-") and self._token.kind != "number":
                return terms

    def take_label(self) -> Term:
        """`&label`."""
        token = self._token
        if token.kind != "label" or token.text[0] != "&":
            raise self.fail("an &label is expected")
        self._next += 1
        return Term(1, 0, token.text[1:], token.column)

    def take_bytes(self) -> bytes:
        """Strings, as many as there are."""
        data = b""
        if self._token.kind != "string":
            raise self.fail('a string is expected, as "text" or x"00ff"')
        while (token := self._token).kind == "string":
            try:
                data += read_string(token.text)
            except ValueError as error:
                raise self.fail(str(error)) from error
            self._next += 1
        return data

    def take_width(self) -> int | None:
        """`(3 bytes)`, where it stands."""
        if self._token.text != "(" or self._next + 3 >= len(self._tokens):
            return None
        self._next += 1
        width = self.take_integer("a number of bytes", 1)
        if not self.skip("bytes"):
            self.take("byte")
        self.take(")")
        return width

    def take_end(self) -> None:
        if not self.is_empty:
            raise self.fail("the line should end here")

    def fail(self, reason: str) -> AssemblyError:
        """The error for what is next."""
        token = self._token
        text = token.text if len(token.text) <= _SHOWN else f"{token.text[:_SHOWN]}..."
        stands = f"; {text} stands here" if text else ", and the line ends"
        column = token.column or self._length + 1
        return AssemblyError(reason + stands, self.line, column)


def _what_is_wrong(rest: str) -> str:
    if rest.startswith(('"', 'x"')):
        return "a string without its closing quote"
    return f"no part of a line begins with {rest[0]!r}"
