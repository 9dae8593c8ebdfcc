"""A damaged page is a finding with its place, what lies behind it is audited; what nothing decodes is named, and never right."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from click.testing import CliRunner

import inlay
from inlay.cli.verify import command
from inlay.footers.footer.read import read_footer
from inlay.pages.engine.chunk_metadata import locate_pages
from inlay.pages.engine.walk import walk
from parquet_format.parquet import ColumnMetaData, CompressionCodec, FileMetaData


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """Five pages in each of two chunks, without CRCs."""
    path = tmp_path / "pages.parquet"
    pq.write_table(
        pa.table({"a": [f"text {n:02}" for n in range(100)], "b": list(range(100))}),
        path,
        use_dictionary=False,
        data_page_size=1,
        write_batch_size=20,
        compression="none",
        write_page_index=True,
    )
    return path


def meta_of(metadata: FileMetaData, column: int) -> ColumnMetaData:
    meta = metadata.row_groups[0].columns[column].meta_data
    assert meta is not None
    return meta


def damage_page(path: Path, number: int, at: int, data: bytes) -> int:
    """Writes into the body of a page of the first column; where the page begins."""
    body = bytearray(path.read_bytes())
    start, end = locate_pages(meta_of(read_footer(str(path)).metadata, 0))
    page = list(walk(lambda offset, size: bytes(body[offset : offset + size]), start, end))[number]
    body[page.start + at : page.start + at + len(data)] = data
    path.write_bytes(body)
    return page.offset


def change_meta(path: Path, change: Callable[[ColumnMetaData], object]) -> None:
    read = read_footer(str(path))
    metadata = FileMetaData.decode(read.data)
    change(meta_of(metadata, 0))
    thrift = metadata.encode()
    body = path.read_bytes()[: read.offset]
    path.write_bytes(body + thrift + len(thrift).to_bytes(4, "little") + b"PAR1")


LEVELS = 6
"""Bytes before the values of a page of version 1: a length, and a run of the level 1."""


def test_a_page_that_does_not_decode(path: Path) -> None:
    offset = damage_page(path, 1, LEVELS, b"\xff\xff\xff\x7f")
    found = inlay.verify(str(path), values=True)
    (finding,) = found.findings
    assert (finding.code, finding.offset) == ("value-damage", offset)
    assert finding.at == "row_groups[0].columns[0].pages[1]"
    assert found.audited is not None
    assert found.audited.values == 180


def test_levels_that_are_none(path: Path) -> None:
    damage_page(path, 2, 4, b"\xff")
    (finding,) = inlay.verify(str(path), values=True).findings
    assert finding.code == "value-damage"
    assert "page 2 has no levels" in finding.what


def test_a_lie_behind_a_damaged_page(path: Path) -> None:
    """Bounds are held against what is known; counts are not."""
    damage_page(path, 1, LEVELS, b"\xff\xff\xff\x7f")

    def lie(meta: ColumnMetaData) -> None:
        assert meta.statistics is not None
        meta.statistics.max_value = b"text 90"
        meta.statistics.null_count = 0

    change_meta(path, lie)
    codes = [finding.code for finding in inlay.verify(str(path), values=True).findings]
    assert "value-bounds" in codes
    assert "value-damage" in codes
    assert "value-nulls" not in codes


def test_another_value_is_a_lie(path: Path) -> None:
    """A value that was changed in a page without a CRC is beyond the bounds of its page."""
    damage_page(path, 3, LEVELS + 4, b"zzzz")
    codes = {finding.code for finding in inlay.verify(str(path), values=True).findings}
    assert codes == {"value-bounds", "value-index-bounds"}
    assert not inlay.verify(str(path), data=True).findings


def test_rows_that_a_list_does_not_have(tmp_path: Path) -> None:
    path = tmp_path / "lists.parquet"
    pq.write_table(pa.table({"x": [[1], [2, 3], [4]]}), path)
    read = read_footer(str(path))
    metadata = FileMetaData.decode(read.data)
    metadata.num_rows = metadata.row_groups[0].num_rows = 4
    thrift = metadata.encode()
    body = path.read_bytes()[: read.offset]
    path.write_bytes(body + thrift + len(thrift).to_bytes(4, "little") + b"PAR1")
    (finding,) = [
        one for one in inlay.verify(str(path), values=True).findings if one.code == "value-rows"
    ]
    assert finding.what == "3 rows, and the row group has 4"


def test_what_is_not_decoded_is_named(path: Path) -> None:
    def change(meta: ColumnMetaData) -> None:
        meta.codec = CompressionCodec.LZO

    change_meta(path, change)
    found = inlay.verify(str(path), values=True)
    assert found.audited is not None
    assert found.audited.chunks == 1
    (other,) = found.audited.others
    assert (other.place, other.column) == ("row_groups[0].columns[0]", "a")
    assert other.reason == "its codec is LZO, which no library here has"
    shown = CliRunner().invoke(command, ["--values", str(path)]).output
    assert "not audited 1 chunk of a: its codec is LZO" in shown
    document = json.loads(
        CliRunner().invoke(command, ["--values", "--format", "json", str(path)]).output
    )
    assert document["values"]["chunks"] == 1
    assert document["values"]["not_audited"][0]["at"] == other.place


def test_explain() -> None:
    said = CliRunner().invoke(command, ["--explain", "value-exact"])
    assert said.output == (
        "value-exact (level values): a bound that is said to be exact is a value.\n"
    )


def test_an_index_beyond_the_dictionary_is_damage(tmp_path: Path) -> None:
    """pyarrow looks at indexes only where it makes values of them."""
    path = tmp_path / "few.parquet"
    table = pa.table({"s": ["a", "b", "c"] * 40})
    pq.write_table(table, path, compression="none", write_statistics=False, store_schema=False)
    data = bytearray(path.read_bytes())
    chunk = pq.ParquetFile(path).metadata.row_group(0).column(0)
    end = (chunk.dictionary_page_offset or 0) + chunk.total_compressed_size
    data[end - 4] = 0xFF  # four times index 3, of two bits each
    path.write_bytes(data)
    verified = inlay.verify(str(path), values=True)
    assert [one.code for one in verified.findings] == ["value-damage"]
