"""Where the pieces of a file that was cut up whole have gone."""

from __future__ import annotations

from bisect import bisect_right

from inlay.pages.errors import LayoutRefusedError
from inlay.pages.layout import Body
from inlay.pages.piece import Piece


class MovedBody:
    def __init__(self, body: Body) -> None:
        self._pieces = sorted((piece for piece in body.pieces if piece.size), key=_start)
        self._starts = [piece.start for piece in self._pieces]
        self._moved: dict[int, int] = {}

    def note(self, piece: Piece, start: int) -> None:
        self._moved[piece.start] = start

    def offset(self, old: int) -> int:
        """Where what was at `old` is now; outside of the body nothing moves. Raises LayoutRefusedError for a piece that
        has not moved, or not yet."""
        at = bisect_right(self._starts, old) - 1
        if at < 0 or old >= self._pieces[at].end:
            return old
        start = self._pieces[at].start
        if start not in self._moved:
            raise LayoutRefusedError(
                f"an offset index stands before the pages at {start:,}, which it tells of"
            )
        return self._moved[start] + old - start


def _start(piece: Piece) -> int:
    return piece.start
