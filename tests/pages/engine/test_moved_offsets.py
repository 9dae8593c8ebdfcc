"""What the core makes of the offsets of a row group is what the structs become, whatever moved where."""

from __future__ import annotations

import io
import random
from array import array
from collections.abc import Sequence
from itertools import accumulate, pairwise
from typing import Any, Final

import pytest
from hypothesis import given
from hypothesis import strategies as st

from inlay.ground.files.source import read_at
from inlay.ground.schema.encoded_path import encode_path
from inlay.pages.engine import offsets
from inlay.pages.engine.body import Body
from inlay.pages.engine.engine import move_piece
from inlay.pages.engine.errors import PlacementRefusedError
from inlay.pages.engine.moved import Extent, MovedSource
from inlay.pages.engine.moved_indexes import gather_indexes, move_indexes
from inlay.pages.engine.moved_runs import MovedRuns
from inlay.pages.engine.piece import OFFSET_INDEX, REST, Piece
from inlay.pages.engine.plan import Move, Origin, Output, OwnChunks
from inlay.pages.engine.sink import StreamSink
from inlay.pages.engine.thrift_file import ThriftFile
from inlay_runtime.core import load_native
from inlay_runtime.extension import Extension
from inlay_runtime.limits import DEFAULT_LIMITS
from parquet_format.parquet import (
    ColumnChunk,
    ColumnMetaData,
    CompressionCodec,
    FileMetaData,
    OffsetIndex,
    PageLocation,
    RowGroup,
    Type,
)
from tests.support.examples import examples

_native: Any = load_native("inlay.pages.engine.native_whole_groups")

END: Final = 100
"""Of the body."""
FILE: Final = ThriftFile("file", io.BytesIO(), b"", END)

OFFSETS: Final = st.integers(-3, END + 10)
MAYBE: Final = st.none() | OFFSETS


@st.composite
def chunks(draw: st.DrawFn) -> ColumnChunk:
    start = draw(st.integers(0, END - 1))
    dictionary = draw(st.sampled_from([None, 0, start]))
    meta = ColumnMetaData(
        type=Type.INT32,
        encodings=[],
        path_in_schema=["a"],
        codec=CompressionCodec.UNCOMPRESSED,
        num_values=1,
        total_uncompressed_size=9,
        total_compressed_size=draw(st.integers(0, END - start)),
        data_page_offset=draw(st.sampled_from([0, start + 3])) if dictionary else start,
        dictionary_page_offset=dictionary,
        index_page_offset=draw(MAYBE),
        bloom_filter_offset=draw(MAYBE),
        extension=draw(st.sampled_from([None, Extension(b"another's")])),
    )
    indexed = draw(MAYBE)
    return ColumnChunk(
        file_offset=draw(OFFSETS),
        meta_data=meta,
        offset_index_offset=indexed,
        offset_index_length=None if indexed is None else draw(st.none() | st.integers(0, 9)),
        column_index_offset=draw(MAYBE),
    )


@st.composite
def row_groups(draw: st.DrawFn) -> RowGroup:
    return RowGroup(
        columns=draw(st.lists(chunks(), max_size=4)),
        total_byte_size=9,
        num_rows=1,
        file_offset=draw(MAYBE),
        ordinal=draw(st.sampled_from([None, 7])),
        extension=draw(st.sampled_from([None, Extension(b"another's")])),
    )


@st.composite
def moves(draw: st.DrawFn) -> list[Piece]:
    """The body in pieces, in another order; perhaps not all of it."""
    cuts = draw(st.lists(st.integers(1, END - 1), max_size=5, unique=True).map(sorted))
    pieces = [Piece(REST, start, end) for start, end in zip([0, *cuts], [*cuts, END], strict=True)]
    order = draw(st.permutations(pieces))
    return order[: draw(st.sampled_from([len(order), len(order), len(order) - 1]))]


def moved_as(pieces: Sequence[Piece]) -> MovedSource:
    moved = MovedSource(Body(END, {}, [Piece(REST, 0, END)]))
    at = 3
    for piece in pieces:
        moved.note(piece, at)
        at += piece.size
    return moved


def change(row_group: RowGroup, origins: Sequence[Origin], moved: MovedSource) -> object:
    metadata = FileMetaData(
        version=1, schema=[], num_rows=1, row_groups=[RowGroup.decode(row_group.encode())]
    )
    try:
        offsets.change_offsets(Output(metadata, [origins]), {FILE: moved})
    except PlacementRefusedError as error:
        return str(error)
    return metadata.row_groups[0].encode()


@pytest.mark.needs("native core")
@given(row_groups(), moves(), st.data())
@examples(60)
def test_it_is_what_structs_become(
    row_group: RowGroup, pieces: list[Piece], data: st.DataObject
) -> None:
    moved = moved_as(pieces)
    for column, chunk in enumerate(row_group.columns):
        if chunk.offset_index_length is not None and data.draw(st.booleans()):
            moved.offset_indexes[0, column] = Extent(data.draw(st.integers(4, 1 << 40)), 300)
        if data.draw(st.integers(0, 5)) == 0:
            moved.replaced[0, column] = [Extent(4, 5)]
    origins = OwnChunks(FILE, 0, len(row_group.columns))
    assert change(row_group, origins, moved) == change(row_group, list(origins), moved)


def wide() -> RowGroup:
    """Chunks of ten bytes side by side."""
    return RowGroup(
        columns=[
            ColumnChunk(
                file_offset=start,
                meta_data=ColumnMetaData(
                    type=Type.INT32,
                    encodings=[],
                    path_in_schema=["a"],
                    codec=CompressionCodec.UNCOMPRESSED,
                    num_values=1,
                    total_uncompressed_size=10,
                    total_compressed_size=10,
                    data_page_offset=start,
                ),
                column_index_offset=END - 1,
            )
            for start in range(4, 94, 10)
        ],
        total_byte_size=90,
        num_rows=1,
        file_offset=4,
    )


@pytest.mark.needs("native core")
def test_no_struct_is_changed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(offsets, "change_row_group", None)
    moved = moved_as([Piece(REST, 50, END), Piece(REST, 0, 50)])
    changed = change(wide(), OwnChunks(FILE, 0, 9), moved)
    assert isinstance(changed, bytes)
    starts = [chunk.file_offset for chunk in RowGroup.decode(changed).columns]
    assert starts == [*range(57, 107, 10), *range(7, 47, 10)]


@pytest.mark.needs("native core")
def test_damaged_bytes_are_left_to_structs() -> None:
    """Whatever is in them, the core stays within them."""
    draw = random.Random(7)
    columns = moved_as([Piece(REST, 50, END), Piece(REST, 0, 50)]).runs.columns()
    whole = wide().encode()
    for size in range(len(whole)):
        assert _native.move_offsets(whole[:size], *columns, END, None) is None
    for _ in range(2_000):
        damaged = bytearray(whole)
        for _ in range(draw.randint(1, 4)):
            damaged[draw.randrange(len(damaged))] = draw.randrange(256)
        result = _native.move_offsets(bytes(damaged), *columns, END, None)
        assert result is None or isinstance(result, bytes)


@pytest.mark.needs("native core")
def test_numbers_of_another_row_group_are_refused() -> None:
    starts, ends, distances = moved_as([Piece(REST, 0, END)]).runs.columns()
    whole = wide().encode()
    assert _native.move_offsets(whole, starts, ends, distances[:-1], END, None) is None
    assert _native.move_offsets(whole, starts, ends, distances, END, array("q", [1, 2])) is None


INDEXES: Final = st.lists(
    st.builds(
        OffsetIndex,
        page_locations=st.lists(
            st.builds(
                PageLocation,
                offset=OFFSETS,
                compressed_page_size=st.integers(1, 300),
                first_row_index=st.integers(0, 5),
            ),
            max_size=3,
        ),
        unencoded_byte_array_data_bytes=st.sampled_from([None, [5]]),
    ),
    min_size=1,
    max_size=3,
)


def index_moves(indexes: Sequence[OffsetIndex]) -> list[Move]:
    """Side by side, behind the body of whose pages they tell."""
    encoded = [index.encode() for index in indexes]
    file = ThriftFile("file", io.BytesIO(bytes(END) + b"".join(encoded)), b"", END)
    ends = accumulate(map(len, encoded), initial=END)
    return [
        Move(file, Piece(OFFSET_INDEX, start, end, (0, column)))
        for column, (start, end) in enumerate(pairwise(ends))
    ]


@pytest.mark.needs("native core")
@given(INDEXES, moves())
@examples(60)
def test_indexes_that_move_together_are_those_that_move_by_themselves(
    indexes: list[OffsetIndex], pieces: list[Piece]
) -> None:
    together, alone = moved_as(pieces), moved_as(pieces)
    steps = index_moves(indexes)
    [run] = gather_indexes(iter(steps))
    assert run == steps
    sinks = StreamSink(io.BytesIO()), StreamSink(io.BytesIO())
    try:
        for step in steps:
            move_piece(step, alone, sinks[1])
    except PlacementRefusedError:
        assert not move_indexes(steps, together, sinks[0])
        return
    assert move_indexes(steps, together, sinks[0])
    written = [read_at(sink.written, 0, sink.size) for sink in sinks]
    assert written[0] == written[1]
    assert together.offset_indexes == alone.offset_indexes
    assert together.runs.columns() == alone.runs.columns()


@pytest.mark.needs("native core")
def test_damaged_indexes_are_left_to_structs() -> None:
    draw = random.Random(7)
    columns = moved_as([Piece(REST, 50, END), Piece(REST, 0, 50)]).runs.columns()
    location = PageLocation(offset=60, compressed_page_size=9, first_row_index=0)
    whole = OffsetIndex(page_locations=[location] * 2).encode()

    def move(data: bytes, sizes: list[int]) -> object:
        known = sizes, *columns, END, DEFAULT_LIMITS
        return _native.move_all_locations(OffsetIndex, data, *known)

    assert move(whole, [len(whole)]) is not None
    for sizes in ([], [len(whole) - 1], [len(whole) + 1], [0, len(whole)], [len(whole), 1], [-1]):
        assert move(whole, sizes) is None
    for _ in range(500):
        damaged = bytearray(whole)
        damaged[draw.randrange(len(damaged))] = draw.randrange(256)
        data = bytes(damaged)
        if move(data, [len(data)]) is not None:
            assert OffsetIndex.decode(data).encode() == data


@pytest.mark.needs("native core")
def test_paths_are_compared() -> None:
    whole, path = wide().encode(), encode_path([b"a"])
    assert _native.has_paths(whole, [path] * 9)
    assert not _native.has_paths(whole, [path] * 8)
    assert not _native.has_paths(whole, [*[path] * 8, encode_path([b"b"])])
    assert not any(_native.has_paths(whole[:size], [path] * 9) for size in range(len(whole) - 20))


@given(moves(), st.lists(OFFSETS, max_size=3))
@examples(50)
def test_runs_lead_where_each_byte_went(pieces: list[Piece], asked: list[int]) -> None:
    """Also those that are asked for before all have moved."""
    now: dict[int, int] = {}
    runs, at = MovedRuns(), 3
    for piece in pieces:
        runs.add(piece.start, piece.end, at)
        now.update(zip(range(piece.start, piece.end), range(at, at + piece.size), strict=True))
        at += piece.size
        assert [runs.find(old) for old in asked] == [now.get(old) for old in asked]
    assert [runs.find(old) for old in range(-2, END + 2)] == [
        now.get(old) for old in range(-2, END + 2)
    ]


def test_runs_side_by_side_are_one() -> None:
    runs = MovedRuns()
    for start in range(0, 50, 10):
        runs.add(start, start + 10, start + 100)
    runs.add(60, 70, 160)
    assert [*map(list, runs.columns())] == [[0, 60], [50, 70], [100, 100]]
