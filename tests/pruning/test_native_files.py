"""Local files that pyarrow filters in its own threads are files of its own: those of Python may be let go of too late."""

from __future__ import annotations

import os
from pathlib import Path

import pyarrow.compute as pc
import pytest

import inlay
from inlay.files.native_file import open_natively
from inlay.files.source import open_source
from tests.encoding.files import pa, pq

ASKED = [("c", "=", 2)]


@pytest.fixture
def path(tmp_path: Path) -> Path:
    path = tmp_path / "f.parquet"
    pq.write_table(pa.table({"c": [1, 2, 3]}), path, row_group_size=1)
    return path


def test_a_local_file_is_filtered_without_python_between(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refused(*_: object, **_options: object) -> None:
        raise AssertionError("a file of Python")

    monkeypatch.setattr(pa, "PythonFile", refused)
    for asked in (ASKED, pc.field("c") == 2):
        assert inlay.read_table(path, filters=asked).to_pydict() == {"c": [2]}
    with path.open("rb", buffering=0) as file:
        assert inlay.read_table(file, filters=ASKED).to_pydict() == {"c": [2]}
    with pytest.raises(AssertionError, match="a file of Python"):
        inlay.read_table(path.read_bytes(), filters=ASKED)


def test_a_name_that_leads_elsewhere_by_now_is_not_gone_by(path: Path) -> None:
    with open_source(path) as file:
        native = open_natively(file)
        assert native is not None
        native.close()
        other = path.with_name("other")
        other.write_bytes(b"another")
        os.replace(other, path)
        assert open_natively(file) is None
        path.unlink()
        assert open_natively(file) is None
