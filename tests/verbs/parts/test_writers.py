"""What readers distrust because of who wrote it is gone where they could not know any more."""

from __future__ import annotations

from pathlib import Path

import pytest

import inlay
from inlay.errors import RefusedError
from inlay.footers.footer import Footer
from inlay.ground.writers.created_by import writer_of
from inlay.pages.engine.chunk_metadata import metadata_of
from inlay.verbs.parts.writers import name_writers
from inlay.verbs.set.edit_footer import edit_footer
from tests.pages.encodings.files import pa, pq
from tests.verbs.parts.made import assert_whole


def test_the_name_of_the_result() -> None:
    assert name_writers(["a version 1.0", "a version 1.0"], "us") == "a version 1.0"
    assert name_writers([None], "us") is None
    name = name_writers(["a version 1.0.0 (build (x))", None, "b"], "inlay version 1.2.3")
    assert name == "inlay version 1.2.3 (build of parts by a version 1.0.0, unnamed writers, b)"
    assert writer_of(name) == ("inlay", (1, 2, 3), "", True)


def write(path: Path, created_by: str | None, **options: object) -> str:
    pq.write_table(pa.table({"t": ["a", "é"], "i": [1, 2]}), path, **options)
    rename_writer(path, created_by)
    return str(path)


def rename_writer(path: Path, created_by: str | None) -> None:
    def renamed(footer: Footer) -> bytes:
        return footer.metadata.replace(created_by=created_by).encode()

    edit_footer(str(path), renamed)


def test_bounds_go_where_writers_meet(tmp_path: Path) -> None:
    old = write(tmp_path / "old.parquet", "parquet-mr version 1.5.0", write_page_index=True)
    new = write(tmp_path / "new.parquet", "parquet-mr version 1.14.0", write_page_index=True)
    out = tmp_path / "out.parquet"
    assert inlay.concat([old, old], out).notes == ()
    assert inlay.read_metadata(out).created_by == "parquet-mr version 1.5.0"
    made = inlay.concat([old, new], out, overwrite=True)
    first_note, second_note = made.notes
    assert "old.parquet: bounds of column t are dropped" in first_note
    assert "bounds of column t are dropped in all row groups" in second_note
    first, second = inlay.read_metadata(out).row_groups
    kept = [metadata_of(chunk).statistics for chunk in (*first.columns, *second.columns)]
    assert [statistics.max_value for statistics in kept if statistics is not None] == [
        None,
        (2).to_bytes(8, "little"),
        None,
        (2).to_bytes(8, "little"),
    ]
    assert kept[0] is not None
    assert kept[0].null_count == 0
    assert first.columns[0].column_index_offset is None
    assert second.columns[0].column_index_offset is not None
    assert_whole(out)


def test_pages_that_need_their_writer_are_refused(tmp_path: Path) -> None:
    other = write(tmp_path / "other.parquet", "parquet-mr version 1.14.0")
    delta = {"use_dictionary": False, "column_encoding": {"t": "DELTA_BYTE_ARRAY"}}
    old = write(tmp_path / "old.parquet", "parquet-mr version 1.5.0", **delta)
    cpp = write(tmp_path / "cpp.parquet", "parquet-cpp version 1.5.1", data_page_version="2.0")
    out = tmp_path / "out.parquet"
    for path, said in ((old, "DELTA_BYTE_ARRAY"), (cpp, "pages of version 2")):
        with pytest.raises(RefusedError, match=said):
            inlay.concat([other, path], out)
        assert inlay.concat([path, path], out, overwrite=True).rows == 4


def test_old_timestamps_of_several_writers_are_told(tmp_path: Path) -> None:
    table = pa.table({"t": pa.array([0], pa.timestamp("ns"))})
    paths = [tmp_path / "java.parquet", tmp_path / "cpp.parquet"]
    for path, name in zip(
        paths, ("parquet-mr version 1.12.0", "impala version 4.0.0"), strict=True
    ):
        pq.write_table(table, path, use_deprecated_int96_timestamps=True)
        rename_writer(path, name)
    made = inlay.concat(list(map(str, paths)), tmp_path / "out.parquet")
    assert any("INT96" in note for note in made.notes)
