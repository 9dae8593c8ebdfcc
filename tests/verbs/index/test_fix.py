"""Of every kind of lie: what `inlay verify --values` finds is put right or taken out, or is left for a reason; and back to the byte."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import pyarrow as pa
import pytest

import inlay
from inlay.errors import FormError
from inlay.verbs.index.correction import list_corrections
from inlay.verbs.index.corrections_of_groups import GROUP_CORRECTIONS
from inlay.verbs.verify.fixable import FIXABLE
from parquet_format.parquet import FileMetaData
from tests.lies.kinds import KINDS
from tests.verbs.index.files import list_chunks, many_kinds, pq
from tests.verbs.rewrite.kinds import edit

if TYPE_CHECKING:
    from tests.support.small_files import Inlay

LEFT: Final = {
    **dict.fromkeys(
        ("header-max", "header-v2-min", "header-exact", "header-nulls", "header-v2-nulls", "header-v2-rows"),
        "it stands in the header of a page",
    ),
    **dict.fromkeys(
        ("string-no-utf8", "json-none", "enum-no-utf8", "decimal-beyond-precision", "decimal-bytes-beyond-precision", "time-beyond-a-day",
         "time-negative", "int8-beyond-its-width", "uint16-beyond-its-width", "geo-covering", "variant-both", "variant-torn"),
        "the values themselves are so",
    ),
    **dict.fromkeys(("rows-of-file", "values-of-list"), "only the writer knows which are meant"),
    **dict.fromkeys(("geo-bbox", "geo-geometry-types"), "it stands in the key `geo`"),
    "second-encoding": "removed by `inlay encoding strip`",
}  # fmt: skip
"""Kinds whose file stays as it is, with the reason. All others are fixed."""

UNSEEN: Final = {"unused-dictionary", "pandas-index"}
"""Of which nothing is found."""

REFUSED: Final = {"second-footer": "choose one: `inlay footer revert"}

TAKEN_OUT: Final = {
    **dict.fromkeys(("double-max-beside-nan", "page-nans"), "a value is NaN"),
    "max-without-orders": "declares no column order",
    "interval-max": "values of this type have no order",
    **dict.fromkeys(
        ("sorted-descending", "sorted-nulls-first", "sorted-not", "sorted-not-first", "sorted-nan-first", "sorted-second-column"),
        "its rows are not sorted so",
    ),
    "geography-across-180": "none that readers may rely on",
}  # fmt: skip
"""Kinds whose false statement goes. In all others it is right afterwards."""


@pytest.mark.parametrize("name", [it for it in KINDS if it not in REFUSED])
def test_a_lie_is_fixed_or_left_for_a_reason(name: str, tmp_path: Path) -> None:
    path, undo = tmp_path / "a.parquet", tmp_path / "undo"
    path.write_bytes(KINDS[name].file)
    fixed = inlay.fix_index(path, undo_to=undo)
    found = inlay.verify(path, values=True).findings
    assert [it.finding for it in fixed.left] == [*found]
    if name in LEFT or name in UNSEEN:
        assert path.read_bytes() == KINDS[name].file
        assert fixed.statements == ()
        assert {LEFT[name] in it.reason for it in fixed.left} == ({True} if name in LEFT else set())
        return
    assert found == ()
    assert fixed.outcome.changed
    statement = fixed.statements[0]
    assert statement.findings
    assert TAKEN_OUT.get(name, "") in statement.reason
    assert bool(statement.reason) == (name in TAKEN_OUT)
    assert statement.before != {}
    assert _pages(path.read_bytes()) == _pages(KINDS[name].file)
    assert not inlay.fix_index(path).outcome.changed
    inlay.undo_metadata(path, undo)
    assert path.read_bytes() == KINDS[name].file


def _pages(data: bytes) -> list[bytes]:
    """The bytes of every chunk."""
    groups = inlay.read_metadata(data).row_groups
    pages = []
    for meta in [it.meta_data for group in groups for it in group.columns]:
        assert meta is not None
        start = min(filter(None, (meta.dictionary_page_offset, meta.data_page_offset)))
        pages.append(data[start : start + meta.total_compressed_size])
    return pages


@pytest.mark.parametrize("name", KINDS)
def test_a_twin_stays_as_it_is(name: str, tmp_path: Path) -> None:
    path, undo = tmp_path / "a.parquet", tmp_path / "undo"
    path.write_bytes(KINDS[name].twin)
    fixed = inlay.fix_index(path, undo_to=undo)
    assert not fixed.outcome.changed
    assert (fixed.statements, fixed.left) == ((), ())
    assert path.read_bytes() == KINDS[name].twin
    assert not undo.exists()


@pytest.mark.parametrize("name", REFUSED)
def test_footers_that_disagree_are_refused(name: str, tmp_path: Path) -> None:
    path = tmp_path / "a.parquet"
    path.write_bytes(KINDS[name].file)
    with pytest.raises(FormError, match=REFUSED[name]):
        inlay.fix_index(path)
    assert path.read_bytes() == KINDS[name].file


def test_verify_names_what_statements_say_of_themselves() -> None:
    of_chunks = {name.split()[0] for it in list_corrections() for name in it.findings}
    assert of_chunks | {name for it in GROUP_CORRECTIONS for name in it.findings} == FIXABLE


def test_what_was_and_what_is(tmp_path: Path) -> None:
    path = tmp_path / "a.parquet"
    path.write_bytes(KINDS["nulls-more"].file)
    (fixed,) = inlay.fix_index(path).statements
    name = "meta_data.statistics.null_count"
    assert (fixed.before[name], fixed.after[name]) == (2, 1)
    path.write_bytes(KINDS["interval-max"].file)
    fixed = inlay.fix_index(path).statements[0]
    assert "meta_data.statistics.max_value" in fixed.before
    assert fixed.after == {}


def test_lengths_of_filters_are_filled_in(tmp_path: Path) -> None:
    path = tmp_path / "a.parquet"
    options = {"int64": True, "text": True}
    pq.write_table(many_kinds(300), path, row_group_size=100, bloom_filter_options=options)
    before = [it.meta_data.bloom_filter_length for it in list_chunks(path) if it.meta_data]
    assert len([*filter(None, before)]) == 6

    def forget(metadata: FileMetaData) -> None:
        for group in metadata.row_groups:
            for chunk in group.columns:
                assert chunk.meta_data is not None
                chunk.meta_data.bloom_filter_length = None

    edit(path, forget)
    body = path.read_bytes()[: inlay.open(path).offset]
    fixed = inlay.fix_index(path, columns=["int64"])
    assert [it.statement for it in fixed.statements] == ["bloom-filter"] * 3
    assert len(inlay.fix_index(path).statements) == 3
    after = [it.meta_data.bloom_filter_length for it in list_chunks(path) if it.meta_data]
    assert after == before
    assert path.read_bytes()[: len(body)] == body


def test_all_that_is_false_at_once(tmp_path: Path) -> None:
    """In every chunk, and parts that lie nowhere, over pages, or over each other."""
    path, undo = tmp_path / "a.parquet", tmp_path / "undo"
    _write_indexed(path)

    def lie(metadata: FileMetaData) -> None:
        for number, group in enumerate(metadata.row_groups):
            group.total_byte_size += 1
            for at, chunk in enumerate(group.columns):
                meta = chunk.meta_data
                assert meta is not None
                assert meta.statistics is not None
                meta.statistics.null_count = 77
                meta.statistics.distinct_count = 10**6
                match (number + at) % 5:
                    case 0:
                        chunk.column_index_offset = 4
                    case 1:
                        chunk.offset_index_length = None
                    case 2:
                        meta.bloom_filter_offset = 1 << 40
                    case 3:
                        chunk.offset_index_length = (chunk.offset_index_length or 0) + 9
                    case _:
                        meta.bloom_filter_offset = chunk.column_index_offset

    edit(path, lie)
    before = path.read_bytes()
    fixed = inlay.fix_index(path, undo_to=undo)
    assert inlay.verify(path, values=True).findings == fixed.left == ()
    assert _pages(path.read_bytes()) == _pages(before)
    assert str(pq.read_table(path).to_pylist()) == _rows(before)
    assert not inlay.fix_index(path).outcome.changed
    inlay.undo_metadata(path, undo)
    assert path.read_bytes() == before


def _rows(data: bytes) -> str:
    """As text, for no NaN equals another."""
    return str(pq.read_table(pa.BufferReader(data)).to_pylist())


def _write_indexed(path: Path) -> None:
    """A file that says all that `inlay index` says."""
    pq.write_table(many_kinds(300), path, row_group_size=100, data_page_size=500)
    inlay.add_index(path, what=["all"])


def test_chunks_whose_pages_are_damaged_stay(tmp_path: Path) -> None:
    """Nobody knows what is true of them; another chunk of the file is fixed."""
    path = tmp_path / "a.parquet"
    table = pa.table({"a": range(100), "b": range(100)})
    pq.write_table(table, path, compression="none", use_dictionary=False)

    def lie(metadata: FileMetaData) -> None:
        for chunk in metadata.row_groups[0].columns:
            assert chunk.meta_data is not None
            assert chunk.meta_data.statistics is not None
            chunk.meta_data.statistics.null_count = 101

    edit(path, lie)
    data = bytearray(path.read_bytes())
    data[4:12] = b"\xff" * 8
    path.write_bytes(data)
    fixed = inlay.fix_index(path)
    assert [(it.statement, it.column) for it in fixed.statements] == [("null-counts", "b")]
    assert {"null-count", "page-walk"} <= {it.finding.code for it in fixed.left}
    assert any("its pages do not say what is true" in it.reason for it in fixed.left)


def test_other_columns_stay(tmp_path: Path) -> None:
    path = tmp_path / "a.parquet"
    path.write_bytes(KINDS["int64-max"].file)
    fixed = inlay.fix_index(path, columns=["row"])
    assert not fixed.outcome.changed
    assert [it.reason for it in fixed.left] == ["it is in a column that was not asked for"]


def test_command(tmp_path: Path, inlay: Inlay) -> None:
    path, out = tmp_path / "a.parquet", tmp_path / "b.parquet"
    path.write_bytes(KINDS["double-max-beside-nan"].file)
    verified = inlay("verify", path, "--values")
    assert f"  fix         inlay index fix {path}\n" in verified.out
    dry = inlay("index", "fix", path, "--dry-run")
    outcome = inlay("index", "fix", path, "-o", out)
    assert path.read_bytes() == KINDS["double-max-beside-nan"].file
    first, _, *rows = outcome.out.splitlines()
    assert first == f"{out}: removed 3 statements"
    assert dry.out.splitlines()[0] == f"{path}: would remove 3 statements"
    assert "row_groups[1].columns[1] bounds is removed: a value is NaN" in rows[0]
    assert inlay("verify", out, "--values").code == 0
    assert inlay("index", "fix", out).out == f"{out}: nothing to fix\n"
    path.write_bytes(KINDS["int64-max"].file)
    document: dict[str, Any] = json.loads(inlay("index", "fix", path, "--format", "json").out)
    (row,) = document["statements"]
    assert (row["statement"], row["column"], row["reason"]) == ("bounds", "c", "")
    assert [it["code"] for it in row["findings"]] == ["value-bounds"]
    assert row["before"] != row["after"]
    path.write_bytes(KINDS["header-max"].file)
    outcome = inlay("index", "fix", path)
    assert outcome.code == 0
    assert "[value-header-bounds] is left: it stands in the header of a page" in outcome.err
    lines = inlay("index", "fix", tmp_path, "--format", "json").out.splitlines()
    assert [json.loads(line)["changed"] for line in lines] == [False, False]
