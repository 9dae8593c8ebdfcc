"""What is seen of places in columns of numbers is what the checks say of each chunk."""

from __future__ import annotations

import io
from pathlib import Path
from random import Random
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

import inlay
from inlay.verbs.verify.fitting_places import find_fitting_end
from inlay.verbs.verify.offsets import check_offsets, find_data_end
from parquet_format.parquet import ColumnChunk, FileMetaData
from tests.support.calls import count_calls
from tests.support.in_one_test import in_one_test
from tests.verbs.verify.files import write_file
from tests.verbs.verify.test_footer_lies import LIES

_OFFSETS = "column_index_offset", "offset_index_offset"
_IN_METADATA = "data_page_offset", "dictionary_page_offset", "total_compressed_size"


def write(columns: int = 3, **options: Any) -> tuple[FileMetaData, int]:
    """Metadata, and where it begins."""
    table = pa.table({f"c{at}": [f"{at}", f"{at}", None] * 5 for at in range(columns)})
    sink = io.BytesIO()
    pq.write_table(table, sink, row_group_size=5, **options)
    footer = inlay.open(sink.getvalue())
    return footer.metadata, footer.offset


def require_alike(metadata: FileMetaData, footer: int) -> bool:
    """Never an end where a check has something to say, nor another."""
    end = find_fitting_end(metadata.encode(), footer)
    if end is not None:
        assert not check_offsets(metadata, footer)
        assert end == find_data_end(metadata)
    return end is not None


@pytest.mark.parametrize("with_index", [True, False])
def test_what_fits_is_seen(with_index: bool) -> None:
    metadata, offset = write(write_page_index=with_index)
    assert require_alike(metadata, offset)
    assert require_alike(metadata, 1 << 61)
    assert not require_alike(metadata, find_data_end(metadata) - 1)


def change(chunk: ColumnChunk, random: Random, most: int) -> None:
    name = random.choice((*_OFFSETS, *_IN_METADATA, "bloom_filter_offset", "bloom_filter_length"))
    value = random.choice((None, -1, 0, 3, 4, random.randrange(2 * most), most, 1 << 40))
    if name in ("data_page_offset", "total_compressed_size") and value is None:
        chunk.meta_data = None
    elif name in _OFFSETS:
        setattr(chunk, name, value)
    elif chunk.meta_data is not None:
        limit = value if name != "bloom_filter_length" or value is None else value % (1 << 31)
        setattr(chunk.meta_data, name, limit)


@pytest.mark.parametrize("seed", range(60))
def test_places_that_are_changed_are_told_alike(seed: int) -> None:
    random = Random(seed)
    metadata, offset = write(write_page_index=seed % 2 == 0)
    for _ in range(random.randrange(1, 4)):
        change(random.choice(random.choice(metadata.row_groups).columns), random, offset)
    require_alike(metadata, offset)


@in_one_test("name", LIES)
def test_no_lie_about_places_fits(tmp_path: Path, name: str) -> None:
    write_file(tmp_path / "file.parquet")
    footer = inlay.open(tmp_path / "file.parquet")
    metadata = FileMetaData.decode(footer.thrift)
    LIES[name].change(metadata)
    require_alike(metadata, footer.offset)


@pytest.mark.needs("native core")
def test_a_chunk_is_no_object() -> None:
    few, many = (count_finding(columns) for columns in (20, 200))
    assert many <= few + 200


def count_finding(columns: int) -> int:
    metadata, offset = write(columns)
    return count_calls(lambda: find_fitting_end(metadata.encode(), offset))
