"""`drop` in the place of an object: the store copies what stays, attributes stay, and nobody's change is lost."""

from __future__ import annotations

from contextlib import suppress
from typing import Any

import pytest

import inlay
from inlay.__main__ import run
from inlay.errors import RefusedError
from inlay.rewrite import s3_objects
from inlay.rewrite.errors import ChangedError
from tests.faults.s3_emulation import S3Emulation
from tests.faults.test_new_objects import place, put, read
from tests.faults.watched_bucket import WatchedBucket
from tests.parts.made import table

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
    planned = inlay.drop(URL, ["place"], dry_run=True)
    assert bucket.objects == before
    made = inlay.drop(URL, ["place"], verify_pages=verify_pages)
    assert read(bucket, URL) == rows.drop_columns(["place"])
    assert (made.path, made.copied) == (URL, planned.copied)
    assert made.size == len(bucket.objects[place(URL)])
    assert bucket.attributes[place(URL)].items() >= KEPT.items()
    assert set(bucket.objects) == {place(URL)}
    assert not bucket.uploads


def test_the_command(bucket: S3Emulation, rows: Any) -> None:
    assert run(["drop", URL, "--columns", "nope"]) == 2
    assert run(["drop", URL, "--columns", "place"]) == 0
    assert read(bucket, URL) == rows.drop_columns(["place"])


def test_what_a_new_object_would_lose_is_refused(bucket: S3Emulation, rows: Any) -> None:
    bucket.attributes[place(URL)]["ObjectLockMode"] = "GOVERNANCE"
    before = dict(bucket.objects)
    with pytest.raises(RefusedError, match="Object Lock"):
        inlay.drop(URL, ["place"])
    del bucket.attributes[place(URL)]["ObjectLockMode"]
    bucket.objects["lake", "_delta_log/0.json"] = b"{}"
    with pytest.raises(RefusedError, match="Delta"):
        inlay.drop(URL, ["place"])
    assert bucket.objects == before | {("lake", "_delta_log/0.json"): b"{}"}
    assert rows


def test_nobody_s_change_is_lost(
    bucket: S3Emulation, rows: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Somebody else writes before each call of the job, one after the other."""
    monkeypatch.setattr(s3_objects, "SMALLEST_PART", 1)
    start = dict(bucket.objects)
    put(bucket, URL, table(50, 9))
    other = bucket.objects[place(URL)]
    bucket.objects = dict(start)
    watched = WatchedBucket(bucket, monkeypatch)
    inlay.drop(URL, ["place"])
    count, expected = len(watched.made), bucket.objects[place(URL)]
    refused = 0
    for at in range(count):
        bucket.objects = dict(start)
        watched.made.clear()
        watched.before = {at: lambda: bucket.objects.update({place(URL): other})}
        made = None
        with suppress(ChangedError, RefusedError):
            made = inlay.drop(URL, ["place"])
        assert not bucket.uploads
        refused += made is None
        if made is None:
            assert bucket.objects[place(URL)] == other
        elif bucket.objects[place(URL)] not in (expected, other):
            # It changed before its footer was read.
            assert read(bucket, URL).num_rows == 50
    assert count > 6
    assert refused > 2
    assert rows
