"""A text cut into pieces: words, symbols, strings and comments, each with the line breaks before it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from inlayc.base.source import SourceFile

_PIECES: Final = r"""
      (?P<comment> /\*(?s:.*?)\*/ | //[^\n]*+ {} )
    | (?P<string>  "[^"\\\n]*+(?:\\.[^"\\\n]*+)*+" | '[^'\\\n]*+(?:\\.[^'\\\n]*+)*+' )
    | (?P<word>    [+-]?[A-Za-z_][A-Za-z_0-9.]*+ | [+-]?[0-9.][0-9A-Za-z_.]*+(?:(?<=[eE])[+-][0-9]++)? )
    | (?P<symbol>  [^\s\ufeff] )
"""
_FLATBUFFERS: Final = re.compile(_PIECES.format(""), re.VERBOSE)
_THRIFT: Final = re.compile(_PIECES.format(r"| \#[^\n]*+"), re.VERBOSE)


@dataclass(frozen=True, slots=True)
class Piece:
    """`breaks` counts the line ends before it, `spaced` says whether there was anything; `column` is where it began."""

    kind: str
    text: str
    breaks: int
    spaced: bool
    column: int

    @property
    def is_comment(self) -> bool:
        return self.kind == "comment"

    @property
    def is_line_comment(self) -> bool:
        return self.is_comment and not self.text.startswith("/*")


def cut(source: SourceFile) -> Iterator[Piece]:
    """The pieces of a text that can be parsed."""
    pattern = _FLATBUFFERS if source.name.endswith(".fbs") else _THRIFT
    text = source.text.replace("\r\n", "\n")
    end = 0
    for match in pattern.finditer(text):
        start = match.start()
        column = start - (text.rfind("\n", 0, start) + 1)
        between = text[end:start]
        kind = match.lastgroup or ""
        yield Piece(kind, match.group().rstrip(), between.count("\n"), start > end, column)
        end = match.end()
