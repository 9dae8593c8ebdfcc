"""One hostile file never takes a scan down: it is a row of `problems`, and the others have theirs."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

import inlay
from inlay.__main__ import run
from inlay.footers.conversion import v1
from inlay.footers.conversion.errors import ConversionError
from inlay.tables.columnar import footer_tables, trees
from inlay.tables.scan import assembly
from inlay.tables.scan.schemas import TABLES
from parquet_format.parquet import (
    ColumnChunk,
    ColumnMetaData,
    CompressionCodec,
    FieldRepetitionType,
    FileMetaData,
    RowGroup,
    SchemaElement,
    Type,
)
from tests.tables.scan.lake import plain_file


def file_of(metadata: FileMetaData) -> bytes:
    footer = metadata.encode()
    return b"PAR1" + footer + len(footer).to_bytes(4, "little") + b"PAR1"


def chain(levels: int, name: str = "g") -> bytes:
    """Groups in each other, and one leaf."""
    optional = FieldRepetitionType.OPTIONAL
    group = SchemaElement(name=name, num_children=1, repetition_type=optional)
    leaf = SchemaElement(name="x", type=Type.INT32, repetition_type=optional)
    root = SchemaElement(name="schema", num_children=1)
    schema = [root, *[group] * levels, leaf]
    return file_of(FileMetaData(version=1, schema=schema, num_rows=0, row_groups=[]))


@pytest.fixture
def lake(tmp_path: Path) -> Path:
    data = plain_file(tmp_path)
    for name in ("a_good", "c_good"):
        (tmp_path / name).write_bytes(data)
    return tmp_path


def names(folder: Path, table: str) -> set[str]:
    columns = ["path", "column_path"] if table == "schema" else ["path"]
    batches = inlay.scan_footers(str(folder), table=table, columns=columns)
    return {Path(str(path)).name for batch in batches for path in batch["path"].to_pylist()}


@pytest.mark.parametrize("levels", [5_000, 100_000])
def test_paths_beyond_measure_are_a_problem_of_their_file(lake: Path, levels: int) -> None:
    (lake / "b_chain").write_bytes(chain(levels))
    assert names(lake, "schema") == {"a_good", "c_good"}
    rows = [
        row
        for batch in inlay.scan_footers(str(lake), table="problems")
        for row in batch.to_pylist()
    ]
    assert [(Path(row["path"]).name, row["error_id"]) for row in rows] == [("b_chain", "limit")]
    assert "so deep in each other" in rows[0]["message"]


def test_the_paths_are_never_made(lake: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (lake / "b_chain").write_bytes(chain(5_000))
    made: list[int] = []

    class Counting(trees.Trees):
        @property
        def paths(self) -> list[list[str] | None]:
            found = super().paths
            made.append(sum(len(path or []) for path in found))
            return found

    monkeypatch.setattr("inlay.tables.columnar.extracted_arrays.Trees", Counting)
    assert names(lake, "schema") == {"a_good", "c_good"}
    assert max(made, default=0) < 100


def test_deep_schemas_that_are_no_bombs_are_read(lake: Path) -> None:
    (lake / "b_chain").write_bytes(chain(200, "a_name_of_usual_length"))
    assert names(lake, "schema") == {"a_good", "b_chain", "c_good"}


def test_a_long_name_that_every_row_group_repeats_is_refused() -> None:
    """A FlatBuffer has it once; its Thrift would have it in the path of every chunk."""
    leaf = SchemaElement(name="n" * 50_000, type=Type.INT32)
    meta = ColumnMetaData(
        type=Type.INT32,
        encodings=[],
        path_in_schema=["n" * 50_000],
        codec=CompressionCodec.SNAPPY,
        num_values=1,
        total_uncompressed_size=9,
        total_compressed_size=9,
        data_page_offset=4,
    )
    chunk = ColumnChunk(file_offset=0, meta_data=meta)
    group = RowGroup(columns=[chunk], total_byte_size=9, num_rows=1)
    schema = [SchemaElement(name="schema", num_children=1), leaf]
    metadata = FileMetaData(version=1, schema=schema, num_rows=1, row_groups=[group])
    flat = v1.to_flatbuffers(metadata.encode())
    flat.row_groups = (flat.row_groups or []) * 1_000
    with pytest.raises(ConversionError, match="the paths exceed 1,048,576 bytes"):
        v1.to_thrift(flat)
    flat.row_groups = flat.row_groups[:10]
    assert len(v1.to_thrift(flat)) > 500_000


@pytest.mark.parametrize("error", [MemoryError, RecursionError])
def test_a_file_that_exhausts_the_process_is_a_problem(
    lake: Path, monkeypatch: pytest.MonkeyPatch, error: type[Exception]
) -> None:
    (lake / "b_heavy").write_bytes(chain(1, "heavy"))
    whole = footer_tables

    def exhausted(footers: Sequence[bytes], tables: Any, *, problems: Any) -> object:
        if any(b"heavy" in footer for footer in footers):
            raise error
        return whole(footers, tables, problems=problems)

    monkeypatch.setattr(assembly, "footer_tables", exhausted)
    assert names(lake, "files") == {"a_good", "c_good"}
    rows = [
        row
        for batch in inlay.scan_footers(str(lake), table="problems")
        for row in batch.to_pylist()
    ]
    assert [(Path(row["path"]).name, row["error_id"]) for row in rows] == [("b_heavy", "memory")]


def test_the_number_of_unreadable_files_is_said_on_standard_error(
    lake: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["scan", str(lake)]) == 0
    assert capsys.readouterr().err == ""
    (lake / "b_cut").write_bytes(b"PAR1 and no more")
    for extra in ([], ["-o", str(lake.parent / "out.parquet")]):
        assert run(["scan", str(lake), *extra]) == 1
        out, err = capsys.readouterr()
        assert err == "warning: 1 of 3 files could not be read: --table problems says why\n"
        if extra:
            assert out == f"{extra[1]}: wrote 2 rows of the table files\n"
        else:
            assert len([json.loads(line) for line in out.splitlines()]) == 2
    assert run(["scan", str(lake), "--table", "problems"]) == 1
    assert capsys.readouterr().err == "warning: 1 of 3 files could not be read\n"


def test_a_scan_does_not_import_pandas(lake: Path) -> None:
    """For any of its tables: one process makes them all, and names the first that does."""
    (lake / "b_cut").write_bytes(b"PAR1 and no more")
    code = (
        "import sys; from inlay.__main__ import run; lake, *tables = sys.argv[1:]\n"
        "for table in tables:\n"
        "    run(['scan', lake, '--table', table])\n"
        "    assert 'pandas' not in sys.modules, table"
    )
    done = subprocess.run(
        [sys.executable, "-c", code, str(lake), *TABLES],
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
