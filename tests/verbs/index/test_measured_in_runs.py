"""Chunks that are read in runs of pages are as those that are read at once, wherever a run ends, and whatever is wrong with them."""

from __future__ import annotations

import io
from pathlib import Path
from typing import Any, Final, NamedTuple, cast
from unittest.mock import patch

import pyarrow as pa
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from pyarrow import parquet

import inlay
from inlay.footers.footer.trailer import tail_of
from inlay.pages.engine import dense_values, page_runs
from inlay.pages.engine.chunk_metadata import locate_pages
from inlay.pages.engine.dense_chunk import DenseChunk
from inlay.pages.engine.dense_file import read_dense
from inlay.pages.engine.errors import ChunkError
from inlay.verbs.index.chosen_columns import choose_columns
from inlay.verbs.index.measured_chunk import MeasuredChunk
from inlay.verbs.index.measured_values import MeasuredValues
from inlay_runtime.errors import InlayError
from tests.support.examples import examples
from tests.verbs.index.files import many_kinds
from tests.verbs.index.test_law import POOLS
from tests.verbs.verify.values.geometry_files import line, native, point

pq = cast("Any", parquet)

SMALL_PAGES: Final[dict[str, Any]] = {"write_batch_size": 3, "data_page_size": 1}

OPTIONS: Final[dict[str, dict[str, Any]]] = {
    "indexes": {},
    "indexes, then plain": {"dictionary_pagesize_limit": 16},
    "plain": {"use_dictionary": False, "compression": "none"},
    "checksums": {"use_dictionary": False, "write_page_checksum": True, "compression": "zstd"},
    "version 2": {"data_page_version": "2.0", "use_dictionary": False},
    "gzip": {"compression": "gzip", "dictionary_pagesize_limit": 16},
}
ENCODINGS: Final[dict[str, list[str]]] = {
    "word": ["DELTA_BYTE_ARRAY", "DELTA_LENGTH_BYTE_ARRAY"],
    "raw": ["DELTA_BYTE_ARRAY"],
    "whole": ["DELTA_BINARY_PACKED"],
    "real": ["BYTE_STREAM_SPLIT"],
}


class Measured(NamedTuple):
    """What a chunk says, and of how many runs."""

    said: object
    runs: int


def measure(data: bytes, run: int | None) -> list[Measured]:
    """Of each chunk of the first row group. None is at once."""
    metadata = inlay.read_metadata(data)
    group, orders = metadata.row_groups[0], metadata.column_orders
    assert orders is not None
    measured: list[Measured] = []
    for column in choose_columns(metadata, None):
        chunk = group.columns[column.at]
        assert chunk.meta_data is not None
        parts = group, chunk, chunk.meta_data, column.leaf, column.element, orders[column.at]
        it = MeasuredChunk(*parts, lambda at, size: data[at : at + size], 0.01)
        it.will_decode = True
        it.needs_all_values = run is None
        added: list[DenseChunk] = []

        def add(values: MeasuredValues, run: DenseChunk, added: list[DenseChunk] = added) -> None:
            added.append(run)
            _ADD(values, run)

        with (
            patch.object(dense_values, "RUN", run or 0),
            patch.object(page_runs, "AT_ONCE", -1),
            patch.object(MeasuredValues, "add", add),
        ):
            measured.append(Measured(_list(it), len(added)))
    return measured


_ADD: Final = MeasuredValues.add


def _list(chunk: MeasuredChunk) -> object:
    try:
        pages = [(page, page.size) for page in chunk.levels]
        return pages, chunk.page_bytes, chunk.geometries, chunk.page_extremes, chunk.extremes
    except InlayError as error:
        return type(error), str(error)


@st.composite
def files(draw: st.DrawFn) -> bytes:
    name = draw(st.sampled_from(sorted(POOLS)))
    type_, pool = POOLS[name]
    value = st.one_of(st.none(), st.sampled_from(pool))
    is_list = draw(st.booleans())
    row = st.lists(value, max_size=9) | st.none() if is_list else value
    rows = [
        *[None] * draw(st.sampled_from([0, 0, 7])),  # a page of nulls
        *draw(st.lists(row, max_size=30)),
    ]
    table = pa.table({"c": pa.array(rows, pa.list_(type_) if is_list else type_)})
    options = OPTIONS[draw(st.sampled_from(sorted(OPTIONS)))]
    if draw(st.booleans()) and name in ENCODINGS:
        encoding = draw(st.sampled_from(ENCODINGS[name]))
        path = "c.list.element" if is_list else "c"
        options = {**options, "use_dictionary": False, "column_encoding": {path: encoding}}
    file = io.BytesIO()
    pq.write_table(table, file, **SMALL_PAGES, **options)
    return file.getvalue()


RUNS: Final = st.sampled_from([1, 30, 100, 1_000])


@examples(150)
@given(files(), RUNS)
def test_they_say_the_same(data: bytes, run: int) -> None:
    assert [it.said for it in measure(data, run)] == [it.said for it in measure(data, None)]


def change_a_page(data: bytes, place: int, change: int) -> bytes:
    """With another byte in the pages of the first chunk; none is in a file of no rows."""
    meta = inlay.read_metadata(data).row_groups[0].columns[0].meta_data
    assert meta is not None
    start, end = locate_pages(meta)
    assume(start < end)
    changed = bytearray(data)
    changed[start + place % (end - start)] ^= change
    return bytes(changed)


@examples(150)
@given(files(), RUNS, st.integers(0, 100_000), st.integers(1, 255))
def test_the_same_is_wrong_with_them(data: bytes, run: int, place: int, change: int) -> None:
    data = change_a_page(data, place, change)
    assert [it.said for it in measure(data, run)] == [it.said for it in measure(data, None)]


@pytest.mark.parametrize("option", OPTIONS)
def test_there_are_many_runs(option: str) -> None:
    """But where a dictionary is larger than a run."""
    file = io.BytesIO()
    pq.write_table(many_kinds(60), file, **SMALL_PAGES, **OPTIONS[option])
    data = file.getvalue()
    in_runs, at_once = measure(data, 64), measure(data, None)
    assert [it.said for it in in_runs] == [it.said for it in at_once]
    assert all(it.runs == 1 for it in at_once)
    assert sum(it.runs > 2 for it in in_runs) > len(in_runs) / 4


def test_a_list_goes_on_in_the_next_run() -> None:
    """As old writers made them."""
    file = io.BytesIO()
    habits = {"use_dictionary": False, "compression": "none", "max_rows_per_page": 1}
    pq.write_table(pa.table({"c": [[1], [2], [3]]}), file, **habits)
    data, runs = bytearray(file.getvalue()), b"\2\0\0\0\2\0\2\0\0\0\2\3"
    assert data.count(runs) == 3  # a repetition level and a definition level, each with its length
    data[data.rindex(runs) + 5] = 1
    body, metadata = bytes(data[: inlay.open(bytes(data)).offset]), inlay.read_metadata(bytes(data))
    said: list[Any] = []
    for rows in (2, 3):
        metadata.num_rows = metadata.row_groups[0].num_rows = rows
        changed = body + tail_of(metadata.encode())
        (in_runs,), (at_once,) = measure(changed, 1), measure(changed, None)
        assert in_runs.runs == 3
        assert in_runs.said == at_once.said
        said.append(in_runs.said)
    assert [page.begins_row for page, _ in said[0][0]] == [True, True, False]
    assert said[1][0] is ChunkError  # it has 2 rows


def test_geometries_are_numbered_on() -> None:
    """The first of each type, and what is wrong in each page."""
    values = [point(1, 2), b"none", line(0, 0, 9, 9), None, point(3, 3, 3, kind=1001), b"\0"]
    data = native(values * 3, **SMALL_PAGES, use_dictionary=False)
    (in_runs,), (at_once,) = measure(data, 1), measure(data, None)
    assert in_runs.runs > 3
    assert in_runs.said == at_once.said
    assert isinstance(in_runs.said, tuple)
    geometries = in_runs.said[2]
    assert set(geometries.kinds) == {1, 2, 1001}
    assert geometries.kinds[2] == 2
    assert len(geometries.faults) > 2


@pytest.mark.parametrize("option", OPTIONS)
def test_files_get_the_same(option: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "f.parquet"
    habits = SMALL_PAGES | OPTIONS[option]
    pq.write_table(many_kinds(200), path, **habits, write_statistics=False)
    written: list[bytes] = []
    for run in (1 << 30, 100):
        monkeypatch.setattr(dense_values, "RUN", run)
        monkeypatch.setattr(page_runs, "AT_ONCE", -1)
        output = tmp_path / f"{run}.parquet"
        inlay.add_index(path, target=inlay.Target(output))
        written.append(output.read_bytes())
    assert written[0] == written[1]
    assert inlay.verify(written[1], values=True).findings == ()


def test_texts_that_begin_alike_are_measured_first(monkeypatch: pytest.MonkeyPatch) -> None:
    """A page of few bytes has many of values: a run of several is halved until it is small, or one page."""
    file = io.BytesIO()
    table = pa.table({"c": [f"{'x' * 200}{it:03}" for it in range(40)]})
    encoding = {"c": "DELTA_BYTE_ARRAY"}
    pq.write_table(table, file, **SMALL_PAGES, use_dictionary=False, column_encoding=encoding)
    asked: list[int] = []

    def look(*given: Any) -> Any:
        values = read_dense(*given)
        asked.append(values.nbytes)
        return values

    monkeypatch.setattr("inlay.pages.engine.dense_pages.read_dense", look)
    (in_runs,) = measure(file.getvalue(), 4_000)
    assert in_runs.runs > 2
    assert max(asked) < 2 * 4_000
    (at_once,) = measure(file.getvalue(), None)
    assert in_runs.said == at_once.said
    assert max(asked) > 8_000
