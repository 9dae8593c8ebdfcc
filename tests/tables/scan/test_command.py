"""`inlay scan`."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pyarrow.parquet as pq
import pytest

import inlay
from inlay.__main__ import run
from inlay.cli.scan.command import TABLES
from inlay.tables.scan import schemas
from tests.tables.scan.lake import write_forms


def test_the_command_knows_all_tables() -> None:
    assert tuple(schemas.ALL_TABLES) == TABLES


@pytest.mark.parametrize("table", TABLES)
def test_json_lines_and_parquet(
    tmp_path: Path, table: str, capsys: pytest.CaptureFixture[str]
) -> None:
    write_forms(tmp_path / "p=1")
    assert run(["scan", str(tmp_path), "--table", table]) == 0
    lines = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    out = tmp_path / "out.parquet"
    assert (
        run(["scan", str(tmp_path), "--table", table, "-o", str(out), "--name", "*.parquet"]) == 0
    )
    found = pq.read_table(out)
    assert found.num_rows == len(lines)
    assert found.schema.equals(schemas.select_columns(table).schema)
    for line, row in zip(lines, found.to_pylist(), strict=True):
        assert line["path"] == row["path"]
        assert line["partition"] == {"p": "1"}


def test_where_parquet_is_written(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    write_forms(tmp_path / "lake")
    out, link, pipe = tmp_path / "out.parquet", tmp_path / "link", tmp_path / "pipe"
    link.symlink_to(out)
    assert run(["scan", str(tmp_path / "lake"), "-o", str(link)]) == 0
    assert link.is_symlink()
    assert pq.read_table(out).num_rows
    os.mkfifo(pipe)
    assert run(["scan", str(tmp_path / "lake"), "-o", str(pipe)]) == 4
    assert "only a regular file is replaced" in capsys.readouterr().err
    assert sorted(one.name for one in tmp_path.iterdir()) == ["lake", "link", "out.parquet", "pipe"]


def test_wrong_names(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["scan", str(tmp_path), "--columns", "codec"]) == 2
    assert "no column 'codec'" in capsys.readouterr().err
    assert run(["scan", str(tmp_path / "none")]) == 6
    assert list(inlay.scan_footers(str(tmp_path))) == []
