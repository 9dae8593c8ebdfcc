"""What black has laid out before is not laid out again: the pieces of a module that have not changed are taken from its file.

A piece is taken only where the file is as the compiler wrote it, and where the piece there is the same tree with the same comments.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence

from inlayc.python.stamp import code_if_unedited, words_of


class Layouts:
    """Rendered pieces, and what became of them."""

    def __init__(self) -> None:
        self._laid_out: dict[str, str] = {}

    def get(self, piece: str) -> str | None:
        return self._laid_out.get(piece)

    def keep(self, piece: str, laid_out: str) -> None:
        self._laid_out[piece] = laid_out

    def learn(self, text: str, pieces: Sequence[str]) -> None:
        """Takes from a generated file what it has of these pieces. Who knows most of them has met the file: the rest is new."""
        wanted = [piece for piece in pieces if piece not in self._laid_out]
        code = code_if_unedited(text) if 2 * len(wanted) > len(pieces) else ""
        if code:
            places = _Places(code)
            for piece in wanted:
                if laid_out := places.find(piece):
                    self.keep(piece, laid_out)


class _Places:
    """The statements of a module, by their words."""

    def __init__(self, code: str) -> None:
        self._lines = code.splitlines(keepends=True)
        self._ends = [0, *_ends_of(ast.parse(code))]
        places = range(len(self._ends) - 1)
        self._at = {words_of(self._text(at, at + 1)): at for at in places}

    def find(self, piece: str) -> str:
        """What the piece became; nothing where it is not there."""
        tree = ast.parse(piece)
        ends = list(_ends_of(tree))
        if not ends:
            return ""
        first = "".join(piece.splitlines(keepends=True)[: ends[0]])
        at = self._at.get(words_of(first))
        if at is None or at + len(ends) >= len(self._ends):
            return ""
        laid_out = self._text(at, at + len(ends)).strip("\n") + "\n"
        is_same = words_of(laid_out) == words_of(piece) and _comments(laid_out) == _comments(piece)
        return laid_out if is_same and ast.dump(ast.parse(laid_out)) == ast.dump(tree) else ""

    def _text(self, start: int, end: int) -> str:
        return "".join(self._lines[self._ends[start] : self._ends[end]])


def _ends_of(tree: ast.Module) -> Iterator[int]:
    """The last line of each statement."""
    return (statement.end_lineno or 0 for statement in tree.body)


def _comments(code: str) -> list[str]:
    """What stands behind a `#` in each line: of layout, a comment has only the blanks around it."""
    return [line.partition("#")[2].strip() for line in code.splitlines() if "#" in line]
