"""Files from parts of files, in a store: what lies there is copied there, and nothing is written over."""

from __future__ import annotations

from pathlib import Path
from threading import Barrier, Lock
from typing import Any

import pytest

import inlay
from inlay.__main__ import run
from inlay.changes.rewrite import s3_objects
from inlay.ground.refusals import RefusedError
from tests.faults.objects import assert_nothing_is_written_over, place, put, read
from tests.faults.s3_emulation import S3Emulation
from tests.faults.watched_bucket import WatchedBucket
from tests.pages.encodings.files import pa, pq
from tests.support.encrypted_files import MASTERS, TABLE, encrypted_file, keys_of, read_with
from tests.verbs.parts.made import table

URLS = ["s3://lake/in-0.parquet", "s3://lake/in-1.parquet"]
OUT = "s3://lake/out/all.parquet"


@pytest.fixture(params=[1, 400, 5 << 20], ids=["all parts", "some parts", "whole"])
def smallest_part(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> int:
    size: int = request.param
    monkeypatch.setattr(s3_objects, "SMALLEST_PART", size)
    return size


@pytest.fixture
def tables(bucket: S3Emulation) -> list[Any]:
    made = [table(350, seed) for seed in range(len(URLS))]
    for url, each in zip(URLS, made, strict=True):
        put(bucket, url, each)
    return made


def test_the_store_copies_several_parts_at_a_time(
    bucket: S3Emulation, tables: list[Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(s3_objects, "SMALLEST_PART", 1)
    copy, both_are_there = bucket.upload_part_copy, Barrier(2)
    count, most, lock = 0, 0, Lock()

    def copy_together(*arguments: Any) -> Any:
        nonlocal count, most
        with lock:
            count += 1
            number, most = count, max(most, len(active))
            active.add(number)
        if number <= 2:
            both_are_there.wait()
        made = copy(*arguments)
        with lock:
            active.remove(number)
        return made

    active = set[int]()
    monkeypatch.setattr(bucket, "upload_part_copy", copy_together)
    inlay.concat(URLS, OUT, verify_pages=False)
    assert read(bucket, OUT).equals(pa.concat_tables(tables))
    assert count > 2
    assert most < 8


@pytest.mark.parametrize("verify_pages", [True, False])
def test_concat_in_a_store(
    smallest_part: int,
    verify_pages: bool,
    bucket: S3Emulation,
    tables: list[Any],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    watched = WatchedBucket(bucket, monkeypatch)
    written = inlay.concat(URLS, OUT, verify_pages=verify_pages)
    assert read(bucket, OUT) == pa.concat_tables(tables)
    assert written.size == len(bucket.objects[place(OUT)])
    assert ("upload_part_copy" in watched.made) == (smallest_part < 5 << 20)
    assert set(bucket.objects) == {*map(place, URLS), place(OUT)}, "no mark of an upload stays"
    assert not bucket.uploads


def test_the_same_bytes_as_in_a_local_file(
    smallest_part: int, bucket: S3Emulation, tables: list[Any], tmp_path: Path
) -> None:
    local = tmp_path / "all.parquet"
    inlay.concat(URLS, local)
    inlay.concat(URLS, OUT)
    assert bucket.objects[place(OUT)] == local.read_bytes()
    assert tables


def test_from_local_files_and_from_another_store(
    smallest_part: int, bucket: S3Emulation, tables: list[Any], tmp_path: Path
) -> None:
    local = tmp_path / "in.parquet"
    pq.write_table(tables[0], local)
    inlay.concat([local, URLS[1]], OUT)
    assert read(bucket, OUT) == pa.concat_tables(tables)


def test_select_drop_and_split(bucket: S3Emulation, tables: list[Any]) -> None:
    inlay.select(URLS[0], OUT, columns=["id"], row_groups=[1])
    assert read(bucket, OUT) == tables[0].select(["id"]).slice(300, 300)
    inlay.drop(URLS[0], OUT, columns=["place"], overwrite=True)
    assert read(bucket, OUT) == tables[0].drop_columns(["place"])
    files = inlay.split(URLS[0], "s3://lake/parts", row_groups=1)
    assert [file.path for file in files] == [
        f"s3://lake/parts/in-0-{number:05}.parquet" for number in range(2)
    ]
    assert pa.concat_tables(read(bucket, file.path) for file in files) == tables[0]


def test_the_command(bucket: S3Emulation, tables: list[Any]) -> None:
    before = dict(bucket.objects)
    assert run(["concat", *URLS, "-o", OUT, "--dry-run"]) == 0
    assert bucket.objects == before
    assert run(["concat", *URLS, "-o", OUT]) == 0
    assert run(["concat", *URLS, "-o", OUT]) == 4, "it is there"
    assert run(["concat", *URLS, "-o", OUT, "--overwrite"]) == 0
    assert read(bucket, OUT) == pa.concat_tables(tables)


def test_what_is_refused(bucket: S3Emulation, tables: list[Any]) -> None:
    before = dict(bucket.objects)
    with pytest.raises(RefusedError, match="one of the files"):
        inlay.concat(URLS, URLS[0], overwrite=True)
    bucket.objects["lake", "out/_delta_log/0.json"] = b"{}"
    with pytest.raises(RefusedError, match="Delta"):
        inlay.concat(URLS, OUT)
    del bucket.objects["lake", "out/_delta_log/0.json"]
    bucket.conditional = False
    with pytest.raises(RefusedError, match="If-Match"):
        inlay.concat(URLS, OUT)
    assert bucket.objects == before
    assert tables


@pytest.mark.parametrize("changed", [*URLS, OUT])
def test_whatever_changes_meanwhile_nothing_is_written_over(
    changed: str, bucket: S3Emulation, tables: list[Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(s3_objects, "SMALLEST_PART", 1)
    watched = WatchedBucket(bucket, monkeypatch)
    assert_nothing_is_written_over(
        watched, lambda: inlay.concat(URLS, OUT), changed, OUT, rows_if_read=400
    )
    assert tables


def test_objects_in_memory(tables: list[Any], tmp_path: Path) -> None:
    local = tmp_path / "in.parquet"
    pq.write_table(tables[0], local)
    url = f"memory://{tmp_path.name}/out.parquet"
    inlay.concat([local], url)
    inlay.concat([url, local], f"{url}.2")
    assert inlay.read_table(f"{url}.2") == pa.concat_tables([tables[0]] * 2)


def test_parts_of_encrypted_objects(
    smallest_part: int, bucket: S3Emulation, tmp_path: Path
) -> None:
    """Modules are copied in the store, too; only what changes is sent."""
    keys, local = keys_of(MASTERS), tmp_path / "local.parquet"
    bucket.objects[place(URLS[0])] = encrypted_file()
    inlay.select(URLS[0], OUT, row_groups=[0], keys=keys)
    local.write_bytes(bucket.objects[place(OUT)])
    assert read_with(MASTERS, local).equals(TABLE.slice(0, 150))
    inlay.drop(URLS[0], columns=["b"], keys=keys)
    local.write_bytes(bucket.objects[place(URLS[0])])
    assert read_with(MASTERS, local).equals(TABLE.select(["a"]))
