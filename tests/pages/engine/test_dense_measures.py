"""Bytes of byte arrays and distinct values, held against those of Python, wherever pieces, pages and dictionaries end."""

from __future__ import annotations

from itertools import accumulate
from typing import Any

import pyarrow as pa
from hypothesis import given
from hypothesis import strategies as st

from inlay.pages.engine.chunk_values import ChunkValues
from inlay.pages.engine.dense_chunk import DenseChunk, DensePageLevels
from inlay.pages.engine.dense_measures import measure_pages
from inlay.pages.engine.distinct_values import count_distinct
from parquet_format.parquet import DataPageHeader, Encoding

HEADER = DataPageHeader(
    num_values=0,
    encoding=Encoding.PLAIN,
    definition_level_encoding=Encoding.RLE,
    repetition_level_encoding=Encoding.RLE,
)
pieces = st.lists(st.lists(st.binary(max_size=3), max_size=9), min_size=1, max_size=4)


def build(values: list[list[bytes]], *, is_dictionary: bool, skipped: int) -> Any:
    """Each piece begins so many values into its buffers."""
    arrays: list[Any] = [pa.array([b"left out"] * skipped + it, pa.binary()) for it in values]
    if is_dictionary:
        arrays = [it.dictionary_encode() for it in arrays]
    return pa.chunked_array([it.slice(skipped) for it in arrays])


@given(pieces, st.lists(st.integers(0, 5), max_size=9), st.booleans(), st.integers(0, 2))
def test_as_python_counts(
    values: list[list[bytes]], counts: list[int], is_dictionary: bool, skipped: int
) -> None:
    flat = [value for piece in values for value in piece]
    column = build(values, is_dictionary=is_dictionary, skipped=skipped)
    starts = [min(it, len(flat)) for it in accumulate(counts, initial=0)]
    pages = [
        DensePageLevels(0, 0, Encoding.PLAIN, HEADER, first, end - first)
        for first, end in zip(starts, [*starts[1:], len(flat)], strict=True)
    ]
    sizes = [sum(map(len, flat[it.first : it.first + it.count])) for it in pages]
    chunk = DenseChunk(column, pages)
    assert measure_pages(chunk) == sizes
    distinct = len(set(flat))
    assert count_distinct(ChunkValues.of(chunk)) == range(distinct, distinct + 1)
