"""`drop` in the place of an object: the store copies what stays, attributes stay, and nobody's change is lost."""

from __future__ import annotations

from typing import Any

import pytest

import inlay
from inlay.__main__ import run
from inlay.changes.rewrite import s3_objects
from inlay.errors import RefusedError
from tests.faults.objects import assert_nothing_is_written_over, place, put, read
from tests.faults.s3_emulation import S3Emulation
from tests.faults.watched_bucket import WatchedBucket
from tests.verbs.parts.made import table

URL = "s3://lake/in.parquet"
KEPT = {"Metadata": {"owner": "sre"}, "ContentType": "application/vnd.apache.parquet"}


@pytest.fixture
def rows(bucket: S3Emulation) -> Any:
    made = table(700, 1)
    put(bucket, URL, made)
    bucket.attributes[place(URL)] = dict(KEPT)
    return made


@pytest.mark.parametrize("smallest", [1, 5 << 20])
@pytest.mark.parametrize("verify_pages", [True, False])
def test_an_object_loses_columns(
    smallest: int,
    verify_pages: bool,
    bucket: S3Emulation,
    rows: Any,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(s3_objects, "SMALLEST_PART", smallest)
    before = dict(bucket.objects)
    planned = inlay.drop(URL, columns=["place"], dry_run=True)
    assert bucket.objects == before
    made = inlay.drop(URL, columns=["place"], verify_pages=verify_pages)
    assert read(bucket, URL) == rows.drop_columns(["place"])
    assert (made.path, made.copied) == (URL, planned.copied)
    assert made.size == len(bucket.objects[place(URL)])
    assert bucket.attributes[place(URL)].items() >= KEPT.items()
    assert set(bucket.objects) == {place(URL)}
    assert not bucket.uploads


def test_the_command(bucket: S3Emulation, rows: Any) -> None:
    assert run(["drop", URL, "--columns", "nope", "--overwrite"]) == 2
    assert run(["drop", URL, "--columns", "place", "--overwrite"]) == 0
    assert read(bucket, URL) == rows.drop_columns(["place"])


def test_what_a_new_object_would_lose_is_refused(bucket: S3Emulation, rows: Any) -> None:
    bucket.attributes[place(URL)]["ObjectLockMode"] = "GOVERNANCE"
    before = dict(bucket.objects)
    with pytest.raises(RefusedError, match="Object Lock"):
        inlay.drop(URL, columns=["place"])
    del bucket.attributes[place(URL)]["ObjectLockMode"]
    bucket.objects["lake", "_delta_log/0.json"] = b"{}"
    with pytest.raises(RefusedError, match="Delta"):
        inlay.drop(URL, columns=["place"])
    assert bucket.objects == before | {("lake", "_delta_log/0.json"): b"{}"}
    assert rows


@pytest.mark.parametrize("smallest", [1, 5 << 20])
def test_nobody_s_change_is_lost(
    smallest: int, bucket: S3Emulation, rows: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(s3_objects, "SMALLEST_PART", smallest)
    watched = WatchedBucket(bucket, monkeypatch)
    assert_nothing_is_written_over(
        watched, lambda: inlay.drop(URL, columns=["place"]), URL, URL, rows_if_read=50
    )
    assert rows
