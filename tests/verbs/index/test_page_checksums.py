"""CRCs put into headers of pages and taken out again: everything else in the file follows."""

from __future__ import annotations

from importlib import import_module
from pathlib import Path
from typing import Any, Final

import pytest

import inlay
from inlay.changes.life_cycle.edit_extension import seal_file
from inlay.errors import InlayError, RequestError
from inlay.footers.footer.form import Form
from tests.footers.designs.beside import with_design
from tests.pages.encodings.files import add_all, plain_and_indexed
from tests.verbs.index.files import list_chunks, many_kinds
from tests.verbs.set.files import FORMS, write

pq: Any = import_module("pyarrow.parquet")

ROWS: Final = 150

ONLY: Final = ("page-checksums",)
LAYOUTS: Final[dict[str, dict[str, Any]]] = {
    "version 1": {"data_page_version": "1.0", "write_page_index": True},
    "version 2": {"data_page_version": "2.0", "write_page_index": True},
    "no indexes": {"write_page_index": False},
    "no dictionaries": {"use_dictionary": False, "compression": "none", "write_page_index": True},
    "filters": {"bloom_filter_options": {"int64": True, "text": True}, "write_page_index": True},
}


def written(folder: Path, layout: str, **more: Any) -> Path:
    path = folder / f"{len(list(folder.iterdir()))}.parquet"
    options = {"row_group_size": 75, "data_page_size": 200, **LAYOUTS[layout], **more}
    pq.write_table(many_kinds(ROWS), path, **options)
    return path


@pytest.mark.parametrize("in_place", [False, True])
@pytest.mark.parametrize("layout", LAYOUTS)
def test_it_is_the_file_that_pyarrow_writes_with_them(
    layout: str, in_place: bool, tmp_path: Path
) -> None:
    path, theirs = written(tmp_path, layout), written(tmp_path, layout, write_page_checksum=True)
    before, target = path.read_bytes(), inlay.Target(in_place=in_place)
    added = inlay.add_index(path, what=ONLY, rewrite_headers=True, target=target)
    assert path.read_bytes() == theirs.read_bytes() != before
    assert {it.statement for it in added.statements} == {*ONLY}
    assert "got another header" in added.notes[0]
    again = inlay.add_index(path, what=ONLY, rewrite_headers=True, target=target)
    assert not again.outcome.changed
    stripped = inlay.strip_index(path, what=ONLY, rewrite_headers=True, target=target)
    assert {it.statement for it in stripped.statements} == {*ONLY}
    assert path.read_bytes() == before


@pytest.mark.parametrize("form", ["sealed", "dual", *FORMS], ids=str)
def test_every_form_gains_and_goes_back(form: Form | str, tmp_path: Path) -> None:
    """Together with other statements."""
    path, undo = tmp_path / "a.parquet", tmp_path / "a.undo"
    write(path, form if isinstance(form, Form) else Form.THRIFT)
    if form == "sealed":
        seal_file(str(path))
    elif form == "dual":
        path.write_bytes(with_design(path.read_bytes(), "modular"))
    kind, before = inlay.open(path).form, path.read_bytes()
    rows = inlay.read_table(path)
    what = [*ONLY, "bloom-filter", "offset-index", "bounds"]
    added = inlay.add_index(path, what=what, rewrite_headers=True, undo_to=undo)
    assert {it.statement for it in added.statements} >= {*ONLY, "bloom-filter"}
    assert inlay.open(path).form is kind
    assert inlay.verify(path, values=True).findings == ()
    assert inlay.read_table(path) == rows
    inlay.undo_metadata(path, undo)
    assert path.read_bytes() == before


def test_what_changes_later_is_noticed(tmp_path: Path) -> None:
    path = written(tmp_path, "version 1")
    inlay.add_index(path, what=ONLY, rewrite_headers=True)
    assert pq.read_table(path, page_checksum_verification=True).num_rows == ROWS
    data, meta = bytearray(path.read_bytes()), list_chunks(path)[0].meta_data
    assert meta is not None
    data[meta.data_page_offset + meta.total_compressed_size - 1] ^= 1
    path.write_bytes(data)
    with pytest.raises(OSError, match="CRC"):
        pq.read_table(path, page_checksum_verification=True)


def test_chunks_that_cannot_be_walked_stay(tmp_path: Path) -> None:
    path = written(tmp_path, "no indexes")
    data, meta = bytearray(path.read_bytes()), list_chunks(path)[0].meta_data
    assert meta is not None
    start = meta.dictionary_page_offset or meta.data_page_offset
    data[start] = 0xFF
    path.write_bytes(data)
    added = inlay.add_index(path, what=ONLY, rewrite_headers=True)
    (left,) = added.left_out
    assert (left.column, left.row_groups) == (meta.path_in_schema[0], 1)
    assert sum(it.row_groups for it in added.statements) == len(list_chunks(path)) - 1
    moved = list_chunks(path)[0].meta_data
    assert moved is not None
    assert path.read_bytes()[start:][: moved.total_compressed_size].startswith(b"\xff")


def test_nothing_moves_unless_it_may(tmp_path: Path) -> None:
    path = written(tmp_path, "version 1")
    before = path.read_bytes()
    for change in (inlay.add_index, inlay.strip_index):
        with pytest.raises(RequestError, match="rewrite_headers=True"):
            change(path, what=ONLY)
    encoded = tmp_path / "encoded.parquet"
    plain_and_indexed(encoded)
    add_all(encoded)
    with pytest.raises(InlayError, match="has an extension, which may say where bytes lie"):
        inlay.strip_index(encoded, what=ONLY, rewrite_headers=True)  # its pages have CRCs
    assert path.read_bytes() == before


def test_offset_indexes_that_reach_into_each_other_are_refused(tmp_path: Path) -> None:
    path = written(tmp_path, "version 1")

    def lengthen(footer: inlay.Footer) -> bytes:
        chunk = footer.metadata.row_groups[0].columns[0]
        chunk.offset_index_length = (chunk.offset_index_length or 0) + 1
        return footer.metadata.encode()

    inlay.edit_footer(path, lengthen)
    before = path.read_bytes()
    with pytest.raises(InlayError, match=r"the offset index at [\d,]+ reaches into the one at"):
        inlay.add_index(path, what=ONLY, rewrite_headers=True)
    assert path.read_bytes() == before
