"""`inlay.rewrite`: the rows of a file of any kind are in the new one, with all that its footer says of them."""

from __future__ import annotations

from math import nan
from pathlib import Path
from random import Random
from typing import Any, Final

import pytest

import inlay
from inlay.__main__ import run
from inlay.errors import RefusedError, RequestError
from inlay.pages.engine.chunk_metadata import metadata_of
from parquet_format.parquet import (
    ColumnMetaData,
    ColumnOrder,
    CompressionCodec,
    Encoding,
    FileMetaData,
    PageType,
    SortingColumn,
)
from tests.pages.encodings.files import pa, pq
from tests.support.corpora import HUGE
from tests.verbs.parts.made import assert_whole
from tests.verbs.rewrite.kinds import KINDS, ROWS, edit, every, read_by_duckdb, write

NEW_INDEXES = "page indexes are new"


def chunk_of(path: Path, name: str, group: int = 0) -> ColumnMetaData:
    for chunk in inlay.read_metadata(path).row_groups[group].columns:
        if ".".join(metadata_of(chunk).path_in_schema) == name:
            return metadata_of(chunk)
    raise AssertionError(name)


@pytest.mark.parametrize("kind", KINDS)
def test_each_kind_of_file_keeps_its_values(kind: str, tmp_path: Path) -> None:
    path, out = tmp_path / "in.parquet", tmp_path / "out.parquet"
    KINDS[kind](path)
    before = path.read_bytes()
    file = inlay.rewrite(path, out, compression="zstd", row_group_size=40)
    old, new = inlay.read_metadata(path), inlay.read_metadata(out)
    assert path.read_bytes() == before
    assert read_by_duckdb(out) == read_by_duckdb(path)
    assert new.schema == old.schema
    assert new.key_value_metadata == old.key_value_metadata
    assert [group.num_rows for group in new.row_groups][:-1] == [40] * (len(new.row_groups) - 1)
    assert (file.rows, file.row_groups) == (old.num_rows, len(new.row_groups))
    assert (file.size, file.old_size) == (out.stat().st_size, len(before))
    for group in new.row_groups:
        assert {metadata_of(chunk).codec for chunk in group.columns} == {CompressionCodec.ZSTD}
    assert_whole(out)


DAMAGED: Final = {
    "datapage_v1-corrupt-checksum.parquet",
    "repeated_no_annotation.parquet",  # it counts its rows in two ways
    "rle-dict-uncompressed-corrupt-checksum.parquet",
}
"""Most of them on purpose."""


def test_every_public_file_keeps_its_values(parquet_testing: Path, tmp_path: Path) -> None:
    out = tmp_path / "out.parquet"
    refused: set[str] = set()
    count = 0
    for path in sorted((parquet_testing / "data").rglob("*.parquet")):
        if path.name == HUGE:
            continue
        try:
            inlay.rewrite(path, out, overwrite=True)
        except inlay.InlayError:
            refused.add(path.name)
            continue
        count += 1
        old, new = inlay.read_metadata(path), inlay.read_metadata(out)
        assert new.schema == old.schema, path
        assert inlay.verify(out, data=True).findings == (), path
        try:
            rows = pq.ParquetFile(path).read()
        except (OSError, pa.ArrowException):
            continue
        again = pq.ParquetFile(out).read()
        # NaN equals nothing but its text, and a time beyond Python's has none.
        assert again.equals(rows) or repr(again.to_pylist()) == repr(rows.to_pylist()), path
    assert count > 30
    assert refused == DAMAGED & {path.name for path in (parquet_testing / "data").iterdir()}


def test_bounds_are_those_of_the_values(tmp_path: Path) -> None:
    path, out = tmp_path / "in.parquet", tmp_path / "out.parquet"
    KINDS["numbers"](path)
    inlay.rewrite(path, out)
    for name in ("id", "zeros", "half", "flag", "int8", "uint32", "uint64"):
        old = [chunk_of(path, name, group).statistics for group in range(2)]
        new = chunk_of(out, name).statistics
        assert new is not None
        assert old[0] is not None
        assert new.null_count == (0 if name == "id" else new.null_count)
        if name != "id":
            assert (new.min_value, new.max_value) == (old[0].min_value, old[0].max_value), name
    KINDS["decimals"](path)
    file = inlay.rewrite(path, out, overwrite=True)
    for name, has_bounds in {
        "small": True,
        "large": True,
        "in_int": True,
        "in_bytes": False,
        "in_9_bytes": True,
    }.items():
        assert (chunk_of(out, name).statistics is not None) == has_bounds, name
    wide = chunk_of(out, "in_9_bytes").statistics
    assert wide is not None
    assert wide.min_value == (-2).to_bytes(9, "big", signed=True)
    assert wide.max_value == (300).to_bytes(9, "big", signed=True)
    assert wide.null_count == ROWS // 4
    assert any("no bounds for column in_bytes" in note for note in file.notes)


def test_bounds_in_total_order_become_those_of_the_type(tmp_path: Path) -> None:
    """Where no value is NaN: beside one, some readers would lose it by pyarrow's bounds, and there are none."""
    path, out = tmp_path / "a.parquet", tmp_path / "out.parquet"
    table = pa.table({"fine": [1.5, -0.0, 2.5, None], "with_nan": [1.5, nan, 2.5, None]})
    pq.write_table(table, path, row_group_size=2)
    inlay.add_index(path, what=["nan-counts", "ieee754-order"])
    file = inlay.rewrite(path, out)
    assert inlay.read_metadata(out).column_orders == [
        ColumnOrder.TYPE_ORDER,
        ColumnOrder.IEEE_754_TOTAL_ORDER,
    ]
    said = {name: chunk_of(out, name).statistics for name in table.column_names}
    assert said["fine"] is not None
    assert said["fine"].min_value == bytes(7) + b"\x80"
    assert said["with_nan"] is None or said["with_nan"].min_value is None
    assert "bounds of column fine are in the order of the type" in file.notes
    assert any(it.startswith("no bounds for column with_nan") for it in file.notes)
    assert inlay.verify(out, values=True).findings == ()


def test_int96_is_moved_as_it_is(tmp_path: Path) -> None:
    """Also far from what nanoseconds reach, and with more nanoseconds than a day has."""
    odd = [(2**63 - 1, -(2**31)), (-1, 2**31 - 1), (0, 0)]
    raw = [nanos.to_bytes(8, "little", signed=True) + day.to_bytes(4, "little", signed=True) for nanos, day in odd]  # fmt: skip
    path, out = tmp_path / "in.parquet", tmp_path / "out.parquet"
    write(path, {"at": pa.array(raw, pa.binary(12))}, store_schema=False)

    def retype(metadata: FileMetaData) -> None:
        from parquet_format.parquet import Type

        metadata.schema[1].type, metadata.schema[1].type_length = Type.INT96, None
        for group in metadata.row_groups:
            for chunk in group.columns:
                metadata_of(chunk).type, metadata_of(chunk).statistics = Type.INT96, None

    edit(path, retype)
    inlay.rewrite(path, out, compression="none")
    assert [value in out.read_bytes() for value in raw] == [True] * 3
    inlay.rewrite(path, out, overwrite=True, sort_by=["at"])
    data = out.read_bytes()
    inlay.rewrite(out, tmp_path / "again.parquet", sort_by=["at"])
    assert (tmp_path / "again.parquet").read_bytes() == data


def test_geometries_get_boxes(tmp_path: Path) -> None:
    path, out = tmp_path / "in.parquet", tmp_path / "out.parquet"
    KINDS["geometries"](path)
    inlay.rewrite(path, out, row_group_size=40)
    for name in ("place", "inside.p"):
        said = chunk_of(out, name).geospatial_statistics
        assert said is not None
        assert said.bbox is not None
        assert (said.bbox.xmin, said.bbox.xmax, said.bbox.ymin) == (0, 39, -39)
        assert said.geospatial_types == [1]
    assert chunk_of(out, "globe").geospatial_statistics is None


@pytest.mark.parametrize(
    ("options", "values", "kept"),
    [
        ({}, every(*range(5)), Encoding.RLE_DICTIONARY),
        ({"use_dictionary": False}, every(*["a long word"]), Encoding.RLE_DICTIONARY),
        ({"use_dictionary": False}, [f"{at:032}" for at in range(ROWS)], None),
        *(
            ({"use_dictionary": False, "column_encoding": {"a": encoding.name}}, values, encoding)
            for encoding, values in (
                (Encoding.DELTA_BINARY_PACKED, every(1, 2)),
                (Encoding.DELTA_BYTE_ARRAY, every("a", "ab")),
                (Encoding.DELTA_LENGTH_BYTE_ARRAY, every("a", "ab")),
                (Encoding.BYTE_STREAM_SPLIT, every(0.5, 0.25)),
            )
        ),
    ],
)
def test_encodings_are_kept(
    options: dict[str, Any], values: list[Any], kept: Encoding | None, tmp_path: Path
) -> None:
    path, out = tmp_path / "in.parquet", tmp_path / "out.parquet"
    write(path, {"a": pa.array(values)}, **options)
    inlay.rewrite(path, out)
    encodings = {*chunk_of(out, "a").encodings} - {Encoding.RLE, Encoding.PLAIN}
    assert encodings == ({kept} if kept is not None else set())
    assert chunk_of(out, "a").codec == CompressionCodec.UNCOMPRESSED


@pytest.mark.parametrize("has_index", [False, True])
def test_page_indexes_are_written_and_new_ones_are_told(has_index: bool, tmp_path: Path) -> None:
    path, out = tmp_path / "in.parquet", tmp_path / "out.parquet"
    write(path, {"a": pa.array(every(1, 2))}, write_page_index=has_index)
    file = inlay.rewrite(path, out)
    [chunk] = inlay.read_metadata(out).row_groups[0].columns
    assert chunk.column_index_offset is not None
    assert chunk.offset_index_offset is not None
    assert file.notes == (() if has_index else (NEW_INDEXES,))


def test_bounds_that_are_new_are_told(tmp_path: Path) -> None:
    path, out = tmp_path / "in.parquet", tmp_path / "out.parquet"
    columns = {name: pa.array(every(1, 2)) for name in ("a", "b")} | {"c": pa.nulls(ROWS)}
    write(path, columns, write_statistics=["b"], write_page_index=True)
    assert inlay.rewrite(path, out).notes == ("bounds are new for column a",)


ASKED: list[tuple[str, list[Any], Encoding]] = [
    ("dictionary", every(1, 2), Encoding.RLE_DICTIONARY),
    ("plain", every(1, 2), Encoding.PLAIN),
    ("delta_binary_packed", every(1, 2), Encoding.DELTA_BINARY_PACKED),
    ("delta_length_byte_array", every("a", "ab"), Encoding.DELTA_LENGTH_BYTE_ARRAY),
    ("delta_byte_array", every("a", "ab"), Encoding.DELTA_BYTE_ARRAY),
    ("byte_stream_split", every(0.5, 0.25), Encoding.BYTE_STREAM_SPLIT),
]


@pytest.mark.parametrize("has_dictionary", [False, True])
@pytest.mark.parametrize(("word", "values", "encoding"), ASKED)
def test_a_column_gets_the_encoding_that_is_asked_for(
    word: str, values: list[Any], encoding: Encoding, has_dictionary: bool, tmp_path: Path
) -> None:
    path, out = tmp_path / "in.parquet", tmp_path / "out.parquet"
    write(path, {"a,=": pa.array(values)}, use_dictionary=has_dictionary)
    assert run(["rewrite", str(path), "-o", str(out), "--encode", f'"a,="={word}']) == 0
    stats = chunk_of(out, "a,=").encoding_stats or []
    assert {it.encoding for it in stats if it.page_type == PageType.DATA_PAGE} == {encoding}
    assert inlay.read_table(out) == inlay.read_table(path)


@pytest.mark.parametrize(
    ("name", "word", "said"),
    [
        ("a", "alp", "encode a=alp: write dictionary, plain, delta_binary_packed, "),
        ("a", "delta_byte_array", "encode a=delta_byte_array: the column is INT64: write dictionary, plain, "
         "delta_binary_packed or byte_stream_split"),
        ("b", "dictionary", "encode b=dictionary: the column is BOOLEAN: write plain"),
        ("s", "plain", "encode s=plain: it is a group of columns: write one of the columns inside of it"),
        ("z", "plain", "no column 'z'"),
    ],
)  # fmt: skip
def test_an_encoding_that_does_not_fit_is_refused(
    name: str, word: str, said: str, tmp_path: Path
) -> None:
    path, out = tmp_path / "in.parquet", tmp_path / "out.parquet"
    columns = {"a": every(1, 2), "b": every(True), "s": [{"x": 1}] * ROWS}
    write(path, {name: pa.array(values) for name, values in columns.items()})
    with pytest.raises(RequestError) as raised:
        inlay.rewrite(path, out, encode={name: word})
    assert said in str(raised.value)
    assert not out.exists()


def test_a_dictionary_that_was_given_up_is_judged_anew(tmp_path: Path) -> None:
    path, out = tmp_path / "in.parquet", tmp_path / "out.parquet"
    columns = {
        "few": pa.array([f"value {at % 900}" for at in range(9_000)]),
        "all": pa.array([f"value {at}" for at in range(9_000)]),
    }
    write(path, columns, dictionary_pagesize_limit=2_000, row_group_size=9_000)
    inlay.rewrite(path, out)
    encodings = {
        name: {it.encoding for it in chunk_of(out, name).encoding_stats or []} for name in columns
    }
    assert encodings["few"] == {Encoding.PLAIN, Encoding.RLE_DICTIONARY}  # PLAIN: the dictionary
    assert chunk_of(out, "few").dictionary_page_offset is not None
    assert encodings["all"] == {Encoding.PLAIN}
    assert chunk_of(out, "all").dictionary_page_offset is None


def test_a_large_dictionary_stays_where_all_rows_need_it(tmp_path: Path) -> None:
    """Those of a sample have each value once; the values of one column are there twice, far apart."""
    path, out = tmp_path / "in.parquet", tmp_path / "out.parquet"
    rows, chance = 160_000, Random(3)
    once = [chance.randbytes(16) for _ in range(rows)]
    columns = {"once": pa.array(once), "often": pa.array(once[: rows // 8] * 8)}
    write(path, columns, row_group_size=20_000, compression="zstd")
    inlay.rewrite(path, out, row_group_size=rows)
    assert chunk_of(out, "once").dictionary_page_offset is None
    assert chunk_of(out, "often").dictionary_page_offset is not None


def test_a_codec_that_saves_nothing_is_left_out_and_told(tmp_path: Path) -> None:
    path, out = tmp_path / "in.parquet", tmp_path / "out.parquet"
    noise = Random(1).randbytes(16 * 5_000)
    columns = {
        "noise": pa.array([noise[at : at + 16] for at in range(0, len(noise), 16)], pa.binary(16)),
        "text": pa.array([f"value {at}" for at in range(5_000)]),
    }
    write(path, columns, write_page_index=True, row_group_size=5_000)
    file = inlay.rewrite(path, out, compression="zstd:9")
    assert chunk_of(out, "noise").codec == CompressionCodec.UNCOMPRESSED
    assert chunk_of(out, "text").codec == CompressionCodec.ZSTD
    assert file.notes == ("no codec for column noise: it would save less than 5%",)


def test_large_values_make_no_large_pages(tmp_path: Path) -> None:
    path, out = tmp_path / "in.parquet", tmp_path / "out.parquet"
    values = pa.array([f"{at:09d}" * 2_000 for at in range(600)])
    write(path, {"a": values}, row_group_size=600, use_dictionary=False)
    inlay.rewrite(path, out, encode={"a": "plain"})
    sizes: list[Any] = inlay.page_table(out)["uncompressed_page_size"].to_pylist()
    assert max(sizes) < 3 << 20
    assert len(sizes) > 4


def test_bloom_filters_are_as_large_for_each_row(tmp_path: Path) -> None:
    path, out = tmp_path / "in.parquet", tmp_path / "out.parquet"
    columns = {"a": pa.array(range(4_000)), "b": pa.array(range(4_000))}
    options = {"bloom_filter_options": {"a": {"ndv": 1_000}}}
    write(path, columns, row_group_size=1_000, **options)
    inlay.rewrite(path, out)
    old, new = chunk_of(path, "a").bloom_filter_length, chunk_of(out, "a").bloom_filter_length
    assert old is not None
    assert new is not None
    assert 2 * old <= new <= 8 * old
    assert chunk_of(out, "b").bloom_filter_offset is None
    assert_whole(out)


@pytest.mark.parametrize("claims", [["a"], ["b"]])
def test_sorting_columns_stay_where_they_are_true(claims: list[str], tmp_path: Path) -> None:
    path, out = tmp_path / "in.parquet", tmp_path / "out.parquet"
    columns = {"a": pa.array(range(ROWS)), "b": pa.array([*range(40), *range(20)])}
    write(path, columns)
    inlay.set_metadata(path, sorted_by=[inlay.SortedBy(column) for column in claims])
    file = inlay.rewrite(path, out, row_group_size=45)
    said = [group.sorting_columns for group in inlay.read_metadata(out).row_groups]
    number = ["a", "b"].index(claims[0])
    claim = [SortingColumn(column_idx=number, descending=False, nulls_first=False)]
    assert said == ([claim, claim] if claims == ["a"] else [None, claim])
    assert (len(file.notes) > 1) == (claims == ["b"])
    assert file.notes[0] == NEW_INDEXES


def test_rows_are_sorted(tmp_path: Path) -> None:
    path, out = tmp_path / "in.parquet", tmp_path / "out.parquet"
    rows = pa.table(
        {
            "day": pa.array([at * 7 % 5 for at in range(ROWS)]),
            "fare": pa.array(every(1.5, -2.0, 0.25)),
            "in": pa.array([{"x": at % 3} for at in range(ROWS)]),
            "n": pa.array(range(ROWS)),
        }
    )
    pq.write_table(rows, path, row_group_size=16)
    inlay.rewrite(path, out, sort_by=["day", "fare:desc"], row_group_size=25)
    nulls_last = sorted(
        rows.to_pylist(), key=lambda row: (row["day"], row["fare"] is None, -(row["fare"] or 0))
    )
    assert pq.read_table(out).to_pylist() == nulls_last
    for group in inlay.read_metadata(out).row_groups:
        assert group.sorting_columns == [
            SortingColumn(column_idx=0, descending=False, nulls_first=False),
            SortingColumn(column_idx=1, descending=True, nulls_first=False),
        ]
    inlay.rewrite(path, out, sort_by=["in.x"], overwrite=True)
    assert [row["in"]["x"] for row in pq.read_table(out).to_pylist()] == [0] * 20 + [1] * 20 + [2] * 20  # fmt: skip


@pytest.mark.parametrize("kind", ["numbers", "moments", "INT96", "decimals", "bytes"])
def test_each_kind_of_column_is_sorted_or_refused(kind: str, tmp_path: Path) -> None:
    path, out = tmp_path / "in.parquet", tmp_path / "out.parquet"
    KINDS[kind](path)
    rows_before = read_by_duckdb(path)
    count = 0
    for child in inlay.read_metadata(path).schema[1:]:
        try:
            inlay.rewrite(path, out, sort_by=[f"{child.name}:desc"], overwrite=True)
        except RefusedError:
            assert child.name == "in_bytes"
            continue
        count += 1
        rows = [row[child.name] for row in pq.read_table(out).to_pylist()]
        there = [value for value in rows if value is not None and repr(value) != "nan"]
        assert there == sorted(there, reverse=True)
        assert set(rows[len(there) :]) <= {None} or child.name == "zeros"
        assert sorted(read_by_duckdb(out)) == sorted(rows_before)
    assert count


def test_several_files_become_one(tmp_path: Path) -> None:
    first, second, out = (tmp_path / f"{name}.parquet" for name in ("one", "two", "out"))
    write(first, {"a": pa.array(every(1, 2)), "s": pa.array([{"x": 1, "y": "a"}] * ROWS)})
    write(second, {"s": pa.array([{"y": "b", "x": 2}] * ROWS), "a": pa.array(every(3))})
    file = inlay.rewrite([first, second], out)
    one, two = pq.read_table(first).to_pylist(), pq.read_table(second).to_pylist()
    assert pq.read_table(out).to_pylist() == one + two
    assert (file.sources, file.rows, file.row_groups) == (2, 2 * ROWS, 1)
    write(second, {"a": pa.array(every(3)), "new": pa.array(every([1], []))})
    with pytest.raises(inlay.InlayError, match='schema="union"'):
        inlay.rewrite([first, second], out, overwrite=True)
    inlay.rewrite([first, second], out, overwrite=True, schema="union", sort_by=["a"])
    rows = pq.read_table(out).to_pylist()
    assert {row["a"] for row in rows if row["s"] is None} == {3, None}
    assert {str(row["new"]) for row in rows if row["s"] is None} == {"[1]", "[]", "None"}


def test_a_dry_run_writes_nothing(tmp_path: Path) -> None:
    path, out = tmp_path / "in.parquet", tmp_path / "out.parquet"
    KINDS["numbers"](path)
    file = inlay.rewrite(path, out, dry_run=True, row_group_size=25)
    assert (file.row_groups, file.old_row_groups, file.size) == (3, 4, None)
    assert [each.name for each in tmp_path.iterdir()] == ["in.parquet"]
