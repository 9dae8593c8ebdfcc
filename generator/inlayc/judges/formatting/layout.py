"""Lines with even indentation and even spaces. Where a line ends is up to whoever wrote it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from inlay_runtime.errors import InlayError
from inlayc.base.source import SourceFile
from inlayc.judges.formatting.pieces import Piece, cut
from inlayc.judges.formatting.spacing import CLOSING, OPENING, is_of_value, space_before

_INDENT: Final = "  "
_BEFORE_COMMENT: Final = "  "


class FormatError(InlayError):
    """Something else than spaces would change, so nothing is written."""


def format_source(source: SourceFile) -> str:
    """The text laid out anew. It has to be one that can be parsed; the same words, symbols and comments come out, in their order.

    Raises FormatError if they do not, and for a carriage return that ends no line: to some programs it does.
    """
    if "\r" in (rest := source.text.replace("\r\n", "\n")):
        line = rest.count("\n", 0, rest.index("\r")) + 1
        raise FormatError(
            f"{source.name}:{line}: a carriage return without a line feed; put a line end there, or take it out"
        )
    pieces = list(cut(source))
    text = _Layout().lay_out(pieces)
    again = cut(SourceFile(source.name, text))
    if [_said(piece) for piece in again] != [_said(piece) for piece in pieces]:
        raise FormatError(f"{source.name}: formatting would change more than spaces")
    return text


def _said(piece: Piece) -> tuple[str, ...]:
    """The lines of a comment may move."""
    return tuple(line.strip() for line in piece.text.split("\n"))


class _Layout:
    def __init__(self) -> None:
        self._lines: list[str] = []
        self._line = ""
        self._before: list[Piece] = []
        self._brackets: list[str] = []
        self._behind: tuple[int, int] | None = None
        """Where the comment behind something began, in the old text and in the new one."""

    def lay_out(self, pieces: Sequence[Piece]) -> str:
        last: Piece | None = None
        for piece in pieces:
            if piece.text in CLOSING and piece.kind == "symbol" and self._brackets:
                inside = self._brackets.pop()
            else:
                inside = ""
            if last is None or piece.breaks or last.is_line_comment:
                self._begin_line(piece, last)
            else:
                self._line += self._gap(piece, last, inside)
            self._add(piece, starts_line=last is None or bool(piece.breaks))
            last = piece
        return "\n".join([*self._lines, self._line.rstrip(), ""]).lstrip("\n")

    def _begin_line(self, piece: Piece, last: Piece | None) -> None:
        if last is not None:
            self._lines.append(self._line.rstrip())
            opens = last.kind == "symbol" and last.text in OPENING
            closes = piece.kind == "symbol" and piece.text in CLOSING
            if piece.breaks > 1 and not opens and not closes:
                self._lines.append("")
        self._line = _INDENT * len(self._brackets)
        carries_on = piece.is_line_comment and piece.breaks == 1 and self._behind is not None
        if carries_on and self._behind is not None and self._behind[0] == piece.column:
            self._line = " " * self._behind[1]
        else:
            self._behind = None

    def _gap(self, piece: Piece, last: Piece, inside: str) -> str:
        if piece.is_line_comment:
            return _BEFORE_COMMENT
        if piece.is_comment or last.is_comment:
            return " "
        brackets = [*self._brackets, inside] if inside else self._brackets
        return space_before(piece, self._before, brackets)

    def _add(self, piece: Piece, *, starts_line: bool) -> None:
        if piece.is_line_comment and not starts_line:
            self._behind = (piece.column, len(self._line))
        self._line += _moved(piece, len(self._line)) if piece.is_comment else piece.text
        if piece.is_comment:
            *whole, self._line = self._line.split("\n")
            self._lines += [line.rstrip() for line in whole]
            return
        if piece.kind == "symbol" and piece.text in OPENING:
            is_value = piece.text == "{" and is_of_value(self._before)
            self._brackets.append("value{" if is_value else piece.text)
        self._before = [*self._before[-2:], piece]


def _moved(piece: Piece, column: int) -> str:
    """The lines of a comment keep their places to each other."""
    first, *rest = piece.text.split("\n")
    return "\n".join([first, *(_shift(line, column - piece.column) for line in rest)])


def _shift(line: str, by: int) -> str:
    expanded = line.expandtabs()
    indent = len(expanded) - len(expanded.lstrip(" "))
    words = line.lstrip(" \t")
    return " " * max(indent + by, 0) + words if words else ""
