"""Levels that are read without values: those that come with the values, of no more bytes than they need, or an error."""

from __future__ import annotations

import zlib
from functools import cache
from random import Random
from typing import Any, Final

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
import pytest

import inlay
from inlay.pages.engine.chunk_levels import ChunkLevels, count_chunk_levels
from inlay.pages.engine.chunk_metadata import locate_pages
from inlay.pages.engine.chunk_pages import measure_levels, place_pages
from inlay.pages.engine.dense_chunk import DensePageLevels
from inlay.pages.engine.dense_values import read_dense_values
from inlay.pages.engine.errors import ChunkError, UndecodedError
from inlay.pages.engine.leaf import Leaf, leaves_of
from inlay.pages.engine.level_reading import read_levels
from inlay.pages.engine.page_levels import add_levels
from inlay.pages.engine.walk import walk
from parquet_format.parquet import ColumnMetaData, DataPageHeaderV2

COLUMNS: dict[str, list[Any]] = {
    "numbers": [None if at % 3 else at for at in range(2_000)],
    "lists": [[at, None] if at % 4 else [] if at % 3 else None for at in range(2_000)],
    "structs": [{"a": at} if at % 4 else None for at in range(2_000)],
}


class Counting:
    """Bytes of a file, how many of them were asked for, and how often."""

    def __init__(self, data: bytes) -> None:
        self.data = data
        self.count = 0
        self.reads = 0

    def read(self, offset: int, size: int) -> bytes:
        self.count += size
        self.reads += 1
        return self.data[offset : offset + size]


def write(values: list[Any], *, is_nullable: bool = True, **options: Any) -> bytes:
    sink = pa.BufferOutputStream()
    array = pa.array(values)
    schema = pa.schema([pa.field("c", array.type, nullable=is_nullable)])
    pq.write_table(pa.table([array], schema=schema), sink, data_page_size=1_000, **options)
    return bytes(sink.getvalue())


def read_both_ways(
    data: bytes,
) -> tuple[list[DensePageLevels], list[DensePageLevels], Counting]:
    """Without values and with them; and what was read for the first."""
    alone, counting = read_alone(data)
    meta, leaf = column_of(data)
    start, end = locate_pages(meta)
    return alone, read_dense_values(data[start:end], meta, leaf, start).pages, counting


def read_alone(data: bytes, cut_to: int | None = None) -> tuple[list[DensePageLevels], Counting]:
    meta, leaf = column_of(data)
    start, end = locate_pages(meta)
    counting = Counting(data[:cut_to])
    pages = [page for page in place_pages(Counting(data).read, start, end, meta) if page.is_data]
    return read_levels(counting.read, pages, meta, leaf), counting


def column_of(data: bytes) -> tuple[ColumnMetaData, Leaf]:
    metadata = inlay.read_metadata(data)
    meta = metadata.row_groups[0].columns[0].meta_data
    assert meta is not None
    (leaf,) = leaves_of(metadata)
    return meta, leaf


@pytest.mark.parametrize("version", ["1.0", "2.0"])
@pytest.mark.parametrize("codec", ["none", "snappy", "gzip", "lz4", "zstd", "brotli"])
@pytest.mark.parametrize("name", COLUMNS)
def test_they_are_those_of_the_values(name: str, codec: str, version: str) -> None:
    data = write(COLUMNS[name], compression=codec, data_page_version=version, use_dictionary=False)
    alone, beside, counting = read_both_ways(data)
    assert len(alone) > 1
    assert alone == beside
    if version == "2.0":
        assert counting.count == sum(map(count_level_bytes, alone))


@pytest.mark.parametrize("codec", ["none", "snappy", "gzip", "lz4", "zstd", "brotli"])
@pytest.mark.parametrize("has_crc", [False, True])
def test_of_a_large_page_the_beginning_is_enough(codec: str, has_crc: bool) -> None:
    """Where its codec begins anew in it; a CRC is of all bytes."""
    values = Random(53).choices([None, *map(float, range(2, 1_000))], k=100_000)
    sink = pa.BufferOutputStream()
    rows = len(values)
    options: Any = {
        "use_dictionary": False,
        "write_page_checksum": has_crc,
        "compression": codec,
        "data_page_size": 1 << 24,
        "max_rows_per_page": rows,
    }
    pq.write_table(pa.table({"c": values}), sink, **options)
    data = bytes(sink.getvalue())
    alone, beside, counting = read_both_ways(data)
    assert len(alone) == 1
    assert alone == beside
    packed = column_of(data)[0].total_compressed_size
    if has_crc or codec == "brotli":
        assert counting.count > packed - 1_000
    else:  # of ZSTD at first as much as literals may take
        assert counting.count < rows / 8 * (11 / 8 + 1 / 4 if codec == "zstd" else 1.2)


@pytest.mark.parametrize("codec", ["none", "snappy", "gzip", "lz4", "zstd"])
def test_damaged_levels_of_version_1_are_an_error(codec: str) -> None:
    """Or what other levels say; never another error."""
    data = write(COLUMNS["numbers"], compression=codec, use_dictionary=False)
    _, (page, *_), _ = read_both_ways(data)
    refused = 0
    for at in range(page.offset, page.offset + 120):
        changed = bytearray(data)
        changed[at] ^= 0xFF
        try:
            read_alone(bytes(changed))
        except (ChunkError, UndecodedError):
            refused += 1
    assert refused > 10


@pytest.mark.parametrize("codec", ["none", "snappy", "gzip", "lz4", "zstd", "brotli"])
def test_pages_of_few_levels_and_of_many_beside_each_other(codec: str) -> None:
    """Of a page, as many bytes are taken at first as the one before it had."""
    draw = Random(54)
    values = [
        *(float(at) for at in range(2_000)),
        *draw.choices([None, 1.5], k=2_000),
        *([None] * 2_000),
        *draw.choices([None, 2.5], k=2_000),
    ]
    data = write(values, compression=codec, use_dictionary=False)
    alone, beside, counting = read_both_ways(data)
    assert alone == beside
    if codec in ("none", "snappy", "lz4"):
        assert counting.count < len(alone) * 500


def test_a_file_that_ends_in_a_page_is_an_error() -> None:
    data = write(COLUMNS["numbers"], compression="none", use_dictionary=False)
    with pytest.raises(ChunkError, match="the file ends in it"):
        read_alone(data, cut_to=100)


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


def write_pages(values: pa.Array[Any], codec: str, size: int) -> bytes:
    """Of about so many bytes each, before compression."""
    sink = pa.BufferOutputStream()
    options: Any = {
        "compression": codec,
        "data_page_size": size,
        "write_batch_size": min(1024, size // 32),
        "max_rows_per_page": 1 << 24,
    }
    table = pa.table({"c": values})
    pq.write_table(table, sink, use_dictionary=False, write_statistics=False, **options)
    return bytes(sink.getvalue())


def measure_deflated(packed: bytes, size: int) -> int:
    """Bytes of a stream before zlib gives so many."""
    stream = zlib.decompressobj(zlib.MAX_WBITS | 32)
    stream.decompress(packed, size)
    return len(packed) - len(stream.unconsumed_tail)


@cache
def draw_doubles() -> pa.Array[Any]:
    draw = np.random.default_rng(57)
    return pa.array(draw.normal(0, 1e6, 150_000).round(3), mask=draw.random(150_000) < 0.05)


@cache
def draw_texts() -> pa.Array[Any]:
    draw = np.random.default_rng(58)
    texts = [f"https://example.org/{number}" for number in draw.integers(0, 1 << 30, 60_000)]
    return pa.array(texts, mask=draw.random(60_000) < 0.05)


@cache
def draw_lists() -> pa.Array[Any]:
    draw = Random(59)
    return pa.array([[draw.gauss(0, 1e6) for _ in range(draw.randrange(4))] for _ in range(60_000)])


MOST_ARE_VALUES: Final = {"doubles": draw_doubles, "texts": draw_texts, "lists": draw_lists}


def sum_levels(pages: list[DensePageLevels]) -> ChunkLevels:
    return ChunkLevels(
        len(pages),
        sum(page.entries for page in pages),
        add_levels([page.repetitions for page in pages]),
        add_levels([page.definitions for page in pages]),
    )


def count_alone(data: bytes) -> ChunkLevels | None:
    return count_chunk_levels(Counting(data).read, *column_of(data))


@pytest.mark.needs("native core")
@pytest.mark.parametrize("version", ["1.0", "2.0"])
@pytest.mark.parametrize("codec", ["none", "snappy", "gzip", "lz4", "zstd"])
@pytest.mark.parametrize("name", [*COLUMNS, "required"])
def test_those_of_a_chunk_are_those_of_its_pages(name: str, codec: str, version: str) -> None:
    values = COLUMNS.get(name, list(range(2_000)))
    options: Any = {"compression": codec, "data_page_version": version, "use_dictionary": False}
    data = write(values, is_nullable=name in COLUMNS, **options)
    assert count_alone(data) == sum_levels(read_alone(data)[0])


@pytest.mark.needs("native core")
@pytest.mark.parametrize("codec", ["none", "snappy", "gzip", "lz4", "zstd"])
def test_levels_that_grow_from_page_to_page_are_counted(codec: str) -> None:
    draw = Random(55)
    values = [
        *([1.5] * 3_000),
        *draw.choices([None, 1.5], k=9_000),
        *([None] * 3_000),
        *draw.choices([None, 2.5], k=3_000),
    ]
    data = write(values, compression=codec, use_dictionary=False, max_rows_per_page=3_000)
    assert count_alone(data) == sum_levels(read_alone(data)[0])


@pytest.mark.needs("native core")
@pytest.mark.parametrize("size", [8 << 10, 64 << 10, 1 << 20], ids="{:,} bytes".format)
@pytest.mark.parametrize("codec", ["none", "snappy", "gzip", "lz4", "zstd"])
@pytest.mark.parametrize("name", MOST_ARE_VALUES)
def test_headers_and_levels_are_read_and_2_percent_more(name: str, codec: str, size: int) -> None:
    """Of a chunk at once, and a page at a time. Levels are as long as zlib takes for them, or as they are without compression; and ZSTD
    begins a block with up to 129 bytes of codes."""
    values = MOST_ARE_VALUES[name]()
    data = write_pages(values, codec, size)
    plain = data if codec == "none" else write_pages(values, "none", size)
    meta, leaf = column_of(data)
    pages = list(walk(Counting(data).read, *locate_pages(meta)))
    needed = 0
    for page, its in zip(
        pages, walk(Counting(plain).read, *locate_pages(column_of(plain)[0])), strict=True
    ):
        levels = measure_levels(plain[its.start : its.end], leaf)
        if codec == "gzip":
            needed += measure_deflated(data[page.start : page.end], levels)
        else:
            needed += levels + 129 * (codec == "zstd")
    most = needed + sum(page.start - page.offset for page in pages) + len(data) * 0.02
    at_once, by_page = Counting(data), Counting(data)
    counted = count_chunk_levels(at_once.read, meta, leaf)
    assert counted is not None
    assert at_once.count <= most
    assert at_once.reads <= 5 * len(pages) + 16
    places = walk(by_page.read, *locate_pages(meta))
    assert sum_levels(read_levels(by_page.read, places, meta, leaf)) == counted
    assert by_page.count <= most + 128
    remote = Counting(data)
    assert count_chunk_levels(remote.read, meta, leaf, is_remote=True) == counted
    assert remote.reads <= len(pages) * 1.25 + 3


def test_of_places_headers_are_read_and_little_more() -> None:
    data = write_pages(MOST_ARE_VALUES["doubles"](), "snappy", 8 << 10)
    counting = Counting(data)
    pages = list(walk(counting.read, *locate_pages(column_of(data)[0])))
    assert counting.count <= sum(page.start - page.offset + 5 for page in pages) + 128
    assert counting.reads <= len(pages) + 1


def test_a_page_with_a_crc_is_left_to_who_looks_at_it() -> None:
    data = write(COLUMNS["numbers"], use_dictionary=False, write_page_checksum=True)
    assert count_alone(data) is None


@pytest.mark.needs("native core")
@pytest.mark.parametrize("version", ["1.0", "2.0"])
@pytest.mark.parametrize("codec", ["none", "snappy", "gzip", "lz4", "zstd"])
@pytest.mark.parametrize("name", ["numbers", "lists"])
def test_of_damaged_pages_none_is_counted_that_is_not_read(
    name: str, codec: str, version: str
) -> None:
    options: Any = {"compression": codec, "data_page_version": version, "use_dictionary": False}
    data = write(COLUMNS[name], **options)
    meta, leaf = column_of(data)
    start, end = locate_pages(meta)
    left, draw = 0, Random(56)
    for at in (*range(start, start + 120), *(draw.randrange(start, end) for _ in range(200))):
        changed = bytearray(data)
        changed[at] ^= draw.randrange(1, 256)
        read = Counting(bytes(changed)).read
        counted = count_chunk_levels(read, meta, leaf)
        if counted is None:
            left += 1
            continue
        pages = [page for page in place_pages(read, start, end, meta) if page.is_data]
        assert counted == sum_levels(read_levels(read, pages, meta, leaf))
    assert left > 10
