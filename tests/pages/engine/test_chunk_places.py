"""Where chunks lie, seen at once from the bytes of a footer, is where each says that it lies."""

from __future__ import annotations

import io
from collections.abc import Callable
from functools import partial
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from inlay.pages.encodings.payload import has_encoded_chunk
from inlay.pages.engine.body import list_extents_of, require_apart
from inlay.pages.engine.chunk_order import ChunkOrder
from inlay.pages.engine.chunk_places import see_places
from inlay.pages.engine.errors import PlacementRefusedError
from inlay.pages.engine.thrift_file import ThriftFile, open_thrift
from parquet_format.parquet import FileMetaData
from tests.support.calls import count_calls

Edit = Callable[[FileMetaData], None]


def wide(columns: int, rows: int = 4, **options: Any) -> ThriftFile:
    sink = io.BytesIO()
    table = pa.table({f"c{at}": [0.5] * rows for at in range(columns)})
    pq.write_table(table, sink, row_group_size=2, **options)
    return open_thrift(sink, "wide.parquet")


def edited(edit: Edit) -> ThriftFile:
    file = wide(3, use_dictionary=["c1"])
    metadata = file.metadata()
    edit(metadata)
    return ThriftFile("f", file.source, metadata.encode(), file.footer)


def shift(metadata: FileMetaData, offset: int) -> None:
    meta = metadata.row_groups[1].columns[1].meta_data
    assert meta is not None
    meta.data_page_offset += offset
    if meta.dictionary_page_offset is not None:
        meta.dictionary_page_offset += offset


def swap(metadata: FileMetaData) -> None:
    metadata.row_groups.reverse()


def say_zero(metadata: FileMetaData) -> None:
    """As old writers do where there is no dictionary."""
    for group in metadata.row_groups:
        for chunk in group.columns:
            assert chunk.meta_data is not None
            chunk.meta_data.dictionary_page_offset = chunk.meta_data.dictionary_page_offset or 0


def move_away(metadata: FileMetaData) -> None:
    metadata.row_groups[0].columns[2].file_path = "elsewhere"


def say_nothing(metadata: FileMetaData) -> None:
    metadata.row_groups[0].columns[2].meta_data = None


def say_more_than_fits(metadata: FileMetaData) -> None:
    meta = metadata.row_groups[1].columns[1].meta_data
    assert meta is not None
    meta.total_compressed_size = (1 << 63) - 1


def say_empty(metadata: FileMetaData) -> None:
    """A chunk without pages leads to another's."""
    meta = metadata.row_groups[1].columns[2].meta_data
    assert meta is not None
    meta.data_page_offset, meta.total_compressed_size = 100, 0


EDITS: dict[str, Edit] = {
    "nothing": lambda _: None,
    "another order": swap,
    "zeros": say_zero,
    "one over another": partial(shift, offset=-20),
    "behind the footer": partial(shift, offset=1 << 40),
    "beyond all numbers": say_more_than_fits,
    "nothing of one": say_empty,
    "before the file": partial(shift, offset=-(1 << 40)),
    "another file": move_away,
    "no metadata": say_nothing,
}


@pytest.mark.parametrize("edit", EDITS.values(), ids=EDITS)
def test_they_are_what_each_chunk_says(edit: Edit) -> None:
    file = edited(edit)
    order = see_places(file.thrift).order(file.footer)
    extents = refusal_or(lambda: list_extents_of(file.row_groups(), file.footer))
    refusal = extents if isinstance(extents, str) else None
    assert refusal_or(lambda: require_apart(file)) == refusal
    if isinstance(extents, list):
        expected = ChunkOrder.of(extents)
        assert order is not None
        assert list(map(list, order)) == list(map(list, expected))
    else:
        assert order is None


def refusal_or(look: Callable[[], object]) -> object:
    try:
        return look()
    except PlacementRefusedError as error:
        return str(error)


@pytest.mark.needs("native core")
def test_no_chunk_is_asked() -> None:
    """One step of a loop is taken for each where the place of each counts, and none where only extensions do."""
    looks: dict[Callable[[ThriftFile], object], int] = {
        require_apart: 600,
        lambda file: has_encoded_chunk(file.thrift): 0,
    }
    for look, steps in looks.items():
        small, large = (count_calls(partial(look, wide(columns))) for columns in (100, 400))
        assert large - small <= steps + 10
