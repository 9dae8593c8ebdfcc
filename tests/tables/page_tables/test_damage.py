"""Footers that lie about where things are, and indexes that are none: a typed error with the column and the place."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path
from typing import Any

import pyarrow as pa
import pytest
from hypothesis import given
from hypothesis import strategies as st

import inlay
from inlay.pages.engine.errors import ChunkError
from inlay.tables.scan.scan import scan_tables
from inlay.tables.scan.schemas import OF_PAGES, RENAMED, select_columns
from inlay_runtime.errors import InlayError
from inlay_runtime.finding import Finding
from parquet_format.parquet import ColumnChunk, ColumnMetaData
from tests.support.inlay_command import Inlay, make_command
from tests.tables.page_tables.files import replace_footer, write_paged, write_with_bloom
from tests.tables.page_tables.test_tables import FUNCTIONS


@pytest.fixture
def inlay_command(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Inlay:
    return make_command(capsys, monkeypatch)


@pytest.fixture(scope="module")
def paged(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    return write_paged(tmp_path_factory.mktemp("damage") / "paged.parquet").read_bytes()


@pytest.fixture(scope="module")
def bloomed(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    return write_with_bloom(tmp_path_factory.mktemp("damage") / "bloom.parquet").read_bytes()


def _meta(chunk: ColumnChunk) -> ColumnMetaData:
    assert chunk.meta_data is not None
    return chunk.meta_data


def _tell_lie(chunk: ColumnChunk, name: str, value: int) -> None:
    setattr(_meta(chunk) if name in ColumnMetaData.__slots__ else chunk, name, value)


LIES = [
    ("pages", "data_page_offset", -1, "the footer puts its"),
    ("pages", "data_page_offset", 1 << 62, "the footer puts its"),
    ("pages", "data_page_offset", 100, "no page header"),
    ("pages", "total_compressed_size", 1 << 50, "the footer puts its"),
    ("pages", "total_compressed_size", -5, "the footer puts its"),
    ("pages", "total_compressed_size", 500, "are left of its chunk"),
    ("page_indexes", "offset_index_offset", 0, "the footer puts its offset index at"),
    ("page_indexes", "offset_index_offset", 4, "its offset index cannot be read"),
    ("page_indexes", "column_index_offset", 5, "its column index cannot be read"),
    ("page_indexes", "column_index_length", 1 << 30, "the footer puts its column index at"),
    ("page_indexes", "offset_index_length", 3, "its offset index cannot be read"),
    ("bloom_filters", "bloom_filter_offset", 1 << 40, "the footer puts its Bloom filter at"),
    ("bloom_filters", "bloom_filter_offset", 4, "Bloom filter"),
]


@pytest.mark.parametrize(("table", "name", "value", "message"), LIES)
def test_a_lie_is_an_error_with_its_place(
    paged: bytes, bloomed: bytes, table: str, name: str, value: int, message: str
) -> None:
    data = bloomed if table == "bloom_filters" else paged
    metadata = inlay.read_metadata(data)
    chunk = metadata.row_groups[1].columns[0]
    _tell_lie(chunk, name, value)
    if name == "data_page_offset":
        _meta(chunk).dictionary_page_offset = None
    column = ".".join(_meta(chunk).path_in_schema)
    damaged = replace_footer(data, metadata)
    with pytest.raises(ChunkError, match=message) as error:
        FUNCTIONS[table](damaged)
    assert f"column {column} in row group 1" in str(error.value)
    findings: list[Finding] = []
    rest = FUNCTIONS[table](damaged, findings=findings)
    assert [finding.at for finding in findings] == [f"column {column} in row group 1"]
    whole = FUNCTIONS[table](data).num_rows
    lost = FUNCTIONS[table](data, paths=[column], row_groups=[1]).num_rows
    assert rest.num_rows == whole - lost > 0


def test_indexes_of_different_pages(paged: bytes) -> None:
    metadata = inlay.read_metadata(paged)
    first, second = metadata.row_groups[0].columns[:2]
    first.column_index_offset = second.column_index_offset
    first.column_index_length = second.column_index_length
    with pytest.raises(ChunkError, match="its column index tells of"):
        inlay.index_table(replace_footer(paged, metadata), paths=["id"])


@pytest.mark.parametrize("table", FUNCTIONS)
@given(flips=st.lists(st.tuples(st.integers(0, 2**31), st.integers(1, 255)), min_size=1))
def test_any_damage_is_rows_or_a_typed_error(
    bloomed: bytes, table: str, flips: list[tuple[int, int]]
) -> None:
    data = bytearray(bloomed)
    for at, bits in flips:
        data[at % len(data)] ^= bits
    with suppress(InlayError):
        FUNCTIONS[table](bytes(data)).validate(full=True)


@pytest.mark.parametrize("table", FUNCTIONS)
def test_a_name_that_is_not_utf_8_is_shown_as_in_other_tables(
    paged: bytes, bloomed: bytes, table: str
) -> None:
    good, name = (bloomed, b"word") if table == "bloom_filters" else (paged, b"price")
    data = good.replace(name, b"\xf7" + name[1:])
    path = repr(b"\xf7" + name[1:])
    assert path in inlay.chunk_table(data, ["path"]).column("path").to_pylist()
    rows = FUNCTIONS[table](data)
    rows.validate(full=True)
    assert path in rows.column("path").to_pylist()


def _with_bad_chunk(paged: bytes) -> bytes:
    metadata = inlay.read_metadata(paged)
    _tell_lie(metadata.row_groups[1].columns[0], "total_compressed_size", 500)
    return replace_footer(paged, metadata)


def test_the_command_prints_the_rest(paged: bytes, tmp_path: Path, inlay_command: Inlay) -> None:
    path = tmp_path / "bad.parquet"
    path.write_bytes(_with_bad_chunk(paged))
    outcome = inlay_command("pages", path, "--columns", "id")
    assert outcome.code == 1
    assert "row group" in outcome.out
    assert "column id in row group 1" in outcome.err


def test_a_scan_has_the_rest_and_the_problem(paged: bytes, tmp_path: Path) -> None:
    (tmp_path / "bad.parquet").write_bytes(_with_bad_chunk(paged))
    (tmp_path / "good.parquet").write_bytes(paged)
    (tmp_path / "none.parquet").write_bytes(b"PAR1 nothing PAR1")
    wanted = [select_columns("pages"), select_columns("problems")]
    rows: dict[str, list[dict[str, Any]]] = {"pages": [], "problems": []}
    for table, batch in scan_tables(str(tmp_path), wanted=wanted):
        rows[table] += batch.to_pylist()
    good = [row for row in rows["pages"] if row["path"].endswith("good.parquet")]
    assert len(good) == inlay.page_table(paged).num_rows
    assert 0 < len(rows["pages"]) - len(good) < len(good)
    codes = {Path(row["path"]).name: row["error_id"] for row in rows["problems"]}
    assert codes["bad.parquet"] == "unused-page"
    assert codes["none.parquet"] not in ("", "unused-page")


@pytest.mark.parametrize("table", OF_PAGES)
def test_a_scan_has_the_rows_of_each_file(bloomed: bytes, tmp_path: Path, table: str) -> None:
    for name in ("a", "b"):
        (tmp_path / f"{name}.parquet").write_bytes(bloomed)
    alone = FUNCTIONS[table](bloomed)
    names = [RENAMED.get(name, name) for name in alone.column_names]
    rows = inlay.scan_footers(str(tmp_path), table=table, columns=names).read_all()
    twice = pa.concat_tables([alone, alone]).rename_columns(names)
    assert rows.equals(twice)
