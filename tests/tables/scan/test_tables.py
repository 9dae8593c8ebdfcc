"""Every form of file gives the same rows in every table, and they are what pyarrow says."""

from __future__ import annotations

from pathlib import Path
from typing import Any
from uuid import UUID

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

import inlay
from inlay.changes.life_cycle.change_form import change_form
from inlay.changes.life_cycle.edit_extension import append_to_file
from inlay.changes.life_cycle.extension_list import extensions_of
from inlay.changes.life_cycle.steps import add, finalize, promote
from inlay.footers.extensions.edit import Options
from inlay.tables.scan.schemas import FILE, TABLES, select_columns
from tests.tables.scan.lake import STEPS, TABLE, write_forms

THRIFT_FORMS = ["thrift", "private", "migration", "final"]


@pytest.fixture(scope="module")
def forms(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    return write_forms(tmp_path_factory.mktemp("forms") / "day=2026-11-20" / "of=a b")


def rows(path: object, table: str, columns: list[str] | None = None) -> list[dict[str, Any]]:
    found = inlay.scan_footers(str(path), table=table, columns=columns)
    return [row for batch in found for row in batch.to_pylist()]


@pytest.mark.parametrize("table", TABLES)
def test_batches_have_the_schema_that_is_promised(forms: dict[str, Path], table: str) -> None:
    expected = select_columns(table).schema
    for batch in inlay.scan_footers(str(forms["thrift"].parent), table=table):
        assert batch.schema.equals(expected, check_metadata=True)
        batch.validate(full=True)


@pytest.mark.parametrize("table", TABLES)
def test_chosen_columns_are_those_of_the_whole_table(forms: dict[str, Path], table: str) -> None:
    folder = str(forms["thrift"].parent)
    whole = pa.Table.from_batches(
        inlay.scan_footers(folder, table=table), select_columns(table).schema
    )
    for name in whole.schema.names:
        columns = [name, "path"] if name != "path" else ["path"]
        chosen = pa.Table.from_batches(
            inlay.scan_footers(folder, table=table, columns=columns),
            select_columns(table, columns).schema,
        )
        assert chosen.column(name).equals(whole.column(name)), name
        assert chosen.column("path").equals(whole.column("path")), name


def test_no_columns_still_count(forms: dict[str, Path]) -> None:
    for table in ("files", "column_chunks"):
        batches = inlay.scan_footers(str(forms["thrift"]), table=table, columns=[])
        assert sum(batch.num_rows for batch in batches) == len(rows(forms["thrift"], table))


def test_unknown_names_are_refused_with_those_that_there_are(forms: dict[str, Path]) -> None:
    with pytest.raises(ValueError, match="no table 'chunks': there are files, "):
        list(inlay.scan_footers(str(forms["thrift"]), table="chunks"))
    with pytest.raises(ValueError, match="no column 'codec': choose one of 'path', "):
        list(inlay.scan_footers(str(forms["thrift"]), columns=["codec"]))


@pytest.mark.parametrize("table", ["schema", "row_groups", "column_chunks", "key_values"])
def test_all_forms_give_the_same_rows(forms: dict[str, Path], table: str) -> None:
    own = [name for name in select_columns(table).columns if name not in FILE.names]
    expected = rows(forms["thrift"], table, own)
    assert expected
    for form in THRIFT_FORMS:
        assert rows(forms[form], table, own) == expected, form


def test_files_say_their_form_and_where_the_footer_is(forms: dict[str, Path]) -> None:
    found = {row["form"]: row for row in rows(forms["thrift"].parent, "files")}
    assert set(found) == set(forms)
    for form, row in found.items():
        path = forms[form]
        tail = inlay.open(str(path))
        assert row["path"] == str(path)
        assert row["file_size"] == path.stat().st_size
        assert row["mtime"].timestamp() == pytest.approx(path.stat().st_mtime, abs=1e-5)
        assert row["footer_offset"] == tail.offset
        assert row["num_rows"] == (TABLE.num_rows if form != "encrypted" else None)
        assert (row["flatbuffer_length"] is not None) == (form not in ("thrift", "encrypted"))


def test_column_chunks_are_what_pyarrow_says(forms: dict[str, Path]) -> None:
    metadata = pq.read_metadata(forms["thrift"])
    found = rows(forms["thrift"], "column_chunks")
    assert len(found) == metadata.num_row_groups * metadata.num_columns
    for row in found:
        chunk = metadata.row_group(row["row_group"]).column(row["column"])
        assert row["column_path"] == chunk.path_in_schema
        assert row["physical_type"] == chunk.physical_type
        assert row["codec"] == chunk.compression
        assert row["total_compressed_size"] == chunk.total_compressed_size
        assert row["data_page_offset"] == chunk.data_page_offset
        assert chunk.statistics is not None
        assert row["null_count"] == chunk.statistics.null_count
        assert row["encodings"] == list(chunk.encodings)


def test_partitions_are_those_below_what_was_asked_for(forms: dict[str, Path]) -> None:
    path = forms["thrift"]
    for root, expected in (
        (path.parents[2], [("day", "2026-11-20"), ("of", "a b")]),
        (path.parents[1], [("of", "a b")]),
        (path, []),
    ):
        found = rows(root, "files", ["partition"])
        assert found[0] == {"partition": expected}


def test_extensions_are_found_in_both_footers(forms: dict[str, Path]) -> None:
    for form, name in {"private": "private-footer", "migration": "migration-footer"}.items():
        (found,) = rows(forms[form], "extensions")
        assert (found["name"], found["state"], found["carrier"]) == (name, "checked", "")
        assert "payload" not in found
        payload = rows(forms[form], "extensions", ["payload", "offset", "length"])[0]
        data = forms[form].read_bytes()
        start = payload["offset"]
        assert data[start : start + payload["length"]] == payload["payload"]
    for form in ("thrift", "final", "encrypted"):
        assert rows(forms[form], "extensions") == []


def test_extensions_of_a_scan_are_those_of_a_file(tmp_path: Path) -> None:
    """In every form: on the file, in an envelope, in a column chunk, with and without a place of its own."""
    plain = tmp_path / "plain.parquet"
    pq.write_table(TABLE, plain)
    options = Options(allow=frozenset({"envelope"}))
    for at, number in (("", 1), ("", 2), ("row_groups[0].columns[1].meta_data", 3)):
        uuid = UUID(int=number)
        append_to_file(str(plain), b"content", uuid, kind="spec", at=at, options=options)
    whole = plain.read_bytes()
    for form, steps in {**STEPS, "final": [add, promote, finalize]}.items():
        path = tmp_path / f"{form}.parquet"
        path.write_bytes(whole)
        for step in steps:
            change_form(str(path), step)
        expected = [
            (one.carrier.path, one.offset, str(one.uuid), one.state)
            for one in extensions_of(inlay.open(str(path))).listed
        ]
        assert len(expected) >= 3
        found = rows(path, "extensions")
        assert [(it["carrier"], it["offset"], it["uuid"], it["state"]) for it in found] == expected
        if form == "final":
            assert {it["offset"] for it in found} == {None}
