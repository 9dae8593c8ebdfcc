"""How a new object is cut into the parts of an upload: ranges that the store copies itself, and bytes that are sent.

Stores take no small parts, but for the last one. So what lies between two copies, and is too small, takes along the
beginning of the second one.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final, NamedTuple, Self, TypeAlias

from inlay.ground.files.source import read_at
from inlay.ground.files.spliced import FileExtent

SENT: Final = 16 << 20
"""Bytes that are sent at once, or somewhat more; they are held in memory."""

MOST_PARTS: Final = 9_000
"""S3 takes 10,000 parts; some are needed between the others."""


class ObjectRange(NamedTuple):
    """`length` bytes from `offset` of one version of an object in the same store."""

    key: str
    etag: str
    offset: int
    length: int

    def cut(self, length: int) -> tuple[Self, Self]:
        """The first `length` bytes, and what is left."""
        rest = self._replace(offset=self.offset + length, length=self.length - length)
        return self._replace(length=length), rest


Piece: TypeAlias = ObjectRange | FileExtent | bytes
Part: TypeAlias = "ObjectRange | list[Piece]"
"""A copy inside of the store, or what is read and sent as one part."""


def length_of(piece: Piece) -> int:
    return len(piece) if isinstance(piece, bytes) else piece.length


def cut_parts(
    pieces: Iterable[Piece], *, smallest: int, largest: int, sent: int = SENT
) -> Iterator[Part]:
    """In order. No part but the last has fewer than `smallest` bytes, and no copy more than `largest`."""
    waiting: list[Piece] = []
    size = 0
    for piece in pieces:
        lacking = max(smallest - size, 0) if waiting else 0
        if isinstance(piece, ObjectRange) and piece.length >= lacking + smallest:
            first, rest = piece.cut(lacking)
            if waiting:
                yield [*waiting, first]
            yield from _cut_copy(rest, smallest, largest)
            waiting, size = [], 0
            continue
        for step in _cut_steps(piece, sent):
            waiting.append(step)
            size += length_of(step)
            if size >= max(sent, smallest):
                yield waiting
                waiting, size = [], 0
    if waiting:
        yield waiting


def read_piece(piece: FileExtent | bytes) -> bytes:
    """The bytes of a piece that is in no object."""
    if isinstance(piece, bytes):
        return piece
    return read_at(piece.source, piece.offset, piece.length)


def _cut_copy(piece: ObjectRange, smallest: int, largest: int) -> Iterator[ObjectRange]:
    while piece.length > largest:
        # What is left must not be too small either.
        first, piece = piece.cut(largest - smallest)
        yield first
    yield piece


def _cut_steps(piece: Piece, most: int) -> Iterator[Piece]:
    while length_of(piece) > most:
        first, piece = _cut(piece, most)
        yield first
    yield piece


def _cut(piece: Piece, length: int) -> tuple[Piece, Piece]:
    if isinstance(piece, bytes):
        return piece[:length], piece[length:]
    return piece.cut(length)
