"""Statements added to files of all forms and taken back to the byte, while no page and nothing that was there changes."""

from __future__ import annotations

from importlib import import_module
from pathlib import Path
from typing import Any

import pyarrow as pa
import pytest

import inlay
from inlay.changes.life_cycle.edit_extension import seal_file
from inlay.errors import RefusedError, RequestError
from inlay.footers.footer.form import Form
from inlay.pages.encodings.on_files import strip_file
from parquet_format.parquet import FileMetaData, Statistics
from tests.footers.designs.beside import with_design
from tests.pages.encodings.files import ENCODINGS, add_all, plain_and_indexed
from tests.verbs.index.files import bloom_filter_of, list_chunks, many_kinds, pq
from tests.verbs.rewrite.kinds import edit
from tests.verbs.set.files import FORMS, write

EVERYTHING = (
    "null-counts",
    "nan-counts",
    "bounds",
    "exact-flags",
    "sizes",
    "encoding-stats",
    "offset-index",
    "column-index",
    "bloom-filter",
    "sorting-columns",
)


@pytest.fixture
def bare(tmp_path: Path) -> Path:
    """Without all that can be added."""
    path = tmp_path / "bare.parquet"
    pq.write_table(many_kinds(300), path, row_group_size=100, data_page_size=500)
    inlay.strip_index(path, what=["all"])
    return path


@pytest.mark.parametrize("form", ["sealed", "dual", *FORMS], ids=str)
def test_every_form_gains_and_goes_back(form: Form | str, tmp_path: Path) -> None:
    path, undo = tmp_path / "a.parquet", tmp_path / "a.undo"
    write(path, form if isinstance(form, Form) else Form.THRIFT)
    if form == "sealed":
        seal_file(str(path))
    elif form == "dual":
        path.write_bytes(with_design(path.read_bytes(), "modular"))
    kind = inlay.open(path).form
    stripped = inlay.strip_index(path, what=["all"])
    assert {it.statement for it in stripped.statements} >= {"column-index", "offset-index"}
    before, body = path.read_bytes(), inlay.open(path).offset
    added = inlay.add_index(path, what=["all"], undo_to=undo)
    assert {it.statement for it in added.statements} >= {"column-index", "bloom-filter"}
    assert inlay.open(path).form is kind
    assert path.read_bytes()[:body] == before[:body]
    assert inlay.verify(path, values=True).findings == ()
    inlay.undo_metadata(path, undo)
    assert path.read_bytes() == before


NEEDED = {
    "column-index": "offset-index",
    "exact-flags": "bounds",
    "bounds": "null-counts",
    "nan-counts": "null-counts",
}


@pytest.mark.parametrize("name", ["bounds", "nan-counts"])
def test_statistics_that_are_new_count_nulls(name: str, bare: Path) -> None:
    """fastparquet takes statistics that do not for those of a column without nulls: it fails, or has other values."""
    inlay.add_index(bare, what=[name])
    some = null_counts_of(bare)
    inlay.add_index(bare, what=["null-counts"])
    for counted, every in zip(some, null_counts_of(bare), strict=True):
        assert counted in (None, every)
    assert sum(it is not None for it in some) > 5
    assert any(some)


def test_a_column_index_brings_what_its_pages_are_found_by(bare: Path) -> None:
    added = inlay.add_index(bare, what=["column-index"])
    with_one = {it.column for it in added.statements if it.statement == "column-index"}
    assert with_one <= {it.column for it in added.statements if it.statement == "offset-index"}
    assert with_one
    assert inlay.verify(bare, values=True).findings == ()


def test_null_counts_take_statistics_along_where_there_are_nulls(tmp_path: Path) -> None:
    """In all row groups of the column: DataFusion takes bounds of some for those of the file."""
    path = tmp_path / "a.parquet"
    table = pa.table({"some": [1, None, 3, 4], "none": [1, 2, 3, 4]})
    pq.write_table(table, path, row_group_size=2)
    (note,) = inlay.strip_index(path, what=["null-counts"]).notes
    assert "statistics of 1 column with nulls" in note
    said = [chunk.meta_data.statistics for chunk in list_chunks(path) if chunk.meta_data]
    assert said[::2] == [None, None]
    assert [it and (it.null_count, it.min_value is not None) for it in said[1::2]] == [
        (None, True)
    ] * 2
    assert inlay.strip_index(path, what=["bounds"]).notes == ()


@pytest.mark.parametrize("what", ["null-counts", "bounds", "all"])
def test_fastparquet_reads_what_is_left(what: str, tmp_path: Path) -> None:
    """Of a file that counts distinct values, too, which nothing takes out by itself."""
    path = tmp_path / "a.parquet"
    pq.write_table(pa.table({"a": [1, None, 3]}).replace_schema_metadata({}), path)

    def say(footer: FileMetaData) -> None:
        meta = footer.row_groups[0].columns[0].meta_data
        assert meta is not None
        assert meta.statistics is not None
        meta.statistics.distinct_count = 2

    edit(path, say)
    inlay.strip_index(path, what=[what])
    read = import_module("fastparquet").ParquetFile(str(path)).to_pandas()
    assert read["a"].astype(object).where(read["a"].notna(), None).tolist() == [1, None, 3]


def null_counts_of(path: Path) -> list[int | None]:
    """Of each chunk."""
    metas = [chunk.meta_data for chunk in list_chunks(path)]
    said = [it.statistics if it is not None else None for it in metas]
    return [it.null_count if it is not None else None for it in said]


@pytest.mark.parametrize("name", EVERYTHING)
def test_each_alone_is_added_and_stripped(name: str, bare: Path) -> None:
    """A column index needs an offset index, exact flags need bounds; statistics that are new count nulls."""
    needed = NEEDED.get(name)
    if needed is not None:
        inlay.add_index(bare, what=[needed])
    if name == "exact-flags":
        inlay.strip_index(bare, what=[name])
    before = bare.read_bytes()
    added = inlay.add_index(bare, what=[name])
    assert {it.statement for it in added.statements} == {name}
    assert inlay.verify(bare, values=True).findings == ()
    again = inlay.add_index(bare, what=[name])
    assert not again.outcome.changed
    assert again.statements == ()
    stripped = inlay.strip_index(bare, what=[name])
    assert {it.statement for it in stripped.statements} - {"exact-flags"} <= {name}
    assert bare.read_bytes() == before


def test_what_is_there_stays(bare: Path) -> None:
    inlay.add_index(bare, what=["all"], columns=["text", "int64"], false_positives=0.5)
    before = {name: bytes_of(bare, name) for name in ("text", "int64")}
    inlay.add_index(bare, what=["all"], false_positives=0.001)
    assert {name: bytes_of(bare, name) for name in before} == before
    assert inlay.verify(bare, values=True).findings == ()


def bytes_of(path: Path, name: str) -> list[object]:
    """Of the chunks of a column: what the footer says, and the filters, wherever they are now."""
    said: list[object] = []
    for chunk in list_chunks(path):
        meta = chunk.meta_data
        assert meta is not None
        if meta.path_in_schema == [name]:
            elsewhere = meta.replace(bloom_filter_offset=None)
            said += [elsewhere, bloom_filter_of(path, chunk)]
    return said


def test_filters_stand_before_indexes(bare: Path) -> None:
    """Also where the indexes were there first: then these move."""
    inlay.add_index(bare, what=["offset-index", "column-index"])
    inlay.add_index(bare, what=["bloom-filter"])
    chunks = list_chunks(bare)
    filters = [it.meta_data.bloom_filter_offset or 0 for it in chunks if it.meta_data]
    assert max(filters) < min(it.column_index_offset or 2**60 for it in chunks)
    together = bare.with_name("together.parquet")
    together.write_bytes(bare.read_bytes())
    inlay.strip_index(together)
    inlay.add_index(together, what=["parts"])
    assert together.read_bytes() == bare.read_bytes()


def test_what_lies_between_row_groups_stays_there(tmp_path: Path) -> None:
    """Filters of some writers do: nothing leads to them afterwards, and that is told."""
    path = tmp_path / "a.parquet"
    pq.write_table(many_kinds(300), path, bloom_filter_options={"int64": True})
    inlay.add_index(path, what=["offset-index"])
    behind = inlay.strip_index(path, what=["bloom-filter"], target=inlay.Target(dry_run=True))
    assert behind.notes == ()
    with path.open("r+b") as file:  # a byte that belongs to nothing, where all was contiguous
        data = file.read()
        offset = inlay.open(path).offset
        file.seek(0)
        file.write(data[:offset] + b"\0" + data[offset:])
    stripped = inlay.strip_index(path, what=["bloom-filter"])
    assert "stay in the file" in stripped.notes[0]
    assert inlay.verify(path, values=True).findings == ()


def test_in_place_and_elsewhere_give_the_same_file(bare: Path) -> None:
    before = bare.read_bytes()
    output, other = bare.with_name("output.parquet"), bare.with_name("other.parquet")
    other.write_bytes(before)
    dry = inlay.add_index(bare, target=inlay.Target(dry_run=True))
    assert bare.read_bytes() == before
    there = inlay.add_index(bare, target=inlay.Target(output))
    assert bare.read_bytes() == before
    inlay.add_index(bare)
    inlay.add_index(other, target=inlay.Target(in_place=True))
    assert bare.read_bytes() == other.read_bytes() == output.read_bytes()
    assert dry.statements == there.statements
    assert dry.outcome.new_size == there.outcome.new_size == output.stat().st_size


def test_auto_adds_what_helps(tmp_path: Path) -> None:
    """Indexes where there are several pages, and no filters."""
    path = tmp_path / "a.parquet"
    pq.write_table(pa.table({"n": range(9)}), path, write_statistics=False)
    added = {it.statement for it in inlay.add_index(path).statements}
    assert added == {"null-counts", "bounds"}
    pq.write_table(pa.table({"n": range(9)}), path, max_rows_per_page=3, write_statistics=False)
    added = {it.statement for it in inlay.add_index(path).statements}
    assert added == {"null-counts", "bounds", "offset-index", "column-index"}


def test_second_encodings_stay(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("INLAY_CONFIG", str(tmp_path / "none.toml"))
    path, other = tmp_path / "a.parquet", tmp_path / "b.parquet"
    plain_and_indexed(path)
    inlay.strip_index(path, what=["all"])
    other.write_bytes(path.read_bytes())
    add_all(path)
    inlay.add_index(path, what=["all"])
    strip_file(str(path), encodings=ENCODINGS)
    inlay.add_index(other, what=["all"])
    assert path.read_bytes() == other.read_bytes()


def test_an_undo_file_is_of_one_change(bare: Path) -> None:
    undo = bare.with_name("undo")
    inlay.add_index(bare, undo_to=undo)
    with pytest.raises(RefusedError, match="already exists"):
        inlay.strip_index(bare, undo_to=undo)
    inlay.strip_index(bare)
    with pytest.raises(RefusedError, match="changed since"):
        inlay.undo_metadata(bare, undo)


@pytest.mark.parametrize(
    ("options", "words"),
    [
        (
            {"what": ["bound"]},
            "no statement is called 'bound'; did you mean 'bounds'?",
        ),
        ({"what": ["auto", "bounds"]}, "auto stands alone"),
        ({"columns": ["nothing"]}, "no column 'nothing'"),
    ],
)
def test_wrong_names(options: dict[str, Any], words: str, bare: Path) -> None:
    with pytest.raises(RequestError, match=words):
        inlay.add_index(bare, **options)


@pytest.mark.parametrize("share", [0, 1.0, True, "0.1"])
def test_a_share_that_is_none(share: Any, bare: Path) -> None:
    with pytest.raises(TypeError, match="a share between 0 and 1"):
        inlay.add_index(bare, false_positives=share)


def test_bounds_that_are_deprecated_are_listed(tmp_path: Path) -> None:
    """They go, too, where there are no others."""
    path = tmp_path / "a.parquet"
    pq.write_table(pa.table({"n": [1, 2]}), path)

    def grow_old(metadata: FileMetaData) -> None:
        (chunk,) = metadata.row_groups[0].columns
        assert chunk.meta_data is not None
        chunk.meta_data.statistics = Statistics(min=bytes(8), max=(2).to_bytes(8, "little"))

    edit(path, grow_old)
    stripped = inlay.strip_index(path, what=["bounds"])
    assert [it.statement for it in stripped.statements] == ["bounds"]
    (chunk,) = list_chunks(path)
    assert chunk.meta_data is not None
    assert chunk.meta_data.statistics is None
    assert not inlay.strip_index(path, what=["bounds"]).statements
