"""Bloom filters that are longer or shorter than they say, or that deny a bound."""

from __future__ import annotations

import io
from pathlib import Path

import inlay as api
from inlay.footers.footer.read import read_footer
from parquet_format.parquet import (
    BloomFilterHeader,
    FileMetaData,
    Statistics,
    Type,
)
from tests.tables.page_tables.files import write_with_bloom
from tests.verbs.verify.data_changes import File, codes_of, i64
from tests.verbs.verify.files import changed_footer, meta_of


def test_a_bloom_filter_is_measured(tmp_path: Path, whole: Path) -> None:
    path = tmp_path / "bloom.parquet"
    header = BloomFilterHeader.decode(bytes.fromhex("15401c1c00001c1c00001c1c000000"))
    size = len(header.encode())

    def change(footer: FileMetaData) -> None:
        meta = meta_of(footer, 0, "id")
        meta.bloom_filter_offset, meta.bloom_filter_length = meta.data_page_offset, size + 32

    changed_footer(whole, path, change)
    assert "bloom-filter" in {one.code for one in api.verify(str(path), data=True).findings}
    data = bytearray(path.read_bytes())
    offset = meta_of(File(path).metadata, 0, "id").data_page_offset
    data[offset : offset + size] = header.encode()
    codes = {one.code for one in api.verify(io.BytesIO(bytes(data)), data=True).findings}
    assert "bloom-filter" not in codes
    assert "page-walk" in codes


def test_a_bloom_filter_has_the_bounds(tmp_path: Path) -> None:
    source = write_with_bloom(tmp_path / "bloom.parquet")
    assert api.verify(str(source), data=True).findings == ()
    chunks = read_footer(str(source)).metadata.row_groups[0].columns
    at = next(
        at
        for at, chunk in enumerate(chunks)
        if chunk.meta_data is not None
        and chunk.meta_data.bloom_filter_offset is not None
        and chunk.meta_data.type == Type.INT64
    )

    def change(footer: FileMetaData) -> None:
        meta = footer.row_groups[0].columns[at].meta_data
        assert meta is not None
        meta.statistics = Statistics(min_value=i64(-12_345))

    assert "bloom-bounds" in codes_of(source, tmp_path / "lie.parquet", change)
