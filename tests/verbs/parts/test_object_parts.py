"""How a new object is cut into the parts of an upload."""

from __future__ import annotations

from io import BytesIO

from hypothesis import given
from hypothesis import strategies as st

from inlay.changes.rewrite.object_parts import (
    ObjectRange,
    Part,
    Piece,
    cut_parts,
    length_of,
    read_piece,
)
from inlay.ground.files.spliced import FileExtent

OBJECT = bytes(range(256)) * 4
FILE = OBJECT[::-1]

ranges = st.tuples(st.integers(0, 500), st.integers(1, 500))
pieces = st.lists(
    ranges.map(lambda at: ObjectRange("lake/a", '"1"', *at))
    | ranges.map(lambda at: FileExtent(BytesIO(FILE), *at))
    | st.binary(min_size=1, max_size=60),
    min_size=1,
    max_size=12,
)


@given(pieces, st.integers(1, 50), st.integers(0, 100), st.integers(1, 80))
def test_parts_are_the_pieces_and_none_is_too_small_or_too_large(
    given: list[Piece], smallest: int, beyond: int, sent: int
) -> None:
    largest = 2 * smallest + beyond
    parts = list(cut_parts(given, smallest=smallest, largest=largest, sent=sent))
    assert b"".join(map(bytes_of_part, parts)) == b"".join(map(bytes_of, given))
    sizes = [size_of_part(part) for part in parts]
    assert all(size >= smallest for size in sizes[:-1])
    assert all(part.length <= largest for part in parts if isinstance(part, ObjectRange))
    held = [size_of_part(part) for part in parts if not isinstance(part, ObjectRange)]
    assert all(size < 2 * max(smallest, sent) + smallest for size in held)


@given(st.integers(20, 500), st.integers(0, 19))
def test_what_is_large_enough_is_copied_by_the_store(length: int, before: int) -> None:
    copied = ObjectRange("lake/a", '"1"', 0, length)
    given: list[Piece] = [b"x" * before, copied] if before else [copied]
    parts = list(cut_parts(given, smallest=20, largest=1000))
    lacking = 20 - before if before else 0
    if length - lacking >= 20:
        assert parts[-1] == copied._replace(offset=lacking, length=length - lacking)
    else:
        assert len(parts) == 1


def bytes_of(piece: Piece) -> bytes:
    if isinstance(piece, ObjectRange):
        return OBJECT[piece.offset : piece.offset + piece.length]
    return read_piece(piece)


def bytes_of_part(part: Part) -> bytes:
    return bytes_of(part) if isinstance(part, ObjectRange) else b"".join(map(bytes_of, part))


def size_of_part(part: Part) -> int:
    return part.length if isinstance(part, ObjectRange) else sum(map(length_of, part))
