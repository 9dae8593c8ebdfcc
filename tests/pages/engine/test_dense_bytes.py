"""Byte arrays that are decoded natively are those that pyarrow reads out of the same pages, damaged or not."""

from __future__ import annotations

import io
from typing import Any, Final

import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from inlay.footers.footer.read import read_footer
from inlay.pages.engine import dense_bytes, dense_file
from inlay.pages.engine.chunk_metadata import locate_pages
from inlay.pages.engine.decoded_size import INDEXES
from inlay.pages.engine.dense_chunk import DenseChunk
from inlay.pages.engine.dense_values import read_dense_values
from inlay.pages.engine.errors import UndecodedError
from inlay.pages.engine.leaf import Leaf
from parquet_format.parquet import ColumnMetaData

SHOWN: Final = Leaf("c", 1, 0, None)
OPTIONS: Final[dict[str, dict[str, Any]]] = {
    "indexes": {},
    "plain": {"use_dictionary": False, "compression": "none"},
    "version 2": {"data_page_version": "2.0", "compression": "zstd"},
    "both": {"data_page_size": 1, "write_batch_size": 7, "dictionary_pagesize_limit": 16},
}
TEXTS: Final[dict[str, list[str | None]]] = {
    "a few": ["a", "", "bc", None] * 12,
    "many": [f"text {at:03}" if at % 5 else None for at in range(60)],
    "long": ["x" * 70, "y" * 300, "", "z" * 64] * 5,
    "nothing": [None, None, None],
}
FILES: Final = [(name, option) for name in TEXTS for option in OPTIONS]


def write(texts: list[str | None], option: str) -> tuple[bytes, ColumnMetaData, int]:
    """The pages, what is said of them, and where they begin."""
    out = io.BytesIO()
    pq.write_table(pa.table({"c": pa.array(texts, pa.binary())}), out, **OPTIONS[option])
    meta = read_footer(out.getvalue()).metadata.row_groups[0].columns[0].meta_data
    assert meta is not None
    start, end = locate_pages(meta)
    return out.getvalue()[start:end], meta, start


def read_both_ways(data: bytes, meta: ColumnMetaData, start: int) -> list[DenseChunk | str]:
    """A text is that of the error."""
    natively = read_or_refuse(data, meta, start)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(dense_file, "read_bytes", lambda *_: None)
        return [natively, read_or_refuse(data, meta, start)]


def read_or_refuse(data: bytes, meta: ColumnMetaData, start: int) -> DenseChunk | str:
    try:
        return read_dense_values(data, meta, SHOWN, start)
    except UndecodedError as error:
        return str(error)


def values_of(chunk: DenseChunk) -> list[bytes]:
    values: Any = chunk.values.cast(pa.binary())
    return list(values.to_pylist())


@pytest.mark.needs("native core")
@pytest.mark.parametrize(("name", "option"), FILES)
def test_all_are_decoded(name: str, option: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """None of them by pyarrow; only of indexes alone there is a dictionary."""
    data, meta, start = write(TEXTS[name], option)
    monkeypatch.setattr(dense_file, "_decode", None)
    chunk = read_dense_values(data, meta, SHOWN, start)
    assert chunk.is_whole
    assert values_of(chunk) == [text.encode() for text in TEXTS[name] if text is not None]
    filled = [page.encoding for page in chunk.pages if page.count]
    is_kept = bool(filled) and set(filled).issubset(INDEXES)
    assert pa.types.is_dictionary(chunk.values.type) == is_kept


@example(file=("a few", "indexes"), place=124, change=1)  # an encoding that nobody knows
@given(file=st.sampled_from(FILES), place=st.integers(0, 10_000), change=st.integers(0, 255))
def test_any_byte_may_be_another(file: tuple[str, str], place: int, change: int) -> None:
    data, meta, start = write(TEXTS[file[0]], file[1])
    changed = bytearray(data)
    changed[place % len(data)] ^= change
    natively, slowly = read_both_ways(bytes(changed), meta, start)
    if isinstance(natively, str) or isinstance(slowly, str):
        assert natively == slowly
        return
    assert natively.pages == slowly.pages
    assert values_of(natively) == values_of(slowly)


@pytest.mark.needs("native core")
def test_what_may_be_too_much_is_left_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each index may be the longest entry."""
    data, meta, start = write(TEXTS["many"], "both")
    monkeypatch.setattr(dense_bytes, "fits", lambda size: size <= 100)
    monkeypatch.setattr(dense_file, "_decode", lambda *_, **_named: "was left alone")
    chunk = read_dense_values(data, meta, SHOWN, start)
    assert {page.damage for page in chunk.pages if page.count == 0} == {"was left alone"}
