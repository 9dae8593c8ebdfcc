"""`inlay index` on objects: what is added there is what is added to the file, and the way back."""

from __future__ import annotations

from io import BytesIO
from pathlib import Path
from random import Random
from typing import Any

import pyarrow as pa
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


def test_levels_of_a_page_are_one_request_in_any_codec(bucket: S3Emulation) -> None:
    """Though ZSTD has them in pieces."""
    draw = Random(58)
    values = pa.table({"c": [draw.random() if at % 19 else None for at in range(50_000)]})
    requests: list[int] = []
    for codec in ("snappy", "zstd"):
        file = BytesIO()
        options: dict[str, Any] = {"compression": codec, "max_rows_per_page": 5_000}
        pq.write_table(values, file, use_dictionary=False, write_statistics=False, **options)
        bucket.objects[PLACE] = file.getvalue()
        bucket.calls.clear()
        added = inlay.add_index(URL, what=["null-counts"])
        assert [it.statement for it in added.statements] == ["null-counts"]
        requests.append(bucket.calls.count("get_object"))
    snappy, zstd = requests
    assert 10 < snappy <= zstd <= snappy + 2
