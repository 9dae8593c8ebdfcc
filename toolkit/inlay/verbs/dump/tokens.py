"""A line of the text as tokens, taken one after the other."""

from __future__ import annotations

import re
from collections.abc import Collection
from difflib import get_close_matches
from functools import cached_property
from string import ascii_letters, digits
from typing import Final

from inlay.verbs.dump.errors import AssemblyError
from inlay.verbs.dump.strings import read_string
from inlay.verbs.dump.unsettled import Term

_TOKEN: Final = re.compile(
    r"""\s*(?:
      ( x?"(?:[^"\\]|\\.)*"
      | [@&][A-Za-z_][\w.]*
      | [+-]?(?:0x[0-9a-fA-F]+|inf\b|[0-9]+(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?)
      | [A-Za-z_]\w*
      | [^\s#] )
    | \#.*
    | $
    )""",
    re.VERBOSE,
)
"""A token, or nothing in place of a comment and of the end."""

_KINDS: Final = {
    "": "end",
    '"': "string",
    **dict.fromkeys("@&", "label"),
    **dict.fromkeys(digits, "number"),
    **dict.fromkeys(f"{ascii_letters}_", "word"),
    **dict.fromkeys("{}[]()<>,:+-", "mark"),
}
"""By the first character."""

_SHOWN: Final = 20


def _kind_of(text: str) -> str:
    """A string, label or number that is not whole is one character, which is wrong."""
    kind = _KINDS.get(text[:1], "wrong")
    if kind == "word":
        if text == "inf":
            return "number"
        return "string" if text.startswith('x"') else kind
    if len(text) == 1:
        return "wrong" if kind in ("string", "label") else kind
    return "number" if kind == "mark" else kind


class Tokens:
    """Every method that begins with `take` raises AssemblyError where something else stands."""

    def __init__(self, text: str, line: int) -> None:
        self.line = line
        self._line = text
        self._tokens: list[str] = [*filter(None, _TOKEN.findall(text)), ""]
        self._next = 0
        self._text = self._tokens[0]

    @property
    def is_empty(self) -> bool:
        return not self._text

    @property
    def _column(self) -> int:
        """Of what is next."""
        starts = self._starts
        return (starts[self._next] if self._next < len(starts) else len(self._line)) + 1

    @cached_property
    def _starts(self) -> list[int]:
        return [match.start(1) for match in _TOKEN.finditer(self._line) if match[1]]

    def _pass(self) -> None:
        self._next += 1
        self._text = self._tokens[self._next]

    def skip(self, text: str) -> bool:
        """Passes over this word or mark, if it is next."""
        if self._text != text:
            return False
        self._pass()
        return True

    def skip_word(self, words: Collection[str]) -> str | None:
        """The next token, if it is one of these words."""
        text = self._text
        if text not in words:
            return None
        self._pass()
        return text

    def take(self, text: str) -> None:
        if not self.skip(text):
            raise self.fail(f"{text} is expected")

    def find(self, kind: str) -> str | None:
        """The next token, if it is of this kind."""
        text = self._text
        if _kind_of(text) != kind:
            return None
        self._pass()
        return text

    def take_word(self, what: str, words: Collection[str]) -> str:
        text = self._text
        if text not in words:
            nearest = get_close_matches(text, words, 1)
            hint = f"; did you mean {nearest[0]}?" if nearest else f": {', '.join(words)}"
            raise self.fail(f"{what} is expected{hint}")
        self._pass()
        return text

    def take_integer(self, what: str, least: int | None = None) -> int:
        text = self._text
        try:
            value = int(text, 0) if _kind_of(text) == "number" else None
        except ValueError:
            value = None
        if value is None:
            raise self.fail(f"{what} is expected, a whole number")
        if least is not None and value < least:
            raise self.fail(f"{what} is at least {least}")
        self._pass()
        return value

    def take_terms(self) -> list[Term]:
        """Numbers and `&labels`, added or subtracted."""
        terms: list[Term] = []
        while True:
            sign = -1 if self.skip("-") else 1
            if sign == 1:
                self.skip("+")
            if _kind_of(self._text) == "label":
                terms.append(self.take_label()._replace(sign=sign))
            else:
                terms.append(Term(sign, self.take_integer("a number or an &label")))
            if self._text not in ("+", "-") and _kind_of(self._text) != "number":
                return terms

    def take_label(self) -> Term:
        """`&label`."""
        text = self._text
        if _kind_of(text) != "label" or text[0] != "&":
            raise self.fail("an &label is expected")
        term = Term(1, 0, text[1:], self._column)
        self._pass()
        return term

    def take_bytes(self) -> bytes:
        """Strings, as many as there are."""
        data, first = bytearray(), self._next
        while _kind_of(self._text) == "string":
            try:
                data += read_string(self._text)
            except ValueError as error:
                raise self.fail(str(error)) from error
            self._pass()
        if self._next == first:
            raise self.fail('a string is expected, as "text" or x"00ff"')
        return bytes(data)

    def take_width(self) -> int | None:
        """`(3 bytes)`, where it stands."""
        if self._text != "(" or self._next + 3 >= len(self._tokens):
            return None
        self._pass()
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
        text, column = self._text, self._column
        if _kind_of(text) == "wrong":
            return AssemblyError(_what_is_wrong(self._line[column - 1 :]), self.line, column)
        shown = text if len(text) <= _SHOWN else f"{text[:_SHOWN]}..."
        stands = f"; {shown} stands here" if text else ", and the line ends"
        return AssemblyError(reason + stands, self.line, column)


def _what_is_wrong(rest: str) -> str:
    if rest.startswith(('"', 'x"')):
        return "a string without its closing quote"
    return f"no part of a line begins with {rest[0]!r}"
