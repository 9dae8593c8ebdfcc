"""A chunk of which the native pass says that all holds has no finding, and one of which it says nothing is looked at by the checks: with
and without it, any file gets the same answer, at the level `data` too."""

from __future__ import annotations

import io
import struct
from collections.abc import Callable
from math import inf, isnan, nan
from typing import Any, Final

import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import inlay
from inlay.footers.footer.read import read_footer
from inlay.footers.footer.trailer import tail_of
from inlay.pages.engine.plain_chunks import HeldChunk, hold_plainly
from inlay.verbs.verify import small_chunks
from inlay.verbs.verify.subjects import FooterSubject, PlacedChunk
from inlay.verbs.verify.values import audit
from inlay.verbs.verify.values.claims import claims_of
from inlay.verbs.verify.values.plain import describe_plain
from inlay_runtime.errors import InlayError
from parquet_format.parquet import ColumnOrder, FileMetaData, PageHeader, Statistics

COLUMNS: Final[dict[str, pa.Array[Any]]] = {
    "integers": pa.array(range(-20, 40), pa.int32()),
    "nulls": pa.array([None if at % 3 else at << 40 for at in range(60)]),
    "unsigned": pa.array([1 << 63, 5, 7] * 20, pa.uint64()),
    "repeated": pa.array([7, 7, 7, 300] * 15, pa.int64()),
    "only nulls": pa.array([None] * 60, pa.int64()),
    "doubles": pa.array([0.0, -1.5, inf, nan] * 15),
    "zeros": pa.array([-0.0, 0.0, 2.5] * 20, pa.float32()),
    "in a struct": pa.array([{"a": 1}, None, {"a": None}] * 20),
}
OPTIONS: Final[dict[str, dict[str, Any]]] = {
    "snappy": {},
    "plain": {"use_dictionary": False, "compression": "none"},
    "version 2": {"data_page_version": "2.0", "compression": "lz4"},
    "version 2, not compressed": {"data_page_version": "2.0", "compression": "none"},
    "many pages": {"data_page_size": 1, "write_batch_size": 7, "dictionary_pagesize_limit": 16},
}
FILES: Final = [(name, option) for name in COLUMNS for option in OPTIONS]


def write(name: str, option: str) -> bytes:
    out = io.BytesIO()
    pq.write_table(pa.table({"c": COLUMNS[name]}), out, **OPTIONS[option])
    return out.getvalue()


def verify(data: bytes) -> object:
    """Everything that is said, or what is raised."""
    try:
        said, walked = inlay.verify(data, values=True), inlay.verify(data, data=True)
    except InlayError as error:
        return type(error), str(error)
    return said.findings, said.walked, said.audited, walked.findings, walked.walked


def verify_slowly(data: bytes) -> object:
    with pytest.MonkeyPatch.context() as patch:
        for module in (audit, small_chunks):
            patch.setattr(module, "describe_plain", lambda _leaf: None)
        return verify(data)


def chunk_of(data: bytes) -> PlacedChunk:
    footer = read_footer(data)
    (chunk,) = FooterSubject(footer.metadata, footer.offset).chunks()
    return chunk


def hold(data: bytes, chunk: PlacedChunk) -> HeldChunk | None:
    assert chunk.leaf is not None
    column = describe_plain(chunk.leaf)
    assert column is not None
    ((claimed,),) = claims_of([chunk])
    start, end = claimed.extent
    (held,) = hold_plainly(data[start:end], start, [(claimed.chunk, column)], [claimed.extent])
    return held


@pytest.mark.needs("native core")
@pytest.mark.parametrize(("name", "option"), FILES)
def test_right_files_are_held(name: str, option: str) -> None:
    data = write(name, option)
    held = hold(data, chunk_of(data))
    assert held is not None
    assert held.values == 60 - COLUMNS[name].null_count or name == "in a struct"
    assert verify(data) == verify_slowly(data)


@pytest.mark.needs("native core")
def test_bytes_behind_plain_values_are_not_held() -> None:
    """Of 60 values, as the page and the footer say, and of 59: whoever looks closer says what that means."""
    schema = pa.schema([pa.field("n", pa.int64(), nullable=False)])
    sink = io.BytesIO()
    table = pa.table([pa.array(range(60))], schema=schema)
    pq.write_table(table, sink, write_statistics=False, **OPTIONS["plain"])
    data = sink.getvalue()
    for count in (60, 59):
        footer = read_footer(data)
        header, length = PageHeader.decode_from(data[4 : footer.offset])
        assert header.data_page_header is not None
        header.data_page_header.num_values = count
        metadata = FileMetaData.decode(footer.thrift)
        metadata.num_rows = metadata.row_groups[0].num_rows = count
        meta = metadata.row_groups[0].columns[0].meta_data
        assert meta is not None
        meta.num_values, meta.encoding_stats, meta.size_statistics = count, None, None
        body = data[:4] + header.encode() + data[4 + length : footer.offset]
        changed = body + tail_of(metadata.encode())
        assert (hold(changed, chunk_of(changed)) is None) == (count == 59)


@given(
    file=st.sampled_from(FILES),
    place=st.integers(0, 10_000),
    change=st.integers(1, 255),
)
@settings(suppress_health_check=[HealthCheck.too_slow])
def test_any_byte_may_be_another(file: tuple[str, str], place: int, change: int) -> None:
    """Of pages and of the footer; both answers are the same, and so are the values."""
    data = bytearray(write(*file))
    data[4 + place % (len(data) - 12)] ^= change
    changed = bytes(data)
    assert verify(changed) == verify_slowly(changed)


REALS: Final = st.sampled_from([0.0, -0.0, 1.5, -1.5, inf, nan, None])


@given(
    values=st.lists(REALS, min_size=1, max_size=6),
    is_narrow=st.booleans(),
    ends=st.none() | st.tuples(REALS, REALS),
    place=st.integers(0, 10_000),
    change=st.integers(0, 255),
)
@settings(suppress_health_check=[HealthCheck.too_slow])
def test_so_are_they_in_total_order(
    values: list[float | None],
    is_narrow: bool,
    ends: tuple[float | None, float | None] | None,
    place: int,
    change: int,
) -> None:
    """Headers of pages and deprecated bounds are as they were in the order of the type."""
    out, layout = io.BytesIO(), "<f" if is_narrow else "<d"
    column = pa.array(values, pa.float32() if is_narrow else pa.float64())
    pq.write_table(pa.table({"c": column}), out, use_dictionary=False, compression="none")
    footer = read_footer(out.getvalue())
    metadata = footer.metadata
    metadata.column_orders = [ColumnOrder.IEEE_754_TOTAL_ORDER]
    meta = metadata.row_groups[0].columns[0].meta_data
    assert meta is not None
    if ends is not None:
        low, high = (None if it is None else struct.pack(layout, it) for it in ends)
        meta.statistics = Statistics(min_value=low, max_value=high)
    encoded = metadata.encode()
    data = bytearray(out.getvalue()[: footer.offset] + encoded)
    data[4 + place % (len(data) - 4)] ^= change
    changed = bytes(data) + len(encoded).to_bytes(4, "little") + b"PAR1"
    assert verify(changed) == verify_slowly(changed)


NUMBERS: Final[dict[str, tuple[pa.DataType, str, st.SearchStrategy[Any]]]] = {
    "double": (pa.float64(), "<d", st.floats()),
    "float": (pa.float32(), "<f", st.floats(width=32)),
    "int64": (pa.int64(), "<q", st.integers(-(1 << 63), (1 << 63) - 1)),
    "int32": (pa.int32(), "<i", st.integers(-(1 << 31), (1 << 31) - 1)),
    "uint64": (pa.uint64(), "<Q", st.integers(0, (1 << 64) - 1)),
    "uint32": (pa.uint32(), "<I", st.integers(0, (1 << 32) - 1)),
}


@pytest.mark.needs("native core")
@given(st.data(), st.sampled_from(sorted(NUMBERS)), st.booleans(), st.sampled_from([1, 1 << 20]))
def test_bounds_are_held_if_they_are_the_ends(
    drawn: st.DataObject, name: str, dictionary: bool, page: int
) -> None:
    """By Python's own order, in which NaN has no place, and both zeros are one."""
    type_, layout, numbers = NUMBERS[name]
    values = drawn.draw(st.lists(numbers | st.none(), min_size=1, max_size=40))
    low, high = (drawn.draw(st.sampled_from(values) | numbers) for _ in range(2))
    out = io.BytesIO()
    table = pa.table({"c": pa.array(values, type_)})
    pq.write_table(table, out, use_dictionary=dictionary, data_page_size=page, write_batch_size=8)
    data = out.getvalue()
    chunk = chunk_of(data)
    assert chunk.meta is not None
    said = chunk.meta.statistics
    assert said is not None
    said.min = said.max = None
    said.min_value = struct.pack(layout, low) if low is not None else None
    said.max_value = struct.pack(layout, high) if high is not None else None
    there = [value for value in values if value is not None and not isnan(value)]
    right = [
        bound is None or (bool(there) and bound == end(there))
        for bound, end in ((low, min), (high, max))
    ]
    assert (hold(data, chunk) is not None) == all(right)


LIES: Final[dict[str, Callable[[Any], object]]] = {
    "a null more": lambda said: setattr(said, "null_count", said.null_count + 1),
    "a minimum that no value is": lambda said: setattr(said, "min_value", b"\xff" * 8),
    "a distinct count": lambda said: setattr(said, "distinct_count", 3),
}


@pytest.mark.parametrize("name", LIES)
def test_what_does_not_hold_is_left_to_the_checks(name: str) -> None:
    data = write("repeated", "snappy")
    chunk = chunk_of(data)
    assert chunk.meta is not None
    assert chunk.leaf is not None
    LIES[name](chunk.meta.statistics)
    assert hold(data, chunk) is None
