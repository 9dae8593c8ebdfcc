"""A chunk of which the native pass says that all holds has no finding, and one of which it says nothing is looked at by the checks: with
and without it, any file gets the same answer."""

from __future__ import annotations

import io
from collections.abc import Callable
from math import inf, nan
from typing import Any, Final

import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import inlay
from inlay.footers.footer.read import read_footer
from inlay.pages.engine.chunk_metadata import locate_pages
from inlay.pages.engine.dense_values import read_dense_values
from inlay.pages.engine.leaf import Leaf
from inlay.pages.engine.plain_chunk import PassedChunk, read_plain_chunk
from inlay.verbs.verify.subjects import FooterSubject, PlacedChunk
from inlay.verbs.verify.values import audit
from inlay.verbs.verify.values.plain import describe_plain, hold_plainly
from inlay_runtime.errors import InlayError

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
        said = inlay.verify(data, values=True)
    except InlayError as error:
        return type(error), str(error)
    return said.findings, said.walked, said.audited


def verify_slowly(data: bytes) -> object:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(audit, "describe_plain", lambda _leaf: None)
        return verify(data)


def chunk_of(data: bytes) -> PlacedChunk:
    footer = read_footer(data)
    (chunk,) = FooterSubject(footer.metadata, footer.offset).chunks()
    return chunk


def read_plainly(data: bytes, chunk: PlacedChunk) -> PassedChunk | None:
    assert chunk.meta is not None
    assert chunk.leaf is not None
    column = describe_plain(chunk.leaf)
    assert column is not None
    start, end = locate_pages(chunk.meta)
    return read_plain_chunk(data[start:end], chunk.meta, column.width, column.highest)


@pytest.mark.needs("native core")
@pytest.mark.parametrize(("name", "option"), FILES)
def test_right_files_are_held(name: str, option: str) -> None:
    data = write(name, option)
    chunk = chunk_of(data)
    assert chunk.leaf is not None
    column = describe_plain(chunk.leaf)
    assert column is not None
    start, end = locate_pages(chunk.meta) if chunk.meta is not None else (0, 0)
    held = hold_plainly(data[start:end], chunk, column)
    assert held is not None
    assert held.values == 60 - COLUMNS[name].null_count or name == "in a struct"
    assert verify(data) == verify_slowly(data)


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


@given(file=st.sampled_from(FILES), place=st.integers(0, 10_000), change=st.integers(0, 255))
def test_values_are_those_of_the_slow_reader(
    file: tuple[str, str], place: int, change: int
) -> None:
    data = bytearray(write(*file))
    chunk = chunk_of(bytes(data))
    meta, leaf = chunk.meta, chunk.leaf
    assert meta is not None
    assert leaf is not None
    start, end = locate_pages(meta)
    data[start + place % (end - start)] ^= change
    plain = read_plainly(bytes(data), chunk)
    if plain is None:
        return
    shown = Leaf(leaf.name, leaf.max_definition, leaf.max_repetition, leaf.element.type_length)
    dense = read_dense_values(bytes(data[start:end]), meta, shown, start)
    assert dense.is_whole
    assert [(page.entries, page.first, page.present) for page in plain.pages] == [
        (page.entries, page.first, page.count) for page in dense.pages
    ]
    assert [page.encoding for page in plain.pages] == [page.encoding for page in dense.pages]
    assert plain.levels == [
        sum(page.definitions[level] for page in dense.pages)
        for level in range(leaf.max_definition + 1)
    ]
    values = [piece for piece in dense.values.chunks if len(piece)]
    size = len(dense.values) * dense.values.type.bit_width // 8
    there = b"".join(as_bytes(piece) for piece in values)
    assert memoryview(plain.values)[:size].tobytes() == there


def as_bytes(piece: pa.Array[Any]) -> bytes:
    _, data = piece.buffers()
    assert data is not None
    return data.to_pybytes()[: piece.nbytes]


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
    start, end = locate_pages(chunk.meta)
    column = describe_plain(chunk.leaf)
    assert column is not None
    assert hold_plainly(data[start:end], chunk, column) is None
