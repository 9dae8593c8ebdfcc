"""Files as old writers leave them, or in another order than usual: their other columns are the very bytes that they were."""

from __future__ import annotations

import json
from pathlib import Path

import pyarrow as pa
import pytest

from inlay.rows.variants.file_shredding import shred_columns
from parquet_format.parquet import FileMetaData, PageHeader, SortingColumn
from tests.pages.encodings.files import pq
from tests.variant.kept import assert_offsets_lead_to_pages, assert_same_rows, footer_of, kept_of
from tests.variant.spliced import (
    BOTH,
    BY,
    FILES,
    assert_spliced,
    documents,
    documents_in,
    edited,
    shredded,
    table,
)
from tests.variant.unasked_chunks import forbid_chunk_metadata


def test_without_pairs_and_orders_there_are_none(tmp_path: Path) -> None:
    """As old writers leave a footer, and offsets as they leave them."""
    source = tmp_path / "in.parquet"
    pq.write_table(table().select(["id", "v"]), source, use_dictionary=["v"], row_group_size=400)

    def age(metadata: FileMetaData) -> None:
        metadata.column_orders = metadata.key_value_metadata = None
        for group in metadata.row_groups:
            group.file_offset = group.total_compressed_size = group.ordinal = None
            group.sorting_columns = [
                SortingColumn(column_idx=1, descending=False, nulls_first=True)
            ]
            for chunk in group.columns:
                meta = chunk.meta_data
                assert meta is not None
                meta.dictionary_page_offset = meta.dictionary_page_offset or 0
                meta.index_page_offset = 0
                start = meta.dictionary_page_offset or meta.data_page_offset
                chunk.file_offset = start + meta.total_compressed_size  # behind the pages

    edited(source, age)
    out = shredded(source)
    assert_spliced(source, out)
    new = footer_of(out)
    assert new.column_orders is None
    assert new.key_value_metadata is None
    for group in new.row_groups:
        assert (group.file_offset, group.total_compressed_size, group.ordinal) == (None,) * 3
        assert group.sorting_columns is None
        meta = group.columns[0].meta_data
        assert meta is not None
        assert (meta.dictionary_page_offset, meta.index_page_offset) == (0, 0)
        assert group.columns[0].file_offset == meta.data_page_offset + meta.total_compressed_size


def test_a_dictionary_page_whose_header_was_not_counted(tmp_path: Path) -> None:
    """As parquet-mr 1.2.8 and older: readers look 100 bytes further, if they know the writer."""
    source = tmp_path / "in.parquet"
    pq.write_table(table().select(["name", "v", "id"]), source, use_dictionary=["name", "id"])
    whole, data, before = (
        kept_of(source, ("v",)),
        source.read_bytes(),
        footer_of(source).row_groups,
    )

    def shorten(metadata: FileMetaData) -> None:
        metadata.created_by = "parquet-mr version 1.2.8 (build 1)"
        for chunk in metadata.row_groups[0].columns:
            meta = chunk.meta_data
            assert meta is not None
            if meta.dictionary_page_offset is not None:
                _, body = PageHeader.decode_from(data, meta.dictionary_page_offset)
                meta.total_compressed_size -= body - meta.dictionary_page_offset
                meta.total_uncompressed_size -= body - meta.dictionary_page_offset

    edited(source, shorten)
    assert footer_of(source).row_groups != before
    out = shredded(source)
    assert kept_of(out, ("v",)) == whole
    assert_same_rows(source, out, ("v",))
    assert_offsets_lead_to_pages(out)


def test_pyarrow_is_not_asked_for_the_metadata_of_chunks(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    source = tmp_path / "in.parquet"
    pq.write_table(table(), source)
    with monkeypatch.context() as patched:
        forbid_chunk_metadata(patched)
        with pytest.raises(AssertionError, match="pyarrow is asked"):
            pq.ParquetFile(source).metadata.row_group(0).column(0)
        out = shredded(source)
    assert kept_of(out, ("v",)) == kept_of(source, ("v",))
    assert documents_in(out) == [one and json.loads(one) for one in documents(1_000)]


def test_bloom_filters_without_a_length(tmp_path: Path) -> None:
    source = tmp_path / "in.parquet"
    pq.write_table(table(), source, **FILES["bloom filters"])

    def forget(metadata: FileMetaData) -> None:
        for group in metadata.row_groups:
            for chunk in group.columns:
                assert chunk.meta_data is not None
                chunk.meta_data.bloom_filter_length = None

    edited(source, forget)
    kept = kept_of(source)
    assert sum(len(one.bloom_filter) > 32 for one in kept.values()) == 12
    assert_spliced(source, shredded(source))


def test_chunks_in_another_order_in_the_file(tmp_path: Path) -> None:
    """The columns of each row group from the last to the first, with gaps between."""
    source = tmp_path / "in.parquet"
    pq.write_table(table(), source, row_group_size=400, **FILES["v2 pages"])
    data = source.read_bytes()
    metadata = footer_of(source)
    body = bytearray(b"PAR1")
    for group in reversed(metadata.row_groups):
        for chunk in reversed(group.columns):
            meta = chunk.meta_data
            assert meta is not None
            start = meta.dictionary_page_offset or meta.data_page_offset
            shift = len(body) - start
            body += data[start : start + meta.total_compressed_size] + b"gap"
            meta.data_page_offset += shift
            if meta.dictionary_page_offset:
                meta.dictionary_page_offset += shift
            chunk.offset_index_offset = chunk.offset_index_length = None
            chunk.column_index_offset = chunk.column_index_length = None
    footer = metadata.encode()
    source.write_bytes(bytes(body) + footer + len(footer).to_bytes(4, "little") + b"PAR1")
    assert pq.read_table(source).equals(table())
    assert_spliced(source, shredded(source))


@pytest.mark.parametrize("groups", [[], [0], [0, 5, 0, 3], [3, 0]])
def test_row_groups_of_no_rows(groups: list[int], tmp_path: Path) -> None:
    source = tmp_path / "in.parquet"
    rows = table(9)
    with pq.ParquetWriter(source, rows.schema, write_page_index=True) as writer:
        for count in groups:
            writer.write_table(rows.slice(0, count))
    out = shredded(source, {**BOTH, "new": pa.null()})
    assert_spliced(source, out, ("v", "w", "new"))
    assert [group.num_rows for group in footer_of(out).row_groups] == groups
    assert len(documents_in(out)) == sum(groups)
    again = out.with_name("again.parquet")
    shred_columns(out, again, BY)
    assert documents_in(again) == documents_in(out)
