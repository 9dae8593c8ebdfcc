"""A file with Variants in the place of some columns: the other columns are the very bytes that they were."""

from __future__ import annotations

import base64
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final
from uuid import UUID

import pyarrow as pa
import pytest
from inlay.footer.form import Form
from inlay.life_cycle.change_form import change_form
from inlay.life_cycle.edit_extension import seal_file
from inlay.life_cycle.edit_footer import edit_footer
from inlay.life_cycle.steps import add, finalize, promote
from inlay.life_cycle.verify import verify_file

from inlay.footer import read_footer
from inlay.variant import VariantType, read_table, to_json
from inlay.variant.file_shredding import shred_columns
from inlay.variant.on_files import schema_of
from inlay.variant.schema_text import parse_schema
from inlay_runtime.extension import Extension, Header
from parquet_format.parquet import FileMetaData, PageHeader, SizeStatistics, SortingColumn
from tests.encoding.files import WRITERS, pq
from tests.variant.kept import (
    assert_offsets_lead_to_pages,
    assert_same_rows,
    footer_of,
    kept_of,
)

BY: Final = {"v": parse_schema("struct<n: int64, who: string>")}
BOTH: Final = {**BY, "w": parse_schema("list<int64>")}


@pytest.fixture(autouse=True)
def no_configuration(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("INLAY_CONFIG", str(tmp_path / "none.toml"))


def documents(rows: int) -> list[str | None]:
    return [
        None if at % 10 == 9 else json.dumps({"n": at, "who": f"w{at % 3}", "more": [at]})
        for at in range(rows)
    ]


def table(rows: int = 1_000) -> Any:
    """JSON in the middle and last; sorted by `id`, and there by `name`."""
    return pa.table(
        {
            "id": pa.array([at // 10 for at in range(rows)]),
            "nested": pa.array(
                [{"a": at, "b": [{"c": str(at)}] * (at % 4)} if at % 7 else None for at in range(rows)]
            ),
            "v": documents(rows),
            "name": pa.array([f"name {at:05}" for at in range(rows)]).dictionary_encode(),
            "at": pa.array(range(rows), pa.timestamp("us", "Europe/Berlin")),
            "map": pa.array(
                [[(str(at), at)] * (at % 3) for at in range(rows)],
                pa.map_(pa.string(), pa.int64()),
            ),
            "w": ["[1, 2]"] * rows,
        }
    )  # fmt: skip


SORTING: Final = [pq.SortingColumn(0), pq.SortingColumn(4), pq.SortingColumn(3)]
"""Leaves: `id`, `name` behind the JSON, and the JSON itself."""

FILES: Final[dict[str, dict[str, Any]]] = {
    "plain": {},
    "page index, sorted, CRCs": {
        "write_page_index": True, "sorting_columns": SORTING, "write_page_checksum": True,
        "data_page_size": 2_000, "row_group_size": 300,
    },
    "bloom filters": {
        "bloom_filter_options": {"id": {"ndv": 100}, "v": {"ndv": 100}, "map.key_value.key": {"ndv": 9}},
        "row_group_size": 300, "write_page_index": True,
    },
    "v2 pages": {"data_page_version": "2.0", "compression": "zstd", "write_page_index": True, "data_page_size": 500},
    "no dictionary, gzip": {"use_dictionary": False, "compression": "gzip", "row_group_size": 999},
    "INT96": {"use_deprecated_int96_timestamps": True},
    "no arrow schema": {"store_schema": False},
    "small row groups": {"row_group_size": 33},
}  # fmt: skip


def shredded(source: Path, schemas: Any = BY) -> Path:
    out = source.with_name("out.parquet")
    shred_columns(source, out, schemas)
    return out


def assert_spliced(source: Path, out: Path, without: tuple[str, ...] = ("v",)) -> int:
    assert kept_of(out, without) == kept_of(source, without)
    assert_same_rows(source, out, without)
    return assert_offsets_lead_to_pages(out)


def documents_in(path: Path, column: str = "v") -> list[Any]:
    read: Any = read_table(path, columns=[column]).column(column)
    return [one and json.loads(to_json(one)) for part in read.chunks for one in part.variants()]


@pytest.mark.parametrize("schemas", [BY, BOTH], ids=["one", "several"])
@pytest.mark.parametrize("name", FILES)
def test_other_columns_are_the_same_bytes(name: str, schemas: Any, tmp_path: Path) -> None:
    source = tmp_path / "in.parquet"
    pq.write_table(table(), source, **FILES[name])
    out = shredded(source, schemas)
    count = assert_spliced(source, out, tuple(schemas))
    assert (count > 0) == bool(FILES[name].get("write_page_index"))
    assert pq.ParquetFile(out).schema_arrow.names == table().column_names
    for column in schemas:
        assert schema_of(str(out)).field(column).type.is_shredded
    assert documents_in(out) == [one and json.loads(one) for one in documents(1_000)]
    if "w" in schemas:
        assert documents_in(out, "w") == [[1, 2]] * 1_000


@pytest.mark.parametrize("name", WRITERS)
def test_a_missing_column_is_added_to_files_of_every_writer(name: str, tmp_path: Path) -> None:
    source = tmp_path / "in.parquet"
    WRITERS[name](source)
    out = shredded(source)
    assert_spliced(source, out)
    found = schema_of(str(out))
    assert isinstance(found.field(len(found.names) - 1).type, VariantType)
    assert read_table(out, columns=["v"]).column("v").null_count == footer_of(source).num_rows


def test_what_the_footer_says_of_the_columns_that_stay(tmp_path: Path) -> None:
    source = tmp_path / "in.parquet"
    pq.write_table(table(), source, **FILES["page index, sorted, CRCs"])
    old, new = footer_of(source), footer_of(shredded(source))
    assert (new.created_by, new.version, new.num_rows) == (old.created_by, old.version, 1_000)
    assert [one.encode() for one in new.schema[1:7]] == [one.encode() for one in old.schema[1:7]]
    assert new.schema[0] == old.schema[0]
    leaves = sum(not one.num_children for one in new.schema)
    assert new.column_orders is not None
    assert len(new.column_orders) == leaves
    for group, before in zip(new.row_groups, old.row_groups, strict=True):
        assert (group.ordinal, group.num_rows) == (before.ordinal, before.num_rows)
        assert len(group.columns) == leaves
        # 0 was in front of the JSON; 4 was behind it; 3 was the JSON itself.
        assert group.sorting_columns is not None
        sorted_by = [group.columns[one.column_idx].meta_data for one in group.sorting_columns]
        assert [one and one.path_in_schema for one in sorted_by] == [["id"], ["name"]]


def edited(path: Path, change: Callable[[FileMetaData], None]) -> None:
    """The footer changed by hand."""

    def edit(footer: Any) -> bytes:
        change(footer.metadata)
        made: bytes = footer.metadata.encode()
        return made

    edit_footer(str(path), edit)


def test_extensions_and_unknown_fields_stay_where_they_belong(tmp_path: Path) -> None:
    source = tmp_path / "in.parquet"
    pq.write_table(table(), source, row_group_size=500)

    def extend(metadata: FileMetaData) -> None:
        places: list[Any] = [metadata.schema[1], metadata.row_groups[1]]
        chunk = metadata.row_groups[1].columns[0]
        assert chunk.meta_data is not None
        for at, one in enumerate([*places, chunk, chunk.meta_data]):
            one.extension = Extension(b"payload %d" % at, Header.ZIGZAG)
        replaced = metadata.row_groups[0].columns[3].meta_data
        assert replaced is not None
        assert replaced.path_in_schema == ["v"]
        replaced.extension = Extension(b"of JSON", Header.ZIGZAG)

    edited(source, extend)
    seal_file(str(source))
    out = shredded(source)
    assert_spliced(source, out)
    assert verify_file(str(out))[1].seal == "agrees"
    data = out.read_bytes()
    assert [data.count(b"payload %d" % at) for at in range(4)] == [1] * 4
    assert b"of JSON" not in data
    metadata = footer_of(out)
    assert metadata.schema[1].extension is not None
    assert metadata.row_groups[1].extension is not None


def pairs(path: Path) -> dict[str, str | None]:
    return {one.key: one.value for one in footer_of(path).key_value_metadata or []}


def test_arrows_schema_says_what_the_columns_are(tmp_path: Path) -> None:
    source = tmp_path / "in.parquet"
    rows = table().replace_schema_metadata({"who": "me"})
    pq.write_table(rows, source)
    out = shredded(source, {**BY, "new": pa.null()})
    old, new = pairs(source), pairs(out)
    assert list(new) == list(old)
    assert new["who"] == "me"
    told = pa.ipc.read_schema(pa.py_buffer(base64.b64decode(new["ARROW:schema"] or "")))
    assert told.names == [*table().column_names, "new"]
    assert pa.types.is_struct(told.field("v").type)
    kept = [name for name in told.names if name not in ("v", "new")]
    assert [told.field(name) for name in kept] == [rows.schema.field(name) for name in kept]
    assert told.metadata == {b"who": b"me"}


@pytest.mark.parametrize("text", ["", "nonsense", base64.b64encode(b"nonsense").decode()])
def test_a_schema_that_is_none_goes(tmp_path: Path, text: str) -> None:
    from inlay.variant.described_schemas import redescribed
    from parquet_format.parquet import KeyValue

    made = [KeyValue(key="ARROW:schema", value=text)]
    found = redescribed([*made, KeyValue(key="a", value="b")], ["v"], ["v"], made)
    assert found == [KeyValue(key="a", value="b")]


def test_without_pairs_and_orders_there_are_none(tmp_path: Path) -> None:
    """As old writers leave a footer, and offsets as they leave them."""
    source = tmp_path / "in.parquet"
    pq.write_table(table().select(["id", "v"]), source, use_dictionary=["v"], row_group_size=400)

    def age(metadata: FileMetaData) -> None:
        metadata.column_orders = metadata.key_value_metadata = None
        for group in metadata.row_groups:
            group.file_offset = group.total_compressed_size = group.ordinal = None
            group.sorting_columns = [
                SortingColumn(column_idx=1, descending=False, nulls_first=True)
            ]
            for chunk in group.columns:
                meta = chunk.meta_data
                assert meta is not None
                meta.dictionary_page_offset = meta.dictionary_page_offset or 0
                meta.index_page_offset = 0
                start = meta.dictionary_page_offset or meta.data_page_offset
                chunk.file_offset = start + meta.total_compressed_size  # behind the pages

    edited(source, age)
    out = shredded(source)
    assert_spliced(source, out)
    new = footer_of(out)
    assert new.column_orders is None
    assert new.key_value_metadata is None
    for group in new.row_groups:
        assert (group.file_offset, group.total_compressed_size, group.ordinal) == (None,) * 3
        assert group.sorting_columns is None
        meta = group.columns[0].meta_data
        assert meta is not None
        assert (meta.dictionary_page_offset, meta.index_page_offset) == (0, 0)
        assert group.columns[0].file_offset == meta.data_page_offset + meta.total_compressed_size


def test_a_dictionary_page_whose_header_was_not_counted(tmp_path: Path) -> None:
    """As parquet-mr 1.2.8 and older: readers look 100 bytes further, if they know the writer."""
    source = tmp_path / "in.parquet"
    pq.write_table(table().select(["name", "v", "id"]), source, use_dictionary=["name", "id"])
    whole, data, before = (
        kept_of(source, ("v",)),
        source.read_bytes(),
        footer_of(source).row_groups,
    )

    def shorten(metadata: FileMetaData) -> None:
        metadata.created_by = "parquet-mr version 1.2.8 (build 1)"
        for chunk in metadata.row_groups[0].columns:
            meta = chunk.meta_data
            assert meta is not None
            if meta.dictionary_page_offset is not None:
                _, body = PageHeader.decode_from(data, meta.dictionary_page_offset)
                meta.total_compressed_size -= body - meta.dictionary_page_offset
                meta.total_uncompressed_size -= body - meta.dictionary_page_offset

    edited(source, shorten)
    assert footer_of(source).row_groups != before
    out = shredded(source)
    assert kept_of(out, ("v",)) == whole
    assert_same_rows(source, out, ("v",))
    assert_offsets_lead_to_pages(out)


def test_statistics_that_end_pyarrows_process(tmp_path: Path) -> None:
    """It is aborted where anybody asks for the metadata of such a chunk, so nobody may."""
    source = tmp_path / "in.parquet"
    pq.write_table(table(), source)

    def damage(column: int) -> Callable[[FileMetaData], None]:
        def change(metadata: FileMetaData) -> None:
            meta = metadata.row_groups[0].columns[column].meta_data
            assert meta is not None
            meta.size_statistics = SizeStatistics(definition_level_histogram=[1, 2, 3, 4])

        return change

    edited(source, damage(0))
    out = shredded(source)
    assert kept_of(out, ("v",)) == kept_of(source, ("v",))
    assert documents_in(out) == [one and json.loads(one) for one in documents(1_000)]
    edited(source, damage(3))  # the JSON itself
    with pytest.raises(OSError, match="histogram size mismatch"):
        shredded(source)


def test_bloom_filters_without_a_length(tmp_path: Path) -> None:
    source = tmp_path / "in.parquet"
    pq.write_table(table(), source, **FILES["bloom filters"])

    def forget(metadata: FileMetaData) -> None:
        for group in metadata.row_groups:
            for chunk in group.columns:
                assert chunk.meta_data is not None
                chunk.meta_data.bloom_filter_length = None

    edited(source, forget)
    kept = kept_of(source)
    assert sum(len(one.bloom_filter) > 32 for one in kept.values()) == 12
    assert_spliced(source, shredded(source))


def test_chunks_in_another_order_in_the_file(tmp_path: Path) -> None:
    """The columns of each row group from the last to the first, with gaps between."""
    source = tmp_path / "in.parquet"
    pq.write_table(table(), source, row_group_size=400, **FILES["v2 pages"])
    data = source.read_bytes()
    metadata = footer_of(source)
    body = bytearray(b"PAR1")
    for group in reversed(metadata.row_groups):
        for chunk in reversed(group.columns):
            meta = chunk.meta_data
            assert meta is not None
            start = meta.dictionary_page_offset or meta.data_page_offset
            shift = len(body) - start
            body += data[start : start + meta.total_compressed_size] + b"gap"
            meta.data_page_offset += shift
            if meta.dictionary_page_offset:
                meta.dictionary_page_offset += shift
            chunk.offset_index_offset = chunk.offset_index_length = None
            chunk.column_index_offset = chunk.column_index_length = None
    footer = metadata.encode()
    source.write_bytes(bytes(body) + footer + len(footer).to_bytes(4, "little") + b"PAR1")
    assert pq.read_table(source).equals(table())
    assert_spliced(source, shredded(source))


@pytest.mark.parametrize("groups", [[], [0], [0, 5, 0, 3], [3, 0]])
def test_row_groups_of_no_rows(groups: list[int], tmp_path: Path) -> None:
    source = tmp_path / "in.parquet"
    rows = table(9)
    with pq.ParquetWriter(source, rows.schema, write_page_index=True) as writer:
        for count in groups:
            writer.write_table(rows.slice(0, count))
    out = shredded(source, {**BOTH, "new": pa.null()})
    assert_spliced(source, out, ("v", "w", "new"))
    assert [group.num_rows for group in footer_of(out).row_groups] == groups
    assert len(documents_in(out)) == sum(groups)
    again = out.with_name("again.parquet")
    shred_columns(out, again, BY)
    assert documents_in(again) == documents_in(out)


def test_variants_shredded_by_that_very_schema(tmp_path: Path) -> None:
    source = tmp_path / "in.parquet"
    pq.write_table(table().select(["v", "w"]), source)
    first = shredded(source, BOTH)
    again = tmp_path / "again.parquet"
    assert shred_columns(first, again, BOTH) == (1_000, [])
    assert read_table(again).equals(read_table(first))
    assert_offsets_lead_to_pages(again)


STEPS: Final = {Form.PRIVATE: [add], Form.MIGRATION: [add, promote], Form.FINAL: [add, promote, finalize]}  # fmt: skip


@pytest.mark.parametrize("form", STEPS)
def test_every_form_becomes_one_that_everybody_reads(form: Form, tmp_path: Path) -> None:
    source = tmp_path / "in.parquet"
    pq.write_table(table(), source, **FILES["page index, sorted, CRCs"])
    thrift = tmp_path / "thrift.parquet"
    thrift.write_bytes(source.read_bytes())
    for step in STEPS[form]:
        change_form(str(source), step)
    out = shredded(source)
    assert verify_file(str(out))[0] is Form.THRIFT
    assert_spliced(thrift, out)


def test_a_second_encoding_is_left_out(tmp_path: Path) -> None:
    from inlay.refusals import RefusedError

    from tests.encoding.files import add_all, plain_and_indexed

    plain, source = tmp_path / "plain.parquet", tmp_path / "in.parquet"
    plain_and_indexed(plain)
    source.write_bytes(plain.read_bytes())
    add_all(source)
    assert source.stat().st_size > plain.stat().st_size
    out = shredded(source)
    assert_spliced(plain, out)
    meta = footer_of(source).row_groups[1].columns[3].meta_data
    assert meta is not None
    damaged = bytearray(source.read_bytes())
    damaged[meta.data_page_offset + 100] ^= 1
    source.write_bytes(bytes(damaged))
    with pytest.raises(RefusedError, match="the old encoding of column price in row group 1"):
        shred_columns(source, tmp_path / "other.parquet", BY)


def test_a_ratified_encoding_becomes_plain(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from inlay.encoding.on_files import ratify_file
    from tests.encoding.files import ENCODINGS, add_all, plain_and_indexed

    plain, source = tmp_path / "plain.parquet", tmp_path / "in.parquet"
    plain_and_indexed(plain)
    source.write_bytes(plain.read_bytes())
    add_all(source)
    ratify_file(str(source), encodings=ENCODINGS)
    configuration = tmp_path / "inlay.toml"
    configuration.write_text('[encodings]\nuse = ["pco"]\n[encodings.ratified]\npco = 77\n')
    monkeypatch.setenv("INLAY_CONFIG", str(configuration))
    out = shredded(source)
    assert_same_rows(plain, out, ("v",))
    assert assert_offsets_lead_to_pages(out) > 100
    assert {path.name for path in tmp_path.iterdir()} == {
        "plain.parquet", "in.parquet", "inlay.toml", "out.parquet"
    }  # fmt: skip


def test_duckdb_reads_by_statistics_and_bloom_filters(tmp_path: Path) -> None:
    duckdb: Any = pytest.importorskip("duckdb")
    source = tmp_path / "in.parquet"
    connection = duckdb.connect()
    # The Variants come last: DuckDB 2.0 counts columns instead of leaves when it looks for a filter.
    connection.execute(
        "copy (select i // 3 as id, i % 100 as code, '{\"n\": ' || i || '}' as v from range(30000) t(i)) "
        f"to '{source}' (format parquet, row_group_size 8192)"
    )
    out = shredded(source)
    assert_spliced(source, out)

    def probed(path: Path, value: int) -> list[tuple[Any, ...]]:
        query = "select row_group_id, bloom_filter_excludes from parquet_bloom_probe(?, 'code', ?)"
        found: list[tuple[Any, ...]] = connection.execute(query, [str(path), value]).fetchall()
        return found

    assert any(row[1] for row in probed(out, 10**6))
    for value in (7, 10**6):
        assert probed(out, value) == probed(source, value)
    query = f"select id, code, v::json::varchar from '{out}' where id between 4999 and 5000"
    assert len(connection.execute(query).fetchall()) == 6


def test_a_uuid_is_no_hint_of_an_encoding(tmp_path: Path) -> None:
    """Somebody else's extension of a chunk is moved as it is."""
    source = tmp_path / "in.parquet"
    pq.write_table(table(), source)
    payload = b"x" * 20 + UUID(int=7).bytes

    def extend(metadata: FileMetaData) -> None:
        meta = metadata.row_groups[0].columns[0].meta_data
        assert meta is not None
        meta.extension = Extension(payload, Header.ZIGZAG)

    edited(source, extend)
    meta = footer_of(shredded(source)).row_groups[0].columns[0].meta_data
    assert meta is not None
    assert meta.extension is not None
    assert meta.extension.payload == payload
    assert read_footer(shredded(source)).metadata is not None
