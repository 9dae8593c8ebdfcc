"""A column without a name is printed in quotes, which is how it is said, too: docs/names.md."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

import inlay
from inlay.ground.wording.printable import shorten_path
from tests.support.inlay_command import Inlay, make_command


@pytest.fixture
def command(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Inlay:
    return make_command(capsys, monkeypatch)


@pytest.fixture
def files(tmp_path: Path) -> tuple[Path, Path]:
    old, new = tmp_path / "old.parquet", tmp_path / "new.parquet"
    pq.write_table(pa.table({"": [1, 2, 3], "b": [4, 5, 6]}), old)
    pq.write_table(pa.table({"": [1, 2, 4], "b": [4, 5, 6]}), new, compression="none", write_statistics=["b"])  # fmt: skip
    return old, new


ROW = re.compile(r'^[│ ]*""  +', re.MULTILINE)


@pytest.mark.parametrize("words", ["inspect", "layout", "pages"])
def test_the_row_of_a_table_begins_with_quotes(
    words: str, command: Inlay, files: tuple[Path, Path]
) -> None:
    assert ROW.search(command(words, files[0]).out)


def test_a_schema(command: Inlay, files: tuple[Path, Path]) -> None:
    assert 'optional int64 ""\n' in command("inspect", files[0]).out


def test_a_scan(command: Inlay, files: tuple[Path, Path]) -> None:
    told = command("scan", "--table", "column_chunks", "--format", "text", files[0]).out
    assert re.search(r'  ""  +SNAPPY', told)


def test_a_difference_is_in_the_column_and_not_in_the_row_group(
    command: Inlay, files: tuple[Path, Path]
) -> None:
    told = command("diff", "--pages", *files).out
    assert 'codec: SNAPPY -> UNCOMPRESSED in "" (row group 0), b (row group 0)' in told
    assert 'max_value: 3 -> none in "" (row group 0)' in told
    assert re.search(r'page 0: .* in "" \(row group 0\)', told)
    assert {it.path for it in inlay.diff(*files) if it.field == "codec"} == {'""', "b"}
    whole = {it.path for it in inlay.diff(*files) if it.field == "total_byte_size"}
    assert whole == {""}


def test_what_only_one_file_has(command: Inlay, tmp_path: Path) -> None:
    old, new = tmp_path / "old.parquet", tmp_path / "new.parquet"
    pq.write_table(pa.table({"": [1], "b": [4]}), old)
    pq.write_table(pa.table({"b": [4]}), new)
    assert re.search(r'only in OLD: ""', command("diff", old, new).out)


def test_advice_is_about_the_column_and_not_about_the_file(
    command: Inlay, files: tuple[Path, Path]
) -> None:
    advice = json.loads(command("lint", files[1], "--format", "json").out)["advice"]
    columns = {row["column"] for row in advice if row["rule"] == "missing-statistics"}
    assert columns == {'""'}
    assert '  "": no bounds in its row group' in command("lint", files[1]).out


@pytest.mark.parametrize(
    ("names", "shown"),
    [([], ""), ([""], '""'), (["a", ""], "a."), (["", "b"], ".b"), (["", ""], ".")],
)
def test_a_path_with_empty_names_has_all_its_dots(names: list[str], shown: str) -> None:
    assert shorten_path(names, 80) == shown
