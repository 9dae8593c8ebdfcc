"""Another file is asked for, and there is nothing to change: it is a copy, and is called one."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

if TYPE_CHECKING:
    from pathlib import Path

    from tests.support.small_files import Inlay

ASKED = [
    (["index", "add"], "add"),
    (["index", "strip", "--what", "bloom-filter"], "remove"),
    (["index", "fix"], "fix"),
    (["set", "--rename", "id=id"], "change"),
    (["seal"], "change"),
    (["geo", "boxes"], "add"),
    (["geo", "to-native"], "change"),
    (["geo", "to-geoparquet"], "change"),
]


@pytest.fixture
def lake(tmp_path: Path, inlay: Inlay) -> Path:
    folder = tmp_path / "lake"
    folder.mkdir()
    for name in ("a", "b"):
        pq.write_table(pa.table({"id": range(9)}), folder / f"{name}.parquet")
    assert inlay("seal", folder).code == 0
    assert inlay("index", "add", folder).code == 0
    return folder


@pytest.mark.parametrize(("words", "undone"), ASKED)
def test_nothing_is_said_to_be_changed(
    words: list[str], undone: str, lake: Path, inlay: Inlay
) -> None:
    out = lake.parent / "out"
    out.mkdir()
    files = [out / "a.parquet", out / "b.parquet"]
    said = [f"{file}: nothing to {undone}: it is a copy" for file in files]
    assert inlay(*words, lake, "-o", out).out.splitlines() == [
        *said,
        "2 files: 0 changed, 2 unchanged",
    ]
    for file in files:
        assert file.read_bytes() == (lake / file.name).read_bytes()
    one = [*words, lake / "a.parquet", "-o", out / "one.parquet"]
    would = f"{out / 'one.parquet'}: nothing to {undone}: it would be a copy\n"
    assert inlay(*one, "--dry-run").out == would
    assert inlay(*one).out == would.replace("would be", "is")


def test_documents_say_so(lake: Path, inlay: Inlay) -> None:
    for words in (["index", "fix"], ["set", "--rename", "id=id"], ["geo", "to-native"]):
        out = lake.parent / f"{words[-1]}.parquet"
        said = json.loads(inlay(*words, lake / "a.parquet", "-o", out, "--format", "json").out)
        assert said["changed"] is False
        assert out.exists()
