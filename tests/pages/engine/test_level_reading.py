"""Levels that are read without values: those that come with the values, of no more bytes than they need, or an error."""

from __future__ import annotations

from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

import inlay
from inlay.pages.engine.chunk_metadata import locate_pages
from inlay.pages.engine.chunk_pages import place_pages
from inlay.pages.engine.decoded_size import UndecodedError
from inlay.pages.engine.dense_values import DensePageLevels, read_dense_values
from inlay.pages.engine.errors import ChunkError
from inlay.pages.engine.leaf import leaves_of
from inlay.pages.engine.level_reading import read_levels
from parquet_format.parquet import DataPageHeaderV2

COLUMNS: dict[str, list[Any]] = {
    "numbers": [None if at % 3 else at for at in range(2_000)],
    "lists": [[at, None] if at % 4 else [] if at % 3 else None for at in range(2_000)],
    "structs": [{"a": at} if at % 4 else None for at in range(2_000)],
}


class Counting:
    """Bytes of a file, and how many were asked for."""

    def __init__(self, data: bytes) -> None:
        self.data = data
        self.count = 0

    def read(self, offset: int, size: int) -> bytes:
        self.count += size
        return self.data[offset : offset + size]


def write(values: list[Any], **options: Any) -> bytes:
    sink = pa.BufferOutputStream()
    pq.write_table(pa.table({"c": values}), sink, data_page_size=1_000, **options)
    return bytes(sink.getvalue())


def read_both_ways(
    data: bytes,
) -> tuple[list[DensePageLevels], list[DensePageLevels], Counting]:
    """Without values and with them; and what was read for the first."""
    metadata = inlay.read_metadata(data)
    meta = metadata.row_groups[0].columns[0].meta_data
    assert meta is not None
    (leaf,) = leaves_of(metadata)
    start, end = locate_pages(meta)
    counting = Counting(data)
    pages = [page for page in place_pages(Counting(data).read, start, end, meta) if page.is_data]
    alone = read_levels(counting.read, pages, meta, leaf)
    return alone, read_dense_values(data[start:end], meta, leaf, start).pages, counting


@pytest.mark.parametrize("version", ["1.0", "2.0"])
@pytest.mark.parametrize("codec", ["none", "snappy", "gzip"])
@pytest.mark.parametrize("name", COLUMNS)
def test_they_are_those_of_the_values(name: str, codec: str, version: str) -> None:
    data = write(COLUMNS[name], compression=codec, data_page_version=version, use_dictionary=False)
    alone, beside, counting = read_both_ways(data)
    assert len(alone) > 1
    assert alone == beside
    if version == "2.0":
        assert counting.count == sum(map(count_level_bytes, alone))


def count_level_bytes(page: DensePageLevels) -> int:
    header = page.header
    assert isinstance(header, DataPageHeaderV2)
    return header.repetition_levels_byte_length + header.definition_levels_byte_length


def test_damage_is_an_error() -> None:
    """Headers and levels of the first page; bytes of values are not looked at."""
    data = write(COLUMNS["numbers"], data_page_version="2.0", compression="none")
    _, (page, *_), _ = read_both_ways(data)
    damaged = 0
    for at in range(page.offset, page.offset + 60):
        changed = bytearray(data)
        changed[at] ^= 0xFF
        try:
            read_both_ways(bytes(changed))
        except (ChunkError, UndecodedError):
            damaged += 1
    assert damaged > 10
