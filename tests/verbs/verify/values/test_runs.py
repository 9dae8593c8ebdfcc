"""What an audit says of chunks in runs of pages is what it says of them at once, wherever a run ends, and whatever is wrong."""

from __future__ import annotations

import io
from collections.abc import Hashable, Iterator
from contextlib import contextmanager, nullcontext
from typing import Any, Final, cast
from unittest.mock import patch

import pyarrow as pa
import pytest
from hypothesis import given
from hypothesis import strategies as st
from pyarrow import parquet

import inlay
from inlay.footers.footer.trailer import tail_of
from inlay.pages.engine import distinct_values, forward_reader
from inlay.pages.engine.chunk_values import ChunkValues
from inlay.pages.engine.dense_chunk import DenseChunk
from inlay.verbs.verify.values import audit, blooms, second
from inlay.verbs.verify.verify_file import Verification
from parquet_format.parquet import FileMetaData, Statistics
from tests.lies.kinds import KINDS
from tests.support.examples import examples
from tests.verbs.index.test_law import POOLS
from tests.verbs.index.test_measured_in_pieces import CUTS, Cut, cut_small
from tests.verbs.index.test_measured_in_runs import OPTIONS, SMALL_PAGES, change_a_page

pq = cast("Any", parquet)

TINY: Final = 1
"""Bytes of values: a run is a page."""


@contextmanager
def in_runs(
    size: int = TINY, *, held: int = 0, cut: Cut | None = None
) -> Iterator[list[DenseChunk]]:
    """Gives the runs of chunks that have several. Of a chunk of more bytes than are `held`, some are read at a time. With a `cut`, pages are
    taken as large ones, and come in pieces."""
    runs: list[DenseChunk] = []
    opened = ChunkValues.open

    def watch(values: ChunkValues, looks: Any) -> None:
        opened(values, [*looks, _Watch(runs)])

    with (
        patch.object(audit, "RUN", size),
        patch.object(second, "RUN", size),
        patch.object(audit, "_HELD", held),
        patch.object(
            audit, "hold_plainly", lambda _data, _start, chunks, _extents: [None] * len(chunks)
        ),
        patch.object(forward_reader, "_AHEAD", 100),
        patch.object(distinct_values, "MOST", 2),
        patch.object(ChunkValues, "open", watch),
        nullcontext() if cut is None else cut_small(cut),
    ):
        yield runs


class _Watch:
    name: Hashable = "watch"

    def __init__(self, runs: list[DenseChunk]) -> None:
        self._runs = runs

    def add(self, run: DenseChunk) -> None:
        self._runs.append(run)


def say(data: bytes) -> object:
    found = inlay.verify(data, values=True)
    return _say(found)


def _say(found: Verification) -> object:
    assert found.audited is not None
    return found.findings, found.audited


@pytest.mark.parametrize(("held", "cut"), [(0, None), (1 << 20, None), (0, Cut(1, 7))])
@pytest.mark.parametrize("name", KINDS)
def test_lies_are_found_alike(name: str, held: int, cut: Cut | None) -> None:
    for data in (KINDS[name].file, KINDS[name].twin):
        at_once = say(data)
        with in_runs(held=held, cut=cut):
            assert say(data) == at_once


def test_lies_have_several_runs() -> None:
    with in_runs() as runs:
        for kind in KINDS.values():
            say(kind.file)
    assert len(runs) > len(KINDS) / 2
    with in_runs(cut=Cut(1)) as runs:
        for kind in KINDS.values():
            say(kind.file)
    assert any(run.goes_on for run in runs)


LARGE_PAGES: Final[dict[str, Any]] = {"data_page_size": 1 << 20}


@st.composite
def files(draw: st.DrawFn) -> bytes:
    name = draw(st.sampled_from(sorted(POOLS)))
    type_, pool = POOLS[name]
    value = st.one_of(st.none(), st.sampled_from(pool))
    is_list = draw(st.booleans())
    row = st.lists(value, max_size=9) | st.none() if is_list else value
    rows = [*[None] * draw(st.sampled_from([0, 7])), *draw(st.lists(row, max_size=30))]
    table = pa.table({"c": pa.array(rows, pa.list_(type_) if is_list else type_)})
    options = OPTIONS[draw(st.sampled_from(sorted(OPTIONS)))]
    sorting = [pq.SortingColumn(0, descending=draw(st.booleans()))]
    file = io.BytesIO()
    pq.write_table(
        table,
        file,
        **draw(st.sampled_from([SMALL_PAGES, LARGE_PAGES])),
        **options,
        write_page_index=draw(st.booleans()),
        sorting_columns=sorting if draw(st.booleans()) else None,
    )
    return file.getvalue()


RUNS: Final = st.sampled_from([1, 30, 100, 1_000])


def change_footer(data: bytes, statistics: Statistics) -> bytes:
    """The statements are those of other values."""
    metadata = FileMetaData.decode(inlay.open(data).data)
    for group in metadata.row_groups:
        for chunk in group.columns:
            assert chunk.meta_data is not None
            chunk.meta_data.statistics = statistics
    return data[: inlay.open(data).offset] + tail_of(metadata.encode())


@examples(150)
@given(
    files(), files(), RUNS, st.none() | st.integers(0, 9), st.integers(0, 2000), st.none() | CUTS
)
def test_the_same_is_said(
    data: bytes, other: bytes, run: int, distinct: int | None, held: int, cut: Cut | None
) -> None:
    """With its own statistics, and with those of another file."""
    theirs = [group.columns[0].meta_data for group in inlay.read_metadata(other).row_groups]
    said = theirs[0].statistics if theirs and theirs[0] is not None else None
    lie = (said or Statistics()).replace(distinct_count=distinct)
    for file in (data, change_footer(data, lie)):
        at_once = say(file)
        with in_runs(run, held=held, cut=cut):
            assert say(file) == at_once


@examples(150)
@given(
    files(),
    RUNS,
    st.integers(0, 100_000),
    st.integers(1, 255),
    st.integers(0, 2000),
    st.none() | CUTS,
)
def test_the_same_damage_is_found(
    data: bytes, run: int, place: int, change: int, held: int, cut: Cut | None
) -> None:
    changed = change_a_page(data, place, change)
    at_once = say(changed)
    with in_runs(run, held=held, cut=cut):
        assert say(changed) == at_once


@pytest.mark.parametrize("option", OPTIONS)
def test_bloom_filters_and_rows_are_held_against_runs(
    option: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Filters in pieces, each of which needs the values again."""
    monkeypatch.setattr(blooms, "_PIECE", 64)
    rows = 300
    columns = {
        "n": pa.array([*range(rows)]),
        "t": pa.array([f"value {at % 90}" for at in range(rows)]),
        "f": pa.array([at / 7 for at in range(rows)]),
    }
    file = io.BytesIO()
    pq.write_table(
        pa.table(columns),
        file,
        **SMALL_PAGES,
        **OPTIONS[option],
        bloom_filter_options={name: {"ndv": rows, "fpp": 0.01} for name in columns},
        sorting_columns=[pq.SortingColumn(0)],
    )
    data = file.getvalue()
    for wrong in (data, _clear_bits(data)):
        at_once = say(wrong)
        with in_runs(100) as runs:
            assert say(wrong) == at_once
        assert len(runs) > (4 if option != "indexes" else 1)  # a dictionary has more than a run


def _clear_bits(data: bytes) -> bytes:
    """Of the filters, in their second halves."""
    changed = bytearray(data)
    for chunk in inlay.read_metadata(data).row_groups[0].columns:
        assert chunk.meta_data is not None
        offset, length = chunk.meta_data.bloom_filter_offset, chunk.meta_data.bloom_filter_length
        assert offset is not None
        assert length is not None
        changed[offset + length // 2 : offset + length] = bytes(length - length // 2)
    return bytes(changed)
