"""What comes batch by batch is a RecordBatchReader: it has a schema, also of nothing, and others take it as it is."""

from __future__ import annotations

import os
from collections.abc import Callable
from contextlib import suppress
from importlib import import_module
from pathlib import Path
from shutil import copyfile
from typing import Any, Final

import pyarrow as pa
import pytest

import inlay
from inlay.tables.scan.schemas import TABLES, select_columns
from tests.tables.scan.lake import write_forms

Reader = pa.RecordBatchReader


def with_pandas(reader: Reader) -> list[str]:
    return [str(name) for name in reader.read_pandas().columns]


def with_polars(reader: Reader) -> list[str]:
    polars: Any = import_module("polars")
    return list(polars.DataFrame(reader).columns)


def with_duckdb(reader: Reader) -> list[str]:
    duckdb: Any = import_module("duckdb")
    return list(duckdb.connect().from_arrow(reader).columns)


def with_arrow(reader: Reader) -> list[str]:
    return pa.table(reader).column_names


TAKERS: Final[dict[str, Callable[[Reader], list[str]]]] = {
    "pandas": with_pandas,
    "polars": with_polars,
    "duckdb": with_duckdb,
    "pyarrow": with_arrow,
}


@pytest.fixture(scope="module")
def lake(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("lake")
    write_forms(folder)
    (folder / "empty").mkdir()
    return folder


@pytest.mark.parametrize("taker", TAKERS)
@pytest.mark.parametrize("table", TABLES)
def test_others_take_a_scan(lake: Path, table: str, taker: str) -> None:
    for path in (lake, lake / "empty"):
        reader = inlay.scan_footers(path, table=table)
        assert reader.schema == select_columns(table).schema
        assert TAKERS[taker](reader) == list(select_columns(table).columns)


@pytest.mark.parametrize("taker", TAKERS)
def test_others_take_rows(lake: Path, taker: str) -> None:
    choices: list[list[int] | None] = [None, []]
    for groups in choices:
        reader = inlay.iter_batches(lake / "final.parquet", row_groups=groups)
        assert TAKERS[taker](reader) == inlay.read_table(lake / "final.parquet").column_names


def test_a_stream_is_the_table(lake: Path) -> None:
    for columns in (None, ["tags", "id"], []):
        for path in (lake / f"{form}.parquet" for form in ("thrift", "private", "final")):
            whole = inlay.read_table(path, columns=columns)
            reader = inlay.iter_batches(path, columns=columns, batch_size=2)
            assert reader.schema.equals(whole.schema, check_metadata=True)
            assert reader.read_all().equals(whole)


def test_a_request_that_means_nothing_is_refused_at_the_call(lake: Path) -> None:
    with pytest.raises(ValueError, match="no column"):
        inlay.iter_batches(lake / "thrift.parquet", columns=["nope"])
    with pytest.raises(ValueError, match="no table"):
        inlay.scan_footers(lake, table="nope")


def test_an_error_on_the_way_keeps_its_class(lake: Path) -> None:
    for take in (list, Reader.read_all):
        with pytest.raises(FileNotFoundError):
            take(inlay.scan_footers(lake / "not there"))


def test_the_file_is_closed_with_the_last_batch_or_with_the_reader(
    lake: Path, tmp_path: Path
) -> None:
    path = tmp_path / "nobody else has it open.parquet"
    copyfile(lake / "thrift.parquet", path)
    reader = inlay.iter_batches(path, batch_size=2)
    assert is_open(path)
    reader.read_all()
    assert not is_open(path)
    for batches in (0, 1):
        reader = inlay.iter_batches(path, batch_size=2)
        for _ in range(batches):
            reader.read_next_batch()
        assert is_open(path)
        del reader
        assert not is_open(path)


def is_open(path: Path) -> bool:
    """Whether this process has the file open."""
    wanted = path.stat()
    for descriptor in os.listdir("/dev/fd"):
        with suppress(OSError):
            if os.path.samestat(os.fstat(int(descriptor)), wanted):
                return True
    return False
