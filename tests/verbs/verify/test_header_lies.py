"""Page headers that say something else than the index, the chunk, or their own levels."""

from __future__ import annotations

import io
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

import inlay as api
from inlay.footers.footer.read import read_footer
from inlay.pages.engine.walk import find_data_header
from parquet_format.parquet import (
    BoundaryOrder,
    ColumnIndex,
    FileMetaData,
    PageHeader,
)
from tests.verbs.verify.files import changed_index, write_file
from tests.verbs.verify.index_changes import f64, said


class Header(NamedTuple):
    """A page of one chunk whose header is changed without its size. `said` is None where nothing is found."""

    change: Callable[[PageHeader], object]
    said: str | None
    version: str = "1.0"


def of_statistics(**fields: object) -> Callable[[PageHeader], object]:
    def change(header: PageHeader) -> None:
        data = find_data_header(header)
        assert data is not None
        assert data.statistics is not None
        for name, value in fields.items():
            setattr(data.statistics, name, value)

    return change


def of_version_2(header: PageHeader) -> None:
    assert header.data_page_header_v2 is not None
    header.data_page_header_v2.num_nulls = 3


HEADERS = {
    "as it was": Header(lambda header: None, None),
    "as it was, in version 2": Header(lambda header: None, None, "2.0"),
    "only nulls beside bounds": Header(
        of_statistics(null_count=4), "null_count of 4, which is all values, and bounds"
    ),
    "other nulls than the index": Header(
        of_statistics(null_count=3), "null_count of 3, and null_counts[0] is 2"
    ),
    "other nulls than its own": Header(of_version_2, "null_count of 2, and num_nulls of 3", "2.0"),
    "another minimum than the index": Header(
        of_statistics(min_value=f64(2)), "page 0 has other bounds than the column index"
    ),
    "another maximum than the index": Header(
        of_statistics(max_value=f64(2)), "page 0 has other bounds than the column index"
    ),
}


@pytest.mark.parametrize("name", HEADERS)
def test_statistics_of_a_header_agree_with_the_rest(name: str, tmp_path: Path) -> None:
    """Arrow writes no statistics into headers where it writes an index, so the index is made here."""
    it, path = HEADERS[name], tmp_path / "file.parquet"
    write_indexed(path, it.version)
    data = bytearray(path.read_bytes())
    meta = read_footer(str(path)).metadata.row_groups[0].columns[0].meta_data
    assert meta is not None
    header, size = PageHeader.decode_from(bytes(data[meta.data_page_offset :]))
    it.change(header)
    made = header.encode()
    assert len(made) == size
    data[meta.data_page_offset : meta.data_page_offset + size] = made
    found = api.verify(io.BytesIO(bytes(data)), data=True).findings
    if it.said is None:
        assert found == ()
    else:
        assert any(one.code == "page-statistics" and it.said in one.what for one in found), found


def write_indexed(path: Path, version: str) -> None:
    """A page with two nulls and two values, statistics in its header, and a column index behind it."""
    table = pa.table({"x": pa.array([None, 1.5, None, 2.5])})
    options: Any = {
        "data_page_version": version,
        "use_dictionary": False,
        "write_page_index": False,
    }
    pq.write_table(table, path, **options)
    footer = read_footer(str(path))
    metadata = FileMetaData.decode(footer.data)
    columns = ColumnIndex(
        null_pages=[False],
        min_values=[f64(1.5)],
        max_values=[f64(2.5)],
        boundary_order=BoundaryOrder.UNORDERED,
        null_counts=[2],
    ).encode()
    body = path.read_bytes()[: footer.offset]
    chunk = metadata.row_groups[0].columns[0]
    chunk.column_index_offset, chunk.column_index_length = len(body), len(columns)
    thrift = metadata.encode()
    path.write_bytes(body + columns + thrift + len(thrift).to_bytes(4, "little") + b"PAR1")


def test_nulls_of_headers_are_those_of_the_levels(tmp_path: Path) -> None:
    whole = tmp_path / "v2.parquet"
    write_file(whole, version="2.0")
    for nulls, expected in (
        (111, set[str]()),
        (110, {"header-nulls", "index-nulls", "index-sums"}),
    ):
        path = tmp_path / "lie.parquet"
        footer = said("price", null_count=None, levels=[nulls, 1000 - nulls])
        changed_index(whole, path, "price", footer=footer)
        assert {it.code for it in api.verify(str(path), data=True).findings} == expected
