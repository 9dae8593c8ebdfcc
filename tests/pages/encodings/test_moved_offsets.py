"""Every offset that moved, by a reader that uses it."""

from __future__ import annotations

import importlib
from pathlib import Path
from typing import Any

import pytest

from inlay.footers.footer import read_footer
from inlay.ground.files.source import read_at
from inlay.verbs.verify.offsets import check_offsets
from parquet_format.parquet import ColumnIndex, OffsetIndex, PageHeader, PageType
from tests.pages.encodings.files import add_all, bloom_filters, plain_and_indexed, pq, version_2

INDEXED = {"v1": plain_and_indexed, "v2": version_2}


@pytest.fixture(params=INDEXED)
def indexed(request: pytest.FixtureRequest, tmp_path: Path) -> Path:
    path = tmp_path / "file.parquet"
    INDEXED[str(request.param)](path)
    add_all(path)
    return path


def test_offsets_lead_to_what_they_say(indexed: Path) -> None:
    footer = read_footer(indexed)
    assert footer.metadata is not None
    assert not check_offsets(footer.metadata, footer.offset)
    seen = 0
    with indexed.open("rb", buffering=0) as file:
        for row_group in footer.metadata.row_groups:
            starts: list[int] = []
            for chunk in row_group.columns:
                meta = chunk.meta_data
                assert meta is not None
                if meta.dictionary_page_offset is not None:
                    starts.append(meta.dictionary_page_offset)
                    header = PageHeader.decode(read_at(file, meta.dictionary_page_offset, 4096))
                    assert header.type == PageType.DICTIONARY_PAGE
                starts.append(meta.data_page_offset)
                header = PageHeader.decode(read_at(file, meta.data_page_offset, 4096))
                assert header.type in (PageType.DATA_PAGE, PageType.DATA_PAGE_V2)
                assert chunk.offset_index_offset is not None
                assert chunk.offset_index_length is not None
                data = read_at(file, chunk.offset_index_offset, chunk.offset_index_length)
                index = OffsetIndex.decode(data)
                assert index.encode() == data
                assert index.page_locations[0].offset == meta.data_page_offset
                for location in index.page_locations:
                    page = read_at(file, location.offset, location.compressed_page_size)
                    found, start = PageHeader.decode_from(page)
                    assert start + found.compressed_page_size == location.compressed_page_size
                    assert found.type in (PageType.DATA_PAGE, PageType.DATA_PAGE_V2)
                    seen += 1
                if chunk.column_index_offset is not None and chunk.column_index_length is not None:
                    data = read_at(file, chunk.column_index_offset, chunk.column_index_length)
                    assert len(ColumnIndex.decode(data).null_pages) == len(index.page_locations)
            assert row_group.file_offset == min(starts)
    assert seen >= 45


def test_datafusion_reads_by_the_page_index(indexed: Path) -> None:
    datafusion: Any = importlib.import_module("datafusion")
    config = (
        datafusion.SessionConfig()
        .set("datafusion.execution.parquet.enable_page_index", "true")
        .set("datafusion.execution.parquet.pushdown_filters", "true")
    )
    context = datafusion.SessionContext(config)
    context.register_parquet("t", str(indexed))
    for low, high in ((0, 5), (995, 1_205), (2_990, 3_100)):
        rows = context.sql(
            f"select id, name, price from t where id >= {low} and id < {high} order by id"
        ).to_arrow_table()
        expected = pq.read_table(
            indexed, columns=["id", "name", "price"], filters=[("id", ">=", low), ("id", "<", high)]
        )
        assert rows.to_pylist() == expected.to_pylist()
        assert len(expected) == min(high, 3_000) - low


def test_duckdb_reads_by_statistics_and_bloom_filters(tmp_path: Path) -> None:
    path = tmp_path / "file.parquet"
    bloom_filters(path)
    duckdb: Any = importlib.import_module("duckdb")

    def probed(value: int) -> list[tuple[object, ...]]:
        query = "select row_group_id, bloom_filter_excludes from parquet_bloom_probe(?, 'id', ?)"
        found: list[tuple[object, ...]] = duckdb.execute(query, [str(path), value]).fetchall()
        return found

    values = (17, 1_500, 2_999, 10**12)
    before = [probed(value) for value in values]
    assert [row[1] for row in before[0]] == [False, True, True]
    assert all(row[1] for row in before[-1])
    add_all(path)
    assert [probed(value) for value in values] == before
    found = duckdb.execute(
        "select count(*), sum(id) from read_parquet(?) where id = 1500", [str(path)]
    )
    assert found.fetchall() == [(1, 1500)]


def test_pyarrow_skips_row_groups_by_statistics(indexed: Path) -> None:
    found = pq.read_table(indexed, filters=[("id", "in", [3, 1_003, 2_003])])
    assert found.column("id").to_pylist() == [3, 1_003, 2_003]
