"""In which order the chunks of a row group lie when some of them have a new encoding."""

from __future__ import annotations

from collections.abc import Container, Sequence

from inlay.pages.engine.piece import Piece


def in_new_order(
    chunks: Sequence[Piece], chosen: Container[int], said: int | None = None
) -> list[Piece]:
    """Untouched columns, then those with a new encoding; each in the order that they had. `said` is how many bytes the row group
    says that it has.

    parquet-java gives a row group to the split that holds the start of its first column plus half of its bytes. Where
    the first column would come to lie so far back that this is behind the row group, and with the last row group perhaps
    behind the file, it stays in front.
    """
    untouched = [piece for piece in chunks if column_of(piece) not in chosen]
    old = [piece for piece in chunks if column_of(piece) in chosen]
    first = next((piece for piece in old if column_of(piece) == 0), None)
    if first is None:
        return untouched + old
    before = sum(piece.size for piece in (*untouched, *old[: old.index(first)]))
    total = max(said or 0, sum(piece.size for piece in chunks))
    if before + total // 2 < sum(piece.size for piece in chunks):
        return untouched + old
    return [first, *untouched, *(piece for piece in old if piece is not first)]


def column_of(piece: Piece) -> int:
    assert piece.place is not None
    return piece.place[1]
