"""Pages, page indexes and Bloom filters as tables: equal to one another, to the structs in the file, and to the rows."""

from __future__ import annotations

import io
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.parquet as pq
import pytest
from hypothesis import given
from hypothesis import strategies as st

import inlay
from inlay.tables.page_tables.schemas import ON_REQUEST, TABLES
from inlay.tables.page_tables.tables import read_first_rows
from inlay_runtime.errors import InlayError
from inlay_runtime.finding import Finding
from parquet_format.parquet import ColumnIndex, FileMetaData, OffsetIndex
from tests.support.corpora import HUGE
from tests.support.examples import examples
from tests.support.footers import edit_footer
from tests.tables.page_tables.files import (
    ROWS,
    CountedFile,
    write_paged,
    write_wide,
    write_with_bloom,
)

FUNCTIONS = {
    "pages": inlay.page_table,
    "page_indexes": inlay.index_table,
    "bloom_filters": inlay.bloom_table,
}


@pytest.fixture(scope="module")
def paged(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write_paged(tmp_path_factory.mktemp("paged") / "paged.parquet")


@pytest.mark.parametrize("table", TABLES)
def test_the_schema_is_the_one_that_is_promised(paged: Path, table: str) -> None:
    rows = FUNCTIONS[table](paged)
    names = [name for name in TABLES[table].names if name not in ON_REQUEST[table]]
    assert rows.schema.equals(pa.schema([TABLES[table].field(name) for name in names]))
    rows.validate(full=True)
    for name in names:
        assert FUNCTIONS[table](paged, [name]).column(0).equals(rows.column(name)), name


@pytest.mark.parametrize("version", ["1.0", "2.0"])
def test_pages_are_those_of_the_index(tmp_path: Path, version: str) -> None:
    path = write_paged(tmp_path / "file.parquet", data_page_version=version)
    pages = inlay.page_table(path)
    data = pages.filter(pc.field("page_type") != "DICTIONARY_PAGE").to_pylist()
    indexes = inlay.index_table(path).to_pylist()
    assert len(data) == len(indexes) > 50
    for page, index in zip(data, indexes, strict=True):
        assert (page["path"], page["row_group"]) == (index["path"], index["row_group"])
        assert page["offset"] == index["offset"]
        size = page["header_length"] + page["compressed_page_size"]
        assert size == index["compressed_page_size"]
        if page["first_row_index"] is not None:
            assert page["first_row_index"] == index["first_row_index"]
            assert page["num_rows"] in (index["num_rows"], None)
        if version == "2.0":
            assert page["num_rows"] == index["num_rows"]
            assert page["null_count"] == index["null_count"]


def test_pages_fill_their_chunks(paged: Path) -> None:
    pages = inlay.page_table(paged).to_pylist()
    for chunk in inlay.chunk_table(inlay.open(paged)).to_pylist():
        own = [
            page
            for page in pages
            if (page["row_group"], page["column"]) == (chunk["row_group"], chunk["column"])
        ]
        sizes = sum(page["header_length"] + page["compressed_page_size"] for page in own)
        assert sizes == chunk["total_compressed_size"]
        values = [page["num_values"] for page in own if page["page_type"] != "DICTIONARY_PAGE"]
        assert sum(values) == chunk["num_values"]
        assert [page["page"] for page in own] == list(range(len(own)))


def test_bounds_are_those_of_the_rows(paged: Path) -> None:
    rows: Any = pq.read_table(paged)
    for page in inlay.index_table(paged, paths=["id", "name", "price"]).to_pylist():
        start = page["row_group"] * 10_000 + page["first_row_index"]
        values = rows.column(page["path"]).slice(start, page["num_rows"])
        ends: Any = pc.min_max(values).as_py()
        assert page["null_count"] == values.null_count
        kind = type(ends["min"])
        assert (kind(page["min_text"]), kind(page["max_text"])) == (ends["min"], ends["max"])


def test_the_structs_of_the_file_say_the_same(paged: Path) -> None:
    data = paged.read_bytes()
    chunk = inlay.read_metadata(paged).row_groups[1].columns[1]
    at, size = chunk.column_index_offset or 0, chunk.column_index_length or 0
    bounds = ColumnIndex.decode(data[at : at + size])
    at, size = chunk.offset_index_offset or 0, chunk.offset_index_length or 0
    offsets = OffsetIndex.decode(data[at : at + size])
    rows = inlay.index_table(paged, paths=["name"], row_groups=[1])
    assert rows.column("min_value").to_pylist() == bounds.min_values
    assert rows.column("max_value").to_pylist() == bounds.max_values
    assert rows.column("null_count").to_pylist() == bounds.null_counts
    assert rows.column("offset").to_pylist() == [it.offset for it in offsets.page_locations]
    assert set(rows.column("boundary_order").to_pylist()) == {bounds.boundary_order.name}
    histograms: Any = rows.column("definition_level_histogram").to_pylist()
    assert [count for histogram in histograms for count in histogram] == (
        bounds.definition_level_histograms
    )
    counts: Any = rows.column("num_rows").to_pylist()
    assert sum(counts) == ROWS // 3


@pytest.mark.parametrize(("columns", "wanted"), [(400, 2), (400, 400)])
def test_only_the_indexes_that_are_asked_for_are_read(
    tmp_path: Path, columns: int, wanted: int
) -> None:
    path = write_wide(tmp_path / "wide.parquet", columns)
    metadata = inlay.read_metadata(path)
    chunks = metadata.row_groups[0].columns
    index_bytes = sum(
        (it.column_index_length or 0) + (it.offset_index_length or 0) for it in chunks
    )
    file = CountedFile(path.read_bytes())
    footer = inlay.open(file)
    file.reads.clear()
    rows = inlay.index_table(footer, paths=[f"c{at:03}" for at in range(wanted)])
    assert rows.num_rows == wanted
    read = file.count_before(footer.offset)
    assert read == sum(
        (it.column_index_length or 0) + (it.offset_index_length or 0) for it in chunks[:wanted]
    )
    assert read <= index_bytes * wanted / columns * 1.2  # offsets near the end take more bytes


def test_indexes_that_lie_side_by_side_are_one_request(tmp_path: Path) -> None:
    path = write_wide(tmp_path / "wide.parquet", 50)
    file = CountedFile(path.read_bytes())
    footer = inlay.open(file)
    file.reads.clear()
    assert inlay.index_table(footer).num_rows == 50
    beside = [start for start, _ in file.reads if start < footer.offset]
    assert len(beside) == 1
    assert len(file.reads) == 2  # and the footer, which tells whether the file is still the same


def test_bloom_filters(tmp_path: Path) -> None:
    path = write_with_bloom(tmp_path / "bloom.parquet")
    names = ["path", "row_group", "num_bytes", "bits_set", "false_positive_rate", "compression"]
    rows = inlay.bloom_table(path, names).to_pylist()
    assert [(row["path"], row["row_group"]) for row in rows] == [
        (name, group) for group in range(2) for name in ("word", "number")
    ]
    for row in rows:
        assert row["compression"] == "UNCOMPRESSED"
        assert 0 < row["bits_set"] <= 8 * min(100, row["num_bytes"])
        assert 0 < row["false_positive_rate"] < 0.05
    chunks = inlay.chunk_table(inlay.open(path)).to_pylist()
    lengths = {(it["path"], it["row_group"]): it["bloom_filter_length"] for it in chunks}
    for row in inlay.bloom_table(path).to_pylist():
        assert row["bloom_filter_length"] == lengths[row["path"], row["row_group"]]


def test_choosing(paged: Path) -> None:
    def paths(*wanted: str) -> set[str]:
        return {row["path"] for row in inlay.page_table(paged, ["path"], paths=wanted).to_pylist()}

    assert paths("tags") == {"tags.list.element"}
    assert paths("*e*") == {"name", "price", "tags.list.element"}
    some = inlay.page_table(paged, ["row_group"], row_groups=[2, 0]).column(0).to_pylist()
    assert list(dict.fromkeys(some)) == [2, 0]
    cases: list[tuple[dict[str, Any], str]] = [
        ({"paths": ["prise"]}, "did you mean 'price'"),
        ({"paths": "price"}, "say paths="),
        ({"row_groups": [3]}, "there are 0 to 2"),
        ({"columns": ["encodings"]}, "did you mean 'encoding'"),
    ]
    for wrong, message in cases:
        with pytest.raises(ValueError, match=message):
            inlay.page_table(paged, **wrong)


@pytest.mark.parametrize("table", TABLES)
def test_every_public_file_gives_rows_or_a_typed_error(
    table: str, parquet_testing: Path, arrow_fuzzing: Path
) -> None:
    count = 0
    for path in sorted([*parquet_testing.rglob("*"), *arrow_fuzzing.rglob("*")]):
        if not path.is_file() or path.name == HUGE or ".git" in path.parts:
            continue
        try:
            rows = FUNCTIONS[table](path, TABLES[table].names)
        except InlayError:
            continue
        rows.validate(full=True)
        count += rows.num_rows > 0
    assert count >= (1 if table == "bloom_filters" else 10)


def test_a_chunk_without_values_has_no_page_to_look_for() -> None:
    """Some writers end with a row group of no rows, whose chunks have no bytes and lie nowhere."""
    sink = io.BytesIO()
    pq.write_table(pa.table({"x": [1]}), sink)

    def add_nothing(metadata: FileMetaData) -> None:
        again = FileMetaData.decode(metadata.encode()).row_groups[0]
        meta = again.columns[0].meta_data
        assert meta is not None
        again.num_rows = again.total_byte_size = meta.num_values = 0
        meta.total_compressed_size = meta.total_uncompressed_size = meta.data_page_offset = 0
        again.total_compressed_size = again.file_offset = meta.dictionary_page_offset = None
        meta.statistics = meta.encoding_stats = None
        metadata.row_groups.append(again)

    data = edit_footer(sink.getvalue(), add_nothing)
    assert inlay.open(data).metadata.row_groups[1].num_rows == 0
    assert inlay.page_table(data).equals(inlay.page_table(sink.getvalue()))


def test_columns_of_many_types_are_a_table_as_each_is_alone(tmp_path: Path) -> None:
    """Rows of many chunks become arrays together, and bounds become texts by the type of their column."""
    columns = {
        "n": pa.array([1, -2]),
        "t": pa.array(["a", "b"]),
        "d": pa.array([1, None], pa.date32()),
        "m": pa.array([5, 6]),
        "u": pa.array([1, 2], pa.uint32()),
        "i": pa.array([1, 2], pa.int32()),
        "e": pa.array([7, 8], pa.date32()),
        "b": pa.array([b"\x00", b"\xff"]),
    }
    path = tmp_path / "file.parquet"
    pq.write_table(pa.table(columns), path, row_group_size=1, write_page_index=True)
    for function in (inlay.page_table, inlay.index_table):
        every = function(path).to_pylist()
        alone = [row for name in columns for row in function(path, paths=[name]).to_pylist()]
        assert every == sorted(alone, key=lambda row: (row["row_group"], row["column"]))
    texts = {row["path"]: row["min_text"] for row in every if row["row_group"]}
    assert (texts["m"], texts["e"], texts["d"]) == ("6", "1970-01-09", None)


@pytest.mark.parametrize("table", TABLES)
@pytest.mark.parametrize("most", [0, 7, 10_000])
def test_the_first_rows_are_those_of_the_table(
    paged: Path, tmp_path: Path, table: str, most: int
) -> None:
    """And the others are as many."""
    for path in (paged, write_wide(tmp_path / "wide.parquet", 40)):
        whole = FUNCTIONS[table](path, ["path", "row_group"])
        first = read_first_rows(path, table, ["path", "row_group"], most, findings=[])
        assert first.rows.equals(whole.slice(0, most))
        assert first.num_rows == whole.num_rows


@given(place=st.integers(0, 10_000), change=st.integers(1, 255))
@examples(60)
def test_damage_is_found_where_pages_are_only_counted(
    tmp_path: Path, place: int, change: int
) -> None:
    table = pa.table({"a": [1, 2, 3, 4], "b": [0.5, None, 1.0, 2.0], "c": [[1], [], [2, 3], None]})
    pq.write_table(table, tmp_path / "small.parquet", row_group_size=2, use_dictionary=True)
    data = bytearray((tmp_path / "small.parquet").read_bytes())
    data[4 + place % (len(data) - 12)] ^= change
    findings: tuple[list[Finding], list[Finding]] = [], []
    try:
        whole = inlay.page_table(bytes(data), findings=findings[0])
    except (InlayError, ValueError) as error:
        with pytest.raises(type(error)):
            read_first_rows(bytes(data), "pages", ["path"], 0, findings=findings[1])
    else:
        first = read_first_rows(bytes(data), "pages", ["path"], 0, findings=findings[1])
        assert first.num_rows == whole.num_rows
        assert findings[0] == findings[1]
