"""A large page that is read in pieces is as one that is read at once, wherever it is cut, and whatever is wrong with it."""

from __future__ import annotations

import io
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, Final, NamedTuple, cast
from unittest.mock import patch

import pyarrow as pa
import pytest
from hypothesis import given
from hypothesis import strategies as st
from pyarrow import parquet

import inlay
from inlay.pages.engine import page_bytes, page_pieces, page_runs
from inlay.pages.engine.chunk_metadata import locate_pages
from inlay.pages.engine.dense_values import read_dense_runs, read_dense_values
from inlay.pages.engine.walk import read_held
from inlay.verbs.index.chosen_columns import choose_columns
from tests.support.examples import examples
from tests.verbs.index.test_law import POOLS
from tests.verbs.index.test_measured_in_runs import change_a_page, measure
from tests.verbs.verify.values.geometry_files import line, native, point

pq = cast("Any", parquet)

DICTIONARY: Final = "a dictionary"
NUMBERS: Final = ["PLAIN", DICTIONARY, "DELTA_BINARY_PACKED", "BYTE_STREAM_SPLIT"]
REALS: Final = ["PLAIN", DICTIONARY, "BYTE_STREAM_SPLIT"]
FIXED: Final = [*REALS, "DELTA_BYTE_ARRAY"]
TEXTS: Final = ["PLAIN", DICTIONARY, "DELTA_LENGTH_BYTE_ARRAY", "DELTA_BYTE_ARRAY"]
ENCODINGS: Final[dict[str, list[str]]] = {
    **dict.fromkeys(("tiny", "unsigned", "whole", "day", "at"), NUMBERS),
    **dict.fromkeys(("real", "narrow", "half"), REALS),
    **dict.fromkeys(("price", "amount", "fixed"), FIXED),
    **dict.fromkeys(("word", "raw"), TEXTS),
    "flag": ["PLAIN", "RLE"],
}
CODECS: Final = ["none", "snappy", "gzip", "zstd", "brotli", "lz4"]


class Cut(NamedTuple):
    """At the most so many bytes of values in a piece, and of a page at once; a piece has eight values at least."""

    piece: int
    part: int = 1 << 20


CUTS: Final = st.builds(Cut, st.sampled_from([1, 100, 700]), st.sampled_from([1, 7, 1 << 20]))


@contextmanager
def cut_small(cut: Cut) -> Iterator[None]:
    with (
        patch.object(page_pieces, "PIECE", cut.piece),
        patch.object(page_pieces, "FEWEST", 8),
        patch.object(page_bytes, "PART", cut.part),
        patch.object(page_runs, "AT_ONCE", -1),
    ):
        yield


@st.composite
def files(draw: st.DrawFn) -> bytes:
    """Of few pages, or of one."""
    name = draw(st.sampled_from(sorted(ENCODINGS)))
    type_, pool = POOLS[name]
    value = st.one_of(st.none(), st.sampled_from(pool))
    is_list = draw(st.booleans())
    row = st.lists(value, max_size=5) | st.none() if is_list else value
    repeated = st.tuples(row, st.sampled_from([1, 1, 1, 9, 40]))
    rows = [it for it, times in draw(st.lists(repeated, max_size=40)) for _ in range(times)]
    encoding = draw(st.sampled_from(ENCODINGS[name]))
    options: dict[str, Any] = {"use_dictionary": encoding == DICTIONARY}
    if encoding != DICTIONARY:
        options["column_encoding"] = {"c.list.element" if is_list else "c": encoding}
    table = pa.table({"c": pa.array(rows, pa.list_(type_) if is_list else type_)})
    return write(
        table,
        compression=draw(st.sampled_from(CODECS)),
        data_page_version=draw(st.sampled_from(["1.0", "2.0"])),
        write_page_checksum=draw(st.booleans()),
        max_rows_per_page=draw(st.sampled_from([1 << 20, 60])),
        **options,
    )


def write(table: pa.Table, **options: Any) -> bytes:
    file = io.BytesIO()
    pq.write_table(table, file, data_page_size=1 << 30, **options)
    return file.getvalue()


@examples(400)
@given(files(), CUTS)
def test_they_say_the_same(data: bytes, cut: Cut) -> None:
    hold_against_whole(data, cut)


def hold_against_whole(data: bytes, cut: Cut) -> None:
    with cut_small(cut):
        in_pieces = measure(data, 1)
    assert [it.said for it in in_pieces] == [it.said for it in measure(data, None)]


@examples(400)
@given(files(), CUTS, st.integers(0, 100_000), st.integers(1, 255))
def test_the_same_is_wrong_with_them(data: bytes, cut: Cut, place: int, change: int) -> None:
    hold_against_whole(change_a_page(data, place, change), cut)


def list_values(data: bytes) -> tuple[list[Any], list[list[Any]]]:
    """Of the first chunk: those at once, and those of each run."""
    metadata = inlay.read_metadata(data)
    (column,) = choose_columns(metadata, None)
    meta = metadata.row_groups[0].columns[0].meta_data
    assert meta is not None
    start, end = locate_pages(meta)
    chunk = data[start:end]
    at_once = read_dense_values(chunk, meta, column.leaf, start)
    runs = read_dense_runs(read_held(chunk, start), (start, end), meta, column.leaf, in_pieces=True)
    return at_once.values.to_pylist(), [it.values.to_pylist() for it in runs]


MANY: Final = [
    (name, encoding, version)
    for name, encodings in ENCODINGS.items()
    for encoding in encodings
    for version in ("1.0", "2.0")
]


@pytest.mark.needs("native core")
@pytest.mark.parametrize("is_list", [False, True])
@pytest.mark.parametrize(("name", "encoding", "version"), MANY)
def test_a_page_has_many_pieces(name: str, encoding: str, version: str, is_list: bool) -> None:
    """With the same values in them, one behind the other."""
    type_, pool = POOLS[name]
    values = [*pool * 20, *[pool[-1]] * 99, None, *pool, *[pool[0]] * 9, *pool * 10]
    rows = [[it, None] for it in values] if is_list else values
    path = "c.list.element" if is_list else "c"
    data = write(
        pa.table({"c": pa.array(rows, pa.list_(type_) if is_list else type_)}),
        use_dictionary=encoding == DICTIONARY,
        column_encoding=None if encoding == DICTIONARY else {path: encoding},
        data_page_version=version,
    )
    with cut_small(Cut(1, 7)):
        at_once, pieces = list_values(data)
    assert repr([it for piece in pieces for it in piece]) == repr(at_once)
    assert len(pieces) > 3
    assert max(map(len, pieces)) <= 16


@pytest.mark.needs("native core")
def test_geometries_of_a_page_are_numbered_on() -> None:
    values = [point(1, 2), line(0, 0, 9, 9), None, point(3, 3, 3, kind=1001)]
    data = native([*values * 9, b"none", *values], use_dictionary=False)
    with cut_small(Cut(1)):
        (in_pieces,) = measure(data, 1)
    (at_once,) = measure(data, None)
    assert in_pieces.runs > 3
    assert in_pieces.said == at_once.said
    assert isinstance(in_pieces.said, tuple)
    assert in_pieces.said[2].faults == {
        0: "value 27 is not WKB: its byte order is 110: only 0 and 1 are defined"
    }
