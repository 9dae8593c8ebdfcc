"""An index or a Bloom filter that does not fit stays behind, with a note, and the rest moves."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from decimal import Decimal
from pathlib import Path
from typing import Any, Final

import numpy as np
import pytest

import inlay
from inlay.ground.files.source import open_source, read_at
from inlay.pages.engine.chunk_metadata import metadata_of
from inlay.pages.engine.sink import StreamSink
from inlay.pages.engine.thrift_file import open_thrift
from parquet_format.parquet import (
    BoundaryOrder,
    ColumnChunk,
    ColumnIndex,
    FileMetaData,
    OffsetIndex,
)
from tests.pages.encodings.files import pa, pq
from tests.verbs.parts.made import assert_whole

NUMBER, TEXT, LIST, REQUIRED = range(4)
ROWS: Final = 12

INDEXED: Final[Mapping[str, Any]] = {
    "max_rows_per_page": 4,
    "write_batch_size": 4,
    "write_page_index": True,
    "use_dictionary": False,
    "bloom_filter_options": {"n": {"ndv": 20}},
}


def write_indexed(path: Path, **options: Any) -> str:
    """Three pages in each column: the second of `n` and `t` is null."""
    schema = pa.schema(
        [
            ("n", pa.int32()),
            ("t", pa.string()),
            ("l", pa.list_(pa.int32())),
            pa.field("r", pa.int64(), nullable=False),
        ]
    )
    nulls = [None] * 4
    columns = {
        "n": [1, 2, 3, 4, *nulls, 5, 6, 7, 8],
        "t": ["a", "b", "c", "d", *nulls, "e", "f", "g", "h"],
        "l": [[1, 2]] * ROWS,
        "r": list(range(ROWS)),
    }
    pq.write_table(pa.table(columns, schema=schema), path, **{**INDEXED, **options})
    return str(path)


Change = Callable[[ColumnIndex, OffsetIndex], ColumnIndex | OffsetIndex | bytes | None]
"""Gives another column index or offset index."""


def edit_body(path: str, edit: Callable[[FileMetaData, bytearray], None]) -> None:
    """`edit` may append to the body, whose bytes so far it is given."""
    data = Path(path).read_bytes()
    with open_source(data) as file:
        thrift = open_thrift(file, path)
        metadata = thrift.metadata()
        body = bytearray(data[: thrift.footer])
        edit(metadata, body)
        with Path(path).open("wb") as changed:
            sink = StreamSink(changed)
            sink.append(bytes(body))
            thrift.append_tail(sink, metadata)


def replace_index(path: str, column: int, change: Change) -> None:
    def edit(metadata: FileMetaData, body: bytearray) -> None:
        chunk = metadata.row_groups[0].columns[column]
        bounds, offsets = read_indexes(chunk, bytes(body))
        new = change(bounds, offsets)
        data = new if isinstance(new, bytes) else (new or offsets).encode()
        if isinstance(new, OffsetIndex):
            chunk.offset_index_offset, chunk.offset_index_length = len(body), len(data)
        else:
            chunk.column_index_offset, chunk.column_index_length = len(body), len(data)
        body += data

    edit_body(path, edit)


def read_indexes(chunk: ColumnChunk, data: bytes) -> tuple[ColumnIndex, OffsetIndex]:
    def piece(offset: int | None, length: int | None) -> bytes:
        assert offset
        assert length
        return data[offset : offset + length]

    return (
        ColumnIndex.decode(piece(chunk.column_index_offset, chunk.column_index_length)),
        OffsetIndex.decode(piece(chunk.offset_index_offset, chunk.offset_index_length)),
    )


def move_rows(offsets: OffsetIndex, *firsts: int) -> OffsetIndex:
    for location, first in zip(offsets.page_locations, firsts, strict=True):
        location.first_row_index = first
    return offsets


def longer(offsets: OffsetIndex) -> OffsetIndex:
    last = offsets.page_locations[-1]
    after = last.replace(offset=last.offset + last.compressed_page_size)
    offsets.page_locations = [*offsets.page_locations, after]
    return offsets


def turned(index: ColumnIndex) -> ColumnIndex:
    return index.replace(
        min_values=index.min_values[::-1],
        max_values=index.max_values[::-1],
        boundary_order=BoundaryOrder.ASCENDING,
    )


NO_NULL_PAGES: Final = bytes.fromhex("29180019180015000000")
"""What parquet.js writes: a ColumnIndex without its first field."""

IN_INDEX: Final[Mapping[str, tuple[int, str, Change]]] = {
    "no null_pages": (NUMBER, "null_pages", lambda *_: NO_NULL_PAGES),
    "bytes behind": (NUMBER, "ends 1 byte early", lambda index, _: index.encode() + b"\0"),
    "more pages": (NUMBER, "tells of 4 pages, but there are 3|do not fill", lambda _, offsets: longer(offsets)),
    "elements": (LIST, "begins with row 16 of 12", lambda _, offsets: move_rows(offsets, 0, 8, 16)),
    "not from 0": (NUMBER, "begins with row 1", lambda _, offsets: move_rows(offsets, 1, 4, 8)),
    "backwards": (NUMBER, "begins with row 3", lambda _, offsets: move_rows(offsets, 0, 8, 3)),
    "fewer counts": (NUMBER, "null_counts has 2", lambda index, _: index.replace(null_counts=[0, 4])),
    "fewer bounds": (TEXT, "max_values has 1", lambda index, _: index.replace(max_values=[b"d"])),
    "null page with bounds": (TEXT, "has bounds", lambda index, _: index.replace(max_values=[b"d", b"x", b"h"])),
    "null page without nulls": (NUMBER, "null_counts does not", lambda index, _: index.replace(null_counts=[0, 0, 0])),
    "null page, nobody knows": (NUMBER, "null_counts does not", lambda index, _: index.replace(null_counts=[-1, -1, -1])),
    "negative": (TEXT, "null_counts has -2", lambda index, _: index.replace(null_counts=[-2, 4, 0])),
    "nulls where none can be": (REQUIRED, "required", lambda index, _: index.replace(null_pages=[True, False, False])),
    "short bound": (NUMBER, "4 bytes of a value", lambda index, _: index.replace(min_values=[b"\1", b"", b"\5\0\0\0"])),
    "no bounds of values": (NUMBER, "4 bytes of a value|nothing but nulls", lambda index, _: index.replace(null_pages=[False] * 3)),
    "inverted": (NUMBER, "of page 2, the minimum is above the maximum", lambda index, _: index.replace(min_values=[b"\1\0\0\0", b"", b"\t\0\0\0"])),
    "inverted text": (TEXT, "of page 0, the minimum is above the maximum", lambda index, _: index.replace(min_values=[b"z", b"", b"e"])),
    "not descending": (NUMBER, "boundary_order is DESCENDING, and the bounds are not", lambda index, _: index.replace(boundary_order=BoundaryOrder.DESCENDING)),
    "not ascending": (TEXT, "boundary_order is ASCENDING, and the bounds are not", lambda index, _: turned(index)),
    "no maximum": (TEXT, "maximum has no bytes", lambda index, _: index.replace(max_values=[b"", b"", b"h"])),
}  # fmt: skip
"""What can be told from the index alone: column, what is said, change."""

IN_INDEXES: Final[Mapping[str, tuple[int, str, Change]]] = {
    "too many nulls": (NUMBER, "null_counts has 5", lambda index, _: index.replace(null_counts=[5, 4, 0])),
    "some of a null page": (NUMBER, "null_counts does not", lambda index, _: index.replace(null_counts=[1, 3, 0])),
    "nothing but nulls": (TEXT, "nothing but nulls", lambda index, _: index.replace(null_counts=[4, 4, 0])),
    "another sum": (NUMBER, "null_counts add up to 5, and null_count of the chunk is 4", lambda index, _: index.replace(null_counts=[1, 4, 0])),
    "another sum without one": (NUMBER, "null_counts add up to 6, and null_count", lambda index, _: index.replace(null_counts=[2, 4, -1])),
}  # fmt: skip
"""What takes rows of pages, which the offset index has, and the nulls of the chunk."""

BESIDE_PAGES: Final[Mapping[str, tuple[int, str, Change]]] = {
    "other rows": (NUMBER, "gives page 0 5 rows, and the page has 4", lambda _, offsets: move_rows(offsets, 0, 5, 8)),
    "more rows than values": (LIST, "9 rows, and the page has 8 values", lambda _, offsets: move_rows(offsets, 0, 9, 10)),
}  # fmt: skip
"""What takes headers of pages."""


EACH: Final = {**IN_INDEX, **{f"{case}, by rows": it for case, it in IN_INDEXES.items()}}


def concat_changed(tmp_path: Path, column: int, change: Change, **options: Any) -> Any:
    """What became of a file with a wrong index and one with right ones; and the chunks of that column."""
    wrong = write_indexed(tmp_path / "wrong.parquet")
    right = write_indexed(tmp_path / "right.parquet")
    replace_index(wrong, column, change)
    out = tmp_path / "out.parquet"
    made = inlay.concat([wrong, right], out, **options)
    assert pq.read_table(out).equals(pa.concat_tables([pq.read_table(right)] * 2))
    assert_whole(out)
    groups = inlay.read_metadata(out).row_groups
    for other in range(4):
        chunks = [group.columns[other] for group in groups]
        assert [chunk.offset_index_offset is not None for chunk in chunks[other == column :]] == (
            [True] * (1 if other == column else 2)
        )
    return made, groups[0].columns[column], groups[1].columns[column]


@pytest.mark.parametrize("verify_pages", [True, False], ids=["checked", "unchecked"])
@pytest.mark.parametrize("case", EACH)
def test_an_index_that_does_not_fit_stays_behind(
    case: str, verify_pages: bool, tmp_path: Path
) -> None:
    column, said, change = EACH[case]
    assert_left_out(column, said, change, tmp_path, verify_pages=verify_pages)


@pytest.mark.parametrize("case", BESIDE_PAGES)
def test_an_index_is_held_against_the_headers_of_pages(case: str, tmp_path: Path) -> None:
    column, said, change = BESIDE_PAGES[case]
    assert_left_out(column, said, change, tmp_path)


def assert_left_out(column: int, said: str, change: Change, tmp_path: Path, **options: Any) -> None:
    made, wrong, right = concat_changed(tmp_path, column, change, **options)
    assert wrong.column_index_offset is None
    assert wrong.column_index_length is None
    assert right.column_index_offset is not None
    is_offsets = wrong.offset_index_offset is None
    notes = [note for note in made.notes if "stay behind" in note]
    assert len(notes) == 1 + is_offsets
    assert "wrong.parquet" in notes[0]
    assert re.search(said, notes[-1]) is not None, notes


def test_rows_of_lists_in_pages_of_version_2_are_known(tmp_path: Path) -> None:
    wrong = write_indexed(tmp_path / "wrong.parquet", data_page_version="2.0")
    out = tmp_path / "out.parquet"
    assert inlay.concat(wrong, out).notes == ()
    replace_index(wrong, LIST, lambda _, offsets: move_rows(offsets, 0, 5, 8))
    made = inlay.concat(wrong, out, overwrite=True)
    assert any("gives page 0 5 rows, and the page has 4" in note for note in made.notes)


def test_the_values_of_lists_are_not_taken_for_rows(tmp_path: Path) -> None:
    """Though there are rows enough for them, since the last page has most values."""
    path = str(tmp_path / "in.parquet")
    rows = [[1], [1, 2], [1], [1], [1], [1], [1], [1]]
    options = {**INDEXED, "bloom_filter_options": None}
    pq.write_table(pa.table({"l": pa.array(rows, pa.list_(pa.int32()))}), path, **options)
    replace_index(path, 0, lambda _, offsets: move_rows(offsets, 0, 5))
    made = inlay.concat(path, tmp_path / "out.parquet")
    assert any("counts the values of lists, and not rows" in note for note in made.notes)


@pytest.mark.parametrize("verify_pages", [True, False], ids=["checked", "unchecked"])
@pytest.mark.parametrize("verb", ["concat", "select", "split", "drop"])
def test_all_verbs_leave_it_out(verb: str, verify_pages: bool, tmp_path: Path) -> None:
    path = write_indexed(tmp_path / "in.parquet")
    replace_index(path, NUMBER, lambda *_: NO_NULL_PAGES)
    out = tmp_path / "out.parquet"
    match verb:
        case "concat":
            made = inlay.concat(path, out, verify_pages=verify_pages)
        case "select":
            made = inlay.select(path, out, columns=["n"], verify_pages=verify_pages)
        case "split":
            [made] = inlay.split(path, tmp_path / "parts", rows=100, verify_pages=verify_pages)
        case _:
            made = inlay.drop(path, columns=["t"], verify_pages=verify_pages)
    assert [note for note in made.notes if "stay behind" in note] == [
        f"column indexes of column n stay behind, for they do not fit: of column n in row group 0 of {path}, "
        "it is damaged: ColumnIndex: required field null_pages (1) is missing"
    ]
    assert_whole(made.path)


def without_header(metadata: FileMetaData, _body: bytearray) -> None:
    meta = metadata_of(metadata.row_groups[0].columns[NUMBER])
    meta.bloom_filter_length = 32


def behind_the_body(metadata: FileMetaData, body: bytearray) -> None:
    metadata_of(metadata.row_groups[0].columns[NUMBER]).bloom_filter_offset = len(body) - 3


def in_pages(metadata: FileMetaData, _body: bytearray) -> None:
    metadata_of(metadata.row_groups[0].columns[NUMBER]).bloom_filter_offset = 4


@pytest.mark.parametrize("verify_pages", [True, False], ids=["checked", "unchecked"])
@pytest.mark.parametrize(
    ("edit", "said"),
    [
        (without_header, "bytes, and bloom_filter_length is 32, which leaves out its header"),
        (behind_the_body, "header|not before the footer"),
        (in_pages, "it has no header"),
    ],
)
def test_a_bloom_filter_that_does_not_fit_stays_behind(
    edit: Callable[[FileMetaData, bytearray], None], said: str, verify_pages: bool, tmp_path: Path
) -> None:
    path = write_indexed(tmp_path / "in.parquet")
    edit_body(path, edit)
    out = tmp_path / "out.parquet"
    made = inlay.concat(path, out, verify_pages=verify_pages)
    [note] = made.notes
    assert note.startswith("Bloom filters of column n stay behind, for they do not fit: ")
    assert re.search(said, note) is not None
    meta = metadata_of(inlay.read_metadata(out).row_groups[0].columns[NUMBER])
    assert (meta.bloom_filter_offset, meta.bloom_filter_length) == (None, None)
    assert_whole(out)


def test_what_fits_is_the_same_piece(tmp_path: Path) -> None:
    """Beside what does not."""
    path = write_indexed(tmp_path / "in.parquet")
    replace_index(path, NUMBER, lambda *_: NO_NULL_PAGES)
    out = tmp_path / "out.parquet"
    inlay.concat(path, out)
    for column in (TEXT, LIST, REQUIRED):
        pieces: list[bytes] = []
        for each in (path, out):
            with open_source(each) as file:
                chunk = inlay.read_metadata(each).row_groups[0].columns[column]
                assert chunk.column_index_offset
                assert chunk.column_index_length
                pieces.append(read_at(file, chunk.column_index_offset, chunk.column_index_length))
        assert pieces[0] == pieces[1]


FITTING: Final[Mapping[str, Any]] = {
    "signed": pa.array([-4, -3, -2, -1, 1, 2], pa.int32()),
    "unsigned": pa.array([1, 2, 2**31, 2**31 + 1, 2**32 - 2, 2**32 - 1], pa.uint32()),
    "unsigned and small": pa.array([1, 2, 127, 128, 254, 255], pa.uint8()),
    "descending": pa.array([9, 8, 7, 6, 5, 4], pa.int64()),
    "zeros": pa.array([0.0, -0.0, -0.0, 0.0, -1.5, 0.0]),
    "half": pa.array(np.array([-2, -1, -1, 1, 1, 2], np.float16)),
    "decimals": pa.array([Decimal(number) for number in (-3, -2, -1, 0, 1, 2)], pa.decimal128(20, 0)),
    "text": pa.array(["a", "z", "é", "ü", "\U0001f600", "\U0001f601"]),
    "empty text": pa.array(["", "", "", "a", "", ""]),
    "bytes": pa.array([b"\0", b"\x7f", b"\x80", b"\x81", b"\xfe", b"\xff"]),
    "flags": pa.array([False, False, False, True, True, True]),
    "nulls between": pa.array([1, 2, None, None, 3, 4]),
}  # fmt: skip


@pytest.mark.parametrize("data_page_version", ["1.0", "2.0"])
@pytest.mark.parametrize("case", FITTING)
def test_bounds_that_are_in_order_move(case: str, data_page_version: str, tmp_path: Path) -> None:
    """By the order of their type; what has another one than these is not looked at."""
    path, out = tmp_path / "in.parquet", tmp_path / "out.parquet"
    options = {**INDEXED, "max_rows_per_page": 2, "write_batch_size": 2}
    options.pop("bloom_filter_options")
    pq.write_table(
        pa.table({"c": FITTING[case]}), path, data_page_version=data_page_version, **options
    )
    made = inlay.concat([path, path], out)
    assert made.notes == ()
    for group in inlay.read_metadata(out).row_groups:
        bounds, offsets = read_indexes(group.columns[0], out.read_bytes())
        assert len(bounds.null_pages) == len(offsets.page_locations) == 3


@pytest.mark.parametrize(
    ("number", "said"), [(2**31 - 1, None), (2**31, "the minimum is above the maximum")]
)
def test_unsigned_bounds_are_compared_as_such(
    number: int, said: str | None, tmp_path: Path
) -> None:
    """2**31 is less than 2**31 - 1 where numbers have signs."""
    path = tmp_path / "in.parquet"
    options = {**INDEXED}
    options.pop("bloom_filter_options")
    pq.write_table(pa.table({"c": pa.array([1, 2**31 - 1] * 6, pa.uint32())}), path, **options)
    low = number.to_bytes(4, "little")
    replace_index(str(path), 0, lambda index, _: index.replace(min_values=[low] * 3))
    made = inlay.concat(path, tmp_path / "out.parquet")
    assert [said is not None and said in note for note in made.notes] == [True] * (said is not None)


def test_one_page_more_in_files_with_pages_of_version_2(tmp_path: Path) -> None:
    """As parquet-go of hangxie writes them: the offset index has an entry behind the last page, without bytes."""
    path = write_indexed(tmp_path / "in.parquet", data_page_version="2.0")

    def longer_by_nothing(_: ColumnIndex, offsets: OffsetIndex) -> OffsetIndex:
        last = offsets.page_locations[-1]
        after = last.offset + last.compressed_page_size
        more = last.replace(offset=after, compressed_page_size=0, first_row_index=ROWS)
        return offsets.replace(page_locations=[*offsets.page_locations, more])

    replace_index(path, NUMBER, longer_by_nothing)
    for verify_pages in (True, False):
        out = tmp_path / f"{verify_pages}.parquet"
        made = inlay.concat([path, path], out, verify_pages=verify_pages)
        said = "it tells of 4 pages, but there are 3" if verify_pages else "do not fill the chunk"
        assert [said in note for note in made.notes] == [False, True]
        assert pq.read_table(out)["n"].to_pylist() == 2 * pq.read_table(path)["n"].to_pylist()
        assert_whole(out)
