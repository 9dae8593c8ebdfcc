"""Bounds that are not values of the dictionary that all pages use."""

from __future__ import annotations

import io
import struct
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

import inlay as api
from inlay.footers.footer.read import read_footer
from parquet_format.parquet import (
    ColumnIndex,
    FileMetaData,
    Statistics,
)


@pytest.mark.parametrize(
    ("values", "low", "high", "what"),
    [
        ([7] * 9, 7, 7, None),
        ([7] * 9, 7, 8, "the bounds are two values, and the dictionary has 1"),
        ([None] * 9, None, None, None),
        ([None] * 9, 7, 7, "there are bounds, and the dictionary has no value"),
        ([7, 8] * 9, 7, 8, None),
    ],
)
def test_bounds_are_values_of_the_dictionary(
    values: list[int | None], low: int | None, high: int | None, what: str | None, tmp_path: Path
) -> None:
    path = tmp_path / "dictionary.parquet"
    pq.write_table(pa.table({"x": pa.array(values, pa.int64())}), path, write_page_index=False)
    footer = read_footer(str(path))
    metadata = FileMetaData.decode(footer.data)
    meta = metadata.row_groups[0].columns[0].meta_data
    assert meta is not None
    meta.statistics = Statistics(
        min_value=None if low is None else struct.pack("<q", low),
        max_value=None if high is None else struct.pack("<q", high),
    )
    meta.size_statistics = None
    body, thrift = path.read_bytes()[: footer.offset], metadata.encode()
    file = io.BytesIO(body + thrift + len(thrift).to_bytes(4, "little") + b"PAR1")
    found = [
        it.what for it in api.verify(file, data=True).findings if it.code == "dictionary-count"
    ]
    assert found == ([] if what is None else [what])


def test_bounds_of_pages_are_values_of_the_dictionary(tmp_path: Path) -> None:
    """Of four pages with the values 0 to 3, whose dictionary has four."""
    path = tmp_path / "pages.parquet"
    table = pa.table({"x": pa.array([at // 100 for at in range(400)], pa.int64())})
    pq.write_table(table, path, write_page_index=True, data_page_size=1, write_batch_size=100)
    data, footer = bytearray(path.read_bytes()), read_footer(str(path))
    assert api.verify(str(path), data=True).findings == ()
    chunk = footer.metadata.row_groups[0].columns[0]
    at, length = chunk.column_index_offset or 0, chunk.column_index_length or 0
    index = ColumnIndex.decode(bytes(data[at : at + length]))
    assert len(index.null_pages) == 4
    for highest, is_found in ((3, False), (9, True)):
        values = [struct.pack("<q", value) for value in (0, 1, 2, highest)]
        made = index.replace(max_values=values).encode()
        assert len(made) == length
        data[at : at + length] = made
        found = api.verify(io.BytesIO(bytes(data)), data=True).findings
        what = "the bounds of the pages are 5 values, and the dictionary has 4"
        assert any(it.code == "dictionary-count" and it.what == what for it in found) == is_found
