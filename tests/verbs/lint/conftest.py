"""The command, and a small lake with advice."""

from __future__ import annotations

from pathlib import Path

import pytest

from parquet_format.parquet import CompressionCodec
from tests.support.inlay_command import Inlay, make_command
from tests.verbs.lint.footers import chunk, column, footer, make_fine, row_group, write_sparse


@pytest.fixture
def inlay(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Inlay:
    return make_command(capsys, monkeypatch)


@pytest.fixture
def lake(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """`lake/` in the current folder: a fine file, one with an uncompressed column and an empty row group, and a damaged one."""
    monkeypatch.chdir(tmp_path)
    folder = tmp_path / "lake"
    write_sparse(folder / "a" / "fine.parquet", make_fine())
    plain = row_group(chunk("id", codec=CompressionCodec.UNCOMPRESSED))
    empty = row_group(chunk("id", num_values=0), num_rows=0)
    metadata = footer([column("id")], [plain, plain, empty])
    write_sparse(folder / "b" / "100%, so, or: not.parquet", metadata)
    (folder / "c.parquet").write_bytes(b"PAR1" + b"\xff" * 60 + b"PAR1")
    return folder
