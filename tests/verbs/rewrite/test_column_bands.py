"""Columns are read some at a time: the file is the same, however many those are."""

from __future__ import annotations

import weakref
from pathlib import Path
from typing import Any

import pytest

import inlay
from inlay.errors import ChunkError
from inlay.footers.footer.trailer import tail_of
from inlay.ground.schema.tree import SchemaTree
from inlay.pages.engine.chunk_metadata import metadata_of
from inlay.verbs.rewrite import bare_file
from inlay.verbs.rewrite.column_bands import band_columns
from parquet_format.parquet import ColumnOrder, FileMetaData, SchemaElement, Type
from tests.pages.encodings.files import pa, pq
from tests.verbs.rewrite.kinds import KINDS


@pytest.fixture(autouse=True)
def small_batches(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("inlay.verbs.rewrite.rewrite_plan.choose_batch_rows", lambda *_: 7)


@pytest.mark.parametrize("kind", ["numbers", "bytes", "nested", "odd names", "no rows"])
def test_a_file_is_the_same_however_many_columns_are_read_together(
    kind: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path, out = tmp_path / "in.parquet", tmp_path / "out.parquet"
    KINDS[kind](path)
    inlay.rewrite(path, out)
    together = out.read_bytes()
    monkeypatch.setattr(bare_file, "MOST_LEAVES", 1)
    inlay.rewrite(path, out, overwrite=True)
    assert out.read_bytes() == together


def test_columns_that_a_file_lacks_are_null_between_those_that_it_has(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(bare_file, "MOST_LEAVES", 1)
    whole, part, out = (tmp_path / f"{name}.parquet" for name in ("whole", "part", "out"))
    rows = {name: [*range(20)] for name in "abcde"}
    pq.write_table(pa.table(rows), whole)
    pq.write_table(pa.table({name: rows[name] for name in "db"}), part)
    inlay.rewrite([whole, part], out, schema="union")
    nulls = [None] * 20
    expected = {name: rows[name] + (rows[name] if name in "bd" else nulls) for name in rows}
    assert pq.read_table(out).to_pydict() == expected


def test_what_pyarrow_holds_of_columns_is_let_go_of_before_it_opens_others(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "in.parquet"
    pq.write_table(pa.table({name: range(6) for name in "abcd"}), path, row_group_size=2)
    files: list[weakref.ref[object]] = []
    held: list[int] = []

    def open_counted(*given: Any, **options: Any) -> object:
        held.append(sum(file() is not None for file in files))
        file = pq.ParquetFile(*given, **options)
        files.append(weakref.ref(file))
        return file

    monkeypatch.setattr(bare_file, "ParquetFile", open_counted)
    monkeypatch.setattr(bare_file, "MOST_LEAVES", 1)
    inlay.rewrite(path, tmp_path / "out.parquet")
    assert len(held) > 3 * 4  # a file for the footer and one for the pages, of each column
    assert max(held) == 0


def test_a_column_with_fewer_rows_than_others_is_an_error(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(bare_file, "MOST_LEAVES", 1)
    path = write_uneven(tmp_path, 20, 15)
    with pytest.raises(ChunkError, match="its pages have 15 rows, and the footer says 20"):
        inlay.rewrite(path, tmp_path / "out.parquet")
    assert not (tmp_path / "out.parquet").exists()


def write_uneven(folder: Path, *rows: int) -> Path:
    """A file of columns whose pages have so many rows each; the footer says that all have as many as the first."""
    body = b"PAR1"
    said: list[FileMetaData] = []
    for at, count in enumerate(rows):
        path = folder / f"{at}.parquet"
        pq.write_table(pa.table({f"c{at}": range(count)}), path, use_dictionary=False)
        footer = inlay.open(path)
        meta = metadata_of(footer.metadata.row_groups[0].columns[0])
        meta.data_page_offset += len(body) - 4
        meta.num_values = rows[0]
        body += path.read_bytes()[4 : footer.offset]
        said.append(footer.metadata)
    metadata = said[0]
    root = metadata.schema[0].replace(num_children=len(rows))
    metadata.schema = [root, *(it.schema[1] for it in said)]
    metadata.row_groups[0].columns = [it.row_groups[0].columns[0] for it in said]
    metadata.column_orders = [ColumnOrder.TYPE_ORDER] * len(rows)
    path = folder / "uneven.parquet"
    path.write_bytes(body + tail_of(metadata.encode()))
    return path


def test_a_column_is_never_divided() -> None:
    def leaf(name: str) -> SchemaElement:
        return SchemaElement(name=name, type=Type.INT32)

    def group(name: str, children: int) -> SchemaElement:
        return SchemaElement(name=name, num_children=children)

    wide = [group("c", 3), leaf("d"), group("e", 1), leaf("f"), leaf("g")]
    elements = [group("root", 5), leaf("a"), leaf("b"), *wide, leaf("h"), leaf("i")]
    bands = [*band_columns(elements, 2)]
    assert [[leaf.path for leaf in band.leaves] for band in bands] == [
        [("a",), ("b",)],
        [("c", "d"), ("c", "e", "f"), ("c", "g")],
        [("h",), ("i",)],
    ]
    assert not any(band.problems for band in bands)
    (none,) = band_columns([group("root", 0)], 2)
    assert isinstance(none, SchemaTree)
    assert not none.leaves
