"""A file with Variants in the place of some columns: the other columns are the very bytes that they were."""

from __future__ import annotations

import base64
import json
from importlib import import_module
from pathlib import Path
from typing import Any
from uuid import UUID

import pyarrow as pa
import pytest

from inlay.changes.life_cycle.edit_extension import seal_file
from inlay.footers.footer import read_footer
from inlay.rows.variants.described_schemas import redescribe
from inlay.rows.variants.on_files import schema_of
from inlay.variant import VariantType, read_table
from inlay.verbs.verify.verify_footer import verify_footer
from inlay_runtime.extension import Extension, Header
from parquet_format.parquet import FileMetaData, KeyValue
from tests.pages.encodings.files import WRITERS, pq
from tests.variant.kept import footer_of
from tests.variant.spliced import (
    BOTH,
    BY,
    FILES,
    assert_spliced,
    documents,
    documents_in,
    edited,
    shredded,
    table,
)


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
    assert verify_footer(read_footer(out)).seal == "agrees"
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
    made = [KeyValue(key="ARROW:schema", value=text)]
    found = redescribe([*made, KeyValue(key="a", value="b")], ["v"], ["v"], made)
    assert found == [KeyValue(key="a", value="b")]


def test_duckdb_reads_by_statistics_and_bloom_filters(tmp_path: Path) -> None:
    duckdb: Any = import_module("duckdb")
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
