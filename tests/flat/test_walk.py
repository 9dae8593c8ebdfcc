"""The pieces of a FlatBuffer: together they are the buffer, and the verifier's word is all that they need."""

from __future__ import annotations

import random
from collections import Counter

import pytest

from inlay_runtime.core import load_native
from inlay_runtime.flat.schema import TableSchema
from inlay_runtime.flat.table import Table
from inlay_runtime.flat.walk import FlatKind, FlatPiece, walk_buffer
from tests.flat.mutate import accepted, bases, mutated
from tests.flat.sample import full, kitchen

LONGEST_PADDING = 15


def pieces_of(data: bytes, cls: type[Table]) -> list[FlatPiece]:
    pieces: list[FlatPiece] = []
    walk_buffer(data, cls.SCHEMA, pieces.append)
    return pieces


def gaps(data: bytes, cls: type[Table]) -> list[bytes]:
    """What lies between pieces, the offset of the root and the identifier."""
    between: list[bytes] = []
    position = 8 if cls.SCHEMA.identifier else 4
    for piece in sorted(pieces_of(data, cls), key=lambda piece: piece.start):
        if piece.start > position:
            between.append(data[position : piece.start])
        position = max(position, piece.end)
    return [*between, data[position:]]


def test_what_is_in_no_piece_is_padding() -> None:
    for cls, data in bases():
        for gap in gaps(data, cls):
            assert len(gap) <= LONGEST_PADDING, cls
            assert not any(gap), cls


def test_each_field_leads_to_its_value() -> None:
    k = kitchen()
    rgb = k.Rgb(r=1, g=2, b=3)
    value = k.Vectors(anything=[k.AnyText("a"), k.AnyRgb(rgb)], texts=["b", "b"], flags=[True])
    data = value.encode()
    pieces = pieces_of(data, k.Vectors)
    values = {
        (piece.name, piece.number, piece.kind): data[piece.start : piece.end] for piece in pieces
    }
    assert values["anything", 0, FlatKind.STRING] == b"\1\0\0\0a\0"
    assert values["anything", 1, FlatKind.STRUCT] == bytes([1, 2, 3])
    assert values["texts", 1, FlatKind.STRING] == b"\1\0\0\0b\0"
    assert values["flags", -1, FlatKind.VECTOR] == b"\1\0\0\0\1"
    ends = {piece.start for piece in pieces if piece.kind is not FlatKind.SLOT}
    assert {piece.target for piece in pieces if piece.target} <= ends


def test_what_is_shared_is_walked_once_if_it_is_a_table() -> None:
    pieces = Counter(
        piece.start
        for piece in pieces_of(full().encode(), type(full()))
        if piece.kind is FlatKind.TABLE
    )
    assert set(pieces.values()) == {1}


def test_what_the_verifier_accepts_is_walked_inside_of_the_buffer() -> None:
    walked = 0
    for cls, data in accepted(7, 4000):
        walked += 1
        for piece in pieces_of(data, cls):
            assert 0 <= piece.start <= piece.end <= len(data), piece
    assert walked > 400


def as_native(pieces: list[FlatPiece]) -> list[tuple[object, ...]]:
    """Without the vtables that are not there again; a table's type is its schema."""
    rows: list[tuple[object, ...]] = []
    vtables: dict[object, int] = {}
    for piece in pieces:
        type_ = piece.type
        if isinstance(type_, type) and issubclass(type_, Table):
            type_ = type_.SCHEMA
        if piece.kind is FlatKind.VTABLE:
            if vtables.get(type_) == piece.start:
                continue
            vtables = {other: start for other, start in vtables.items() if start != piece.start}
            vtables[type_] = piece.start
        rows.append((piece.kind.value - 1, *piece[1:5], type_, *piece[6:]))
    return rows


@pytest.mark.needs("native core")
def test_the_native_walk_finds_the_same() -> None:
    native = load_native("inlay_runtime.native.flat_walk")
    assert native is not None
    compared = 0
    for cls, data in [*bases(), *accepted(11, 2000)]:
        for with_slots in (True, False):
            pieces: list[FlatPiece] = []
            walk_buffer(data, cls.SCHEMA, pieces.append, with_slots=with_slots)
            found = native.gather_pieces(data, cls.SCHEMA, with_slots)
            assert found is not None
            assert list(found) == as_native(pieces), cls
            compared += 1
    assert compared > 400


@pytest.mark.needs("native core")
def test_a_buffer_that_nobody_verified_is_left_to_python_or_walked_inside_of_it() -> None:
    native = load_native("inlay_runtime.native.flat_walk")
    assert native is not None
    rng = random.Random(13)
    left = 0
    for _ in range(3000):
        cls, data = rng.choice(bases())
        schema: TableSchema = cls.SCHEMA
        found = native.gather_pieces(mutated(rng, data), schema, True)
        left += found is None
    assert left > 400
