"""`inlay set` on objects: the change, the way back, and somebody else who writes meanwhile."""

from __future__ import annotations

from io import BytesIO
from pathlib import Path

import pytest

import inlay
from inlay.__main__ import run
from inlay.changes.rewrite import s3_objects
from tests.faults.s3_emulation import S3Emulation
from tests.faults.watched_bucket import WatchedBucket
from tests.pages.encodings.files import pq
from tests.verbs.parts.made import table

PLACE = ("lake", "part.parquet")
URL = "s3://" + "/".join(PLACE)


@pytest.fixture(params=[1, 5 << 20], ids=["parts", "whole"])
def before(
    request: pytest.FixtureRequest, bucket: S3Emulation, monkeypatch: pytest.MonkeyPatch
) -> bytes:
    monkeypatch.setattr(s3_objects, "SMALLEST_PART", request.param)
    file = BytesIO()
    pq.write_table(table(500, 3), file)
    bucket.objects[PLACE] = file.getvalue()
    return file.getvalue()


def test_there_and_back(before: bytes, bucket: S3Emulation, tmp_path: Path) -> None:
    undo = tmp_path / "undo"
    change = ["set", URL, "--rename", "name=title", "--key", "owner=sre", "--undo-to", str(undo)]
    assert run([*change, "--dry-run"]) == 0
    assert bucket.objects == {PLACE: before}
    assert run(change) == 0
    changed = inlay.open(BytesIO(bucket.objects[PLACE]))
    assert changed.schema_arrow.names == ["id", "title", "tags", "place"]
    assert run(["set", URL, "--undo", str(undo)]) == 0
    assert bucket.objects == {PLACE: before}
    assert run(["set", URL, "--undo", str(undo)]) == 4, "it is not the changed one any more"


def test_whatever_changes_meanwhile_nothing_is_written_over(
    before: bytes, bucket: S3Emulation, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Somebody else writes before each call of the job; no undo file is left of a change that did not happen."""
    other = before[:-9] + b"z" + before[-8:]  # damaged
    watched = WatchedBucket(bucket, monkeypatch)
    undo = tmp_path / "undo"
    change = ["set", URL, "--key", "owner=sre", "--undo-to", str(undo)]
    assert run(change) == 0
    undo.unlink()
    count, expected = len(watched.made), bucket.objects[PLACE]
    codes = set[int]()
    for at in range(count):
        bucket.objects = {PLACE: before}
        watched.made.clear()
        watched.before = {at: lambda: bucket.objects.update({PLACE: other})}
        code = run(change)
        codes.add(code)
        assert undo.exists() == (code == 0)
        assert bucket.objects[PLACE] in ((expected, other) if code == 0 else (other,))
        assert not bucket.uploads
        undo.unlink(missing_ok=True)
    assert {3, 5} <= codes <= {0, 3, 5}, "damaged when it was read, changed since, written"
