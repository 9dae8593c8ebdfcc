"""What cannot be said of a column is left out with its reason, and the rest is added."""

from __future__ import annotations

import decimal
from collections.abc import Callable
from math import nan
from pathlib import Path
from typing import Any

import pyarrow as pa
import pytest
from datafusion import SessionContext

import inlay
from inlay.errors import RefusedError
from inlay.footers.footer import Footer
from inlay.verbs.set.edit_footer import edit_footer
from parquet_format.parquet import (
    FileMetaData,
    GeometryType,
    Type,
)
from tests.verbs.index.files import list_chunks, pq

Edit = Callable[[FileMetaData], None]


def edit(path: Path, change: Edit) -> None:
    def make(footer: Footer) -> bytes:
        metadata = footer.metadata
        change(metadata)
        return metadata.encode()

    edit_footer(path, make)


def reasons(path: Path, *what: str) -> dict[tuple[str, str], str]:
    """By statement and column."""
    return {
        (it.statement, it.column): it.reason for it in inlay.add_index(path, what=what).left_out
    }


def write(folder: Path, values: Any, **options: Any) -> Path:
    path = folder / "a.parquet"
    column = values if isinstance(values, pa.Array) else pa.array(values)
    pq.write_table(pa.table({"c": column}), path, write_statistics=False, **options)
    return path


def as_geometry(metadata: FileMetaData) -> None:
    metadata.schema[1].logicalType = GeometryType()


def with_bounds_and_no_order(metadata: FileMetaData) -> None:
    metadata.column_orders = None


@pytest.mark.parametrize(
    ("values", "options", "statement", "words"),
    [
        ([1.0, float("nan")], {}, "bounds", "a value is NaN"),
        ([1.0, float("nan")], {}, "column-index", "a value is NaN"),
        (pa.array([1.0], pa.float16()), {}, "bloom-filter", "FLOAT16"),
        (
            pa.array([0], pa.timestamp("ns")),
            {"use_deprecated_int96_timestamps": True},
            "bounds",
            "INT96_TIMESTAMP_ORDER, which the file does not declare",
        ),
        (
            pa.array([decimal.Decimal(1)], pa.decimal128(30, 2)),
            {},
            "",
            "",
        ),
    ],
)
def test_reasons(
    values: Any, options: dict[str, Any], statement: str, words: str, tmp_path: Path
) -> None:
    path = write(tmp_path, values, **options)
    left_out = reasons(path, "all")
    assert all(words in left_out[key] for key in left_out if key[0] == statement)
    assert ({key[0] for key in left_out} >= {statement}) if statement else not left_out
    assert inlay.verify(path, values=True).findings == ()
    assert pq.read_table(path).num_rows == len(values)


def test_a_page_that_begins_inside_a_row(tmp_path: Path) -> None:
    """As old writers made them: then there is no index of any kind."""
    path = tmp_path / "a.parquet"
    options = {"use_dictionary": False, "compression": "none", "write_statistics": False}
    pq.write_table(pa.table({"c": [[1], [2]]}), path, max_rows_per_page=1, **options)
    data, runs = bytearray(path.read_bytes()), b"\2\0\0\0\2\0\2\0\0\0\2\3"
    assert data.count(runs) == 2  # a repetition level and a definition level, each with its length
    data[data.rindex(runs) + 5] = 1
    path.write_bytes(data)
    edit(path, with_one_row)
    left_out = reasons(path, "offset-index", "column-index")
    column = "c.list.element"
    assert left_out["offset-index", column] == "page 1 begins inside a row"
    assert "it has no offset index" in left_out["column-index", column]
    assert pq.read_table(path).to_pydict() == {"c": [[1, 2]]}


def with_one_row(metadata: FileMetaData) -> None:
    metadata.num_rows = metadata.row_groups[0].num_rows = 1


def test_geometries_have_no_order(tmp_path: Path) -> None:
    path = write(tmp_path, [b"\1\1\0\0\0" + bytes(16)])
    edit(path, as_geometry)
    left_out = reasons(path, "all")
    assert {key[0] for key in left_out} == {"bounds", "column-index"}
    assert {*left_out.values()} == {"values of this type have no order"}


def test_a_decimal_of_bytes_has_no_filter(tmp_path: Path) -> None:
    """Two zeros and one are the same number, and not the same bytes."""
    path = tmp_path / "a.parquet"
    values = pa.array([decimal.Decimal(1), decimal.Decimal(-1)], pa.decimal128(30, 2))
    pq.write_table(pa.table({"c": values}), path, store_decimal_as_integer=False)
    edit(path, as_byte_array)
    assert list_chunks(path)[0].meta_data is not None
    # The pages are those of a column of fixed width: they end in the middle of a length.
    assert any("bloom-filter" in key for key in reasons(path, "bloom-filter"))


def as_byte_array(metadata: FileMetaData) -> None:
    metadata.schema[1].type = Type.BYTE_ARRAY
    metadata.schema[1].type_length = None
    for group in metadata.row_groups:
        for chunk in group.columns:
            assert chunk.meta_data is not None
            chunk.meta_data.type = Type.BYTE_ARRAY


def test_orders_are_declared_where_nothing_is_said_in_one(tmp_path: Path) -> None:
    path = write(tmp_path, [1, 2])
    edit(path, with_bounds_and_no_order)
    inlay.add_index(path, what=["null-counts"])
    assert inlay.read_metadata(path).column_orders is None
    assert reasons(path, "all") == {}
    assert inlay.read_metadata(path).column_orders is not None
    edit(path, with_bounds_and_no_order)
    inlay.strip_index(path, what=["parts"])
    left_out = reasons(path, "all")
    assert "declares no column order, and has bounds" in left_out["column-index", "c"]
    assert inlay.read_metadata(path).column_orders is None


def wrong_nulls(metadata: FileMetaData) -> None:
    for chunk in metadata.row_groups[0].columns:
        assert chunk.meta_data is not None
        assert chunk.meta_data.statistics is not None
        chunk.meta_data.statistics.null_count = 0


def wrong_minimum(metadata: FileMetaData) -> None:
    for chunk in metadata.row_groups[0].columns:
        assert chunk.meta_data is not None
        assert chunk.meta_data.statistics is not None
        chunk.meta_data.statistics.min_value = (2).to_bytes(8, "little")


@pytest.mark.parametrize(
    ("lie", "words"),
    [
        (wrong_nulls, "null_count is 0, and 1 value is null"),
        (wrong_minimum, "a value is less than min_value"),
    ],
)
def test_nothing_is_put_beside_a_lie(lie: Edit, words: str, tmp_path: Path) -> None:
    path = write(tmp_path, [1, None, 3])
    inlay.add_index(path, what=["null-counts", "bounds"])
    inlay.strip_index(path, what=["exact-flags"])
    edit(path, lie)
    before = {it.code for it in inlay.verify(path, values=True).findings}
    left_out = reasons(path, "all")
    assert words in left_out["column-index", "c"]
    assert {it.code for it in inlay.verify(path, values=True).findings} == before


def test_an_offset_index_of_other_pages(tmp_path: Path) -> None:
    path = write(tmp_path, [1, 2, 3])
    inlay.add_index(path, what=["offset-index"])
    (chunk,) = list_chunks(path)
    data = bytearray(path.read_bytes())
    data[(chunk.offset_index_offset or 0) + 3] ^= 1  # the offset of the page
    path.write_bytes(data)
    left_out = reasons(path, "column-index")
    assert left_out["column-index", "c"] == "its offset index does not fit its pages"


def test_damage_leaves_out_one_column(tmp_path: Path) -> None:
    path = tmp_path / "a.parquet"
    table = pa.table({"a": ["x", "y"], "b": ["x", "y"]})
    pq.write_table(
        table, path, write_statistics=False, use_dictionary=False, write_page_checksum=True
    )
    data = bytearray(path.read_bytes())
    start = list_chunks(path)[1].meta_data
    assert start is not None
    data[start.data_page_offset + start.total_compressed_size - 1] ^= 1
    path.write_bytes(data)
    left_out = reasons(path, "all")
    assert {column for _, column in left_out} == {"b"}
    assert "does not match its CRC" in left_out["bounds", "b"]
    assert "inlay verify --values" in left_out["bounds", "b"]


def without_maximum(metadata: FileMetaData) -> None:
    (chunk,) = metadata.row_groups[0].columns
    assert chunk.meta_data is not None
    assert chunk.meta_data.statistics is not None
    chunk.meta_data.statistics.max_value = None
    chunk.meta_data.statistics.is_max_value_exact = None


def test_half_of_the_bounds_is_completed(tmp_path: Path) -> None:
    path = write(tmp_path, [1, 3])
    inlay.add_index(path, what=["bounds"])
    whole = path.read_bytes()
    edit(path, without_maximum)
    assert reasons(path, "bounds") == {}
    assert path.read_bytes() == whole


def with_another_type(metadata: FileMetaData) -> None:
    metadata.schema[1].type = Type.DOUBLE


def without_a_chunk(metadata: FileMetaData) -> None:
    metadata.row_groups[0].columns = []


def over_each_other(metadata: FileMetaData) -> None:
    metadata.row_groups.append(metadata.row_groups[0])


def in_another_file(metadata: FileMetaData) -> None:
    metadata.row_groups[0].columns[0].file_path = "other.parquet"


@pytest.mark.parametrize(
    ("change", "words"),
    [
        (without_a_chunk, "has 0 chunks, and the schema 1 column"),
        (over_each_other, "overlap others"),
        (in_another_file, "lies in another file"),
    ],
)
def test_files_that_are_refused(change: Edit, words: str, tmp_path: Path) -> None:
    path = write(tmp_path, [1, 2])
    edit(path, change)
    for call in (inlay.add_index, inlay.strip_index):
        with pytest.raises(RefusedError, match=words):
            call(path)


def test_a_type_that_is_not_that_of_the_schema(tmp_path: Path) -> None:
    path = write(tmp_path, [1, 2])
    edit(path, with_another_type)
    before = path.read_bytes()
    assert {*reasons(path, "all").values()} == {"it has another type than the schema says"}
    assert path.read_bytes() == before


def loose_and_exact(metadata: FileMetaData) -> None:
    (chunk,) = metadata.row_groups[0].columns
    assert chunk.meta_data is not None
    assert chunk.meta_data.statistics is not None
    chunk.meta_data.statistics.max_value = (9).to_bytes(8, "little")


def loose_and_silent(metadata: FileMetaData) -> None:
    loose_and_exact(metadata)
    (chunk,) = metadata.row_groups[0].columns
    assert chunk.meta_data is not None
    assert chunk.meta_data.statistics is not None
    chunk.meta_data.statistics.is_max_value_exact = None
    chunk.meta_data.statistics.is_min_value_exact = None


def test_a_bound_that_is_loose_gets_its_flag(tmp_path: Path) -> None:
    path = write(tmp_path, [1, 2])
    inlay.add_index(path, what=["bounds"])
    edit(path, loose_and_exact)
    assert "max_value is said to be a value" in reasons(path, "parts")["column-index", "c"]
    inlay.strip_index(path)
    edit(path, loose_and_silent)
    assert reasons(path, "all") == {}
    said = list_chunks(path)[0].meta_data
    assert said is not None
    assert said.statistics is not None
    assert said.statistics.is_max_value_exact is False
    assert said.statistics.is_min_value_exact is True
    assert inlay.verify(path, values=True).findings == ()


@pytest.mark.parametrize(
    ("column", "query"),
    [
        (pa.array([0.5, 0.5, nan, 3.0]), "c = 3.0"),
        (pa.array([None, None, nan, 3.0]), "c = 3.0"),
    ],
    ids=["beside numbers", "beside nulls"],
)
def test_datafusion_finds_rows_beside_a_row_group_without_bounds(
    column: Any, query: str, tmp_path: Path
) -> None:
    path = tmp_path / "a.parquet"
    pq.write_table(pa.table({"c": column}), path, row_group_size=2, write_statistics=False)
    added = inlay.add_index(path, what=["bounds"])
    assert added.statements == ()
    context = SessionContext()
    context.register_parquet("t", str(path))
    assert context.sql(f"select c from t where {query}").to_pydict() == {"c": [3.0]}


def test_a_row_group_of_nulls_needs_no_bounds(tmp_path: Path) -> None:
    path = tmp_path / "a.parquet"
    pq.write_table(
        pa.table({"c": pa.array([None, None, 1, 2])}),
        path,
        row_group_size=2,
        write_statistics=False,
    )
    (added,) = inlay.add_index(path, what=["bounds"]).statements
    assert (added.statement, added.row_groups) == ("bounds", 1)


def test_bounds_of_a_writer_stay_where_others_cannot_be_given(tmp_path: Path) -> None:
    path = tmp_path / "a.parquet"
    pq.write_table(pa.table({"c": [1.0, 2.0, nan, nan]}), path, row_group_size=2)
    before = path.read_bytes()
    assert inlay.add_index(path, what=["bounds"]).statements == ()
    assert path.read_bytes() == before


@pytest.mark.parametrize("type_", [pa.binary(), pa.binary(2)])
def test_bytes_have_no_filter(type_: pa.DataType, tmp_path: Path) -> None:
    path = write(tmp_path, pa.array([b"\xff\x00", b"ab"], type_))
    assert "DuckDB before 2.0" in reasons(path, "bloom-filter")["bloom-filter", "c"]
