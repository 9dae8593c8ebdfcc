"""What is kept of a file when some of its columns are replaced: looked at without the code that moves it."""

from __future__ import annotations

from pathlib import Path
from typing import Any, NamedTuple

import pyarrow as pa
import pyarrow.parquet as pq

from inlay.footers.footer import read_footer
from inlay.verbs.verify.verify_footer import verify_footer
from parquet_format.parquet import (
    BloomFilterHeader,
    ColumnChunk,
    FileMetaData,
    OffsetIndex,
    PageHeader,
    PageType,
)


class Kept(NamedTuple):
    """A chunk with all that belongs to it, wherever it lies."""

    pages: bytes
    described: bytes
    bloom_filter: bytes
    column_index: bytes
    locations: list[tuple[int, int, int]]
    more_of_offset_index: bytes


def footer_of(path: Path) -> FileMetaData:
    found = read_footer(path).metadata
    assert found is not None
    return found


def kept_of(path: Path, without: tuple[str, ...] = ()) -> dict[tuple[int, str], Kept]:
    """Every chunk of the other columns, by its row group and its place in the schema."""
    data = path.read_bytes()
    return {
        (group, ".".join(chunk.meta_data.path_in_schema)): _kept(data, chunk)
        for group, row_group in enumerate(footer_of(path).row_groups)
        for chunk in row_group.columns
        if chunk.meta_data is not None and chunk.meta_data.path_in_schema[0] not in without
    }


def _kept(data: bytes, chunk: ColumnChunk) -> Kept:
    meta = chunk.meta_data
    assert meta is not None
    start = min(filter(None, [meta.data_page_offset, meta.dictionary_page_offset]), default=0)
    pages = data[start : start + meta.total_compressed_size]
    bloom = column_index = b""
    if (at := meta.bloom_filter_offset) is not None:
        header, begin = BloomFilterHeader.decode_from(data, at)
        bloom = data[at : begin + header.numBytes]
    if chunk.column_index_offset is not None:
        column_index = data[chunk.column_index_offset :][: chunk.column_index_length]
    index = OffsetIndex(page_locations=[])
    if chunk.offset_index_offset is not None:
        index = OffsetIndex.decode(data[chunk.offset_index_offset :][: chunk.offset_index_length])
    locations = [
        (one.offset - start, one.compressed_page_size, one.first_row_index)
        for one in index.page_locations
    ]
    described = _described(meta, start)
    return Kept(
        pages, described, bloom, column_index, locations, index.replace(page_locations=[]).encode()
    )


def _described(meta: Any, start: int) -> bytes:
    """The metadata with offsets from the start of the chunk."""
    moved = {
        name: getattr(meta, name) and getattr(meta, name) - start
        for name in ("data_page_offset", "dictionary_page_offset", "index_page_offset")
    }
    encoded: bytes = meta.replace(**moved, bloom_filter_offset=None).encode()
    return encoded


def assert_offsets_lead_to_pages(path: Path) -> int:
    """Every offset of the footer leads to what it says, of the right column. Returns how many page locations it has."""
    # What else is not true in a file, its values say before and after.
    about_offsets = ("offset", "overlap", "page-offset", "index-length", "chunk-path", "metadata")
    findings = verify_footer(read_footer(path)).findings
    assert [one for one in findings if one.code in about_offsets] == []
    data = path.read_bytes()
    footer = footer_of(path)
    count = 0
    starts_before = 0
    for group in footer.row_groups:
        starts: list[int] = []
        for chunk in group.columns:
            meta = chunk.meta_data
            assert meta is not None
            pages = _pages(data, meta)
            starts += list(pages)[:1]
            if meta.data_page_offset:
                assert pages[meta.data_page_offset] is not None
            if meta.dictionary_page_offset:
                kind = pages[meta.dictionary_page_offset].type
                assert kind == PageType.DICTIONARY_PAGE
            assert chunk.file_offset == 0 or chunk.file_offset in {*pages, _end(meta)}
            if chunk.offset_index_offset is None:
                continue
            index = data[chunk.offset_index_offset :][: chunk.offset_index_length]
            places = OffsetIndex.decode(index).page_locations
            in_order = [at for at, page in pages.items() if page.type != PageType.DICTIONARY_PAGE]
            assert [one.offset for one in places] == in_order
            count += len(places)
        if group.file_offset:
            assert group.file_offset == min(starts)
            assert group.file_offset > starts_before
            starts_before = group.file_offset
        sizes = [chunk.meta_data for chunk in group.columns if chunk.meta_data is not None]
        assert group.total_byte_size == sum(one.total_uncompressed_size for one in sizes)
        if group.total_compressed_size is not None:
            assert group.total_compressed_size == sum(one.total_compressed_size for one in sizes)
    return count


def _pages(data: bytes, meta: Any) -> dict[int, PageHeader]:
    at = min(filter(None, [meta.data_page_offset, meta.dictionary_page_offset]), default=0)
    found: dict[int, PageHeader] = {}
    while at < _end(meta):
        found[at], body = PageHeader.decode_from(data, at)
        at = body + found[at].compressed_page_size
    assert at == _end(meta)
    return found


def _end(meta: Any) -> int:
    start: int = min(filter(None, [meta.data_page_offset, meta.dictionary_page_offset]), default=0)
    end: int = start + meta.total_compressed_size
    return end


def assert_same_rows(source: Path, out: Path, without: tuple[str, ...] = ()) -> None:
    """As pyarrow reads all other columns, types included; INT96 beyond nanoseconds, too."""
    old, new = (pq.ParquetFile(one, coerce_int96_timestamp_unit="us") for one in (source, out))
    names = [name for name in old.schema_arrow.names if name not in without]
    assert [name for name in new.schema_arrow.names if name in names] == names
    read = [one.read(names) for one in (old, new)]
    assert read[0].schema.equals(read[1].schema)
    # NaN is not what it equals.
    assert read[0].equals(read[1]) or _bytes(read[0]) == _bytes(read[1])
    assert old.num_row_groups == new.num_row_groups
    rows = [
        [one.metadata.row_group(at).num_rows for at in range(one.num_row_groups)]
        for one in (old, new)
    ]
    assert rows[0] == rows[1]


def _bytes(table: pa.Table) -> bytes:
    with pa.BufferOutputStream() as stream, pa.ipc.new_stream(stream, table.schema) as writer:
        writer.write_table(table.combine_chunks())
    return stream.getvalue().to_pybytes()
