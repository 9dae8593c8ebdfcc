"""What a plan puts together from several files is what pyarrow reads from each of them."""

from __future__ import annotations

import io
from collections.abc import Sequence
from typing import Any, Final

import pytest

from inlay.ground.files.source import read_at
from inlay.pages.engine.body import Body, body_of
from inlay.pages.engine.engine import run
from inlay.pages.engine.errors import PlacementRefusedError
from inlay.pages.engine.leaf import leaves_of
from inlay.pages.engine.packed import write_packed
from inlay.pages.engine.piece import Piece, PieceKind
from inlay.pages.engine.plan import Insert, Move, Origin, Output, Step, rearrange
from inlay.pages.engine.sink import StreamSink
from inlay.pages.engine.thrift_file import ThriftFile, open_thrift
from inlay.verbs.verify.offsets import check_offsets
from parquet_format.parquet import FileMetaData, OffsetIndex
from tests.pages.encodings.files import pa, pq

OPTIONS: Final[dict[str, Any]] = {
    "row_group_size": 300,
    "data_page_size": 100,
    "write_batch_size": 50,
    "write_page_index": True,
    "bloom_filter_options": {"id": {"ndv": 300}},
}


def file_of(first: int, rows: int) -> ThriftFile:
    numbers = range(first, first + rows)
    table = pa.table({"id": numbers, "name": [f"row {number % 7}" for number in numbers]})
    written = io.BytesIO()
    pq.write_table(table, written, **OPTIONS)
    return open_thrift(written, f"from {first}")


def pieces_of(body: Body) -> list[Piece]:
    pieces = [*body.head]
    for group in body.groups:
        pieces += [*group.extras, *group.chunks, *group.rest]
    return pieces


def origins_of(file: ThriftFile, metadata: FileMetaData) -> list[list[Origin]]:
    return [
        [Origin(file, (group, column)) for column in range(len(row_group.columns))]
        for group, row_group in enumerate(metadata.row_groups)
    ]


def packed(sources: Sequence[ThriftFile], columns: Sequence[int]) -> io.BytesIO:
    """All row groups of the files, one file after the other, with these columns."""
    metadata = sources[0].metadata()
    origins: list[list[Origin]] = []
    metadata.row_groups = []
    for source in sources:
        described = source.metadata()
        metadata.row_groups += described.row_groups
        origins += origins_of(source, described)
    for row_group in metadata.row_groups:
        row_group.columns = [row_group.columns[column] for column in columns]
    chosen = [[group[column] for column in columns] for group in origins]
    root, *elements = metadata.schema
    metadata.schema = [root.replace(num_children=len(columns)), *(elements[at] for at in columns)]
    metadata.column_orders = None
    metadata.key_value_metadata = None
    metadata.num_rows = sum(row_group.num_rows for row_group in metadata.row_groups)
    output = io.BytesIO()
    sink = StreamSink(output)
    body = write_packed(Output(metadata, chosen).row_groups, leaves_of(metadata), sink)
    metadata.row_groups = list(body.row_groups())
    sources[0].append_tail(sink, metadata)
    assert not check_offsets(metadata, sink.size)
    return output


@pytest.mark.parametrize("columns", [[0, 1], [1], [1, 0]])
def test_row_groups_of_several_files_become_one_file(columns: list[int]) -> None:
    sources = [file_of(0, 700), file_of(1_000, 500), file_of(2_000, 1)]
    output = packed(sources, columns)
    expected = pa.concat_tables([pq.read_table(source.source) for source in sources])
    found = pq.ParquetFile(output)
    assert found.read().equals(expected.select(columns))
    assert found.num_row_groups == 3 + 2 + 1
    if 0 in columns:
        rows = pq.read_table(output, filters=[("id", "in", [650, 1_400])])
        assert rows.column("id").to_pylist() == [650, 1_400]


def test_indexes_lead_to_the_pages_of_the_new_file() -> None:
    output = packed([file_of(0, 700), file_of(1_000, 500)], [0, 1])
    file = open_thrift(output, "out")
    pages = 0
    for row_group in file.metadata().row_groups:
        for chunk in row_group.columns:
            assert chunk.meta_data is not None
            assert chunk.offset_index_offset is not None
            assert chunk.offset_index_length is not None
            data = read_at(output, chunk.offset_index_offset, chunk.offset_index_length)
            locations = OffsetIndex.decode(data).page_locations
            assert locations[0].offset == chunk.meta_data.data_page_offset
            pages += len(locations)
    assert pages > 30


def test_what_is_inserted_moves_the_rest_and_says_where_it_is() -> None:
    source = file_of(0, 700)
    metadata = source.metadata()
    body = body_of(source)
    moves = [Move(source, piece) for piece in pieces_of(body)]
    steps: list[Step] = [moves[0], Insert("mine", b"anything"), *moves[1:]]
    output = io.BytesIO()
    sink = StreamSink(output)
    landed = run(rearrange(source, metadata, body, steps), sink)
    source.append_tail(sink, metadata)
    assert read_at(output, landed.inserted["mine"], 8) == b"anything"
    assert pq.read_table(output).equals(pq.read_table(source.source))
    assert not check_offsets(metadata, sink.size)


def test_an_index_may_not_come_before_the_pages_that_it_tells_of() -> None:
    source = file_of(0, 700)
    metadata = source.metadata()
    body = body_of(source)
    indexes = [piece for piece in pieces_of(body) if piece.kind is PieceKind.OFFSET_INDEX]
    others = [piece for piece in pieces_of(body) if piece.kind is not PieceKind.OFFSET_INDEX]
    steps = [Move(source, piece) for piece in (others[0], indexes[0], *others[1:])]
    with pytest.raises(PlacementRefusedError, match="stands before the pages"):
        run(rearrange(source, metadata, body, steps), StreamSink(io.BytesIO()))


def test_what_leads_to_nothing_that_moved_is_cleared() -> None:
    source = file_of(0, 100)
    metadata = source.metadata()
    chunk = metadata.row_groups[0].columns[0]
    chunk.file_offset = source.footer - 1
    output = Output(metadata, origins_of(source, metadata))
    [row_group] = write_packed(
        output.row_groups, leaves_of(output.metadata), StreamSink(io.BytesIO())
    ).row_groups()
    assert row_group.columns[0].file_offset == 0
