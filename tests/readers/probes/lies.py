"""Indexes that lie. A reader that goes by one leaves out the row that is sought, or stumbles; one that does not finds it.

A file has two row groups of 400 rows in pages of 100; `key` counts them, and 150 is sought, in the second page of the first
row group. Only the index that a row names says something untrue.
"""

from __future__ import annotations

import importlib
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Any, Final, TypeAlias

from parquet_format.parquet import (
    ColumnIndex,
    ColumnMetaData,
    FileMetaData,
    OffsetIndex,
    PageHeader,
)
from tests.readers.probes.probe import Probe
from tests.readers.sources import footer_of, joined, split

SOUGHT: Final = 150
ROWS: Final = 800
HONEST: Final = "no index lies"
"""The row in which no index lies."""
Lie: TypeAlias = Callable[[bytearray, FileMetaData, ColumnMetaData], None]


def lies() -> Iterator[Probe]:
    """`values` are those of a reader that does not go by what lies."""
    edits: dict[str, Lie] = {
        "bounds of a row group": _bounds,
        "bounds of a row group that has a null": _bounds_with_null,
        "bounds of a row group, in the older fields": _older_bounds,
        "null count of a row group": _nulls,
        "column index": _column_index,
        "offset index": _offset_index,
        "Bloom filter": _bloom_filter,
        "checksum of a page": _checksum,
    }
    yield Probe(HONEST, partial(_write, edit=_nothing), {"key": [SOUGHT]})
    for row, edit in edits.items():
        yield Probe(row, partial(_write, edit=edit), {"key": [SOUGHT]})


def _write(path: Path, edit: Lie) -> None:
    pa: Any = importlib.import_module("pyarrow")
    write: Any = importlib.import_module("pyarrow.parquet").write_table
    nulls = {399} if edit in (_nulls, _bounds_with_null) else ()
    keys = pa.array([None if n in nulls else n for n in range(ROWS)], pa.int64())
    write(
        pa.table({"key": keys}),
        path,
        row_group_size=400,
        use_dictionary=False,
        compression="none",
        write_page_index=True,
        write_page_checksum=True,
        max_rows_per_page=100,
        write_batch_size=100,
        bloom_filter_options={"key": {"ndv": 400, "fpp": 0.01}} if edit is _bloom_filter else None,
        store_schema=False,
    )
    metadata = footer_of(path)
    data, _ = split(path.read_bytes())
    chunk = metadata.row_groups[0].columns[0].meta_data
    assert chunk is not None
    changed = bytearray(data)
    edit(changed, metadata, chunk)
    path.write_bytes(joined(bytes(changed), metadata.encode()))


def _nothing(_: bytearray, __: FileMetaData, ___: ColumnMetaData) -> None:
    """As it is."""


def _key(value: int) -> bytes:
    return value.to_bytes(8, "little", signed=True)


def _bounds(_: bytearray, __: FileMetaData, chunk: ColumnMetaData) -> None:
    assert chunk.statistics is not None
    chunk.statistics.min_value = chunk.statistics.min = _key(1000)
    chunk.statistics.max_value = chunk.statistics.max = _key(2000)


def _bounds_with_null(data: bytearray, metadata: FileMetaData, chunk: ColumnMetaData) -> None:
    _bounds(data, metadata, chunk)


def _older_bounds(_: bytearray, __: FileMetaData, chunk: ColumnMetaData) -> None:
    _bounds(_, __, chunk)
    assert chunk.statistics is not None
    chunk.statistics.min_value = chunk.statistics.max_value = None
    chunk.statistics.is_min_value_exact = chunk.statistics.is_max_value_exact = None


def _nulls(_: bytearray, __: FileMetaData, chunk: ColumnMetaData) -> None:
    """Nothing but nulls."""
    assert chunk.statistics is not None
    chunk.statistics.null_count = chunk.num_values


def _column_index(data: bytearray, metadata: FileMetaData, _: ColumnMetaData) -> None:
    place = metadata.row_groups[0].columns[0]
    start, length = _place_of(place.column_index_offset, place.column_index_length)
    index = ColumnIndex.decode(bytes(data[start : start + length]))
    index.max_values[1] = _key(120)
    _put(data, start, length, index.encode())


def _offset_index(data: bytearray, metadata: FileMetaData, _: ColumnMetaData) -> None:
    """The second and the third page have changed places."""
    place = metadata.row_groups[0].columns[0]
    start, length = _place_of(place.offset_index_offset, place.offset_index_length)
    index = OffsetIndex.decode(bytes(data[start : start + length]))
    second, third = index.page_locations[1:3]
    second.offset, third.offset = third.offset, second.offset
    _put(data, start, length, index.encode())


def _bloom_filter(data: bytearray, _: FileMetaData, chunk: ColumnMetaData) -> None:
    """It says of everything that it is not there."""
    start, length = _place_of(chunk.bloom_filter_offset, chunk.bloom_filter_length)
    bits = length // 32 * 32
    data[start + length - bits : start + length] = bytes(bits)


def _checksum(data: bytearray, metadata: FileMetaData, chunk: ColumnMetaData) -> None:
    """The lowest bit of that of the second page is another one."""
    place = metadata.row_groups[0].columns[0]
    assert place.offset_index_offset is not None
    index, _ = OffsetIndex.decode_from(bytes(data), place.offset_index_offset)
    start = index.page_locations[1].offset
    header, behind = PageHeader.decode_from(bytes(data), start)
    assert header.crc is not None
    header.crc ^= 1
    _put(data, start, behind - start, header.encode())


def _place_of(start: int | None, length: int | None) -> tuple[int, int]:
    """Where an index lies; the writer was asked for it."""
    assert start is not None
    assert length is not None
    return start, length


def _put(data: bytearray, start: int, length: int, changed: bytes) -> None:
    assert len(changed) == length
    data[start : start + length] = changed
