"""What looks at all chunks of a wide file keeps none of them, and what is kept of each are numbers in columns."""

from __future__ import annotations

import io
import tracemalloc
from collections.abc import Sequence
from typing import Final

import pytest

from inlay.pages.engine.chunk_order import ChunkOrder
from inlay.pages.engine.chunk_pieces import ChunkPieces
from inlay.pages.engine.moved import MovedPages, PagesByPlace
from inlay.pages.engine.passing_chunks import count_chunks, pass_chunks
from inlay.pages.engine.piece import CHUNK, RUN, Piece
from inlay.pages.engine.plan import Origin, OwnChunks
from inlay.pages.engine.thrift_file import ThriftFile, open_thrift
from inlay_runtime.remainder import is_closed, is_lazy
from tests.pages.encodings.files import pa, pq

PIECES: Final = [
    Piece(CHUNK, 4, 90, (1, 0), 80),
    Piece(CHUNK, 90, 100, (1, 2), 100),
    Piece(CHUNK, 100, 2**40, (1, 1), 2**39),
]


@pytest.fixture
def file() -> ThriftFile:
    written = io.BytesIO()
    pq.write_table(pa.table({"a": [1, 2], "b": [0.5, None], "c": ["x", "y"]}), written)
    return open_thrift(written, "three columns")


def test_copies_are_those_of_the_row_group(file: ThriftFile) -> None:
    [group] = file.metadata().row_groups
    assert list(pass_chunks(group)) == group.columns


@pytest.mark.needs("native core")
def test_nothing_of_the_row_group_is_decoded(file: ThriftFile) -> None:
    [group] = file.metadata().row_groups
    assert [chunk.meta_data is not None for chunk in pass_chunks(group)] == [True] * 3
    assert is_lazy(group)
    assert len(group.columns) == 3
    assert not is_lazy(group)


@pytest.mark.needs("native core")
def test_the_list_of_a_row_group_stays_closed(file: ThriftFile) -> None:
    [group] = file.metadata().row_groups
    assert group.num_rows == 2
    assert count_chunks(group) == len([*pass_chunks(group)]) == 3
    assert is_closed(group, "columns")


def test_chunks_that_were_changed_are_passed_as_they_are(file: ThriftFile) -> None:
    [group] = file.metadata().row_groups
    group.columns[1].file_path = "elsewhere"
    del group.columns[2]
    assert [chunk.file_path for chunk in pass_chunks(group)] == [None, "elsewhere"]
    assert count_chunks(group) == 2


def pieces_in(pieces: Sequence[Piece]) -> ChunkPieces:
    chunks = ChunkPieces(1)
    order = ChunkOrder.of([piece._replace(end=piece.pages_end) for piece in pieces])
    for at, piece in enumerate(pieces):
        chunks.extend(order, range(at, at + 1), piece.end)
    return chunks


def test_pieces_come_out_as_they_were_put_in() -> None:
    pieces = pieces_in(PIECES)
    assert list(pieces) == PIECES
    assert [pieces[at] for at in range(-3, 3)] == PIECES * 2
    assert pieces[1:] == PIECES[1:]
    assert list(pieces.extents) == [(it.start, it.end) for it in PIECES]
    assert list(pieces.columns) == [0, 2, 1]
    assert pieces.end == 2**40


def test_chunks_that_follow_each_other_are_put_at_once() -> None:
    pieces = ChunkPieces(1)
    order = ChunkOrder.of([piece._replace(end=piece.pages_end) for piece in PIECES])
    pieces.extend(order, range(3), 2**40)
    assert list(pieces) == PIECES


def test_chunks_side_by_side_are_one_run() -> None:
    """What lies between others of them is in none."""
    apart = [*PIECES[:2], Piece(CHUNK, 120, 130, (1, 1), 130), Piece(CHUNK, 130, 140, (1, 3), 135)]
    pieces = pieces_in(apart)
    assert list(pieces.runs(range(4))) == [Piece(RUN, 4, 100), Piece(RUN, 120, 140)]
    assert list(pieces.runs(range(1, 3))) == [Piece(RUN, 90, 100), Piece(RUN, 120, 130)]
    assert list(pieces.runs(range(2))) == [Piece(RUN, 4, 100)]
    assert list(pieces.runs(range(1, 1))) == []
    assert pieces.measure(range(4)) == 96 + 20


def test_chunks_of_a_row_group_are_its_origins(file: ThriftFile) -> None:
    expected = [Origin(file, (5, column)) for column in range(3)]
    origins = OwnChunks(file, 5, 3)
    assert list(origins) == expected
    assert [origins[0], origins[-1]] == [expected[0], expected[2]]
    assert origins[1:] == expected[1:]
    with pytest.raises(IndexError):
        origins[3]


def test_moved_pages_are_found_by_their_place() -> None:
    pages = PagesByPlace()
    for column in (0, 1, 4, 2, 1):  # in any order, and anew
        pages.put((2, column), column, 10 + column, 100 + column)
    assert pages.get((2, 1)) == MovedPages(1, 11, 101)
    assert pages.get((2, 2)) == MovedPages(2, 12, 102)
    assert pages.get((2, 4)) == MovedPages(4, 14, 104)
    assert pages.get((2, 3)) is None  # of a chunk without pages
    assert pages.get((2, 5)) is None
    assert pages.get((0, 0)) is None


def test_pages_that_were_put_in_any_order_are_found() -> None:
    pages = PagesByPlace()
    for column in (5, 7, 2, 6):
        pages.put((0, column), column, column + 1, 10 * column)
    found = [pages.get((0, column)) for column in range(9)]
    assert [None if it is None else it.new_start for it in found] == [
        *(None, None, 20, None, None),
        *(50, 60, 70, None),
    ]
    assert pages.get((1, 5)) is None


def test_one_chunk_takes_as_much_wherever_it_stands() -> None:
    """Each part of a chunk that is taken apart has its own: of a wide file they would be quadratic."""
    tracemalloc.start()
    try:
        PagesByPlace().put((0, 1_000_000), 1, 2, 3)
        _, peak = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert peak < 100_000
