"""How many bytes are read to check the modules of a file whose pages and indexes lie apart."""

from __future__ import annotations

from pathlib import Path

import pyarrow as pa
import pytest

from inlay.ground.files.source import Seekable, read_at
from inlay.verbs.crypt import module_reader
from tests.support.encrypted_files import encrypted_file, write_keys
from tests.support.small_files import Inlay


def test_nothing_is_read_again_for_each_chunk(
    inlay: Inlay, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = pa.table({f"c{at}": [1.5, 2.5] for at in range(100)})
    data = encrypted_file(table, uniform_encryption=True)
    (tmp_path / "a.parquet").write_bytes(data)
    write_keys(tmp_path / "keys")
    read: list[int] = []

    def count(file: Seekable, offset: int, size: int) -> bytes:
        read.append(size)
        return read_at(file, offset, size)

    monkeypatch.setattr(module_reader, "read_at", count)
    monkeypatch.setattr(module_reader, "_STEP", len(data) // 20)
    assert inlay("crypt", "verify", tmp_path / "a.parquet", "--keys", tmp_path / "keys").code == 0
    assert sum(read) <= 2 * len(data)
