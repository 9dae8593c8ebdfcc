"""`inlay index` on objects: what is added there is what is added to the file, and the way back."""

from __future__ import annotations

from io import BytesIO
from pathlib import Path

import pytest

import inlay
from inlay.__main__ import run
from inlay.changes.rewrite import s3_objects
from tests.faults.s3_emulation import S3Emulation
from tests.pages.encodings.files import pq
from tests.verbs.parts.made import table

PLACE = ("lake", "part.parquet")
URL = "s3://" + "/".join(PLACE)


@pytest.mark.parametrize("size", [1, 5 << 20], ids=["parts", "whole"])
def test_there_and_back(
    size: int, bucket: S3Emulation, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(s3_objects, "SMALLEST_PART", size)
    file, path, undo = BytesIO(), tmp_path / "part.parquet", tmp_path / "undo"
    pq.write_table(table(500, 3), file, write_statistics=False)
    before = file.getvalue()
    bucket.objects[PLACE] = before
    path.write_bytes(before)
    inlay.add_index(path, what=["all"])
    assert run(["index", "add", URL, "--what", "all", "--undo-to", str(undo)]) == 0
    assert bucket.objects == {PLACE: path.read_bytes()}
    assert run(["set", URL, "--undo", str(undo)]) == 0
    assert bucket.objects == {PLACE: before}
