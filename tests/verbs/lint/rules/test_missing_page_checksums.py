"""`missing-page-checksums`."""

from __future__ import annotations

import shlex
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from inlay.__main__ import run
from tests.verbs.lint.footers import advise, advise_on_file, make_fine

RULE = "missing-page-checksums"


def test_the_pages_of_the_first_chunks_are_looked_at(tmp_path: Path) -> None:
    path = tmp_path / "file.parquet"
    table = pa.table({"a": [1, 2, 3, 4], "b": ["x", "y", "x", "y"]})
    pq.write_table(table, path, row_group_size=2)
    (advice,) = advise_on_file(RULE, path)
    assert advice.seen == "4 of 4 pages in the first chunks of 2 columns without a checksum"
    assert advice.place == "row_groups[0].columns[0]"
    pq.write_table(table, path, row_group_size=2, write_page_checksum=True)
    assert advise_on_file(RULE, path) == []


def test_the_command_adds_them(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    path, out = tmp_path / "a file.parquet", tmp_path / "out.parquet"
    pq.write_table(pa.table({"a": [1, 2, 3, 4]}), path)
    (advice,) = advise_on_file(RULE, path)
    words = [str(out) if word == "OUT" else word for word in shlex.split(advice.fix)]
    assert words[:3] == ["inlay", "index", "add"]
    assert run(words[1:]) == 0
    assert advise_on_file(RULE, out) == []


def test_a_wide_file_is_looked_at_in_eight_columns(tmp_path: Path) -> None:
    path = tmp_path / "file.parquet"
    pq.write_table(pa.table({f"c{number}": [1] for number in range(20)}), path)
    (advice,) = advise_on_file(RULE, path)
    assert advice.seen == "16 of 16 pages in the first chunks of 8 columns without a checksum"


def test_pages_that_cannot_be_read_are_not_counted(tmp_path: Path) -> None:
    assert advise(RULE, make_fine(), tmp_path) == []
