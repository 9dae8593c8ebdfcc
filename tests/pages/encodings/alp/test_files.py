"""ALP beside old pages, ratified as encoding 10, and in chunks that others begin with a dictionary."""

from __future__ import annotations

import random
import sys
from pathlib import Path

import pytest

from inlay.encoding import choose_columns, iter_batches, read_table
from inlay.footers.footer import read_footer
from inlay.pages.encodings.alp.page import EMPTY
from inlay.pages.encodings.alp.plugin import Alp
from inlay.pages.encodings.choose import choose_best
from inlay.pages.encodings.configuration import read_configured
from inlay.pages.encodings.errors import ColumnRefusedError
from inlay.pages.encodings.on_files import (
    add_to_file,
    list_encodings,
    ratify_file,
    strip_file,
    verify_file,
)
from inlay.pages.encodings.plugins import Encodings
from inlay.pages.encodings.trial import try_encodings
from inlay.pages.engine.chunk_metadata import locate_pages
from inlay.pages.engine.chunk_pages import data_of, pages_of
from inlay.pages.engine.leaf import leaves_of
from inlay.pages.engine.thrift_file import open_thrift
from inlay.rows.read import read_table as read_any
from parquet_format.parquet import Encoding, FileMetaData
from tests.pages.encodings.alp.mixed_chunk import replace_plain_pages, write_mixed
from tests.pages.encodings.files import PCO, WRITERS, pa, pq, table
from tests.readers.outcome import Kind
from tests.readers.process import lend_reader
from tests.readers.registry import PATIENCE

ALP = Encodings(Alp())


def test_every_writer(written: Path) -> None:
    """Beside the old pages and back; then ratified, without a number in any configuration."""
    before = written.read_bytes()
    with pq.ParquetFile(written) as file:
        expected = file.read()
    if not expected.num_rows or "price" not in expected.column_names:
        return
    add_to_file(str(written), choose_columns(["price"], Alp()), encodings=ALP)
    assert read_any(written).equals(expected, check_metadata=True)
    assert pq.read_table(written).equals(expected)
    assert not verify_file(str(written))
    dual = written.read_bytes()
    strip_file(str(written))
    assert written.read_bytes() == before
    written.write_bytes(dual)
    ratify_file(str(written))
    assert read_any(written).equals(expected, check_metadata=True)
    batches = pa.Table.from_batches(iter_batches(written, batch_size=70))
    assert batches.equals(expected)
    assert not verify_file(str(written))
    assert Encoding.ALP in encodings_of(written, "price")
    strip_file(str(written))
    with pq.ParquetFile(written) as file:
        assert file.read().equals(expected, check_metadata=True)


def encodings_of(path: Path, column: str) -> set[Encoding]:
    metadata = metadata_of(path)
    metas = [chunk.meta_data for group in metadata.row_groups for chunk in group.columns]
    return {
        encoding
        for meta in metas
        if meta is not None and meta.path_in_schema[0] == column
        for encoding in meta.encodings
    }


def metadata_of(path: Path) -> FileMetaData:
    metadata = read_footer(path).metadata
    assert metadata is not None
    return metadata


@pytest.mark.parametrize("name", ["pyarrow", "DuckDB", "Polars", "DataFusion"])
def test_unaware_readers_refuse_what_is_ratified(name: str, tmp_path: Path) -> None:
    path = tmp_path / "file.parquet"
    pq.write_table(table(), path)
    add_to_file(str(path), choose_columns(["price"], Alp()), encodings=ALP)
    ratify_file(str(path))
    with lend_reader(name, PATIENCE) as reader:
        assert reader.read(path).kind is Kind.ERROR


def test_pages_of_nulls_have_a_header(tmp_path: Path) -> None:
    """AlpEncoding.md: each data page begins with one."""
    path = tmp_path / "file.parquet"
    numbers = pa.array([1.5] * 500 + [None] * 2_000 + [2.25] * 500)
    pq.write_table(pa.table({"x": numbers}), path, use_dictionary=False, max_rows_per_page=500)
    add_to_file(str(path), choose_columns(["x"], Alp()), encodings=ALP)
    ratify_file(str(path))
    metadata = metadata_of(path)
    meta = metadata.row_groups[0].columns[0].meta_data
    assert meta is not None
    start, end = locate_pages(meta)
    data = path.read_bytes()[start:end]
    leaf = leaves_of(metadata)[0]
    values = [data_of(page, meta.codec, leaf, start).values for page in pages_of(data, meta, start)]
    assert any(bytes(each) == EMPTY for each in values)
    assert all(each for each in values)
    assert read_any(path)["x"].combine_chunks().equals(numbers)


@pytest.mark.parametrize("version", ["1.0", "2.0"])
def test_dictionary_first(version: str, tmp_path: Path) -> None:
    path = tmp_path / "file.parquet"
    chance = random.Random(3)
    numbers = [
        None if chance.random() < 0.1 else round(chance.uniform(0, 99), 2) for _ in range(4_000)
    ]
    encodings = write_mixed(path, numbers, version)
    assert encodings == {Encoding.RLE_DICTIONARY, Encoding.ALP}
    assert read_any(path)["x"].to_pylist() == numbers
    assert not verify_file(str(path))
    strip_file(str(path))
    assert pq.read_table(path)["x"].to_pylist() == numbers


def test_levels_that_compress_to_nothing(tmp_path: Path) -> None:
    """The PLAIN pages are larger than what the chunk's bytes and its values would take."""
    path = tmp_path / "file.parquet"
    rows = pa.table({"x": pa.array([[1.5, 1.5]] * 40_000)})
    pq.write_table(rows, path, compression="zstd", use_dictionary=False)
    assert replace_plain_pages(path) == {Encoding.ALP}
    assert read_any(path).equals(rows)


def noise(rows: int) -> list[float]:
    chance = random.Random(1)
    return [chance.random() for _ in range(rows)]


def test_of_a_glob_columns_that_do_not_pay_are_passed_over(tmp_path: Path) -> None:
    """Those that somebody has named are refused."""
    path = tmp_path / "file.parquet"
    rows = pa.table({"price": [at / 4 for at in range(2_000)], "noise": noise(2_000)})
    pq.write_table(rows, path)
    before = path.read_bytes()
    for patterns in (["noise"], ["price", "noise"], ["noi*"]):
        with pytest.raises(ColumnRefusedError, match="column noise: by samples, ALP takes"):
            add_to_file(str(path), choose_columns(patterns, Alp()), encodings=ALP)
        assert path.read_bytes() == before
    result = add_to_file(str(path), choose_columns(["*"], Alp()), encodings=ALP)
    assert list(result.sizes) == ["price"]
    (warning,) = result.warnings
    assert warning.startswith("column noise keeps its old encoding alone: by samples, ALP takes")
    assert read_any(path).equals(rows)


def test_what_does_not_pay_keeps_the_new_encoding_that_it_has(tmp_path: Path) -> None:
    path = tmp_path / "file.parquet"
    rows = pa.table({"price": [at / 4 for at in range(2_000)], "noise": noise(2_000)})
    pq.write_table(rows, path)
    both = Encodings(Alp(), PCO)
    add_to_file(str(path), choose_columns(["noise"], PCO), encodings=both)
    before = path.read_bytes()
    with pytest.raises(ColumnRefusedError, match="column noise: by samples, ALP takes"):
        add_to_file(str(path), choose_columns(["noi*"], Alp()), encodings=both)
    assert path.read_bytes() == before
    (warning,) = add_to_file(str(path), choose_columns(["*"], Alp()), encodings=both).warnings
    assert warning.startswith("column noise keeps the new encoding that it has: by samples, ALP")
    found = {chunk.column: chunk.encoding for chunk in list_encodings(str(path))}
    assert {name: it and it.name for name, it in found.items()} == {"price": "alp", "noise": "pco"}
    assert verify_file(str(path), encodings=both) == []
    assert read_table(path, encodings=both).equals(rows)


def test_row_groups_that_do_not_pay(tmp_path: Path) -> None:
    """They have their old encoding only, and the others both."""
    path = tmp_path / "file.parquet"
    rows = pa.table({"x": [at / 4 for at in range(2_000)] + noise(2_000)})
    pq.write_table(rows, path, row_group_size=2_000)
    before = path.read_bytes()
    result = add_to_file(str(path), choose_columns(["x"], Alp()), encodings=ALP)
    assert result.warnings == (
        "column x has no new encoding in 1 of 2 row groups, where it does not pay",
    )
    metas = [group.columns[0].meta_data for group in metadata_of(path).row_groups]
    assert [meta is not None and meta.extension is not None for meta in metas] == [True, False]
    assert read_any(path).equals(rows)
    strip_file(str(path))
    assert path.read_bytes() == before
    add_to_file(str(path), choose_columns(["x"], Alp()), encodings=ALP)
    ratify_file(str(path))
    assert read_any(path).equals(rows)


def test_columns_that_do_not_pay(tmp_path: Path) -> None:
    path = tmp_path / "file.parquet"
    pq.write_table(pa.table({"x": noise(2_000), "text": ["a"] * 2_000}), path)
    before = path.read_bytes()
    for chooser in (choose_columns(["x"], Alp()), choose_best(["x"], ALP)):
        with pytest.raises(ColumnRefusedError, match="column x: by samples, ALP takes"):
            add_to_file(str(path), chooser, encodings=ALP)
    assert path.read_bytes() == before
    with path.open("rb", buffering=0) as file:
        trials = {trial.name: trial for trial in try_encodings(open_thrift(file, str(path)), ALP)}
    assert trials["x"].encoding is None
    assert trials["x"].reason.startswith("by samples, ALP takes")
    assert trials["text"].reason == "no encoding in use takes BYTE_ARRAY"


def test_without_the_package_of_another(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What pco misses is said of pco, and ALP is picked all the same."""
    path = tmp_path / "file.parquet"
    pq.write_table(pa.table({"x": [at / 4 for at in range(2_000)]}), path, use_dictionary=False)
    monkeypatch.setitem(sys.modules, "pcodec", None)
    with path.open("rb", buffering=0) as file:
        (trial,) = try_encodings(open_thrift(file, str(path)), read_configured())
    assert trial.encoding is not None
    assert trial.encoding.name == "alp"
    assert [attempt.reason[:28] for attempt in trial.attempts] == [
        "",
        "pco needs the package pcodec",
    ]


def test_who_does_not_use_it_does_not_read_it(tmp_path: Path) -> None:
    """As with any number that is not in use here, the file is pyarrow's, which refuses it."""
    path = tmp_path / "file.parquet"
    WRITERS["pyarrow, v2 pages, zstd"](path)
    add_to_file(str(path), choose_columns(["price"], Alp()), encodings=ALP)
    ratify_file(str(path))
    with pytest.raises(OSError, match="encoding"):
        read_table(path, encodings=Encodings())
